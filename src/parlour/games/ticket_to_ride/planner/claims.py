"""Which route the planner claims: one of its plan, one for its points, or the last one."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.planner.plans import EXTENSION, THREAT
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    find_root,
    has_bit,
    has_path,
    join_cities,
    longest_path,
    open_track,
    owns_route,
)
from parlour.games.ticket_to_ride.state import BONUS, THESIS, pack_claim
from parlour.kernel import helper

__all__ = [
    "claim_for_most", "claim_for_points", "claim_of_plan", "reaches", "threats", "want_fillers",
]  # fmt: skip


@helper
def cheapest_payment(s, seat, route, lacking):
    """The action that claims a route with the cards that are missed least, or -1; what that loses."""
    length, wild = usa.ROUTE_LENGTH[route], np.int64(s.hands[seat, usa.LOCOMOTIVE])
    best, best_loss = -1, 1e9
    if s.cars[seat] < length or open_track(s, seat, route) < 0:
        return best, best_loss
    for i in range(2):
        track = usa.ROUTE_TRACKS[route, i]
        if track < 0 or not has_bit(s.free, track):
            continue
        for colour in range(usa.LOCOMOTIVE):
            if usa.TRACK_COLOUR[track] != usa.GREY and usa.TRACK_COLOUR[track] != colour:
                continue
            have = min(np.int64(s.hands[seat, colour]), length)
            if have + wild < length or (have == 0 and usa.TRACK_COLOUR[track] == usa.GREY):
                continue
            spared = max(0, min(have, -lacking[colour]))
            loss = 2.0 * (length - have) + 1.0 * (have - spared)
            if loss < best_loss:
                best, best_loss = pack_claim(track, colour, length - have), loss
    return best, best_loss


@helper
def ticket_gain(s, seat, route, parent):
    """The points of tickets that a route completes, twice: they are won instead of lost."""
    one, other = find_root(parent, usa.ROUTE_ENDS[route, 0]), find_root(parent, usa.ROUTE_ENDS[route, 1])
    gain = 0
    for ticket in range(N_TICKETS):
        if s.tickets[seat] >> ticket & 1:
            first = find_root(parent, usa.TICKET_ENDS[ticket, 0])
            second = find_root(parent, usa.TICKET_ENDS[ticket, 1])
            if (first == one and second == other) or (first == other and second == one):
                gain += 2 * usa.TICKET_POINTS[ticket] if one != other else 0
    return gain


@helper
def reaches(s, seat, city):
    """Whether a player's railway reaches a city."""
    routes = 0
    for i in range(usa.DEGREE[city]):
        routes += owns_route(s, seat, usa.NEIGHBOURS[city, i, 0])
    return routes > 0


@helper
def threats(s, seat, route):
    """How many other players' railways reach a route that they could close."""
    rivals = 0
    for other in range(s.players):
        if other != seat and s.cars[other] >= usa.ROUTE_LENGTH[route]:
            rivals += reaches(s, other, usa.ROUTE_ENDS[route, 0]) or reaches(
                s, other, usa.ROUTE_ENDS[route, 1]
            )
    return rivals


@helper
def would_have_path(s, seat, route, length):
    """Whether a player whose paths are shorter has one of this length after claiming a route."""
    if not (reaches(s, seat, usa.ROUTE_ENDS[route, 0]) or reaches(s, seat, usa.ROUTE_ENDS[route, 1])):
        return usa.ROUTE_LENGTH[route] >= length
    track = usa.ROUTE_TRACKS[route, 0]
    word = track >> 6
    s.barred[seat, word] |= usa.BIT[track, word]
    long_enough = has_path(s, seat, length)
    s.barred[seat, word] &= ~usa.BIT[track, word]
    return long_enough


@helper
def others_longest(s, seat):
    """The longest path of the other players."""
    longest = 0
    for other in range(s.players):
        if other != seat:
            longest = max(longest, longest_path(s, other))
    return longest


