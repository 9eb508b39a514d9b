"""Ticket to Ride in text: ``claim Denver-Omaha purple``, ``take red``, ``tickets``, ``keep 1,3``."""

from __future__ import annotations

import re
from functools import cache

from parlour.errors import ParlourError
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.positions import position, text
from parlour.games.ticket_to_ride.state import CLAIM, DECK, KEEP, KEEPING, PASS, pack_claim, unpack_claim
from parlour.games.ticket_to_ride.state import TICKETS as DRAW_TICKETS
from parlour.state import Position

__all__ = ["draw", "format", "parse", "position", "route_name", "seen", "text", "ticket_name"]

PAINT = ("blue", "red", "green", "yellow", "bright_black")  # of each seat
INK = ("magenta", "white", "blue", "yellow", "dark_orange", "bright_black", "red", "green", "cyan")
ALIASES = {"pink": "purple", "loco": "locomotive", "locomotives": "locomotive", "wild": "locomotive"}


def route_name(route: int) -> str:
    """``Denver-Omaha``."""
    return f"{usa.ROUTES[route][1]}-{usa.ROUTES[route][2]}"


def ticket_name(ticket: int) -> str:
    """``Denver-El Paso (4)``."""
    points, first, second, _ = usa.TICKETS[ticket]
    return f"{first}-{second} ({points})"


def format(state: Position, action: int) -> str:
    """An action as a person would say it; locomotives are named when any are paid."""
    return _text(int(action))


@cache
def _text(action: int) -> str:
    if action < DECK:
        return f"take {usa.COLOURS[action]}"
    if action < KEEP:
        return {DECK: "take deck", DRAW_TICKETS: "tickets", PASS: "pass"}[action]
    if action < CLAIM:
        return "keep " + ",".join(str(i + 1) for i in range(3) if action - KEEP >> i & 1)
    track, colour, locomotives = unpack_claim(action)
    text = f"claim {route_name(usa.TRACK_ROUTE[track])} {usa.COLOURS[colour]}"
    if locomotives == 0 or colour == usa.LOCOMOTIVE:
        return text
    return f"{text} with {locomotives} locomotive{'s' if locomotives > 1 else ''}"


def seen(state: Position, action: int, viewer: int) -> str:
    """An action as another player sees it: only how many tickets are kept, not which."""
    if KEEP <= action < CLAIM and viewer != state.mover:
        return f"keep {(action - KEEP).bit_count()} of {int(state.data['offered'][state.mover])} tickets"
    return format(state, action)


def parse(state: Position, text: str) -> int:
    """The action that a text names; a claim without a number of locomotives takes the fewest."""
    words = text.strip().lower()
    if words in ("take deck", "tickets", "pass"):
        return {"take deck": DECK, "tickets": DRAW_TICKETS, "pass": PASS}[words]
    if words.startswith("take "):
        return _colour(words[5:])
    if words.startswith("keep "):
        return _choice(words[5:])
    if words.startswith("claim "):
        return _claim(state, words[6:])
    raise ParlourError(
        f"'{text}' is no move: expected claim Denver-Omaha purple, take red, take deck, tickets, "
        "keep 1,3 or pass"
    )


def _colour(word: str) -> int:
    name = ALIASES.get(word.strip(), word.strip())
    if name not in usa.COLOURS:
        raise ParlourError(f"'{word}' is no colour: expected one of {', '.join(usa.COLOURS)}, or deck")
    return usa.COLOURS.index(name)


def _choice(words: str) -> int:
    numbers = re.split(r"[\s,]+", words.strip())
    if not all(number in ("1", "2", "3") for number in numbers):
        raise ParlourError(f"'keep {words}': expected the numbers of the tickets to keep such as keep 1,3")
    return KEEP + sum(1 << int(number) - 1 for number in set(numbers))


def _city(name: str) -> str:
    cities = [city for city in usa.CITIES if city.lower().startswith(name.strip())]
    exact = [city for city in cities if city.lower() == name.strip()]
    if len(exact or cities) != 1:
        hint = f"it could be {' or '.join(cities)}" if cities else "it is not on the map"
        raise ParlourError(f"unknown city '{name.strip()}': {hint}")
    return (exact or cities)[0]


