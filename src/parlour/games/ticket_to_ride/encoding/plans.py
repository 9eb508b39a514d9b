"""What the open tickets of a player still take: routes, cars and cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.labno.ways import BLOCKED, CAR, likeliest_colour, most_held, route_costs
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    cheapest_ways,
    is_joined,
    join_cities,
)
from parlour.kernel import helper

__all__ = ["UNREACHABLE", "Outlook", "cars_of", "look_ahead", "shortage", "want_routes"]

UNREACHABLE = 99  # the cars of a ticket that can no longer be completed


class Outlook(NamedTuple):
    """What a player's tickets still take, the same for all actions of a view."""

    wanted: np.ndarray  # for each route, the open tickets whose cheapest way takes it
    cars: np.ndarray  # for each ticket, the cars that it takes
    lacking: np.ndarray  # for each colour, the cards that the wanted routes take beyond the hand
    parent: np.ndarray  # the groups of cities that are joined


@helper
def want_routes(s, seat, tickets, wanted, cars):
    """Count for each route the open tickets whose cheapest way takes it, for each ticket the cars it takes.

    A ticket that is complete takes none; one that cannot be completed takes `UNREACHABLE`.
    """
    parent, cost = np.empty(N_CITIES, np.int64), np.empty(N_ROUTES, np.int64)
    distance, via = np.empty(N_CITIES, np.int64), np.empty(N_CITIES, np.int64)
    join_cities(s, seat, parent)
    route_costs(s, seat, cost)
    wanted[:] = 0
    for ticket in range(N_TICKETS):
        cars[ticket] = 0
        if tickets >> ticket & 1 and not is_joined(parent, ticket):
            city = usa.TICKET_ENDS[ticket, 1]
            cheapest_ways(cost, usa.TICKET_ENDS[ticket, 0], BLOCKED, 0, distance, via)
            cars[ticket] = min(UNREACHABLE, (distance[city] + CAR - 1) // CAR)
            while distance[city] < BLOCKED and via[city] >= 0:
                route = via[city]
                wanted[route] += cost[route] > 0
                city = usa.ROUTE_ENDS[route, 0] + usa.ROUTE_ENDS[route, 1] - city


@helper
def cars_of(wanted):
    """The cars that all wanted routes take together."""
    cars = 0
    for route in range(N_ROUTES):
        if wanted[route] > 0:
            cars += usa.ROUTE_LENGTH[route]
    return cars


@helper
def shortage(s, seat, wanted, lacking):
    """How many cards of each colour the wanted routes take beyond the hand; grey ones take the commonest."""
    common = most_held(s, seat)
    for colour in range(9):
        lacking[colour] = 0
    for route in range(N_ROUTES):
        if wanted[route] > 0:
            colour = likeliest_colour(s, seat, route, common)
            if colour >= 0:
                lacking[colour] += usa.ROUTE_LENGTH[route]
    for colour in range(8):
        lacking[colour] = max(0, lacking[colour] - np.int64(s.hands[seat, colour]))


@helper
def look_ahead(s, seat):
    """What a player's tickets still take."""
    wanted, cars = np.empty(N_ROUTES, np.int64), np.empty(N_TICKETS, np.int64)
    lacking, parent = np.empty(9, np.int64), np.empty(N_CITIES, np.int64)
    want_routes(s, seat, np.int64(s.tickets[seat]), wanted, cars)
    shortage(s, seat, wanted, lacking)
    join_cities(s, seat, parent)
    return Outlook(wanted, cars, lacking, parent)
