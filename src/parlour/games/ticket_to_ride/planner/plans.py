"""The planner's plan: one network for all tickets together, and the cards that it lacks.

Costs are in points: a turn is worth some points, so a route costs the turns for its missing cards and
for its claim, less the points that it brings.
"""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import MARKET
from parlour.games.ticket_to_ride.railways import (
    N_CITIES,
    N_ROUTES,
    N_TICKETS,
    cheapest_way,
    has_bit,
    is_joined,
    join_cities,
    new_paths,
    open_track,
    owns_route,
)
from parlour.kernel import helper

__all__ = [
    "EXTENSION", "FAR", "FILLER", "LOCOMOTIVE_WORTH", "MARGIN", "MORE_CARS", "MORE_TURNS", "OPENING_CAR",
    "OPEN_FILLER", "OPEN_MORE", "PATIENCE", "SLACK", "THREAT", "TICKET_CAR", "card_needs", "network_cars",
    "plan_network", "turns_left", "turns_needed", "weigh_routes",
]  # fmt: skip

FAR = 1e6  # the cost of a way that is barred
MARGIN = 1e-9  # costs this close are the same
MOST_TICKETS = 12  # the most open tickets that the plan tries to join

# Weights of the player.
(
    MISSING,  # a card that has to be drawn
    IN_HAND,  # a card already in hand
    CLAIMING,  # the turn of a claim
    POINT,  # a point of a route
    LEAST,  # what a route costs at least
    TICKET_CAR,  # a car that tickets need
    SLACK,  # cars that tickets leave over
    RATE,  # cars that a player lays in a turn
    MORE_CARS,  # cars with which more tickets are drawn
    MORE_TURNS,  # turns that must be left for more tickets
    FILLER,  # the shortest route claimed for its points alone
    OPEN_FILLER,  # the same while tickets are open
    LOCOMOTIVE_WORTH,  # how much a face-up locomotive is worth in wanted cards
    OPENING_CAR,  # a car that the first tickets need
    FACE_UP,  # how much of a card in hand a face-up card is worth
    OPEN_MORE,  # turns that must be left beyond the plan for more tickets while some are open
    PATIENCE,  # the most that a claim may cost the rest of the plan, while there is time
    THREAT,  # how much sooner a route is claimed for each other player whose railway reaches it
    EXTENSION,  # points for a route that adds to one's own railway, when it is claimed for its points
) = range(19)


@helper
def count_cards(s, seat, face_up_worth, supply):
    """The cards of each colour that a player has, those face up counted in part."""
    for colour in range(usa.LOCOMOTIVE):
        supply[colour] = s.hands[seat, colour]
    for i in range(MARKET):
        if 0 <= s.market[i] < usa.LOCOMOTIVE:
            supply[s.market[i]] += face_up_worth


@helper
def best_supply(s, route, supply):
    """The most cards of one colour for an open track of a route."""
    best = 0.0
    for i in range(2):
        track = usa.ROUTE_TRACKS[route, i]
        if track >= 0 and has_bit(s.free, track):
            if usa.TRACK_COLOUR[track] == usa.GREY:
                for colour in range(usa.LOCOMOTIVE):
                    best = max(best, supply[colour])
            else:
                best = max(best, supply[usa.TRACK_COLOUR[track]])
    return best


@helper
def weigh_routes(s, seat, weights, cost):
    """What each route costs a player, in points; nothing when it is owned."""
    supply = np.empty(usa.LOCOMOTIVE)
    count_cards(s, seat, weights[FACE_UP], supply)
    for route in range(N_ROUTES):
        length = usa.ROUTE_LENGTH[route]
        if owns_route(s, seat, route):
            cost[route] = 0.0
        elif open_track(s, seat, route) < 0 or length > s.cars[seat]:
            cost[route] = FAR
        else:
            cards = min(1.0 * length, best_supply(s, route, supply))
            price = weights[MISSING] * (length - cards) + weights[IN_HAND] * cards + weights[CLAIMING]
            cost[route] = max(weights[LEAST], price - weights[POINT] * usa.ROUTE_POINTS[route])


@helper
def join_in_order(cost, tickets, n, first, most, wanted, prices, paths):
    """Join the cities of tickets one after the other, each using what the earlier ones built; the cost.

    What comes to `most` is given up, as `FAR`. `prices` and `paths` are room to work in.
    """
    distance, via, total = paths.distance, paths.via, 0.0
    prices[:] = cost
    wanted[:] = False
    for i in range(n):
        ticket = tickets[first] if i == 0 else tickets[i - 1 if i <= first else i]
        city = usa.TICKET_ENDS[ticket, 1]
        cheapest_way(prices, usa.TICKET_ENDS[ticket, 0], city, FAR, MARGIN, paths)
        total += distance[city]
        if total >= most:
            return FAR
        while via[city] >= 0:
            route = via[city]
            if prices[route] > 0.0:
                wanted[route], prices[route] = True, 0.0
            city = usa.ROUTE_ENDS[route, 0] + usa.ROUTE_ENDS[route, 1] - city
    return total