def _claim(state: Position, words: str) -> int:
    shape = re.fullmatch(r"(.+?)\s*-\s*(.+?)\s+(\w+)(?:\s+with\s+(\d)\s+locomotives?)?", words.strip())
    if not shape:
        raise ParlourError(
            f"'claim {words}': expected two cities and a colour such as claim Denver-Omaha purple"
        )
    first, second, colour = _city(shape[1]), _city(shape[2]), _colour(shape[3])
    for route, (_, one, other, _) in enumerate(usa.ROUTES):
        if {one, other} == {first, second}:
            return _payment(state, route, colour, shape[4])
    raise ParlourError(f"no route joins {first} and {second}")


def _payment(state: Position, route: int, colour: int, locomotives: str | None) -> int:
    """The legal claim of a route in a colour with so many (or the fewest) locomotives."""
    claims = {unpack_claim(action): action for action in state.legal_moves if action >= CLAIM}
    fits = [
        (wild, action)
        for (track, suit, wild), action in claims.items()
        if usa.TRACK_ROUTE[track] == route
        and suit == colour
        and (locomotives is None or wild == int(locomotives))
    ]
    if fits:
        return min(fits)[1]
    track = next(
        (t for t in usa.ROUTE_TRACKS[route] if t >= 0 and usa.TRACK_COLOUR[t] in (colour, usa.GREY)), -1
    )
    if track < 0:
        raise ParlourError(
            f"{route_name(route)} is {' or '.join(usa.ROUTES[route][3])}, not {usa.COLOURS[colour]}"
        )
    paid = int(locomotives or (usa.TRACK_LENGTH[track] if colour == usa.LOCOMOTIVE else 0))
    return pack_claim(int(track), colour, min(paid, 6))


def draw(state: Position) -> str:
    """The cards on the table, and of each player the cars, points, cards, tickets and routes."""
    s = state.data
    face_up = " ".join(_ink(card) for card in s["market"] if card >= 0) or "none"
    lines = [
        f"face up: {face_up}   deck {s['deck_size']}   discards {sum(s['discards'])}   "
        f"tickets left {s['tickets_left']}"
    ]
    if s["last"] >= 0 and not state.over:
        lines.append(f"[bold]last round: {s['last']} turns to go[/]")
    for seat in range(int(s["players"])):
        lines += ["", *_player(state, seat)]
    return "\n".join(lines)


def _ink(card: int, text: str = "") -> str:
    return f"[{INK[card]}]{text or usa.COLOURS[card]}[/]"


def _player(state: Position, seat: int) -> list[str]:
    s = state.data
    turn = "▶" if seat == state.mover else " "
    points = f"{s['final'][seat]} points (final)" if state.over else f"{s['points'][seat]} points"
    head = f"{turn} [bold {PAINT[seat]}]{state.game.seat_name(seat)}[/]  {s['cars'][seat]} cars, {points}"
    lines = [head, f"  cards  {_hand(state, seat)}", f"  tickets  {_tickets(state, seat)}"]
    offers = [int(ticket) for ticket in s["offers"][seat][: s["offered"][seat]]]
    if s["phase"] == KEEPING and offers:
        names = [f"{i}: {ticket_name(t) if t >= 0 else 'hidden'}" for i, t in enumerate(offers, 1)]
        lines.append("  offered  " + "   ".join(names))
    routes = [route_name(usa.TRACK_ROUTE[t]) for t, owner in enumerate(s["owner"]) if owner == seat + 1]
    lines.append("  routes  " + (", ".join(routes) or "none"))
    return lines


def _hand(state: Position, seat: int) -> str:
    s = state.data
    counts = [int(n) for n in s["hands"][seat]]
    parts = [f"{n} {_ink(colour)}" for colour, n in enumerate(counts) if n]
    hidden = int(s["cards"][seat]) - sum(counts)
    if hidden:
        parts.append(f"{hidden} hidden")
    return f"{s['cards'][seat]}: " + (", ".join(parts) or "none")


def _tickets(state: Position, seat: int) -> str:
    from parlour.games.ticket_to_ride.invariants import joined

    s = state.data
    mask, count = int(s["tickets"][seat]), int(s["held"][seat])
    names = [
        ticket_name(t) + (" ✓" if joined(state, seat, t) else "")
        for t in range(len(usa.TICKETS))
        if mask >> t & 1
    ]
    return f"{count}: " + (", ".join(names) if names or not count else "hidden")
