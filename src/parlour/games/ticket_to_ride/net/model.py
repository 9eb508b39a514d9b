"""The network of the thesis: two hidden layers that choose the general decision."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from parlour.game import Game
from parlour.games.ticket_to_ride.net.kinds import LATER, NET, NET_LATER
from parlour.model import find_model, load_model, read_header

__all__ = ["THESIS_UNIVERSAL", "Network", "better_for", "judge", "network", "odds"]

THESIS_UNIVERSAL = (2, 5)
"""The numbers of players for which the thesis recommends the universal model (its section 5.5)."""


class Network(NamedTuple):
    """A model as compiled code reads it: the scaling of its inputs, then three layers."""

    mean: np.ndarray
    scale: np.ndarray
    weights_0: np.ndarray
    biases_0: np.ndarray
    weights_1: np.ndarray
    biases_1: np.ndarray
    weights_2: np.ndarray
    biases_2: np.ndarray


def network(game: Game, model: str | None = None, default: str = "universal") -> Network:
    """The network of a model; without one, one of Parlour's by its name."""
    later = model is not None and read_header(find_model(game, model, NET.name)).encoding == list(LATER)
    arrays = load_model(game, NET_LATER if later else NET, model, default).arrays
    return Network(**{name: array.astype(float) for name, array in arrays.items()})


@cache
def better_for(game_name: str = "ticket-to-ride") -> tuple[int, ...]:
    """The numbers of players for which Parlour's universal model plays better than the specific one."""
    from parlour.game import game

    return tuple(load_model(game(game_name), NET, None, "universal").facts["better for"])


def odds(net: Network, inputs: np.ndarray) -> np.ndarray:
    """The probability of each class for rows of inputs."""
    first = np.maximum((inputs - net.mean) / net.scale @ net.weights_0 + net.biases_0, 0.0)
    second = np.maximum(first @ net.weights_1 + net.biases_1, 0.0)
    last = second @ net.weights_2 + net.biases_2
    shares = np.exp(last - last.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def judge(net: Network, inputs: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Mean loss (cross-entropy) and accuracy on labelled rows."""
    shares = odds(net, inputs)
    loss = -np.log(np.maximum(shares[np.arange(labels.size), labels], 1e-12)).mean()
    return float(loss), float((shares.argmax(axis=1) == labels).mean())
