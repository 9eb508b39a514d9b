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
    "strong",  # the attacks that win more often than not, in sixteenths
    "parts",  # connected parts that its areas fall into, in eighths
)
# What it knows of an area.
AREA_NAMES = (
    "dice",  # in eighths
    "one die",
    "full",  # eight dice
    "coming",  # the dice that it may expect as the turn ends, in eighths
    "falls",  # the chance that it falls when each enemy neighbour attacks once
    "worst",  # the best odds of an enemy neighbour against it
    "falls later",  # as `falls`, with the dice that are coming
    "strikes",  # its best odds against an enemy neighbour
    "strikes in all",  # its odds against all of them, summed, in quarters
    "enemies",  # neighbours of others, in quarters
    "friends",  # neighbours of the same seat, in quarters
    "in region",  # it lies in the largest region of its seat
    "connected",  # the areas that it is connected with, as a share of the map
    "ends",  # its seat is the one that ends its turn
    "next",  # its seat moves next
    "joint",  # parts into which its neighbours of the same seat fall, but for one, in halves
)
HIDDEN = 32
AREA_HIDDEN = 16

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
        "brings": ("float32", (len(FEATURE_NAMES), AREA_HIDDEN)),
        "area": ("float32", (len(AREA_NAMES), AREA_HIDDEN)),
        "area_bias": ("float32", (AREA_HIDDEN,)),
        "itself": ("float32", (AREA_HIDDEN, AREA_HIDDEN)),
        "friends": ("float32", (AREA_HIDDEN, AREA_HIDDEN)),
        "enemies": ("float32", (AREA_HIDDEN, AREA_HIDDEN)),
        "near_bias": ("float32", (AREA_HIDDEN,)),
        "seat": ("float32", (len(FEATURE_NAMES), HIDDEN)),
        "pool": ("float32", (2 * AREA_HIDDEN, HIDDEN)),
        "bias": ("float32", (HIDDEN,)),
        "output": ("float32", (HIDDEN,)),
    },
    [*FEATURE_NAMES, *AREA_NAMES],
)


class Network(NamedTuple):
    """The weights of the network, from what is written to the units that read it."""

    brings: np.ndarray  # a seat's numbers to each of its areas
    area: np.ndarray  # an area's own numbers
    area_bias: np.ndarray
    itself: np.ndarray  # an area to itself among its neighbours
    friends: np.ndarray  # the sum of its neighbours of the same seat
    enemies: np.ndarray  # and of the others
    near_bias: np.ndarray
    seat: np.ndarray  # a seat's numbers to its strength
    pool: np.ndarray  # the sums of its areas, by themselves, and among their neighbours at its borders
    bias: np.ndarray
    output: np.ndarray


def wpm_table(model: str | None = None, game: Game = GAME) -> np.ndarray:
    """The weights of `wpm`, a row for each number of players: those of a model, or Parlour's."""
    return load_model(game, WPM, model, "wpm").arrays["weights"]


def network(model: str | None = None, game: Game = GAME) -> Network:
    """The network of `best`: that of a model, or Parlour's."""
    return Network(**load_model(game, NETWORK, model, "network").arrays)
