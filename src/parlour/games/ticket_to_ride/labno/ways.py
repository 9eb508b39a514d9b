"""Ways through the map: what a player still has to claim for tickets, and how it would pay."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.moves import within
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    QUEUE,
    Paths,
    cheapest_way,
    has_bit,
    is_joined,
    join_cities,
    owns_route,
    routes_of,
)
from parlour.games.ticket_to_ride.state import SEATS, pack_claim
from parlour.kernel import bits, helper, record

__all__ = [
    "BLOCKED",
    "CAR",
    "HOPELESS",
    "JOINED",
    "NO_ROUTES",
    "affordable",
    "find_ways",
    "likeliest_colour",
    "most_held",
    "new_notes",
    "noted",
    "payment",
    "route_costs",
]

UNKNOWN, JOINED, HOPELESS, OPEN = range(4)  # whether a ticket is completed, cannot be, or can
NO_ROUTES = np.uint64(0)
BLOCKED = 1 << 40  # the cost of a way that is barred
CAR = 1024  # the cost of a car; the points of a way count below it


@helper
def route_costs(s, seat, cost):
    """What each route costs a player: nothing when it is owned, cars (less its points) when it is open."""
    cost[:] = BLOCKED
    for word in range(2):
        barred = s.barred[seat, word]
        for bit in bits(s.free[word] & ~barred):
            route = usa.TRACK_ROUTE[64 * word + bit]
            cost[route] = CAR * usa.ROUTE_LENGTH[route] - usa.ROUTE_POINTS[route]
        for bit in bits(barred):
            cost[usa.TRACK_ROUTE[64 * word + bit]] = 0


# What the players know of the ways of their tickets, a row a seat, and what whoever decides makes of it.
NOTES = np.dtype(
    [
        ("railway", np.uint64, (SEATS, 2)),  # the player's own tracks when the ways were found
        ("open", np.uint64, (SEATS, N_TICKETS, 2)),  # the routes that could be claimed then
        ("counted", np.uint64, (SEATS, N_TICKETS, 2)),  # those of them that mattered
        ("way", np.uint64, (SEATS, N_TICKETS, 2)),  # the routes that the cheapest way takes
        ("wanted", np.uint64, (2,)),  # the routes that the open tickets want
        ("payable", np.uint64, (2,)),  # the routes that can be paid for now
        ("parent", np.int64, (N_CITIES,)),  # groups the cities that are joined
        ("cost", np.int64, (N_ROUTES,)),
        ("distance", np.int64, (N_CITIES,)),
        ("via", np.int64, (N_CITIES,)),
        ("queue", np.int64, (QUEUE,)),
        ("plan", np.int64, (6,)),  # see `decisions`
        ("status", np.int8, (SEATS, N_TICKETS)),  # of each ticket: UNKNOWN, JOINED, HOPELESS or OPEN
    ],
    align=True,
)

noted, NOTES_SIZE = record(NOTES), NOTES.itemsize


@helper
def new_notes():
    """A buffer for `NOTES` with nothing in them yet."""
    notes = np.empty(NOTES_SIZE, np.uint8)
    noted(notes).status[:] = UNKNOWN
    noted(notes).railway[:] = NO_ROUTES
    return notes


@helper
def _is_known(notes, seat, ticket, open_0, open_1):
    """Whether the way of a ticket would be found again with these routes open."""
    status = notes.status[seat, ticket]
    if status in (UNKNOWN, JOINED):
        return status == JOINED
    before_0, before_1 = notes.open[seat, ticket, 0], notes.open[seat, ticket, 1]
    changed = (before_0 & ~open_0 & notes.counted[seat, ticket, 0]) | (open_0 & ~before_0)
    changed |= (before_1 & ~open_1 & notes.counted[seat, ticket, 1]) | (open_1 & ~before_1)
    return changed == NO_ROUTES


@helper
def _find_way(notes, seat, ticket, open_0, open_1):
    """Note the cheapest way of a ticket on the map that was surveyed."""
    first, last = usa.TICKET_ENDS[ticket, 0], usa.TICKET_ENDS[ticket, 1]
    way_0 = way_1 = NO_ROUTES
    if is_joined(notes.parent, ticket):
        notes.status[seat, ticket] = JOINED
    else:
        paths = Paths(notes.distance, notes.via, notes.queue)
        counted = cheapest_way(notes.cost, first, last, BLOCKED, 0, paths)
        notes.counted[seat, ticket, 0], notes.counted[seat, ticket, 1] = counted
        notes.open[seat, ticket, 0], notes.open[seat, ticket, 1] = open_0, open_1
        notes.status[seat, ticket] = OPEN if notes.distance[last] < BLOCKED else HOPELESS
        while notes.via[last] >= 0:
            route = notes.via[last]
            if notes.cost[route] > 0:
                way_0 |= usa.ROUTE_BIT[route, 0]
                way_1 |= usa.ROUTE_BIT[route, 1]
            last = usa.ROUTE_ENDS[route, 0] + usa.ROUTE_ENDS[route, 1] - last
    notes.way[seat, ticket, 0], notes.way[seat, ticket, 1] = way_0, way_1


@helper
def find_ways(s, seat, tickets, notes):
    """Write into the fields of the notes the cheapest way of each ticket of a set, unless it is known."""
    barred_0, barred_1 = s.barred[seat, 0], s.barred[seat, 1]
    if notes.railway[seat, 0] != barred_0 or notes.railway[seat, 1] != barred_1:
        notes.railway[seat, 0], notes.railway[seat, 1] = barred_0, barred_1
        for ticket in range(N_TICKETS):
            notes.status[seat, ticket] = UNKNOWN
    open_0, open_1 = routes_of(s.free[0] & ~barred_0, s.free[1] & ~barred_1)
    surveyed = False
    for ticket in bits(np.uint64(tickets)):
        if not _is_known(notes, seat, ticket, open_0, open_1):
            if not surveyed:
                join_cities(s, seat, notes.parent)
                route_costs(s, seat, notes.cost)
                surveyed = True
            _find_way(notes, seat, ticket, open_0, open_1)


@helper
def most_held(s, seat):
    """The colour of which a player has most cards."""
    best = 0
    for colour in range(1, usa.LOCOMOTIVE):
        if s.hands[seat, colour] > s.hands[seat, best]:
            best = colour
    return best


@helper
def likeliest_colour(s, seat, route, common):
    """The colour held most that an open track of a route takes, grey ones `common`; -1 when none is open."""
    best = -1
    for i in range(2):
        track = usa.ROUTE_TRACKS[route, i]
        if track >= 0 and has_bit(s.free, track):
            colour = common if usa.TRACK_COLOUR[track] == usa.GREY else usa.TRACK_COLOUR[track]
            if best < 0 or s.hands[seat, colour] > s.hands[seat, best]:
                best = colour
    return best


@helper
def affordable(s, seat, common, word):
    """The tracks of a word that a player has cars and, by `payment`, cards for."""
    wild, cars = np.int64(s.hands[seat, usa.LOCOMOTIVE]), np.int64(s.cars[seat])
    tracks = usa.WITHIN[usa.GREY, within(s.hands[seat, common] + wild, cars), word]
    for colour in range(usa.LOCOMOTIVE):
        tracks |= usa.WITHIN[colour, within(s.hands[seat, colour] + wild, cars), word]
    return tracks & s.free[word] & ~s.barred[seat, word]


@helper
def payment(s, seat, route, common):
    """The action that claims a route with the colour held most and the fewest locomotives, or -1."""
    length = usa.ROUTE_LENGTH[route]
    if s.cars[seat] < length or owns_route(s, seat, route):
        return -1
    wild, best, best_have = np.int64(s.hands[seat, usa.LOCOMOTIVE]), -1, -1
    for i in range(2):
        track = usa.ROUTE_TRACKS[route, i]
        if track < 0 or not has_bit(s.free, track):
            continue
        colour = common if usa.TRACK_COLOUR[track] == usa.GREY else usa.TRACK_COLOUR[track]
        have = np.int64(s.hands[seat, colour])
        if have + wild < length or have <= best_have:
            continue
        if have == 0 and usa.TRACK_COLOUR[track] == usa.GREY:
            colour = usa.LOCOMOTIVE
        best_have = have
        best = pack_claim(track, colour, max(0, length - have))
    return best
