"""How Ticket to Ride is judged: played out by the thesis's algorithm as it was written."""

from __future__ import annotations

from parlour.games.ticket_to_ride.labno.decisions import TEXT, decide
from parlour.games.ticket_to_ride.rules import apply
from parlour.games.ticket_to_ride.state import fields
from parlour.kernel import rule

__all__ = ["playout"]


@rule
def playout(state, rng):
    """Play the game out by the cheapest ways of everyone's tickets."""
    s = fields(state)
    while not s.over:
        apply(state, decide(s, TEXT, rng), rng)