@helper
def build_network(cost, tickets, n, wanted):
    """The cheapest network that joins all tickets, trying each of them as the first; its cost."""
    trial, prices, paths = np.empty(N_ROUTES, np.bool_), np.empty(N_ROUTES), new_paths(FAR)
    best = FAR
    wanted[:] = False
    for first in range(n):
        total = join_in_order(cost, tickets, n, first, best, trial, prices, paths)
        if total < best:
            best = total
            wanted[:] = trial
    return best if n > 0 else 0.0


@helper
def network_cars(wanted):
    """The cars that the wanted routes need."""
    cars = 0
    for route in range(N_ROUTES):
        cars += usa.ROUTE_LENGTH[route] if wanted[route] else 0
    return cars


@helper
def open_tickets(s, seat, mask, cost, tickets):
    """List the tickets of a set that can still be completed, most points first; how many."""
    parent, paths, n = np.empty(N_CITIES, np.int64), new_paths(FAR), 0
    join_cities(s, seat, parent)
    for back in range(N_TICKETS):
        ticket = N_TICKETS - 1 - back  # the table is sorted by points
        if mask >> ticket & 1 and n < MOST_TICKETS and not is_joined(parent, ticket):
            goal = usa.TICKET_ENDS[ticket, 1]
            cheapest_way(cost, usa.TICKET_ENDS[ticket, 0], goal, FAR, MARGIN, paths)
            if paths.distance[goal] < FAR:
                tickets[n] = ticket
                n += 1
    return n


@helper
def turns_left(s, seat, weights):
    """How many more turns a player may expect."""
    if s.last >= 0:
        return 0.0
    fewest = 100
    for other in range(s.players):
        if other != seat:
            fewest = min(fewest, np.int64(s.cars[other]))
    return 1.0 + max(0, fewest - 2) / weights[RATE]


@helper
def turns_needed(s, seat, wanted):
    """How many turns the wanted routes take: a claim each, and draws for the cards that are missing."""
    claims, cards = 0, 0
    for route in range(N_ROUTES):
        if wanted[route]:
            claims += 1
            cards += usa.ROUTE_LENGTH[route]
    in_hand = np.int64(s.cards[seat])
    return claims + max(0.0, cards - 0.7 * in_hand) / 2.0


@helper
def drop_one(cost, tickets, n, cars):
    """Give up the ticket that loses least for the cars it saves; how many are left."""
    wanted, rest = np.empty(N_ROUTES, np.bool_), np.empty(MOST_TICKETS, np.int64)
    worst, worst_rate = 0, 1e9
    for out in range(n):
        m = 0
        for i in range(n):
            if i != out:
                rest[m] = tickets[i]
                m += 1
        build_network(cost, rest, m, wanted)
        saved = max(0.5, 1.0 * cars - network_cars(wanted))
        rate = usa.TICKET_POINTS[tickets[out]] / saved
        if rate < worst_rate:
            worst, worst_rate = out, rate
    for i in range(worst, n - 1):
        tickets[i] = tickets[i + 1]
    return n - 1


@helper
def plan_network(s, seat, mask, weights, cost, wanted):
    """Plan for the tickets of a set, giving up what cars and turns do not allow; how many are in the plan."""
    tickets = np.empty(MOST_TICKETS, np.int64)
    n = open_tickets(s, seat, mask, cost, tickets)
    left = turns_left(s, seat, weights)
    while n > 0:
        build_network(cost, tickets, n, wanted)
        cars = network_cars(wanted)
        if cars <= s.cars[seat] and turns_needed(s, seat, wanted) <= left + 2.0:
            return n
        n = drop_one(cost, tickets, n, cars)
    wanted[:] = False
    return 0


@helper
def card_needs(s, seat, wanted, lacking):
    """How many cards of each colour the wanted routes lack, grey ones in the colour most to spare.

    A negative number is of cards to spare.
    """
    for colour in range(usa.LOCOMOTIVE):
        lacking[colour] = -np.int64(s.hands[seat, colour])
    for route in range(N_ROUTES):
        if wanted[route]:
            best = -1
            for i in range(2):
                track = usa.ROUTE_TRACKS[route, i]
                coloured = track >= 0 and has_bit(s.free, track) and usa.TRACK_COLOUR[track] != usa.GREY
                if coloured and (best < 0 or lacking[usa.TRACK_COLOUR[track]] < lacking[best]):
                    best = usa.TRACK_COLOUR[track]
            if best >= 0:
                lacking[best] += usa.ROUTE_LENGTH[route]
    for length in range(6, 0, -1):
        for route in range(N_ROUTES):
            grey = usa.TRACK_COLOUR[usa.ROUTE_TRACKS[route, 0]] == usa.GREY
            if wanted[route] and usa.ROUTE_LENGTH[route] == length and grey:
                best = 0
                for colour in range(1, usa.LOCOMOTIVE):
                    if lacking[colour] < lacking[best]:
                        best = colour
                lacking[best] += length
