"""How Ticket to Ride is judged: played out by the strongest player's plans, each kept for some turns."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.best.decisions import WEIGHTS, choose_tickets, follow_plan, make_plan
from parlour.games.ticket_to_ride.railways import N_ROUTES, open_track
from parlour.games.ticket_to_ride.rules import apply
from parlour.games.ticket_to_ride.state import CLAIM, FIRST, KEEPING, SEATS, fields
from parlour.kernel import helper, rule

__all__ = ["PLAYER", "playout"]

PLAYER = "best"
KEPT = 5  # turns for which a plan is kept
VOID = -1  # no plan


@helper
def still_open(s, seat, wanted):
    """Whether every wanted route can still be claimed."""
    closed = 0
    for route in range(N_ROUTES):
        closed += wanted[route] and open_track(s, seat, route) < 0
    return closed == 0


@helper
def decide(s, seat, wanted, planned, turns):
    """The strongest player's action; its plan is made anew when it is old, void, done or closed."""
    if s.phase == KEEPING:
        planned[seat] = VOID
        return choose_tickets(s, seat, WEIGHTS)
    turns[seat] += s.phase == FIRST
    if planned[seat] <= 0 or turns[seat] > KEPT or not still_open(s, seat, wanted):
        planned[seat], turns[seat] = make_plan(s, seat, WEIGHTS, wanted), 0
    action = follow_plan(s, seat, planned[seat], wanted, WEIGHTS)
    if action >= CLAIM:
        planned[seat] = VOID
    return action


@rule
def playout(state, rng):
    """Play the game out."""
    s = fields(state)
    wanted = np.empty((SEATS, N_ROUTES), np.bool_)
    planned, turns = np.full(SEATS, VOID), np.zeros(SEATS, np.int64)
    while not s.over:
        seat = np.int64(s.turn)
        apply(state, decide(s, seat, wanted[seat], planned, turns), rng)
