"""How Dicewars is judged: played out by a quick and strong policy."""

from __future__ import annotations

from parlour.games.dicewars.policies import stei
from parlour.games.dicewars.rules import apply
from parlour.games.dicewars.state import fields
from parlour.kernel import rule

__all__ = ["playout"]


@rule
def playout(state, rng):
    """Play the game out by the chance to win an attack and to hold what it takes."""
    s = fields(state)
    while not s.over:
        apply(state, stei(state, rng), rng)
