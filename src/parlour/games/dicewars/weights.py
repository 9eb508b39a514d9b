"""The fitted weights of `wpm` and of the network behind `best`, as models."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.game import Game
from parlour.games.dicewars import GAME, MOST
from parlour.model import ModelKind, load_model

__all__ = ["FEATURE_NAMES", "HIDDEN", "NETWORK", "WPM", "Network", "network", "wpm_table"]

# What the network knows of a seat.
FEATURE_NAMES = (
    "waits",  # seats that move before it, in eighths
    "next",  # it moves next
    "ends",  # it is the seat that ends its turn
    "alive",  # seats that have areas, in eighths
    "areas",  # as a share of the map
    "log_areas",
    "region",  # the largest connected one, as a share of the map
    "log_region",
    "dice",  # as a share of all dice
    "log_dice",
    "income",  # dice that come before the others move, in sixteenths; 0 for all but the seat that ends
    "reserve",  # in sixteenths
    "lost",  # areas expected to fall when each enemy neighbour attacks once, in eighths
    "region_lost",  # the same within the largest region
    "won",  # the best odds against each enemy area beside it, summed, in eighths
    "fronts",  # areas beside an enemy, as a share of the map
    "full",  # areas with eight dice, in eighths
    "idle",  # dice on areas without an enemy neighbour, as a share of all dice
)
HIDDEN = 32

WPM = ModelKind(
    "wpm",
    "parlour train dicewars --method wpm",
    {"weights": ("float64", (MOST + 1, 2 * MOST))},  # a row for each number of players
    ("log_region", "log_dice"),  # of each seat, in turn order from oneself
)
NETWORK = ModelKind(
    "network",
    "parlour train dicewars --method network",
    {
        "hidden": ("float64", (len(FEATURE_NAMES), HIDDEN)),
        "bias": ("float64", (HIDDEN,)),
        "output": ("float64", (HIDDEN,)),
    },
    FEATURE_NAMES,
)


class Network(NamedTuple):
    """The weights of the network: one hidden layer of rectified units, and its output."""

    hidden: np.ndarray  # feature x unit
    bias: np.ndarray
    output: np.ndarray


def wpm_table(model: str | None = None, game: Game = GAME) -> np.ndarray:
    """The weights of `wpm`, a row for each number of players: those of a model, or Parlour's."""
    return load_model(game, WPM, model, "wpm").arrays["weights"]


def network(model: str | None = None, game: Game = GAME) -> Network:
    """The network of `best`: that of a model, or Parlour's."""
    return Network(**load_model(game, NETWORK, model, "network").arrays)
