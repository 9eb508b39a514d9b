"""Ticket to Ride for a board on a screen; the map itself is `board/table.js`, made from the same tables."""

from __future__ import annotations

from typing import Any

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.endings import ending
from parlour.games.ticket_to_ride.journeys import (
    cards_lacking,
    longest_trail,
    open_routes,
    own_routes,
    plan,
    ticket_way,
    tickets,
)
from parlour.games.ticket_to_ride.state import (
    BONUS,
    CLAIM,
    DECK,
    FIRST,
    KEEP,
    KEEPING,
    OFFICIAL,
    PASS,
    SECOND,
    THESIS,
    unpack_claim,
)
from parlour.games.ticket_to_ride.state import TICKETS as DRAW_TICKETS
from parlour.state import Position, View

__all__ = ["ADVISERS", "describe", "ending", "features", "targets"]

ADVISERS = {"hint": ("best:seconds=0.8",), "replay": ("best:seconds=0.2",)}

PHASES = {FIRST: "turn", SECOND: "second", KEEPING: "keep"}
FREE, CLOSED = -1, -2  # tracks that nobody has, and those that nobody can have any more


def describe(position: Position) -> dict[str, Any]:
    """The map, the piles, and of each player what the viewer may know."""
    s = position.data
    viewer = position.seat if isinstance(position, View) else None
    return {
        "viewer": viewer,
        "turn": position.mover,
        "phase": "over" if position.over else PHASES[int(s["phase"])],
        "keep": [2, 2 if s["rules"] == THESIS else 3] if s["opening"] else [1, 3],
        "owner": _owners(position),
        "market": [int(card) for card in s["market"]],
        "deck": int(s["deck_size"]),
        "discards": int(s["discards"].sum()),
        "tickets": int(s["tickets_left"]),
        "last": int(s["last"]),
        "seats": [_seat(position, seat, viewer) for seat in range(position.game.players)],
    }


def _owners(position: Position) -> list[int]:
    """The seat that has each track, or FREE, or CLOSED."""
    s = position.data
    owners = [int(owner) - 1 for owner in s["owner"]]
    for track, twin in enumerate(usa.TWIN):
        if owners[track] < 0 and s["players"] <= 3 and twin >= 0 and s["owner"][twin]:
            owners[track] = CLOSED
    if s["rules"] == THESIS:
        owners[usa.THESIS_LACKS] = CLOSED
    return owners


def _seat(position: Position, seat: int, viewer: int | None) -> dict[str, Any]:
    """One player: counts for everybody, cards and tickets where they may be known."""
    s = position.data
    player: dict[str, Any] = {
        "cars": int(s["cars"][seat]),
        "cards": int(s["cards"][seat]),
        "tickets": int(s["held"][seat]),
        "points": int(s["points"][seat]),
        "offered": int(s["offered"][seat]),
    }
    if viewer in (None, seat):
        player["hand"] = [int(n) for n in s["hands"][seat]]
        player["offers"] = [_ticket(position, seat, int(t)) for t in s["offers"][seat][: s["offered"][seat]]]
    if viewer in (None, seat) or position.over:
        player["kept"] = [_ticket(position, seat, ticket) for ticket in tickets(position, seat)]
    if position.over:
        player["score"] = _score(position, seat)
    return player


def _ticket(position: Position, seat: int, ticket: int) -> dict[str, Any]:
    """A ticket, the cars that it still takes (null: it cannot be done any more) and its shortest open way."""
    way = ticket_way(ticket, own_routes(position, seat), open_routes(position, seat))
    if way is None:
        return {"ticket": ticket, "needs": None, "way": []}
    return {"ticket": ticket, "needs": way.cars, "way": list(way.routes)}


def _score(position: Position, seat: int) -> dict[str, Any]:
    """How a final score came about."""
    s = position.data
    longest = [int(length) for length in s["longest"][: position.game.players]]
    balance = [_worth(position, seat, ticket) for ticket in tickets(position, seat)]
    return {
        "routes": int(s["points"][seat]),
        "done": sum(points for points in balance if points > 0),
        "missed": sum(points for points in balance if points < 0),
        "bonus": BONUS if s["rules"] == OFFICIAL and longest[seat] == max(longest) else 0,
        "longest": longest[seat],
        "trail": list(longest_trail(frozenset(own_routes(position, seat)), longest[seat])),
        "total": int(s["final"][seat]),
    }


def _worth(position: Position, seat: int, ticket: int) -> int:
    """The points of a ticket, negative while its cities are not joined."""
    done = ticket_way(ticket, own_routes(position, seat), ()) is not None
    return int(usa.TICKET_POINTS[ticket]) * (1 if done else -1)


def targets(position: Position, action: int) -> dict[str, Any]:
    """The card, the pile, the offered tickets, or the track with what is paid for it."""
    if action < DECK:
        return {"card": action}
    if action in (DECK, DRAW_TICKETS):
        return {"pile": "deck" if action == DECK else "tickets"}
    if action == PASS:
        return {"button": "pass"}
    if action < CLAIM:
        return {"keep": [i for i in range(3) if action - KEEP >> i & 1]}
    track, colour, locomotives = unpack_claim(action)
    cards = int(usa.TRACK_LENGTH[track]) - locomotives
    return {"route": int(usa.TRACK_ROUTE[track]), "track": track, "pay": [colour, cards, locomotives]}


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """Tickets done, what the open ones still take, points, and how free the others' ways are."""
    s, routes = position.data, plan(position, seat)
    others = [other for other in range(position.game.players) if other != seat]
    balance = [_worth(position, seat, ticket) for ticket in tickets(position, seat)]
    return {
        "tickets": (sum(points for points in balance if points > 0), 0),
        "needs": (0, sum(int(usa.ROUTE_LENGTH[route]) for route in routes)),
        "cards": (0, cards_lacking(position, seat, routes)),
        "points": (int(s["points"][seat]), max(int(s["points"][other]) for other in others)),
        "blocks": (0, sum(_ways_out(position, other) for other in others)),
    }


def _ways_out(position: Position, seat: int) -> int:
    """How many open routes touch a player's railway."""
    cities = {int(city) for route in own_routes(position, seat) for city in usa.ROUTE_ENDS[route]}
    ends = (usa.ROUTE_ENDS[route] for route in open_routes(position, seat))
    return sum((int(first) in cities) + (int(second) in cities) == 1 for first, second in ends)
