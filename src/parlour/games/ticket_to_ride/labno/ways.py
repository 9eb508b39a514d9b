"""Ways through the map: what a player still has to claim for tickets, and how it would pay."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    cheapest_ways,
    has_bit,
    is_joined,
    join_cities,
    open_track,
    owns_route,
)
from parlour.games.ticket_to_ride.state import pack_claim
from parlour.kernel import helper

__all__ = [
    "BLOCKED",
    "CAR",
    "likeliest_colour",
    "mark_tickets",
    "mark_way",
    "most_held",
    "payment",
    "route_costs",
]

BLOCKED = 1 << 40  # the cost of a way that is barred
CAR = 1024  # the cost of a car; the points of a way count below it


@helper
def route_costs(s, seat, cost):
    """What each route costs a player: nothing when it is owned, cars (less its points) when it is open."""
    for route in range(N_ROUTES):
        if owns_route(s, seat, route):
            cost[route] = 0
        elif open_track(s, seat, route) >= 0:
            cost[route] = CAR * usa.ROUTE_LENGTH[route] - usa.ROUTE_POINTS[route]
        else:
            cost[route] = BLOCKED


@helper
def mark_way(cost, via, city, wanted):
    """Want every route of the way to a city that is not owned yet."""
    while via[city] >= 0:
        route = via[city]
        if cost[route] > 0:
            wanted[route] = True
        city = usa.ROUTE_ENDS[route, 0] + usa.ROUTE_ENDS[route, 1] - city


@helper
def mark_tickets(s, seat, tickets, wanted):
    """Want the routes of the cheapest way of each open ticket; how many tickets are open, how many lost."""
    parent, cost = np.empty(N_CITIES, np.int64), np.empty(N_ROUTES, np.int64)
    distance, via = np.empty(N_CITIES, np.int64), np.empty(N_CITIES, np.int64)
    join_cities(s, seat, parent)
    route_costs(s, seat, cost)
    wanted[:] = False
    unfinished, lost = 0, 0
    for ticket in range(N_TICKETS):
        if tickets >> ticket & 1 and not is_joined(parent, ticket):
            unfinished += 1
            cheapest_ways(cost, usa.TICKET_ENDS[ticket, 0], BLOCKED, 0, distance, via)
            if distance[usa.TICKET_ENDS[ticket, 1]] < BLOCKED:
                mark_way(cost, via, usa.TICKET_ENDS[ticket, 1], wanted)
            else:
                lost += 1
    return unfinished, lost


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
