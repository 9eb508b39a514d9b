"""Railways as graphs: whose cities are joined, cheapest ways, and the longest continuous path."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.kernel import bits, helper

__all__ = [
    "N_CITIES", "N_ROUTES", "N_TICKETS", "ONE", "QUEUE", "Paths", "cheapest_way", "find_root", "has_bit",
    "has_path", "is_joined", "join_cities", "longest_path", "longest_ways", "new_paths", "open_track",
    "owns_route", "routes_of", "ticket_balance",
]  # fmt: skip

QUEUE = 64  # more than there are cities
ONE, _LAST = np.uint64(1), np.uint64(63)
N_CITIES, N_ROUTES, N_TICKETS = len(usa.CITIES), len(usa.ROUTES), len(usa.TICKET_POINTS)


@helper
def has_bit(words, track):
    """Whether a track is in a set of two words of bits."""
    return (words[track >> 6] & usa.BIT[track, track >> 6]) != np.uint64(0)


@helper
def owns_route(s, seat, route):
    """Whether a player has claimed a track of a route."""
    return has_bit(s.barred[seat], usa.ROUTE_TRACKS[route, 0])


@helper
def routes_of(first_word, second_word):
    """A set of tracks as a set of routes: each stands there as its first track."""
    first, second = first_word & usa.SECOND_TRACKS[0], second_word & usa.SECOND_TRACKS[1]
    return first_word & ~first | first >> ONE | second << _LAST, second_word & ~second | second >> ONE


@helper
def open_track(s, seat, route):
    """A track of a route that a player could still claim, or -1."""
    if owns_route(s, seat, route):
        return -1
    for i in range(2):
        track = usa.ROUTE_TRACKS[route, i]
        if track >= 0 and has_bit(s.free, track):
            return track
    return -1


@helper
def find_root(parent, city):
    """The representative of a city's group."""
    while parent[city] != city:
        parent[city] = parent[parent[city]]
        city = parent[city]
    return city


@helper
def join_cities(s, seat, parent):
    """Group the cities that a player's railway joins."""
    for city in range(N_CITIES):
        parent[city] = city
    for word in range(2):
        for bit in bits(s.barred[seat, word]):
            route = usa.TRACK_ROUTE[64 * word + bit]
            parent[find_root(parent, usa.ROUTE_ENDS[route, 0])] = find_root(parent, usa.ROUTE_ENDS[route, 1])


@helper
def is_joined(parent, ticket):
    """Whether the cities of a ticket are joined."""
    return find_root(parent, usa.TICKET_ENDS[ticket, 0]) == find_root(parent, usa.TICKET_ENDS[ticket, 1])


@helper
def ticket_balance(s, seat):
    """Points of a player's tickets, the open ones negative, and how many are done."""
    parent = np.empty(N_CITIES, np.int64)
    join_cities(s, seat, parent)
    balance, done = 0, 0
    for ticket in range(N_TICKETS):
        if s.tickets[seat] >> ticket & 1:
            joined = is_joined(parent, ticket)
            balance += usa.TICKET_POINTS[ticket] if joined else -usa.TICKET_POINTS[ticket]
            done += joined
    return balance, done


class Paths(NamedTuple):
    """Where ways are written to."""

    distance: np.ndarray  # to each city
    via: np.ndarray  # the route that the way to each city ends with, or -1
    queue: np.ndarray  # of cities to look at, `QUEUE` long


@helper
def new_paths(far):
    """Room for ways whose costs are of the type of `far`."""
    return Paths(np.full(N_CITIES, far), np.empty(N_CITIES, np.int64), np.empty(QUEUE, np.int64))


@helper
def _is_settled(queue, first, last, distance, goal):
    """Whether no city that is still to be looked at is nearer than the goal."""
    i = first
    while i < last and distance[queue[i & (QUEUE - 1)]] >= distance[goal]:
        i += 1
    return i == last


