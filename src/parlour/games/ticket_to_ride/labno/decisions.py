"""The algorithm of Łabno's thesis, decision by decision (its chapter 3.2)."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import MARKET, NONE, face_up
from parlour.games.ticket_to_ride.labno.ways import (
    HOPELESS,
    JOINED,
    NO_ROUTES,
    affordable,
    find_ways,
    likeliest_colour,
    most_held,
    new_notes,
    noted,
    payment,
)
from parlour.games.ticket_to_ride.moves import may_keep
from parlour.games.ticket_to_ride.railways import ONE, routes_of
from parlour.games.ticket_to_ride.state import DECK, FIRST, KEEP, KEEPING, PASS, TICKETS
from parlour.kernel import bits, helper, pick, popcount

__all__ = [
    "BRIEF", "CLAIMING", "DRAWING", "MATCHING", "PASSING", "PAYABLE", "POSSIBLE", "PROGRAM", "SIX", "TARGET",
    "TEXT", "TICKETING", "UNFINISHED", "cards_left", "carry_out", "decide", "decide_by",
    "general_decision", "make_plan", "new_notes",
]  # fmt: skip

PASSING, DRAWING, TICKETING, CLAIMING = 0, 1, 2, 3  # the general decision

# A plan, as counts: tickets that are open, tickets that can no longer be completed, routes of the target,
# routes that may be claimed now, those of them in the target, and routes that could be paid for at all.
UNFINISHED, LOST, TARGET, POSSIBLE, MATCHING, PAYABLE = range(6)

# The algorithm as the thesis's text has it, the same with long routes from 6, as its program ran, and as that
# with an early game that is over at once.
TEXT, SIX, PROGRAM, BRIEF = 0, 1, 2, 3
CARDS_OF_A_COLOUR = (5, 5, 6, 6)  # with so many of one colour it claims a route without an open ticket
LONG_ROUTE = (5, 6, 6, 6)  # from this length a route is claimed outside the plan
OTHERS_CARS = (6, 6, 7, 7)  # the others have at least so many when it draws tickets
SPARE_CARS = (0, 0, 1, 1)  # left over by a set of tickets that can be completed
BLIND = (False, False, True, True)  # train cards always come from the deck
# Without an open ticket it draws cards "early in the game": the text gives no bound, and the program's test
# is always true.
EARLY = (True, True, True, False)


@helper
def make_plan(s, seat, version, notes, plan):
    """Which routes the open tickets want, which could be paid for now, and how many there are of each."""
    known, common = noted(notes), most_held(s, seat)
    aim(s, seat, known, plan)
    payable, wanted = known.payable, known.wanted
    payable[0], payable[1] = routes_of(affordable(s, seat, common, 0), affordable(s, seat, common, 1))
    plan[POSSIBLE] = plan[MATCHING] = plan[PAYABLE] = 0
    for word in range(2):
        plan[PAYABLE] += popcount(payable[word])
        plan[MATCHING] += popcount(payable[word] & wanted[word])
        plan[POSSIBLE] += popcount(payable[word] & possible(version, word, wanted, plan))


@helper
def aim(s, seat, known, plan):
    """Which routes the open tickets want, and how many there are of both."""
    find_ways(s, seat, s.tickets[seat], known)
    plan[UNFINISHED] = plan[LOST] = 0
    known.wanted[:] = NO_ROUTES
    for ticket in bits(np.uint64(s.tickets[seat])):
        plan[UNFINISHED] += known.status[seat, ticket] != JOINED
        plan[LOST] += known.status[seat, ticket] == HOPELESS
        for word in range(2):
            known.wanted[word] |= known.way[seat, ticket, word]
    plan[TARGET] = popcount(known.wanted[0]) + popcount(known.wanted[1])


@helper
def possible(version, word, wanted, plan):
    """The routes that may be claimed if they can be paid for: wanted or long ones, all without a target."""
    return ~NO_ROUTES if plan[TARGET] == 0 else wanted[word] | usa.LONG[LONG_ROUTE[version], word]


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
        if cards and EARLY[version]:
            return DRAWING
    if plan[POSSIBLE] > 0:
        return CLAIMING
    if cards:
        return DRAWING
    return TICKETING if tickets else PASSING


@helper
def choose_route(s, seat, version, notes, plan):
    """The claim of the shortest claimable route of the plan; without any, of the one with most points."""
    known, best, best_rank = noted(notes), -1, -1
    for word in range(2):
        claimable = possible(version, word, known.wanted, plan)
        for bit in bits(known.payable[word]):
            here, route = ONE << np.uint64(bit), usa.TRACK_ROUTE[64 * word + bit]
            rank = usa.ROUTE_POINTS[route]
            if claimable & here != NO_ROUTES:
                rank += 100
            if known.wanted[word] & here != NO_ROUTES:
                rank = 1000 - usa.ROUTE_LENGTH[route]
            if rank > best_rank:
                best, best_rank = route, rank
    return payment(s, seat, best, most_held(s, seat))


@helper
def missing_cards(s, seat, notes, missing):
    """How many cards of each colour the wanted routes still lack."""
    known, common = noted(notes), most_held(s, seat)
    missing[:] = 0
    for word in range(2):
        for bit in bits(known.wanted[word] & ~known.payable[word]):
            route = usa.TRACK_ROUTE[64 * word + bit]
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
def choose_card(s, seat, version, notes, plan, rng):
    """Which train card to take."""
    if not BLIND[version] and plan[UNFINISHED] > 0:
        missing = np.empty(8, np.int64)
        missing_cards(s, seat, notes, missing)
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
def cars_for(s, seat, choice, known):
    """The cars that the ways of a set of the offered tickets take; more than there are when one has none."""
    first = second = NO_ROUTES
    for i in range(s.offered[seat]):
        if choice >> i & 1:
            ticket = np.int64(s.offers[seat, i])
            if known.status[seat, ticket] == HOPELESS:
                return 1000
            first |= known.way[seat, ticket, 0]
            second |= known.way[seat, ticket, 1]
    cars = 0
    for bit in bits(first):
        cars += usa.TRACK_LENGTH[bit]
    for bit in bits(second):
        cars += usa.TRACK_LENGTH[64 + bit]
    return cars


@helper
def choose_tickets(s, seat, version, notes):
    """The cheapest set of tickets that can be completed, more points first; else the one that loses least."""
    known, offered = noted(notes), np.int64(0)
    for i in range(s.offered[seat]):
        offered |= 1 << np.int64(s.offers[seat, i])
    find_ways(s, seat, offered, known)
    best, best_cost, best_points, safest, least_points = 0, 1000, 0, 0, 1000
    for choice in range(1, 1 << s.offered[seat]):
        if not may_keep(s, choice):
            continue
        points, cost = 0, cars_for(s, seat, choice, known)
        for i in range(s.offered[seat]):
            points += (choice >> i & 1) * usa.TICKET_POINTS[s.offers[seat, i]]
        if points < least_points:
            safest, least_points = choice, points
        fits = cost + SPARE_CARS[version] <= s.cars[seat]
        if fits and (cost < best_cost or (cost == best_cost and points > best_points)):
            best, best_cost, best_points = choice, cost, points
    return KEEP + (best if best else safest)


@helper
def carry_out(s, seat, decision, version, notes, plan, rng):
    """The action for a general decision."""
    if decision == CLAIMING:
        return choose_route(s, seat, version, notes, plan)
    if decision == DRAWING:
        return choose_card(s, seat, version, notes, plan, rng)
    return TICKETS if decision == TICKETING else PASS


@helper
def decide(s, version, rng):
    """The algorithm's action; where it would pass but may not, it claims the route with most points."""
    return decide_by(s, version, new_notes(), rng)


@helper
def decide_by(s, version, notes, rng):
    """The same by notes of the game so far."""
    seat = np.int64(s.turn)
    if s.phase == KEEPING:
        return choose_tickets(s, seat, version, notes)
    if BLIND[version] and s.phase != FIRST and s.deck_size > 0:
        return DECK
    plan = noted(notes).plan
    make_plan(s, seat, version, notes, plan)
    if s.phase != FIRST:
        return choose_card(s, seat, version, notes, plan, rng)
    decision = general_decision(s, seat, version, plan)
    if decision == PASSING and plan[PAYABLE] > 0:
        decision = CLAIMING
    return carry_out(s, seat, decision, version, notes, plan, rng)