@helper
def gain_at_once(s, seat, lacking, actions, gains):
    """The claim of each route, or -1, and what it brings at once without the bonus; the most of them."""
    parent, most = np.empty(N_CITIES, np.int64), 0
    join_cities(s, seat, parent)
    for route in range(N_ROUTES):
        actions[route], _ = cheapest_payment(s, seat, route, lacking)
        if actions[route] >= 0:
            gains[route] = usa.ROUTE_POINTS[route] + ticket_gain(s, seat, route, parent)
            most = max(most, gains[route])
    return most


@helper
def add_bonus(s, seat, actions, gains, most):
    """Add the bonus for the longest path to the claims that earn it, where that could make them the best."""
    others = others_longest(s, seat)
    if has_path(s, seat, others):
        return
    for route in range(N_ROUTES):
        if actions[route] >= 0 and gains[route] + BONUS >= most:
            gains[route] += BONUS if would_have_path(s, seat, route, others) else 0


@helper
def claim_for_most(s, seat, lacking):
    """The claim that brings most at once, tickets and the longest path included, or -1."""
    actions, gains = np.empty(N_ROUTES, np.int64), np.zeros(N_ROUTES, np.int64)
    most = gain_at_once(s, seat, lacking, actions, gains)
    if most > 0 and s.rules != THESIS:
        add_bonus(s, seat, actions, gains, most)
    best = -1
    for route in range(N_ROUTES):
        if actions[route] >= 0 and (best < 0 or gains[route] > gains[best]):
            best = route
    return actions[best] if best >= 0 else -1


@helper
def claim_of_plan(s, seat, wanted, lacking, patience, weights):
    """The wanted route to claim now: the one that is hardest to do without, or -1."""
    best, best_rank = -1, -1e9
    for route in range(N_ROUTES):
        if wanted[route]:
            action, loss = cheapest_payment(s, seat, route, lacking)
            danger = weights[THREAT] * threats(s, seat, route)
            if action >= 0 and loss <= patience + danger:
                rank = 2.0 * usa.ROUTE_LENGTH[route] - loss + danger
                if rank > best_rank:
                    best, best_rank = action, rank
    return best


@helper
def extension(s, seat, route, weights):
    """Points for adding to one's own railway, which may make its longest path longer."""
    for end in range(2):
        if reaches(s, seat, usa.ROUTE_ENDS[route, end]):
            return weights[EXTENSION]
    return 0.0


@helper
def claim_for_points(s, seat, shortest, spare_cars, lacking, weights):
    """A long route that costs nothing of the plan, or -1."""
    best, best_rank = -1, -1e9
    for route in range(N_ROUTES):
        length = usa.ROUTE_LENGTH[route]
        if length < shortest or length > spare_cars:
            continue
        action, loss = cheapest_payment(s, seat, route, lacking)
        if action >= 0:
            rank = 1.0 * usa.ROUTE_POINTS[route] - loss + extension(s, seat, route, weights)
            if rank > best_rank:
                best, best_rank = action, rank
    return best


@helper
def want_fillers(s, seat, spare_cars, wanted, weights):
    """Without open tickets, want the long route that lacks fewest cards for its points."""
    best, best_rank = -1, -1e9
    for route in range(N_ROUTES):
        length = usa.ROUTE_LENGTH[route]
        if open_track(s, seat, route) < 0 or length > spare_cars:
            continue
        cards = 0
        for i in range(2):
            track = usa.ROUTE_TRACKS[route, i]
            if track >= 0 and has_bit(s.free, track):
                for colour in range(usa.LOCOMOTIVE):
                    if usa.TRACK_COLOUR[track] == usa.GREY or usa.TRACK_COLOUR[track] == colour:
                        cards = max(cards, np.int64(s.hands[seat, colour]))
        missing = max(0, length - cards - np.int64(s.hands[seat, usa.LOCOMOTIVE]))
        points = usa.ROUTE_POINTS[route] + extension(s, seat, route, weights)
        rank = points / (1.0 + 0.5 * missing)
        if rank > best_rank:
            best, best_rank = route, rank
    if best >= 0:
        wanted[best] = True
