"""The algorithm of Łabno's thesis, decision by decision (its chapter 3.2)."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import MARKET, NONE, face_up
from parlour.games.ticket_to_ride.labno.ways import likeliest_colour, mark_tickets, most_held, payment
from parlour.games.ticket_to_ride.moves import may_keep
from parlour.games.ticket_to_ride.railways import N_ROUTES
from parlour.games.ticket_to_ride.state import DECK, FIRST, KEEP, KEEPING, PASS, TICKETS
from parlour.kernel import helper, pick

__all__ = [
    "CLAIMING", "DRAWING", "MATCHING", "PASSING", "PAYABLE", "POSSIBLE", "PROGRAM", "SIX", "TARGET", "TEXT",
    "TICKETING", "UNFINISHED", "cards_left", "carry_out", "decide", "general_decision", "make_plan",
]  # fmt: skip

PASSING, DRAWING, TICKETING, CLAIMING = 0, 1, 2, 3  # the general decision

# A plan, as counts: tickets that are open, tickets that can no longer be completed, routes of the target,
# routes that may be claimed now, those of them in the target, and routes that could be paid for at all.
UNFINISHED, LOST, TARGET, POSSIBLE, MATCHING, PAYABLE = range(6)

# The algorithm as the thesis's text has it, the same with long routes from 6, and as its program ran.
# "Early in the game" is any time: the text gives no bound, and the program's test is always true.
TEXT, SIX, PROGRAM = 0, 1, 2
CARDS_OF_A_COLOUR = (5, 5, 6)  # with so many of one colour it claims a route without an open ticket
LONG_ROUTE = (5, 6, 6)  # from this length a route is claimed outside the plan
OTHERS_CARS = (6, 6, 7)  # the others have at least so many when it draws tickets
SPARE_CARS = (0, 0, 1)  # left over by a set of tickets that can be completed
BLIND = (False, False, True)  # train cards always come from the deck


@helper
def make_plan(s, seat, version, wanted, pays, plan):
    """Which routes the open tickets want, and how each route could be paid for now (-1 = not)."""
    plan[:] = 0
    plan[UNFINISHED], plan[LOST] = mark_tickets(s, seat, s.tickets[seat], wanted)
    for route in range(N_ROUTES):
        plan[TARGET] += wanted[route]
    common = most_held(s, seat)
    for route in range(N_ROUTES):
        pays[route] = payment(s, seat, route, common)
        if pays[route] >= 0:
            plan[PAYABLE] += 1
            plan[MATCHING] += wanted[route]
            plan[POSSIBLE] += is_possible(route, version, wanted, plan)


@helper
def is_possible(route, version, wanted, plan):
    """Whether a route that can be paid for may be claimed: a wanted one, a long one, any without a target."""
    return wanted[route] or usa.ROUTE_LENGTH[route] >= LONG_ROUTE[version] or plan[TARGET] == 0


@helper
def cards_left(s):
    """Whether a train card can be drawn."""
    for i in range(MARKET):
        if s.market[i] >= 0:
            return True
    return s.deck_size > 0


@helper
def others_have(s, seat, cars):
    """Whether every other player has so many cars."""
    fewest = cars
    for other in range(s.players):
        if other != seat:
            fewest = min(fewest, np.int64(s.cars[other]))
    return fewest >= cars


@helper
def general_decision(s, seat, version, plan):
    """What to do with a turn."""
    tickets, cards = s.tickets_left > 0, cards_left(s)
    if plan[UNFINISHED] == 0:
        rich = s.cards[seat] >= 8 and s.cars[seat] >= 8
        if rich and others_have(s, seat, OTHERS_CARS[version]) and tickets:
            return TICKETING
        if s.hands[seat, most_held(s, seat)] >= CARDS_OF_A_COLOUR[version] and plan[POSSIBLE] > 0:
            return CLAIMING
        if cards:
            return DRAWING
    if plan[POSSIBLE] > 0:
        return CLAIMING
    if cards:
        return DRAWING
    return TICKETING if tickets else PASSING


@helper
def choose_route(version, wanted, pays, plan):
    """The shortest claimable route of the plan; without any, the one with most points."""
    best, best_rank = -1, -1
    for route in range(N_ROUTES):
        if pays[route] < 0:
            continue
        rank = usa.ROUTE_POINTS[route]
        if is_possible(route, version, wanted, plan):
            rank += 100
        if wanted[route]:
            rank = 1000 - usa.ROUTE_LENGTH[route]
        if rank > best_rank:
            best, best_rank = route, rank
    return pays[best]


@helper
def missing_cards(s, seat, wanted, pays, missing):
    """How many cards of each colour the wanted routes still lack."""
    common = most_held(s, seat)
    missing[:] = 0
    for route in range(N_ROUTES):
        if not wanted[route] or pays[route] >= 0:
            continue
        missing[likeliest_colour(s, seat, route, common)] += usa.ROUTE_LENGTH[route]
    for colour in range(8):
        missing[colour] = max(0, missing[colour] - s.hands[seat, colour])


@helper
def any_face_up(s, rng):
    """A face-up card that may be taken, drawn uniformly; NONE when there is none."""
    card, n = NONE, 0
    for i in range(MARKET):
        if s.market[i] >= 0 and (s.phase == FIRST or s.market[i] != usa.LOCOMOTIVE):
            n += 1
            if pick(rng, n) == 0:
                card = np.int64(s.market[i])
    return card


@helper
def choose_card(s, seat, version, wanted, pays, plan, rng):
    """Which train card to take."""
    if not BLIND[version] and plan[UNFINISHED] > 0:
        missing = np.empty(8, np.int64)
        missing_cards(s, seat, wanted, pays, missing)
        colours, total, most = 0, 0, 0
        for colour in range(8):
            colours += missing[colour] > 0
            total += missing[colour]
            if missing[colour] > missing[most]:
                most = colour
        if colours <= 3:
            if 0 < total < 4 and face_up(s, most) != NONE:
                return most
            if total == 1 and s.phase == FIRST and face_up(s, usa.LOCOMOTIVE) != NONE:
                return usa.LOCOMOTIVE
    return DECK if s.deck_size > 0 else any_face_up(s, rng)


@helper
def choose_tickets(s, seat, version):
    """The cheapest set of tickets that can be completed, more points first; else the one that loses least."""
    wanted = np.empty(N_ROUTES, np.bool_)
    best, best_cost, best_points, safest, least_points = 0, 1000, 0, 0, 1000
    for choice in range(1, 1 << s.offered[seat]):
        if not may_keep(s, choice):
            continue
        tickets, points = np.int64(0), 0
        for i in range(s.offered[seat]):
            if choice >> i & 1:
                tickets |= 1 << np.int64(s.offers[seat, i])
                points += usa.TICKET_POINTS[s.offers[seat, i]]
        _, lost = mark_tickets(s, seat, tickets, wanted)
        cost = 0
        for route in range(N_ROUTES):
            cost += usa.ROUTE_LENGTH[route] if wanted[route] else 0
        if points < least_points:
            safest, least_points = choice, points
        fits = lost == 0 and cost + SPARE_CARS[version] <= s.cars[seat]
        if fits and (cost < best_cost or (cost == best_cost and points > best_points)):
            best, best_cost, best_points = choice, cost, points
    return KEEP + (best if best else safest)


@helper
def carry_out(s, seat, decision, version, wanted, pays, plan, rng):
    """The action for a general decision."""
    if decision == CLAIMING:
        return choose_route(version, wanted, pays, plan)
    if decision == DRAWING:
        return choose_card(s, seat, version, wanted, pays, plan, rng)
    return TICKETS if decision == TICKETING else PASS


@helper
def decide(s, version, rng):
    """The algorithm's action; where it would pass but may not, it claims the route with most points."""
    seat = np.int64(s.turn)
    if s.phase == KEEPING:
        return choose_tickets(s, seat, version)
    if BLIND[version] and s.phase != FIRST and s.deck_size > 0:
        return DECK
    wanted, pays, plan = np.empty(N_ROUTES, np.bool_), np.empty(N_ROUTES, np.int64), np.empty(6, np.int64)
    make_plan(s, seat, version, wanted, pays, plan)
    if s.phase != FIRST:
        return choose_card(s, seat, version, wanted, pays, plan, rng)
    decision = general_decision(s, seat, version, plan)
    if decision == PASSING and plan[PAYABLE] > 0:
        decision = CLAIMING
    return carry_out(s, seat, decision, version, wanted, pays, plan, rng)
