"""The kind of models that the agent `net` decides by."""

from __future__ import annotations

from itertools import pairwise

from parlour.model import ModelKind

__all__ = ["CLASSES", "FEATURES", "HIDDEN", "LATER", "NET", "NET_LATER"]

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
LATER = (*FEATURES, "most cards of a colour", "colours held")
"""The inputs of the thesis's later model (its section 4.5)."""


def _kind(features: tuple[str, ...]) -> ModelKind:
    layers = enumerate(pairwise((len(features), *HIDDEN, len(CLASSES))))
    arrays = {
        f"{name}_{i}": ("float16", shape)
        for i, (size, units) in layers
        for name, shape in (("weights", (size, units)), ("biases", (units,)))
    }
    scaling = {name: ("float16", (len(features),)) for name in ("mean", "scale")}
    return ModelKind("net", "parlour train ticket-to-ride --method net", {**scaling, **arrays}, features)


NET, NET_LATER = _kind(FEATURES), _kind(LATER)
