"""The kinds of models that Jungle's agents know the game by."""

from __future__ import annotations

from parlour.games.jungle import RULE_SETS
from parlour.model import ModelKind

__all__ = ["HEIGHT", "HIDDEN", "NETWORK", "SIZE", "WEIGHTS"]

HIDDEN, HEIGHT = 32, 1048  # units and rows of the network
SIZE = 419  # weights of the evaluation

NETWORK = ModelKind(
    "network",
    "parlour train jungle --method network",
    {"net": ("float16", (HEIGHT, HIDDEN))},
    1,  # which rows there are: see `best.network`
)
WEIGHTS = ModelKind(
    "weights",
    "parlour train jungle --method weights",
    {"weights": ("float64", (len(RULE_SETS), SIZE))},
    1,  # which features they weigh: see `evaluation`
)
