"""How Ticket to Ride is judged: played out by the strongest player's plans, each kept for some turns."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.best.decisions import WEIGHTS, choose_tickets, follow_plan, make_plan
from parlour.games.ticket_to_ride.railways import N_ROUTES, open_track, owns_route
from parlour.games.ticket_to_ride.rules import apply
from parlour.games.ticket_to_ride.state import FIRST, KEEPING, SEATS, fields
from parlour.kernel import helper, rule

__all__ = ["PLAYER", "playout"]

PLAYER = "best"
KEPT = 8  # turns for which a plan is kept
VOID = -1  # no plan


@helper
def still_good(s, seat, wanted):
    """Whether wanted routes are left and all can be claimed; what is owned by now is struck out."""
    left, closed = 0, 0
    for route in range(N_ROUTES):
        if wanted[route]:
            if owns_route(s, seat, route):
                wanted[route] = False
            else:
                left += 1
                closed += open_track(s, seat, route) < 0
    return left > 0 and closed == 0


@helper
def decide(s, seat, wanted, planned, turns):
    """The strongest player's action; its plan is made anew when it is old, void, done or closed."""
    if s.phase == KEEPING:
        planned[seat] = VOID
        return choose_tickets(s, seat, WEIGHTS)
    turns[seat] += s.phase == FIRST
    if planned[seat] <= 0 or turns[seat] > KEPT or not still_good(s, seat, wanted):
        planned[seat], turns[seat] = make_plan(s, seat, WEIGHTS, wanted), 0
    return follow_plan(s, seat, planned[seat], wanted, WEIGHTS)


@rule
def playout(state, rng):
    """Play the game out."""
    s = fields(state)
    wanted = np.empty((SEATS, N_ROUTES), np.bool_)
    planned, turns = np.full(SEATS, VOID), np.zeros(SEATS, np.int64)
    while not s.over:
        seat = np.int64(s.turn)
        apply(state, decide(s, seat, wanted[seat], planned, turns), rng)
