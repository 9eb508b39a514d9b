"""Ticket to Ride's compiled policies."""

from __future__ import annotations

from parlour.games.ticket_to_ride.labno.decisions import PROGRAM, SIX, TEXT, decide
from parlour.games.ticket_to_ride.planner.decisions import WEIGHTS
from parlour.games.ticket_to_ride.planner.decisions import decide as plan_ahead
from parlour.games.ticket_to_ride.state import fields
from parlour.kernel import policy


@policy
def labno(state, rng):
    """The thesis's algorithm as it was written."""
    return decide(fields(state), TEXT, rng)


@policy
def labno_six(state, rng):
    """The thesis's algorithm as it was written, but routes are long from length 6."""
    return decide(fields(state), SIX, rng)


@policy
def labno_blind(state, rng):
    """The thesis's algorithm as its program ran: other thresholds, and train cards from the deck."""
    return decide(fields(state), PROGRAM, rng)


@policy
def planner(state, rng):
    """One network for all tickets, cards for what it lacks, and a timed end."""
    return plan_ahead(fields(state), WEIGHTS, rng)