@helper
def cheapest_way(cost, start, goal, far, margin, paths):
    """The cheapest way from a city to another (Bellman and Ford): how far it is, and the route that ends it.

    Both are written to the `Paths` for every city on it. A city out of reach is `far` away; another way must
    be cheaper by more than `margin`. Comes back with the set of routes that counted: closing others changes
    nothing.
    """
    distance, via, queue = paths
    waiting = np.uint64(0)  # which cities are in the queue, as bits
    counted_0 = counted_1 = np.uint64(0)
    for city in range(N_CITIES):
        distance[city], via[city] = far, -1
    distance[start], queue[0], first, last = 0, start, 0, 1
    while not _is_settled(queue, first, last, distance, goal):
        city = queue[first & (QUEUE - 1)]
        first += 1
        waiting &= ~(ONE << np.uint64(city))
        for i in range(usa.DEGREE[city]):
            route, there = usa.NEIGHBOURS[city, i, 0], usa.NEIGHBOURS[city, i, 1]
            length = distance[city] + cost[route]
            if length < distance[there] - margin:
                distance[there], via[there] = length, route
                counted_0 |= usa.ROUTE_BIT[route, 0]
                counted_1 |= usa.ROUTE_BIT[route, 1]
                here = ONE << np.uint64(there)
                if waiting & here == np.uint64(0):
                    waiting |= here
                    queue[last & (QUEUE - 1)] = there
                    last += 1
    return counted_0, counted_1


@helper
def _room_ahead(owned, start, marks, stack, mark):
    """A length that no trail from a city over the remaining routes exceeds.

    Every city ahead with an odd number of remaining routes, except the one where the trail ends, leaves a
    route unused, and an unused route has only two ends.
    """
    n, total, spare, largest = 1, 0, 0, 0
    stack[0], marks[start] = start, mark
    while n > 0:
        n -= 1
        city = stack[n]
        degree, least = 0, 7
        for i in range(usa.DEGREE[city]):
            route, there = usa.NEIGHBOURS[city, i, 0], usa.NEIGHBOURS[city, i, 1]
            if owned[route]:
                degree += 1
                total += usa.ROUTE_LENGTH[route]
                least = min(least, usa.ROUTE_LENGTH[route])
                if marks[there] != mark:
                    marks[there] = mark
                    stack[n] = there
                    n += 1
        if degree % 2 and city != start:
            spare += least
            largest = max(largest, least)
    return total // 2 - (spare - largest + 1) // 2


@helper
def _longest_from(owned, start, best):
    """The longest trail from a city over routes that are each used once, or `best` if that is longer.

    The trail is a stack: at each depth the city, the next neighbour to try, and the route that led there.
    """
    cities, tries = np.empty(N_ROUTES + 1, np.int64), np.empty(N_ROUTES + 1, np.int64)
    routes, depth, length = np.empty(N_ROUTES + 1, np.int64), 0, 0
    marks, stack, mark = np.zeros(N_CITIES, np.int64), np.empty(N_CITIES, np.int64), 1
    cities[0], tries[0] = start, 0
    most = _room_ahead(owned, start, marks, stack, mark)
    if most <= best:
        return best
    while depth >= 0:
        city = cities[depth]
        if tries[depth] == usa.DEGREE[city]:
            if depth > 0:
                owned[routes[depth]] = True
                length -= usa.ROUTE_LENGTH[routes[depth]]
            depth -= 1
            continue
        route, there = usa.NEIGHBOURS[city, tries[depth], 0], usa.NEIGHBOURS[city, tries[depth], 1]
        tries[depth] += 1
        if not owned[route] or best == most:
            continue
        owned[route] = False
        mark += 1
        after = length + usa.ROUTE_LENGTH[route]
        best = max(best, after)
        if after + _room_ahead(owned, there, marks, stack, mark) <= best:
            owned[route] = True
            continue
        length = after
        depth += 1
        cities[depth], tries[depth], routes[depth] = there, 0, route
    return best


@helper
def _component(owned, start, group, degree):
    """Mark the cities reached from one; the length of their routes, cities of an odd degree, and circles."""
    stack, n, total, odd, ends, cities = np.empty(N_CITIES, np.int64), 1, 0, 0, 0, 0
    stack[0], group[start] = start, start
    while n > 0:
        n -= 1
        city = stack[n]
        degree[city] = 0
        for i in range(usa.DEGREE[city]):
            route, there = usa.NEIGHBOURS[city, i, 0], usa.NEIGHBOURS[city, i, 1]
            if owned[route]:
                degree[city] += 1
                total += usa.ROUTE_LENGTH[route]
                if group[there] < 0:
                    group[there] = start
                    stack[n] = there
                    n += 1
        odd += degree[city] % 2
        ends += degree[city]
        cities += 1
    return total // 2, odd, ends // 2 - cities + 1


