"""How a search plays Ticket to Ride out."""

from __future__ import annotations

from parlour.games.ticket_to_ride.labno.decisions import PROGRAM, decide_by, new_notes
from parlour.games.ticket_to_ride.rules import apply
from parlour.games.ticket_to_ride.state import fields
from parlour.kernel import rule


@rule
def playout(state, rng):
    """Play the game out by the thesis's algorithm: a far better guess than chance, and quick."""
    s, notes = fields(state), new_notes()
    while not s.over:
        apply(state, decide_by(s, PROGRAM, notes, rng), rng)
