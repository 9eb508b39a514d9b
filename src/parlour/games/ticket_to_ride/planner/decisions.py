"""The planner: it routes all tickets together, draws for what it lacks and times the end."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import MARKET, NONE, face_up
from parlour.games.ticket_to_ride.moves import may_keep
from parlour.games.ticket_to_ride.planner.claims import (
    claim_for_most,
    claim_for_points,
    claim_of_plan,
    want_fillers,
)
from parlour.games.ticket_to_ride.planner.plans import (
    FILLER,
    LOCOMOTIVE_WORTH,
    MORE_CARS,
    MORE_TURNS,
    OPEN_FILLER,
    OPEN_MORE,
    OPENING_CAR,
    PATIENCE,
    SLACK,
    TICKET_CAR,
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
    find_root,
    is_joined,
    join_cities,
)
from parlour.games.ticket_to_ride.state import DECK, FIRST, KEEP, KEEPING, PASS, TICKETS
from parlour.kernel import helper

__all__ = ["WEIGHTS", "choose_tickets", "decide", "follow_plan", "make_plan", "plan_value", "set_value"]

# The weights in the order of `plans`; they come from a random search in games against `labno`.
WEIGHTS = np.array(
    [
        1.35,  # MISSING
        0.81,  # IN_HAND
        1.98,  # CLAIMING
        0.7,  # POINT
        0.2,  # LEAST
        0.5,  # TICKET_CAR
        0.61,  # SLACK
        1.93,  # RATE
        16.0,  # MORE_CARS
        6.0,  # MORE_TURNS
        1.85,  # FILLER
        6.6,  # OPEN_FILLER
        0.91,  # LOCOMOTIVE_WORTH
        0.09,  # OPENING_CAR
        0.33,  # FACE_UP
        15.8,  # OPEN_MORE
        5.42,  # PATIENCE
        0.7,  # THREAT
        2.0,  # EXTENSION
    ]
)


@helper
def choose_card(s, seat, lacking, weights):
    """The train card to take: one that is lacking, else a locomotive or the deck."""
    best, best_need, total = NONE, 0, 0
    for colour in range(usa.LOCOMOTIVE):
        if lacking[colour] > 0:
            total += lacking[colour]
            if face_up(s, colour) != NONE and lacking[colour] > best_need:
                best, best_need = colour, lacking[colour]
    short = total - np.int64(s.hands[seat, usa.LOCOMOTIVE])
    if s.phase == FIRST and face_up(s, usa.LOCOMOTIVE) != NONE and short > 0:
        worth = weights[LOCOMOTIVE_WORTH]
        if (best == NONE and worth >= 1.0) or short == 1:
            return usa.LOCOMOTIVE
    if best != NONE:
        return best
    if s.deck_size > 0:
        return DECK
    for i in range(MARKET):
        if 0 <= s.market[i] < usa.LOCOMOTIVE or (s.market[i] == usa.LOCOMOTIVE and s.phase == FIRST):
            return np.int64(s.market[i])
    return NONE


@helper
def choose_tickets(s, seat, weights):
    """The set of offered tickets that is worth most together with those in hand."""
    cost, wanted = np.empty(N_ROUTES), np.empty(N_ROUTES, np.bool_)
    weigh_routes(s, seat, weights, cost)
    best, best_value = 0, -1e9
    for choice in range(1, 1 << s.offered[seat]):
        if not may_keep(s, choice):
            continue
        tickets = np.int64(s.tickets[seat])
        for i in range(s.offered[seat]):
            if choice >> i & 1:
                tickets |= 1 << np.int64(s.offers[seat, i])
        worth = plan_value(s, seat, tickets, weights, cost, wanted)
        value = set_value(s, seat, worth, network_cars(wanted), weights)
        if value > best_value:
            best, best_value = choice, value
    return KEEP + best


@helper
def set_value(s, seat, worth, cars, weights):
    """What a set of tickets is worth whose plan brings so many points and takes so many cars."""
    value = worth - (weights[OPENING_CAR] if s.opening > 0 else weights[TICKET_CAR]) * cars
    if cars + weights[SLACK] > s.cars[seat]:
        value -= 5.0
    return value


@helper
def plan_value(s, seat, tickets, weights, cost, wanted):
    """Points of the tickets that a plan completes, less those of the others."""
    parent = np.empty(N_CITIES, np.int64)
    plan_network(s, seat, tickets, weights, cost, wanted)
    join_cities(s, seat, parent)
    for route in range(N_ROUTES):
        if wanted[route]:
            parent[find_root(parent, usa.ROUTE_ENDS[route, 0])] = find_root(parent, usa.ROUTE_ENDS[route, 1])
    value = 0.0
    for ticket in range(N_TICKETS):
        if tickets >> ticket & 1:
            value += usa.TICKET_POINTS[ticket] if is_joined(parent, ticket) else -usa.TICKET_POINTS[ticket]
    return value


@helper
def any_action(s, seat, lacking):
    """Something legal when the plan has nothing to say."""
    if s.tickets_left > 0:
        return TICKETS
    action = claim_for_most(s, seat, lacking)
    return action if action >= 0 else PASS


@helper
def follow_plan(s, seat, planned, wanted, weights):
    """What a player does who wants these routes for so many tickets; without any, fillers are added."""
    lacking = np.empty(usa.LOCOMOTIVE, np.int64)
    spare = s.cars[seat] - network_cars(wanted)
    left = turns_left(s, seat, weights)
    card_needs(s, seat, wanted, lacking)
    if s.phase == FIRST:
        if left < 2.0:
            action = claim_for_most(s, seat, lacking)
            if action >= 0:
                return action
        need = turns_needed(s, seat, wanted)
        hurry = left < need + 3.0 or s.cards[seat] > 24
        action = claim_of_plan(s, seat, wanted, lacking, 100.0 if hurry else weights[PATIENCE], weights)
        if action >= 0:
            return action
        shortest = weights[OPEN_FILLER] if planned > 0 else weights[FILLER]
        action = claim_for_points(s, seat, shortest, spare, lacking, weights)
        turns = weights[MORE_TURNS] if planned == 0 else weights[OPEN_MORE]
        if spare >= weights[MORE_CARS] and left - need >= turns and s.tickets_left > 0:
            return TICKETS
        if action >= 0:
            return action
    if planned == 0:
        want_fillers(s, seat, spare, wanted, weights)
        card_needs(s, seat, wanted, lacking)
    action = choose_card(s, seat, lacking, weights)
    if action != NONE:
        return action
    return any_action(s, seat, lacking)


@helper
def make_plan(s, seat, weights, wanted):
    """Plan the routes for a player's tickets; for how many of them."""
    cost = np.empty(N_ROUTES)
    weigh_routes(s, seat, weights, cost)
    return plan_network(s, seat, np.int64(s.tickets[seat]), weights, cost, wanted)


@helper
def decide(s, weights, rng):
    """The action of the planner."""
    seat = np.int64(s.turn)
    if s.phase == KEEPING:
        return choose_tickets(s, seat, weights)
    wanted = np.empty(N_ROUTES, np.bool_)
    planned = make_plan(s, seat, weights, wanted)
    return follow_plan(s, seat, planned, wanted, weights)
