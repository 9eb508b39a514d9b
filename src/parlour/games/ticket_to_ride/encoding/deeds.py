"""What an action in Ticket to Ride is like, as numbers."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.best.claims import reaches, threats
from parlour.games.ticket_to_ride.best.decisions import WEIGHTS, plan_value
from parlour.games.ticket_to_ride.best.plans import network_cars
from parlour.games.ticket_to_ride.encoding.codes import price_of
from parlour.games.ticket_to_ride.encoding.plans import UNREACHABLE, advice, look_ahead, measure_tickets
from parlour.games.ticket_to_ride.encoding.views import FIVES, ROUTE_NAMES, TICKET_NAMES, TURNS
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

COST = 8  # what a payment costs is told up to this
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
    Block("time", "for tickets: turns that the plan leaves, in twos", steps(TURNS)),
    Block("route", "the route claimed", ROUTE_NAMES),
    Block("length", "its length", steps(6)),
    Block("colour", "the colour paid with", usa.COLOURS),
    Block("locomotives", "locomotives paid", steps(6)),
    Block("wanted", "the plan takes it, or it is best for its points"),
    Block("completes", "tickets that it completes", steps(3)),
    Block("completed", "their points, of 22"),
    Block("costs", "cards paid that are not to spare, locomotives twice", steps(COST)),
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
    Block(
        "kept worth",
        "points of the tickets that the plan joins then less those of the others, in fives",
        steps(12),
    ),
    Block("kept cars", "cars that the plan takes then, in twos", steps(23)),
    Block("advised", "the agent `best` would do it"),
)
(
    KIND, SECOND_CARD, TAKE, TAKE_LACKING, TAKE_HELD, ALL_LACKING, OPEN, SPARE, TIME, ROUTE, LENGTH, COLOUR,
    WILD, WANTED, COMPLETES, COMPLETED, COSTS, EXTENDS, CONTESTED, CARS_LEFT, ENDS, UNWANTED, KEPT,
    KEPT_COUNT, KEPT_POINTS, KEPT_DONE, KEPT_LOST, KEPT_WORTH, KEPT_CARS, ADVISED,
) = starts(FEATURES)  # fmt: skip
FACE_UP, LOCOMOTIVE, FROM_DECK, DRAWS, PASSES, KEEPS, CLAIMS = range(7)


@helper
def _open_tickets(s, seat, parent):
    """How many own tickets are not complete."""
    count = 0
    for ticket in range(N_TICKETS):
        count += s.tickets[seat] >> ticket & 1 and not is_joined(parent, ticket)
    return count


@helper
def _draw(s, seat, action, outlook, out):
    """A train card, tickets, or a pass."""
    total = 0
    for colour in range(8):
        total += max(0, outlook.lacking[colour])
    tell(out, ALL_LACKING, total, 12)
    if action >= TICKETS:
        out[KIND + (DRAWS if action == TICKETS else PASSES)] = 1.0
        tell(out, OPEN, _open_tickets(s, seat, outlook.parent), 4)
        tell(out, SPARE, (np.int64(s.cars[seat]) - network_cars(outlook.plan)) // 5, FIVES)
        tell(out, TIME, np.int64(outlook.turns / 2.0), TURNS)
        return
    out[SECOND_CARD] = s.phase == SECOND
    if action == DECK:
        out[KIND + FROM_DECK] = 1.0
        return
    out[KIND + (LOCOMOTIVE if action == usa.LOCOMOTIVE else FACE_UP)] = 1.0
    out[TAKE + action] = 1.0
    tell(out, TAKE_LACKING, outlook.lacking[action] if action < usa.LOCOMOTIVE else 0, 6)
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
def _claim(s, seat, action, outlook, out):
    """A route."""
    track, colour, wild = unpack_claim(action)
    route, length = usa.TRACK_ROUTE[track], usa.TRACK_LENGTH[track]
    left = np.int64(s.cars[seat]) - length
    out[KIND + CLAIMS] = 1.0
    out[ROUTE + route] = 1.0
    out[COLOUR + colour] = 1.0
    tell(out, LENGTH, length, 6)
    tell(out, WILD, wild, 6)
    out[WANTED] = outlook.wanted[route]
    tell(out, CARS_LEFT, (left + 4) // 5, FIVES)
    tell(out, CONTESTED, threats(s, seat, route), 3)
    out[ENDS] = left <= LAST_CARS and s.last < 0
    out[EXTENDS] = reaches(s, seat, usa.ROUTE_ENDS[route, 0]) or reaches(s, seat, usa.ROUTE_ENDS[route, 1])
    _completions(s, seat, route, outlook.parent, out)
    tell(out, COSTS, price_of(action, outlook.lacking), COST)
    out[UNWANTED] = outlook.planned > 0 and not outlook.wanted[route]


@helper
def _keep(s, seat, choice, outlook, out):
    """A set of tickets."""
    wanted, cars = np.empty(N_ROUTES, np.bool_), np.empty(N_TICKETS, np.int64)
    tickets, points, count = np.int64(s.tickets[seat]), 0, 0
    for i in range(s.offered[seat]):
        if choice >> i & 1:
            ticket = np.int64(s.offers[seat, i])
            tickets |= 1 << ticket
            points += usa.TICKET_POINTS[ticket]
            count += 1
            out[KEPT + ticket] = 1.0
    measure_tickets(s, seat, tickets, cars)
    worth = plan_value(s, seat, tickets, WEIGHTS, outlook.cost, wanted)
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
    tell(out, KEPT_WORTH, np.int64(worth / 5.0), 12)
    tell(out, KEPT_CARS, (network_cars(wanted) + 1) // 2, 23)


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
    outlook = look_ahead(s, seat)
    _deed(s, seat, action, outlook, out)
    out[ADVISED] = action == advice(s, seat, outlook)


@rule
def depict_all(state, actions, n, out):
    s = fields(state)
    seat = np.int64(s.turn)
    outlook = look_ahead(s, seat)
    advised = advice(s, seat, outlook)
    for i in range(n):
        _deed(s, seat, actions[i], outlook, row(out, i))
        out[i, ADVISED] = actions[i] == advised
    return True
