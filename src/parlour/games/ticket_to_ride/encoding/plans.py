"""What the tickets of a player still take, as the planner sees it, and how its railway stands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.labno.ways import BLOCKED, CAR, route_costs
from parlour.games.ticket_to_ride.planner.claims import want_fillers
from parlour.games.ticket_to_ride.planner.decisions import WEIGHTS
from parlour.games.ticket_to_ride.planner.plans import (
    card_needs,
    network_cars,
    plan_network,
    turns_left,
    turns_needed,
    weigh_routes,
)
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    cheapest_way,
    find_root,
    is_joined,
    join_cities,
    longest_ways,
    new_paths,
)
from parlour.kernel import bits, helper

__all__ = ["UNREACHABLE", "Outlook", "Railways", "look_ahead", "measure_tickets", "survey"]

UNREACHABLE = 99  # the cars of a ticket that can no longer be completed


class Outlook(NamedTuple):
    """What a player's tickets still take, the same for all actions of a view."""

    planned: int  # open tickets that one plan joins
    plan: np.ndarray  # the routes of that plan
    wanted: np.ndarray  # the same, or without a plan the route that is best for its points
    lacking: np.ndarray  # cards of each colour that the wanted routes lack; those to spare are negative
    cost: np.ndarray  # what each route costs, in points
    turns: float  # turns that are left beyond those that the wanted routes take


class Railways(NamedTuple):
    """How a player's railway stands, and the others'."""

    group: np.ndarray  # a city of each city's group of cities that are joined
    tickets: np.ndarray  # the own tickets that are not complete
    count: int  # how many
    far: np.ndarray  # the longest way from each city
    longest: int  # of all
    rival: int  # the longest way of the others
    reached: np.ndarray  # the seats whose railways reach each city, as bits


@helper
def look_ahead(s, seat):
    """What a player's tickets still take."""
    plan, cost = np.empty(N_ROUTES, np.bool_), np.empty(N_ROUTES)
    lacking = np.empty(usa.LOCOMOTIVE, np.int64)
    weigh_routes(s, seat, WEIGHTS, cost)
    planned = plan_network(s, seat, np.int64(s.tickets[seat]), WEIGHTS, cost, plan)
    wanted = plan.copy()
    if planned == 0:
        want_fillers(s, seat, s.cars[seat] - network_cars(plan), wanted, WEIGHTS)
    card_needs(s, seat, wanted, lacking)
    turns = turns_left(s, seat, WEIGHTS) - turns_needed(s, seat, wanted)
    return Outlook(planned, plan, wanted, lacking, cost, turns)


@helper
def survey(s, seat):
    """How the railways stand."""
    group, far = np.empty(N_CITIES, np.int64), np.zeros(N_CITIES, np.int64)
    reached, tickets, count = np.zeros(N_CITIES, np.int64), np.empty(N_TICKETS, np.int64), 0
    rival = 0
    for other in range(s.players):
        if other != seat:
            rival = max(rival, longest_ways(s, other, far))
        for word in range(2):
            for bit in bits(s.barred[other, word]):
                route = usa.TRACK_ROUTE[64 * word + bit]
                for end in range(2):
                    reached[usa.ROUTE_ENDS[route, end]] |= 1 << other
    longest = longest_ways(s, seat, far)
    join_cities(s, seat, group)
    for city in range(N_CITIES):
        group[city] = find_root(group, city)
    for ticket in bits(np.uint64(s.tickets[seat])):
        if group[usa.TICKET_ENDS[ticket, 0]] != group[usa.TICKET_ENDS[ticket, 1]]:
            tickets[count] = ticket
            count += 1
    return Railways(group, tickets, count, far, longest, rival, reached)


@helper
def measure_tickets(s, seat, tickets, cars):
    """For each ticket of a set the cars that its cheapest way takes: none once it is complete.

    One that cannot be completed takes `UNREACHABLE`.
    """
    parent, cost = np.empty(N_CITIES, np.int64), np.empty(N_ROUTES, np.int64)
    paths = new_paths(BLOCKED)
    join_cities(s, seat, parent)
    route_costs(s, seat, cost)
    for ticket in range(N_TICKETS):
        cars[ticket] = 0
        if tickets >> ticket & 1 and not is_joined(parent, ticket):
            goal = usa.TICKET_ENDS[ticket, 1]
            cheapest_way(cost, usa.TICKET_ENDS[ticket, 0], goal, BLOCKED, 0, paths)
            cars[ticket] = min(UNREACHABLE, (paths.distance[goal] + CAR - 1) // CAR)
