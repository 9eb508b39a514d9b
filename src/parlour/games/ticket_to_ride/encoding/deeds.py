"""What an action in Ticket to Ride is like, as numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.encoding.codes import price_of
from parlour.games.ticket_to_ride.encoding.plans import UNREACHABLE, look_ahead, measure_tickets, survey
from parlour.games.ticket_to_ride.encoding.views import FIVES, ROUTE_NAMES, TICKET_NAMES, TURNS, look_around
from parlour.games.ticket_to_ride.moves import may_keep
from parlour.games.ticket_to_ride.planner.decisions import WEIGHTS, follow_plan, plan_value, set_value
from parlour.games.ticket_to_ride.planner.plans import network_cars
from parlour.games.ticket_to_ride.railways import N_ROUTES, N_TICKETS
from parlour.games.ticket_to_ride.state import (
    CLAIM,
    DECK,
    KEEP,
    KEEPING,
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
    Block("path", "cars by which it makes the longest own path longer; circles are cut open", steps(12)),
    Block("leads", "no other path is longer then"),
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
    Block("advised", "the agent `planner` would do it"),
)
(
    KIND, SECOND_CARD, TAKE, TAKE_LACKING, TAKE_HELD, ALL_LACKING, OPEN, SPARE, TIME, ROUTE, LENGTH, COLOUR,
    WILD, WANTED, COMPLETES, COMPLETED, COSTS, EXTENDS, PATH, LEADS, CONTESTED, CARS_LEFT, ENDS, UNWANTED,
    KEPT, KEPT_COUNT, KEPT_POINTS, KEPT_DONE, KEPT_LOST, KEPT_WORTH, KEPT_CARS, ADVISED,
) = starts(FEATURES)  # fmt: skip
FACE_UP, LOCOMOTIVE, FROM_DECK, DRAWS, PASSES, KEEPS, CLAIMS = range(7)


class Sets(NamedTuple):
    """The sets of offered tickets that may be kept."""

    worth: np.ndarray  # points of the tickets that the plan joins then less those of the others
    cars: np.ndarray  # that the plan takes
    ways: np.ndarray  # cars that each ticket takes by itself


@helper
def _weigh_sets(s, seat, outlook):
    """What the offered tickets are worth; and which of them the planner keeps."""
    sets = Sets(np.zeros(8), np.zeros(8, np.int64), np.empty(N_TICKETS, np.int64))
    wanted, best, best_value, offered = np.empty(N_ROUTES, np.bool_), 0, -1e9, 0
    if s.phase == KEEPING:
        for choice in range(1, 1 << s.offered[seat]):
            tickets = np.int64(0)
            for i in range(s.offered[seat]):
                tickets |= (choice >> i & 1) << np.int64(s.offers[seat, i])
            offered |= tickets
            if may_keep(s, choice):
                held = tickets | np.int64(s.tickets[seat])
                sets.worth[choice] = plan_value(s, seat, held, WEIGHTS, outlook.cost, wanted)
                sets.cars[choice] = network_cars(wanted)
                value = set_value(s, seat, sets.worth[choice], sets.cars[choice], WEIGHTS)
                if value > best_value:
                    best, best_value = choice, value
        measure_tickets(s, seat, offered, sets.ways)
    return sets, KEEP + best


@helper
def _draw(s, seat, action, outlook, rails, out):
    """A train card, tickets, or a pass."""
    total = 0
    for colour in range(8):
        total += max(0, outlook.lacking[colour])
    tell(out, ALL_LACKING, total, 12)
    if action >= TICKETS:
        out[KIND + (DRAWS if action == TICKETS else PASSES)] = 1.0
        tell(out, OPEN, rails.count, 4)
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
def _completions(first, second, rails, out):
    """The tickets that a route between two cities completes."""
    one, other, done, points = rails.group[first], rails.group[second], 0, 0
    for i in range(rails.count):
        ticket = rails.tickets[i]
        start, goal = rails.group[usa.TICKET_ENDS[ticket, 0]], rails.group[usa.TICKET_ENDS[ticket, 1]]
        if (start == one and goal == other) or (start == other and goal == one):
            done += 1
            points += usa.TICKET_POINTS[ticket]
    tell(out, COMPLETES, done, 3)
    out[COMPLETED] = min(1.0, points / 22.0)


@helper
def _path(first, second, length, rails, out):
    """The path that a route between two cities makes longer."""
    longest = rails.longest
    if rails.group[first] != rails.group[second]:
        longest = max(longest, rails.far[first] + length + rails.far[second])
    tell(out, PATH, longest - rails.longest, 12)
    out[LEADS] = longest >= rails.rival


@helper
def _contest(s, seat, first, second, length, rails, out):
    """The others who reach a route and could close it."""
    near, rivals = rails.reached[first] | rails.reached[second], 0
    for other in range(s.players):
        rivals += other != seat and near >> other & 1 and s.cars[other] >= length
    tell(out, CONTESTED, rivals, 3)
    out[EXTENDS] = near >> seat & 1


@helper
def _claim(s, seat, action, outlook, rails, out):
    """A route."""
    track, colour, wild = unpack_claim(action)
    route, length = usa.TRACK_ROUTE[track], usa.TRACK_LENGTH[track]
    first, second = usa.ROUTE_ENDS[route, 0], usa.ROUTE_ENDS[route, 1]
    left = np.int64(s.cars[seat]) - length
    out[KIND + CLAIMS] = 1.0
    out[ROUTE + route] = 1.0
    out[COLOUR + colour] = 1.0
    tell(out, LENGTH, length, 6)
    tell(out, WILD, wild, 6)
    out[WANTED] = outlook.wanted[route]
    tell(out, CARS_LEFT, (left + 4) // 5, FIVES)
    out[ENDS] = left <= LAST_CARS and s.last < 0
    _contest(s, seat, first, second, length, rails, out)
    _completions(first, second, rails, out)
    _path(first, second, length, rails, out)
    tell(out, COSTS, price_of(action, outlook.lacking), COST)
    out[UNWANTED] = outlook.planned > 0 and not outlook.wanted[route]


@helper
def _keep(s, seat, choice, sets, out):
    """A set of tickets."""
    points, count, done, lost = 0, 0, 0, 0
    for i in range(s.offered[seat]):
        if choice >> i & 1:
            ticket = np.int64(s.offers[seat, i])
            points += usa.TICKET_POINTS[ticket]
            count += 1
            done += sets.ways[ticket] == 0
            lost += sets.ways[ticket] == UNREACHABLE
            out[KEPT + ticket] = 1.0
    out[KIND + KEEPS] = 1.0
    tell(out, KEPT_COUNT, count, 3)
    tell(out, KEPT_POINTS, points // 5, 10)
    tell(out, KEPT_DONE, done, 3)
    tell(out, KEPT_LOST, lost, 3)
    tell(out, KEPT_WORTH, np.int64(sets.worth[choice] / 5.0), 12)
    tell(out, KEPT_CARS, (sets.cars[choice] + 1) // 2, 23)


@helper
def _study(s, seat):
    """What all actions of a view are seen by, and what the planner would do."""
    outlook = look_ahead(s, seat)
    sets, advised = _weigh_sets(s, seat, outlook)
    if s.phase != KEEPING:
        advised = follow_plan(s, seat, outlook.planned, outlook.plan.copy(), WEIGHTS)
    return outlook, survey(s, seat), sets, advised


@helper
def _deed(s, seat, action, study, out):
    outlook, rails, sets, advised = study
    if action >= CLAIM:
        _claim(s, seat, action, outlook, rails, out)
    elif action >= KEEP:
        _keep(s, seat, action - KEEP, sets, out)
    else:
        _draw(s, seat, action, outlook, rails, out)
    out[ADVISED] = action == advised


@rule
def depict(state, action, out):
    s = fields(state)
    seat = np.int64(s.turn)
    _deed(s, seat, action, _study(s, seat), out)


@rule
def depict_all(state, actions, n, seen, out):
    s = fields(state)
    seat = np.int64(s.turn)
    study = outlook, rails, _, _ = _study(s, seat)
    look_around(s, seat, outlook, rails, seen)
    for i in range(n):
        _deed(s, seat, actions[i], study, row(out, i))
    return True
