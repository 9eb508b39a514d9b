"""Ways across the map for people to look at: of a ticket, of all tickets together, the longest path.

Plain Python and slow beside `railways`, which only measures; here the routes themselves are wanted.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.railways import N_ROUTES, N_TICKETS
from parlour.state import Position

__all__ = [
    "Way", "cards_lacking", "longest_trail", "open_routes", "own_routes", "plan", "ticket_way", "tickets",
]  # fmt: skip

_LENGTH = [int(length) for length in usa.ROUTE_LENGTH]
_ENDS = [(int(first), int(second)) for first, second in usa.ROUTE_ENDS]
_FROM = [
    [(int(route), int(there)) for route, there in ways[:degree]]
    for ways, degree in zip(usa.NEIGHBOURS, usa.DEGREE, strict=True)
]  # of each city: its routes, and where they lead
_TRACKS = [[int(track) for track in tracks if track >= 0] for tracks in usa.ROUTE_TRACKS]


class Way(NamedTuple):
    """A way between the cities of a ticket: the cars that it still takes, and its routes in order."""

    cars: int
    routes: tuple[int, ...]


def tickets(position: Position, seat: int) -> list[int]:
    """The tickets that a player is known to hold."""
    mask = int(position.data["tickets"][seat])
    return [ticket for ticket in range(N_TICKETS) if mask >> ticket & 1]


def own_routes(position: Position, seat: int) -> set[int]:
    """The routes that a player has claimed."""
    return {int(route) for route in usa.TRACK_ROUTE[position.data["owner"] == seat + 1]}


def open_routes(position: Position, seat: int) -> set[int]:
    """The routes that a player may still claim, cards aside."""
    s = position.data
    words = [int(s["free"][word]) & ~int(s["barred"][seat][word]) for word in range(2)]
    return {r for r in range(N_ROUTES) if any(words[t >> 6] >> (t & 63) & 1 for t in _TRACKS[r])}


def ticket_way(ticket: int, own: Collection[int], free: Collection[int]) -> Way | None:
    """The way over own and free routes that takes the fewest cars, then routes; None when there is none."""
    start, goal = (int(city) for city in usa.TICKET_ENDS[ticket])
    best, waiting = {start: (0, 0)}, [(0, 0, start, ())]
    while waiting:
        cars, steps, city, routes = heapq.heappop(waiting)
        if city == goal:
            return Way(cars, routes)
        for route, there in _FROM[city]:
            if route in own or route in free:
                price = cars + (0 if route in own else _LENGTH[route]), steps + 1
                if price < best.get(there, (1 << 30, 0)):
                    best[there] = price
                    heapq.heappush(waiting, (*price, there, (*routes, route)))
    return None


def plan(position: Position, seat: int) -> set[int]:
    """The routes that a player's tickets still take, the nearest ticket first, the next using its routes."""
    own, free = own_routes(position, seat), open_routes(position, seat)
    built, left = set(own), tickets(position, seat)
    while left:
        ways = [(way.cars, ticket, way) for ticket in left if (way := ticket_way(ticket, built, free))]
        if not ways:
            break
        _, ticket, way = min(ways)
        left.remove(ticket)
        built.update(way.routes)
    return built - own


def cards_lacking(position: Position, seat: int, routes: Iterable[int]) -> int:
    """How many cards a player has yet to draw for some routes, the longest of them paid first."""
    hand, lacking = [int(n) for n in position.data["hands"][seat]], 0
    for route in sorted(routes, key=lambda route: (-_LENGTH[route], route)):
        colours = {int(usa.TRACK_COLOUR[track]) for track in _TRACKS[route]}
        options = range(usa.LOCOMOTIVE) if usa.GREY in colours else sorted(colours)
        colour = max(options, key=lambda colour: hand[colour])
        paid = min(hand[colour], _LENGTH[route])
        hand[colour] -= paid
        lacking += _LENGTH[route] - paid
    return max(0, lacking - hand[usa.LOCOMOTIVE])


@lru_cache(maxsize=256)
def longest_trail(routes: frozenset[int], length: int) -> tuple[int, ...]:
    """A continuous path of a known length over some routes, each used once, in order."""

    def on_from(city: int, left: frozenset[int], missing: int) -> tuple[int, ...] | None:
        if missing <= 0:
            return ()
        if sum(_LENGTH[route] for route in left) < missing:
            return None
        for route, there in _FROM[city]:
            if route in left:
                rest = on_from(there, left - {route}, missing - _LENGTH[route])
                if rest is not None:
                    return (route, *rest)
        return None

    cities = sorted({city for route in routes for city in _ENDS[route]})
    trails = (on_from(city, routes, length) for city in cities)
    return next((trail for trail in trails if trail), ())
