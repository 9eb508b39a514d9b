"""The fitted weights of `wpm` and of the network behind `best`: small files beside this one.

They are made by ``parlour train dicewars-wpm`` and ``parlour train dicewars-best``; each says for which
game, rules and features it was made, and is refused for any other.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.errors import ParlourError
from parlour.files import write_text
from parlour.games.dicewars import FEWEST, GAME, MOST

__all__ = [
    "FEATURE_NAMES", "HIDDEN", "NETWORK_FILE", "WPM_FILE", "WPM_NAMES", "Network", "load", "network", "save",
    "wpm_table",
]  # fmt: skip

WPM_FILE = Path(__file__).parent / "models" / "wpm.json"
NETWORK_FILE = Path(__file__).parent / "models" / "best.json"

WPM_NAMES = ("log_region", "log_dice")  # of each seat, in turn order from oneself

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


class Network(NamedTuple):
    """The weights of the network: one hidden layer of rectified units, and its output."""

    hidden: np.ndarray  # feature x unit
    bias: np.ndarray
    output: np.ndarray


def save(path: Path, features: tuple[str, ...], weights: dict[str, Any]) -> Path:
    """Write weights, to six places, with what they were made for."""
    numbers = {name: np.round(np.asarray(values), 6).tolist() for name, values in weights.items()}
    head = {"game": GAME.name, "rules": GAME.rules_version, "features": features}
    return write_text(path, json.dumps({**head, "weights": numbers}) + "\n")


def load(path: Path, features: tuple[str, ...]) -> dict[str, np.ndarray]:
    """The weights of a file, refused when they were made for anything else."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        purpose = (content["game"], content["rules"], tuple(content["features"]))
        weights = {name: np.array(values, float) for name, values in content["weights"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise ParlourError(f"{path} holds no weights: make them again with parlour train") from None
    if purpose != (GAME.name, GAME.rules_version, features):
        raise ParlourError(f"{path} was made for other rules or features: make it again with parlour train")
    return weights


def wpm_table() -> np.ndarray:
    """The weights of `wpm`, a row for each number of players."""
    table = np.zeros((MOST + 1, 2 * MOST))
    for players, weights in load(WPM_FILE, WPM_NAMES).items():
        table[int(players), : weights.size] = weights
    assert table[FEWEST:].any(axis=1).all()
    return table


def network() -> Network:
    """The network of `best`."""
    return Network(**load(NETWORK_FILE, FEATURE_NAMES))
