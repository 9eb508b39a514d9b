"""What the tickets of a player still take, as the strongest hand-written player plans it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.best.claims import want_fillers
from parlour.games.ticket_to_ride.best.decisions import WEIGHTS, choose_tickets, follow_plan
from parlour.games.ticket_to_ride.best.plans import (
    card_needs,
    network_cars,
    plan_network,
    turns_left,
    turns_needed,
    weigh_routes,
)
from parlour.games.ticket_to_ride.labno.ways import BLOCKED, CAR, route_costs
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    cheapest_way,
    is_joined,
    join_cities,
    new_paths,
)
from parlour.games.ticket_to_ride.state import KEEPING
from parlour.kernel import helper

__all__ = ["UNREACHABLE", "Outlook", "advice", "look_ahead", "measure_tickets"]

UNREACHABLE = 99  # the cars of a ticket that can no longer be completed


class Outlook(NamedTuple):
    """What a player's tickets still take, the same for all actions of a view."""

    planned: int  # open tickets that one plan joins
    plan: np.ndarray  # the routes of that plan
    wanted: np.ndarray  # the same, or without a plan the route that is best for its points
    lacking: np.ndarray  # cards of each colour that the wanted routes lack; those to spare are negative
    cost: np.ndarray  # what each route costs, in points
    parent: np.ndarray  # the groups of cities that are joined
    turns: float  # turns that are left beyond those that the wanted routes take


@helper
def look_ahead(s, seat):
    """What a player's tickets still take."""
    plan, cost = np.empty(N_ROUTES, np.bool_), np.empty(N_ROUTES)
    lacking, parent = np.empty(usa.LOCOMOTIVE, np.int64), np.empty(N_CITIES, np.int64)
    join_cities(s, seat, parent)
    weigh_routes(s, seat, WEIGHTS, cost)
    planned = plan_network(s, seat, np.int64(s.tickets[seat]), WEIGHTS, cost, plan)
    wanted = plan.copy()
    if planned == 0:
        want_fillers(s, seat, s.cars[seat] - network_cars(plan), wanted, WEIGHTS)
    card_needs(s, seat, wanted, lacking)
    turns = turns_left(s, seat, WEIGHTS) - turns_needed(s, seat, wanted)
    return Outlook(planned, plan, wanted, lacking, cost, parent, turns)


@helper
def advice(s, seat, outlook):
    """What the strongest hand-written player would do."""
    if s.phase == KEEPING:
        return choose_tickets(s, seat, WEIGHTS)
    return follow_plan(s, seat, outlook.planned, outlook.plan.copy(), WEIGHTS)


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
