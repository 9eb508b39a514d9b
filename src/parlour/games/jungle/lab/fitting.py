"""Fitting the network of `best` to positions and the results of their games, by gradient descent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types

from parlour.games.jungle.best.endings import MIRROR
from parlour.games.jungle.best.network import BIAS, OTHER, OWN, REST, animal_row, waiting_row
from parlour.games.jungle.kinds import HEIGHT, HIDDEN
from parlour.games.jungle.state import GONE, fields
from parlour.kernel import INTS, NUMBERS, STATE_ROWS, compiled, helper, row
from parlour.learn.descent import Optimizer, fit
from parlour.model import Arrays
from parlour.progress import Track, silent

__all__ = ["fit_network", "log_loss", "new_network"]

BATCH = 4096
RATE = 3e-3
ADAMW = Optimizer("adam", decay=0.3, fading=("rows",))
MOST_ROWS = 17  # of a view: every animal's, and that of the quiet moves
_ROWS = types.Array(types.int32, 3, "C")


def new_network(seed: int) -> np.ndarray:
    """A network with small random weights; the other view counts against the mover."""
    random = np.random.default_rng(seed)
    net = np.zeros((HEIGHT, HIDDEN), np.float32)
    net[:BIAS] = random.normal(0, 0.05, (BIAS, HIDDEN))
    net[BIAS] = 0.3
    net[OWN] = random.normal(0, 0.3, HIDDEN)
    net[OTHER] = -net[OWN]
    return net


@helper
def _list_rows(s, viewer, mirrored, rows):
    """The rows that a player's view is the sum of; `BIAS` stands for none."""
    for slot in range(16):
        seat, rank = slot >> 3, slot & 7
        square = np.int64(s.places[seat, rank])
        here = MIRROR[square] if mirrored and square != GONE else square
        rows[slot] = animal_row(viewer, seat, rank, here) if square != GONE else BIAS
    rows[16] = waiting_row(s, viewer)


@compiled(types.void(STATE_ROWS, NUMBERS, INTS, types.int64, _ROWS, NUMBERS))
def _read(states, results, sample, mirrored, rows, shares):
    """Write the rows of both views, the mover's first, of the positions with the numbers `sample`, and the
    mover's share of each result.

    Every other one is seen in the mirror: the odd ones of the sample, or with `mirrored` odd the even ones.
    """
    for k in range(sample.size):
        s = fields(row(states, sample[k]))
        for side in range(2):
            _list_rows(s, s.turn ^ side, (k + mirrored) & 1, rows[k, side])
        shares[k] = results[sample[k]] if s.turn == 0 else 1.0 - results[sample[k]]


def _parts(net: np.ndarray) -> Arrays:
    """A network as the parameters of a descent."""
    return {"rows": net[:BIAS], "bias": net[BIAS], "out": net[OWN : OTHER + 1], "rest": net[REST, :1]}


def _whole(parts: Arrays) -> np.ndarray:
    """The network that the parameters make."""
    net = np.zeros((HEIGHT, HIDDEN), np.float32)
    net[:BIAS], net[BIAS], net[OWN : OTHER + 1] = parts["rows"], parts["bias"], parts["out"]
    net[REST, 0] = parts["rest"][0]
    return net


def _loss(net: Any, rows: Any, shares: Any) -> Any:
    """The mean surprise at how games ended for the mover."""
    import jax
    import jax.numpy as jnp

    table = jnp.concatenate([net["rows"], jnp.zeros((1, HIDDEN))])
    units = jnp.clip(net["bias"] + table[rows].sum(axis=2), 0.0, 1.0)
    odds = (units**2 * net["out"]).sum(axis=(1, 2)) + net["rest"][0]
    return -(shares * jax.nn.log_sigmoid(odds) + (1 - shares) * jax.nn.log_sigmoid(-odds)).mean()


def _batch(
    states: np.ndarray, results: np.ndarray, sample: np.ndarray, mirrored: int
) -> tuple[np.ndarray, ...]:
    """Some positions as the loss reads them: their rows, and the mover's share of the result."""
    rows, shares = np.empty((sample.size, 2, MOST_ROWS), np.int32), np.empty(sample.size, np.float32)
    _read(states, results, sample, mirrored, rows, shares)
    return rows, shares


def _batches(
    states: np.ndarray, results: np.ndarray, steps: int, seed: int, track: Track
) -> Iterator[tuple[np.ndarray, ...]]:
    random = np.random.default_rng(seed)
    for step in track(range(steps), "steps of learning", steps):
        yield _batch(states, results, random.integers(0, len(states), BATCH), step)


def log_loss(net: np.ndarray, states: np.ndarray, results: np.ndarray) -> float:
    """The mean surprise of a network at how games ended."""
    return float(_loss(_parts(net), *_batch(states, results, np.arange(len(states)), 0)))


def fit_network(
    net: np.ndarray, states: np.ndarray, results: np.ndarray, epochs: float, seed: int, track: Track = silent
) -> np.ndarray:
    """The network after some passes over the positions."""
    steps = max(1, round(epochs * len(states) / BATCH))
    parts, _ = fit(_parts(net), _loss, _batches(states, results, steps, seed, track), steps, RATE, ADAMW)
    return _whole(parts)
