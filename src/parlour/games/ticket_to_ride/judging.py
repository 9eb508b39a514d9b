"""How Ticket to Ride is judged: played out as `planner` does, with plans quickly made and kept."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.moves import may_keep
from parlour.games.ticket_to_ride.planner.decisions import WEIGHTS, follow_plan
from parlour.games.ticket_to_ride.planner.plans import (
    FAR,
    MARGIN,
    OPENING_CAR,
    SLACK,
    TICKET_CAR,
    network_cars,
    turns_left,
    turns_needed,
    weigh_routes,
)
from parlour.games.ticket_to_ride.railways import (
    N_ROUTES,
    N_TICKETS,
    cheapest_way,
    new_paths,
    open_track,
    owns_route,
)
from parlour.games.ticket_to_ride.rules import apply
from parlour.games.ticket_to_ride.state import FIRST, KEEP, KEEPING, SEATS, fields
from parlour.kernel import helper, rule

__all__ = ["PLAYER", "playout"]

PLAYER = "planner"
KEPT = 8  # turns for which a plan is kept
VOID = -1  # no plan


@helper
def mark_way(cost, via, city, wanted):
    """Want every route of the way to a city that is not owned yet."""
    while via[city] >= 0:
        route = via[city]
        if cost[route] > 0:
            wanted[route] = True
        city = usa.ROUTE_ENDS[route, 0] + usa.ROUTE_ENDS[route, 1] - city


@helper
def plan_tickets(s, seat, tickets, cost, wanted):
    """Join tickets one after the other, most points first, as cars and turns allow; how many, and a balance.

    The balance is the points of those that will be done less those of the others.
    """
    prices, paths = cost.copy(), new_paths(FAR)
    distance, via = paths.distance, paths.via
    trial, left = np.zeros(N_ROUTES, np.bool_), turns_left(s, seat, WEIGHTS) + 2.0
    wanted[:] = False
    planned, balance = 0, 0
    for back in range(N_TICKETS):
        ticket = N_TICKETS - 1 - back  # the table is sorted by points
        if not tickets >> ticket & 1:
            continue
        first, last = usa.TICKET_ENDS[ticket]
        cheapest_way(prices, first, last, FAR, MARGIN, paths)
        fits = distance[last] < FAR
        if 0.0 < distance[last] < FAR:
            mark_way(prices, via, last, trial)
            fits = network_cars(trial) <= s.cars[seat] and turns_needed(s, seat, trial) <= left
            planned += fits
            settle(trial, wanted, prices, fits)
        balance += usa.TICKET_POINTS[ticket] if fits else -usa.TICKET_POINTS[ticket]
    return planned, balance


@helper
def settle(trial, wanted, prices, fits):
    """Want what is on trial and use it for nothing from now on, or take it back."""
    for route in range(N_ROUTES):
        if trial[route] and fits:
            wanted[route], prices[route] = True, 0.0
        trial[route] = wanted[route]


@helper
def offered_tickets(s, seat, choice):
    """The tickets that a player has and those chosen from the offered ones."""
    tickets = np.int64(s.tickets[seat])
    for i in range(s.offered[seat]):
        if choice >> i & 1:
            tickets |= 1 << np.int64(s.offers[seat, i])
    return tickets


@helper
def choose_tickets(s, seat):
    """The set of offered tickets that is worth most together with those in hand."""
    cost, wanted = np.empty(N_ROUTES), np.empty(N_ROUTES, np.bool_)
    weigh_routes(s, seat, WEIGHTS, cost)
    car = WEIGHTS[OPENING_CAR] if s.opening > 0 else WEIGHTS[TICKET_CAR]
    best, best_value = 0, -1e9
    for choice in range(1, 1 << s.offered[seat]):
        if may_keep(s, choice):
            _, balance = plan_tickets(s, seat, offered_tickets(s, seat, choice), cost, wanted)
            cars = network_cars(wanted)
            value = balance - car * cars - (5.0 if cars + WEIGHTS[SLACK] > s.cars[seat] else 0.0)
            if value > best_value:
                best, best_value = choice, value
    return KEEP + best


@helper
def make_plan(s, seat, wanted):
    """Plan the routes for a player's tickets; for how many of them."""
    cost = np.empty(N_ROUTES)
    weigh_routes(s, seat, WEIGHTS, cost)
    return plan_tickets(s, seat, np.int64(s.tickets[seat]), cost, wanted)[0]


@helper
def still_good(s, seat, wanted):
    """Whether wanted routes are left and all can be claimed; what is owned by now is struck out."""
    left, closed = 0, 0
    for route in range(N_ROUTES):
        if wanted[route]:
            if owns_route(s, seat, route):
                wanted[route] = False
            else:
                left += 1
                closed += open_track(s, seat, route) < 0
    return left > 0 and closed == 0


@helper
def decide(s, seat, wanted, planned, turns):
    """The action of a player whose plan is made anew when it is old, void, done or closed."""
    if s.phase == KEEPING:
        planned[seat] = VOID
        return choose_tickets(s, seat)
    turns[seat] += s.phase == FIRST
    if planned[seat] == 0:
        wanted[:] = False
    elif planned[seat] > 0 and not still_good(s, seat, wanted):
        planned[seat] = VOID
    if planned[seat] == VOID or turns[seat] > KEPT:
        planned[seat], turns[seat] = make_plan(s, seat, wanted), 0
    return follow_plan(s, seat, planned[seat], wanted, WEIGHTS)


@rule
def playout(state, rng):
    """Play the game out."""
    s = fields(state)
    wanted = np.empty((SEATS, N_ROUTES), np.bool_)
    planned, turns = np.full(SEATS, VOID), np.zeros(SEATS, np.int64)
    while not s.over:
        seat = np.int64(s.turn)
        apply(state, decide(s, seat, wanted[seat], planned, turns), rng)
