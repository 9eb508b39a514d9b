"""What an action in Ticket to Ride is like, as numbers."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.best.claims import reaches, threats
from parlour.games.ticket_to_ride.encoding.plans import (
    UNREACHABLE,
    cars_of,
    look_ahead,
    shortage,
    want_routes,
)
from parlour.games.ticket_to_ride.encoding.views import FIVES, ROUTE_NAMES, TICKET_NAMES
from parlour.games.ticket_to_ride.railways import (
    N_ROUTES,
    N_TICKETS,
    find_root,
    is_joined,
)
from parlour.games.ticket_to_ride.state import (
    CLAIM,
    DECK,
    KEEP,
    LAST_CARS,
    SECOND,
    TICKETS,
    fields,
    unpack_claim,
)
from parlour.kernel import helper, row, rule, tell

__all__ = ["FEATURES", "depict", "depict_all"]

KINDS = ("face up", "locomotive", "deck", "tickets", "pass", "keep", "claim")
FEATURES = (
    Block("kind", "what is done", KINDS),
    Block("second", "it is the second card"),
    Block("take", "the colour of the card", usa.COLOURS),
    Block("take lacking", "cards of that colour that the wanted routes lack", steps(6)),
    Block("take held", "cards of that colour in the hand", steps(8)),
    Block("lacking", "for a card or tickets: all cards that the wanted routes lack", steps(12)),
    Block("open", "for tickets: own tickets that are not complete", steps(4)),
    Block("spare", "for tickets: cars that the plan leaves, in fives", steps(FIVES)),
    Block("route", "the route claimed", ROUTE_NAMES),
    Block("length", "its length", steps(6)),
    Block("colour", "the colour paid with", usa.COLOURS),
    Block("locomotives", "locomotives paid", steps(6)),
    Block("wanted", "open tickets whose cheapest way takes it", steps(3)),
    Block("completes", "tickets that it completes", steps(3)),
    Block("completed", "their points, of 22"),
    Block("costs", "cards paid that other wanted routes lack then", steps(6)),
    Block("extends", "it joins the own railway"),
    Block("contested", "other railways that reach it", steps(3)),
    Block("cars left", "own cars afterwards, in fives", steps(FIVES)),
    Block("ends", "it begins the last round"),
    Block("unwanted", "it is on no wanted route although a ticket is open"),
    Block("kept", "a ticket kept", TICKET_NAMES),
    Block("kept count", "how many", steps(3)),
    Block("kept points", "their points, in fives", steps(10)),
    Block("kept done", "tickets among them that are complete already", steps(3)),
    Block("kept lost", "tickets among them that cannot be completed", steps(3)),
    Block("kept cars", "further cars that the plan takes with them, in twos", steps(20)),
    Block("kept fits", "the own cars suffice for the plan then"),
)
(
    KIND, SECOND_CARD, TAKE, TAKE_LACKING, TAKE_HELD, ALL_LACKING, OPEN, SPARE, ROUTE, LENGTH, COLOUR, WILD,
    WANTED, COMPLETES, COMPLETED, COSTS, EXTENDS, CONTESTED, CARS_LEFT, ENDS, UNWANTED, KEPT, KEPT_COUNT,
    KEPT_POINTS, KEPT_DONE, KEPT_LOST, KEPT_CARS, KEPT_FITS,
) = starts(FEATURES)  # fmt: skip
FACE_UP, LOCOMOTIVE, FROM_DECK, DRAWS, PASSES, KEEPS, CLAIMS = range(7)


@helper
def _draw(s, seat, action, outlook, out):
    """A train card, tickets, or a pass."""
    total, unfinished = 0, 0
    for colour in range(8):
        total += outlook.lacking[colour]
    for ticket in range(N_TICKETS):
        unfinished += outlook.cars[ticket] > 0
    tell(out, ALL_LACKING, total, 12)
    if action >= TICKETS:
        out[KIND + (DRAWS if action == TICKETS else PASSES)] = 1.0
        tell(out, OPEN, unfinished, 4)
        tell(out, SPARE, (np.int64(s.cars[seat]) - cars_of(outlook.wanted)) // 5, FIVES)
        return
    out[SECOND_CARD] = s.phase == SECOND
    if action == DECK:
        out[KIND + FROM_DECK] = 1.0
        return
    out[KIND + (LOCOMOTIVE if action == usa.LOCOMOTIVE else FACE_UP)] = 1.0
    out[TAKE + action] = 1.0
    tell(out, TAKE_LACKING, outlook.lacking[action], 6)
    tell(out, TAKE_HELD, np.int64(s.hands[seat, action]), 8)


@helper
def _completions(s, seat, route, parent, out):
    """The tickets that a route completes."""
    done, points = 0, 0
    one, other = find_root(parent, usa.ROUTE_ENDS[route, 0]), find_root(parent, usa.ROUTE_ENDS[route, 1])
    for ticket in range(N_TICKETS):
        if s.tickets[seat] >> ticket & 1 and not is_joined(parent, ticket):
            first = find_root(parent, usa.TICKET_ENDS[ticket, 0])
            second = find_root(parent, usa.TICKET_ENDS[ticket, 1])
            if (first == one and second == other) or (first == other and second == one):
                done += 1
                points += usa.TICKET_POINTS[ticket]
    tell(out, COMPLETES, done, 3)
    out[COMPLETED] = min(1.0, points / 22.0)


@helper
def _price(s, seat, route, colour, paid, wanted, out):
    """The cards of the payment that the other wanted routes lack then."""
    before, served = np.empty(9, np.int64), wanted[route]
    wanted[route] = 0
    shortage(s, seat, wanted, before)
    s.hands[seat, colour] -= paid
    short = before[colour]
    shortage(s, seat, wanted, before)
    s.hands[seat, colour] += paid
    wanted[route] = served
    tell(out, COSTS, before[colour] - short, 6)


@helper
def _claim(s, seat, action, outlook, out):
    """A route."""
    wanted, cars = outlook.wanted, outlook.cars
    track, colour, wild = unpack_claim(action)
    route, length = usa.TRACK_ROUTE[track], usa.TRACK_LENGTH[track]
    left = np.int64(s.cars[seat]) - length
    out[KIND + CLAIMS] = 1.0
    out[ROUTE + route] = 1.0
    out[COLOUR + colour] = 1.0
    tell(out, LENGTH, length, 6)
    tell(out, WILD, wild, 6)
    tell(out, WANTED, wanted[route], 3)
    tell(out, CARS_LEFT, (left + 4) // 5, FIVES)
    tell(out, CONTESTED, threats(s, seat, route), 3)
    out[ENDS] = left <= LAST_CARS and s.last < 0
    out[EXTENDS] = reaches(s, seat, usa.ROUTE_ENDS[route, 0]) or reaches(s, seat, usa.ROUTE_ENDS[route, 1])
    _completions(s, seat, route, outlook.parent, out)
    _price(s, seat, route, colour, length - wild, wanted, out)
    unfinished = 0
    for ticket in range(N_TICKETS):
        unfinished += 0 < cars[ticket] < UNREACHABLE
    out[UNWANTED] = unfinished > 0 and wanted[route] == 0


@helper
def _keep(s, seat, choice, outlook, out):
    """A set of tickets."""
    wanted, cars = np.empty(N_ROUTES, np.int64), np.empty(N_TICKETS, np.int64)
    before, tickets, points, count = cars_of(outlook.wanted), np.int64(s.tickets[seat]), 0, 0
    for i in range(s.offered[seat]):
        if choice >> i & 1:
            ticket = np.int64(s.offers[seat, i])
            tickets |= 1 << ticket
            points += usa.TICKET_POINTS[ticket]
            count += 1
            out[KEPT + ticket] = 1.0
    want_routes(s, seat, tickets, wanted, cars)
    done, lost = 0, 0
    for i in range(s.offered[seat]):
        if choice >> i & 1:
            done += cars[s.offers[seat, i]] == 0
            lost += cars[s.offers[seat, i]] == UNREACHABLE
    out[KIND + KEEPS] = 1.0
    tell(out, KEPT_COUNT, count, 3)
    tell(out, KEPT_POINTS, points // 5, 10)
    tell(out, KEPT_DONE, done, 3)
    tell(out, KEPT_LOST, lost, 3)
    tell(out, KEPT_CARS, (cars_of(wanted) - before + 1) // 2, 20)
    out[KEPT_FITS] = cars_of(wanted) <= s.cars[seat]


@helper
def _deed(s, seat, action, outlook, out):
    if action >= CLAIM:
        _claim(s, seat, action, outlook, out)
    elif action >= KEEP:
        _keep(s, seat, action - KEEP, outlook, out)
    else:
        _draw(s, seat, action, outlook, out)


@rule
def depict(state, action, out):
    s = fields(state)
    seat = np.int64(s.turn)
    _deed(s, seat, action, look_ahead(s, seat), out)


@rule
def depict_all(state, actions, n, out):
    s = fields(state)
    seat = np.int64(s.turn)
    outlook = look_ahead(s, seat)
    for i in range(n):
        _deed(s, seat, actions[i], outlook, row(out, i))
    return True
