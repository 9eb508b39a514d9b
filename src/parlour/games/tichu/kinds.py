"""The kinds of models that Tichu's agents know the game by."""

from __future__ import annotations

from parlour.model import ModelKind

__all__ = ["CALLS", "DETERMINIZER", "SHAPE", "TURNS"]

TURNS = 90  # the first ones, which the determinizer tells apart
SHAPE = (7, TURNS, 4, 2)  # the combination on the table, the turn, the player, whether an answer was held

DETERMINIZER = ModelKind(
    "determinizer",
    "parlour train tichu --method determinizer",
    {"counters": ("int32", SHAPE)},
    1,
)
CALLS = "calls"
"""The name of the kind of models of calls, whose arrays depend on their form: see `calls.models`."""
