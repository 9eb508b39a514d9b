"""The kind of models that the agent `net` decides by."""

from __future__ import annotations

from itertools import pairwise

from parlour.model import ModelKind

__all__ = ["CLASSES", "FEATURES", "HIDDEN", "NET"]

CLASSES = ("pass", "draw cards", "draw tickets", "claim")
HIDDEN = (160, 120)
FEATURES = (
    "turn", "own train cards", "face-up cards", "deck", "discards", "own tickets", "tickets left",
    "own cars", "own points", "deck and face-up cards", "routes claimable", "routes matching",
    "routes in target", "routes missing", "players", "least cars of others", "most cars of others",
    "mean cars of others", "median cars of others", "least tickets of others",
    "most tickets of others", "mean tickets of others", "median tickets of others",
    "own tickets failed", "own tickets done", "own points without tickets",
)  # fmt: skip

_LAYERS = enumerate(pairwise((len(FEATURES), *HIDDEN, len(CLASSES))))
NET = ModelKind(
    "net",
    "parlour train ticket-to-ride --method net",
    {"mean": ("float16", (len(FEATURES),)), "scale": ("float16", (len(FEATURES),))}
    | {
        f"{name}_{i}": ("float16", shape)
        for i, (size, units) in _LAYERS
        for name, shape in (("weights", (size, units)), ("biases", (units,)))
    },
    FEATURES,
)
