"""What a player knows of a game of Ticket to Ride, as numbers; the same ones for any number of players."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, names_of, size_of, starts, steps
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import MARKET
from parlour.games.ticket_to_ride.encoding.codes import TRACK_NAMES
from parlour.games.ticket_to_ride.encoding.plans import UNREACHABLE, look_ahead, measure_tickets, survey
from parlour.games.ticket_to_ride.planner.plans import network_cars
from parlour.games.ticket_to_ride.railways import N_ROUTES, N_TICKETS
from parlour.games.ticket_to_ride.state import SEATS, THESIS, fields
from parlour.kernel import helper, rule, tell

__all__ = ["FIVES", "OBSERVATION", "ROUTE_NAMES", "TICKET_NAMES", "TURNS", "look_around", "observe"]

ROUTE_NAMES = [f"{first} - {second}" for _, first, second, _ in usa.ROUTES]
TICKET_NAMES = [f"{first} - {second}" for _, first, second, _ in usa.TICKETS]
HELD, LACKING, FIVES, TICKETS_HELD, TURNS = 8, 6, 9, 6, 10  # counts are told up to these
PATHS = 12  # steps of the length of a path
PLAIN = usa.COLOURS[: usa.LOCOMOTIVE]
PHASES = ("turn", "second card", "tickets")

_OWN = (
    Block("hand", "own cards", [f"{colour} {n}" for colour in usa.COLOURS for n in steps(HELD)]),
    Block("face up", "cards face up", [f"{colour} {n}" for colour in usa.COLOURS for n in steps(MARKET)]),
    Block("lacking", "cards that wanted routes lack", [f"{c} {n}" for c in PLAIN for n in steps(LACKING)]),
    Block("wanted", "the plan for the open tickets takes it, or it is best for its points", ROUTE_NAMES),
    Block("ticket", "an own ticket", TICKET_NAMES),
    Block("done", "an own ticket that is complete", TICKET_NAMES),
    Block("lost", "an own ticket that cannot be completed any more", TICKET_NAMES),
    Block("way", "cars that an own ticket still takes, twentieths", TICKET_NAMES),
    Block("offer", "a ticket that is offered", TICKET_NAMES),
    Block("plan", "cars that the wanted routes take, in fives", steps(FIVES)),
    Block("planned", "open tickets that the plan joins", steps(5)),
    Block("time", "turns that are left beyond those that the wanted routes take, in twos", steps(TURNS)),
    Block("late", "the same, when too few are left", steps(5)),
    Block("fits", "the own cars suffice for that"),
    Block("turn", "the seat is to move"),
    Block("phase", "what is decided", PHASES),
    Block("opening", "the first tickets are chosen"),
    Block("last", "the last round"),
    Block("deck", "cards in the deck, as a share of all"),
    Block("tickets left", "tickets in the deck, as a share of all"),
    Block("discards", "cards of a colour among the discards, as a share of 14", usa.COLOURS),
    Block("players", "how many play", steps(SEATS, 3)),
    Block("thesis", "by the rules of the thesis: the longest path has no bonus"),
    Block("path", "the longest own path, in threes; circles are cut open", steps(PATHS)),
    Block("path ahead", "cars that it is longer than the others' longest", steps(PATHS)),
    Block("path behind", "cars that it is shorter", steps(PATHS)),
    Block("own", "an own track", TRACK_NAMES),
    Block("others'", "a track of another seat", TRACK_NAMES),
)  # fmt: skip
(
    HAND, FACE_UP, LACK, WANTED, TICKET, DONE, LOST, WAY, OFFER, PLAN, PLANNED, TIME, LATE, FITS, TURN,
    PHASE, OPENING, LAST, DECK, TICKETS_LEFT, DISCARDS, PLAYERS, BY_THESIS, PATH, AHEAD, BEHIND, OWN, OTHERS,
) = starts(_OWN)  # fmt: skip
STANDINGS = size_of(_OWN)
_SEAT = (
    Block("cars, in fives", "", steps(FIVES)),
    Block("few cars", "", ("2-", "5-")),
    Block("cars, of 45", ""),
    Block("points, of 150", ""),
    Block("cards, of 30", ""),
    Block("tickets", "", steps(TICKETS_HELD)),
    Block("shown, of 5", "", usa.COLOURS),
)
CARS, FEW, CARS_LEFT, POINTS, CARDS, HELD_TICKETS, SHOWN = starts(_SEAT)
STANDING = size_of(_SEAT)
_PLACES = ("own", *(f"next {n}" for n in range(1, SEATS)))

OBSERVATION = (
    *_OWN,
    Block(
        "seat",
        "how it stands, nothing of seats that nobody has; shown: cards taken openly",
        [f"{place} {fact}" for place in _PLACES for fact in names_of(_SEAT)],
    ),
)
"""The own cards and tickets, the map, then how each seat stands: the same for any number of players."""


@helper
def _cards(s, seat, out):
    """The own hand, the cards face up, the piles."""
    shown = np.zeros(9, np.int64)
    for i in range(MARKET):
        if s.market[i] >= 0:
            shown[s.market[i]] += 1
    for colour in range(9):
        tell(out, HAND + HELD * colour, np.int64(s.hands[seat, colour]), HELD)
        tell(out, FACE_UP + MARKET * colour, shown[colour], MARKET)
        out[DISCARDS + colour] = s.discards[colour] / 14.0
    out[DECK] = s.deck_size / 110.0
    out[TICKETS_LEFT] = s.tickets_left / np.float64(N_TICKETS)


@helper
def _tickets(s, seat, outlook, out):
    """The own tickets, what they still take, and the cards that are lacking for it."""
    tickets = np.int64(s.tickets[seat])
    cars, needed = np.empty(N_TICKETS, np.int64), network_cars(outlook.wanted)
    measure_tickets(s, seat, tickets, cars)
    for colour in range(8):
        tell(out, LACK + LACKING * colour, outlook.lacking[colour], LACKING)
    for route in range(N_ROUTES):
        out[WANTED + route] = outlook.wanted[route]
    for ticket in range(N_TICKETS):
        if tickets >> ticket & 1:
            out[TICKET + ticket] = 1.0
            out[DONE + ticket] = cars[ticket] == 0
            out[LOST + ticket] = cars[ticket] == UNREACHABLE
            out[WAY + ticket] = min(1.0, cars[ticket] / 20.0)
    tell(out, PLAN, (needed + 4) // 5, FIVES)
    tell(out, PLANNED, outlook.planned, 5)
    tell(out, TIME, np.int64(outlook.turns / 2.0), TURNS)
    tell(out, LATE, np.int64(-outlook.turns / 2.0), 5)
    out[FITS] = needed <= s.cars[seat]


@helper
def _railways(s, seat, rails, out):
    """The longest path beside the others', and who has which tracks."""
    tell(out, PATH, rails.longest // 3, PATHS)
    tell(out, AHEAD, rails.longest - rails.rival, PATHS)
    tell(out, BEHIND, rails.rival - rails.longest, PATHS)
    for track in range(s.owner.size):
        if s.owner[track]:
            out[(OWN if s.owner[track] == seat + 1 else OTHERS) + track] = 1.0


@helper
def _standing(s, other, out, start):
    """How a seat stands."""
    tell(out, start + CARS, (np.int64(s.cars[other]) + 4) // 5, FIVES)
    out[start + FEW] = s.cars[other] <= 2
    out[start + FEW + 1] = s.cars[other] <= 5
    out[start + CARS_LEFT] = s.cars[other] / np.float64(usa.CARS)
    out[start + POINTS] = min(1.0, s.points[other] / 150.0)
    out[start + CARDS] = min(1.0, s.cards[other] / 30.0)
    tell(out, start + HELD_TICKETS, np.int64(s.held[other]), TICKETS_HELD)
    for colour in range(9):
        out[start + SHOWN + colour] = min(1.0, s.shown[other, colour] / 5.0)


@helper
def look_around(s, seat, outlook, rails, out):
    """All that a player knows."""
    players = np.int64(s.players)
    _cards(s, seat, out)
    _tickets(s, seat, outlook, out)
    for i in range(s.offered[seat]):
        out[OFFER + s.offers[seat, i]] = 1.0
    out[TURN] = s.turn == seat and not s.over
    out[PHASE + s.phase] = 1.0
    out[OPENING] = s.opening > 0
    out[LAST] = s.last >= 0
    tell(out, PLAYERS, players - 2, SEATS - 2)
    out[BY_THESIS] = s.rules == THESIS
    _railways(s, seat, rails, out)
    for step in range(players):
        _standing(s, (seat + step) % players, out, STANDINGS + STANDING * step)


@rule
def observe(state, seat, out):
    s = fields(state)
    look_around(s, seat, look_ahead(s, seat), survey(s, seat), out)