@helper
def _farthest(owned, start):
    """The city that is farthest from one in a railway without circles, and how far."""
    stack, came = np.empty(N_CITIES, np.int64), np.empty(N_CITIES, np.int64)
    far, n, best = np.zeros(N_CITIES, np.int64), 1, start
    stack[0], came[start] = start, -1
    while n > 0:
        n -= 1
        city = stack[n]
        best = city if far[city] > far[best] else best
        for i in range(usa.DEGREE[city]):
            route, there = usa.NEIGHBOURS[city, i, 0], usa.NEIGHBOURS[city, i, 1]
            if owned[route] and route != came[city]:
                stack[n], came[there], far[there] = there, route, far[city] + usa.ROUTE_LENGTH[route]
                n += 1
    return best, far[best]


@helper
def _span(owned, start, order, n, up, way):
    """List the cities of a railway from one on, each after the one that leads to it; where they end."""
    order[n], up[start], way[start] = start, start, 0
    first, n = n, n + 1
    while first < n:
        city = order[first]
        first += 1
        for i in range(usa.DEGREE[city]):
            route, there = usa.NEIGHBOURS[city, i, 0], usa.NEIGHBOURS[city, i, 1]
            if owned[route] and up[there] < 0:
                order[n], up[there], way[there] = there, city, usa.ROUTE_LENGTH[route]
                n += 1
    return n


@helper
def longest_ways(s, seat, far):
    """Write how far one can go from each city on a player's railway; the longest of all.

    Circles are cut open, so a little less than there is may be found, quickly.
    """
    owned, n = np.zeros(N_ROUTES, np.bool_), 0
    for word in range(2):
        for bit in bits(s.barred[seat, word]):
            owned[usa.TRACK_ROUTE[64 * word + bit]] = True
    order, up, way = np.empty(N_CITIES, np.int64), np.full(N_CITIES, -1), np.empty(N_CITIES, np.int64)
    for start in range(N_CITIES):
        if up[start] < 0:
            n = _span(owned, start, order, n, up, way)
    ahead, second, longest = np.zeros(N_CITIES, np.int64), np.zeros(N_CITIES, np.int64), 0
    for i in range(n - 1, -1, -1):
        city, above = order[i], up[order[i]]
        length = ahead[city] + way[city]
        if city != above and length > ahead[above]:
            ahead[above], second[above] = length, ahead[above]
        elif city != above:
            second[above] = max(second[above], length)
    back = second  # of a city that was looked at, how far one can go another way than ahead
    for i in range(n):
        city, above = order[i], up[order[i]]
        if city != above:
            ahead_there = ahead[city] + way[city] == ahead[above]
            length = way[city] + (back[above] if ahead_there else ahead[above])
            if length > ahead[city]:
                ahead[city], back[city] = length, ahead[city]
            else:
                back[city] = max(back[city], length)
        far[city] = ahead[city]
        longest = max(longest, ahead[city])
    return longest


@helper
def _longest(s, seat, best):
    """The length of a player's longest continuous path, or `best` if that is longer.

    A longest path starts in a city with an odd number of routes, since elsewhere it could be made longer,
    unless it covers a whole railway all of whose cities have even numbers. Without circles it joins the city
    that is farthest from any other with the one that is farthest from it.
    """
    owned = np.zeros(N_ROUTES, np.bool_)
    for route in range(N_ROUTES):
        owned[route] = owns_route(s, seat, route)
    group, degree = np.full(N_CITIES, -1, np.int64), np.zeros(N_CITIES, np.int64)
    for start in range(N_CITIES):
        if group[start] >= 0:
            continue
        total, odd, circles = _component(owned, start, group, degree)
        if odd <= 2 or total <= best:
            best = max(best, total)
        elif circles == 0:
            best = max(best, _farthest(owned, _farthest(owned, start)[0])[1])
        else:
            for city in range(N_CITIES):
                if group[city] == start and degree[city] % 2:
                    best = _longest_from(owned, city, best)
    return best


@helper
def longest_path(s, seat):
    """The length of a player's longest continuous path; cities may be met again, routes may not."""
    return _longest(s, seat, 0)


@helper
def has_path(s, seat, length):
    """Whether a player has a continuous path of at least this length: quicker told than the longest."""
    return _longest(s, seat, length - 1) >= length
