"""What holds in every state, worked out slowly and apart from the compiled rules."""

from __future__ import annotations

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.state import FIRST, KEEPING
from parlour.state import Position, State

__all__ = ["broken", "joined", "railway"]

Edge = tuple[str, str, int]


def railway(state: Position, seat: int) -> list[Edge]:
    """The routes of a player: both cities and the length."""
    routes = [
        usa.ROUTES[usa.TRACK_ROUTE[t]] for t, owner in enumerate(state.data["owner"]) if owner == seat + 1
    ]
    return [(first, second, length) for length, first, second, _ in routes]


def _reached(edges: list[Edge], city: str) -> set[str]:
    """The cities that routes join with one."""
    cities, waiting = {city}, [city]
    while waiting:
        here = waiting.pop()
        for first, second, _ in edges:
            if here in (first, second):
                there = second if here == first else first
                if there not in cities:
                    cities.add(there)
                    waiting.append(there)
    return cities


def joined(state: Position, seat: int, ticket: int) -> bool:
    """Whether a player's routes join the cities of a ticket."""
    _, first, second, _ = usa.TICKETS[ticket]
    return second in _reached(railway(state, seat), first)


def broken(state: State) -> list[str]:
    """What is wrong with a state; empty when nothing is."""
    return [*_cards(state), *_tickets(state), *_tracks(state), *_table(state), *_turn(state)]


def _cards(state: State) -> list[str]:
    s, wrong = state.data, []
    market = [int(card) for card in s["market"] if card >= 0]
    deck = [int(card) for card in s["deck"][: s["deck_size"]]]
    each, wild = (12, 14) if state.game.setting("deck") == "110" else (10, 12)
    for colour, name in enumerate(usa.COLOURS):
        n = market.count(colour) + deck.count(colour) + int(s["discards"][colour])
        n += sum(int(hand[colour]) for hand in s["hands"])
        if n != (wild if colour == usa.LOCOMOTIVE else each):
            wrong.append(f"there are {n} {name} cards")
    if (s["hands"] < s["shown"]).any() or (s["shown"] < 0).any() or (s["discards"] < 0).any():
        wrong.append("a pile holds fewer cards than are known to be in it")
    if [int(hand.sum()) for hand in s["hands"]] != [int(n) for n in s["cards"]]:
        wrong.append("a hand has another size than is counted")
    return wrong


def _tickets(state: State) -> list[str]:
    s = state.data
    tickets = [int(t) for t in s["ticket_deck"][: s["tickets_left"]]]
    wrong = []
    for seat in range(state.game.players):
        hand = [t for t in range(len(usa.TICKETS)) if int(s["tickets"][seat]) >> t & 1]
        if len(hand) != s["held"][seat]:
            wrong.append(f"seat {seat} holds {len(hand)} tickets, not {s['held'][seat]}")
        tickets += hand + [int(t) for t in s["offers"][seat][: s["offered"][seat]]]
    if sorted(tickets) != list(range(len(usa.TICKETS))):
        wrong.append("a ticket is missing or there twice")
    return wrong


def _tracks(state: State) -> list[str]:
    s, wrong = state.data, []
    owners = [int(owner) for owner in s["owner"]]
    for seat in range(state.game.players):
        routes = [int(usa.TRACK_ROUTE[t]) for t, owner in enumerate(owners) if owner == seat + 1]
        if len(set(routes)) < len(routes):
            wrong.append(f"seat {seat} has both tracks of a route")
        lengths = [usa.ROUTES[route][0] for route in routes]
        if s["cars"][seat] != usa.CARS - sum(lengths) or s["cars"][seat] < 0:
            wrong.append(f"seat {seat} has {s['cars'][seat]} cars")
        if s["points"][seat] != sum(usa.POINTS[length] for length in lengths):
            wrong.append(f"seat {seat} has {s['points'][seat]} points for routes")
    claimed = [int(usa.TRACK_ROUTE[t]) for t, owner in enumerate(owners) if owner]
    if state.game.players <= 3 and len(set(claimed)) < len(claimed):
        wrong.append("both tracks of a route are claimed")
    return wrong


def _table(state: State) -> list[str]:
    s, wrong = state.data, []
    market = [int(card) for card in s["market"] if card >= 0]
    hidden = [int(card) for card in s["deck"][: s["deck_size"]]]
    piles = market + hidden + [c for c, n in enumerate(s["discards"]) for _ in range(int(n))]
    plain = sum(card != usa.LOCOMOTIVE for card in piles)
    fewest = min(5, len(piles)) - plain
    if market.count(usa.LOCOMOTIVE) >= 3 and fewest < 3:
        wrong.append("three locomotives lie face up")
    if len(market) < 5 and len(piles) > len(market):
        wrong.append("fewer than five cards lie face up")
    if s["deck_size"] == 0 and s["discards"].sum():
        wrong.append("the discards were not shuffled into a new deck")
    short = [seat for seat in range(state.game.players) if s["cars"][seat] <= 2]
    if bool(short) != (s["last"] >= 0):
        wrong.append("the last round has begun, or has not, against the cars that are left")
    return wrong


def _turn(state: State) -> list[str]:
    """Tickets are offered to those who have to choose, and the game ends between two turns."""
    s, wrong = state.data, []
    choosing = range(s["turn"], s["turn"] + (s["opening"] or s["phase"] == KEEPING))
    if [seat for seat, count in enumerate(s["offered"]) if count] != list(choosing):
        wrong.append("tickets are offered to others than those who have to choose")
    if s["over"] and s["phase"] != FIRST:
        wrong.append("the game is over within a turn")
    return wrong
