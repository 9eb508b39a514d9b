"""Fitting the network of `best` to positions and the results of their games, by gradient descent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import types

from parlour.games.jungle.best.endings import MIRROR
from parlour.games.jungle.best.network import (
    BIAS,
    HEIGHT,
    HIDDEN,
    LAYER,
    LEAST,
    MOST,
    NET,
    OTHER,
    OWN,
    REST,
    animal_row,
    waiting_row,
)
from parlour.games.jungle.state import GONE, fields
from parlour.kernel import INTS, STATE_ROWS, compiled, helper, row
from parlour.progress import Track, silent

__all__ = ["fit", "log_loss", "new_network"]

BATCH = 4096
PARTS = 2  # of a batch, each on a thread of its own
RATE = 3e-3  # of Adam (Kingma and Ba 2015), falling to nothing along a cosine
DECAY = 0.3  # how fast weights that nothing confirms fade (Loshchilov and Hutter 2019)


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
    """The rows that a player's view is the sum of; how many there are."""
    n = 0
    for slot in range(16):
        seat, rank = slot >> 3, slot & 7
        square = np.int64(s.places[seat, rank])
        if square != GONE:
            rows[n] = animal_row(viewer, seat, rank, MIRROR[square] if mirrored else square)
            n += 1
    rows[n] = waiting_row(s, viewer)
    return n + 1


@helper
def _add_up(net, rows, n, units):
    """The hidden layer of a view."""
    for h in range(HIDDEN):
        units[h] = net[BIAS, h]
    for i in range(n):
        for h in range(HIDDEN):
            units[h] += net[rows[i], h]
    for h in range(HIDDEN):
        units[h] = min(max(units[h], LEAST), MOST)


@helper
def _pass_back(slopes, rows, n, units, back):
    """Add the error of a view's hidden layer to the slopes of its rows."""
    for h in range(HIDDEN):
        if units[h] <= LEAST or units[h] >= MOST:
            back[h] = LEAST
        slopes[BIAS, h] += back[h]
    for i in range(n):
        for h in range(HIDDEN):
            slopes[rows[i], h] += back[h]


@compiled(types.float64(NET, STATE_ROWS, LAYER, INTS, types.int64, NET))
def _learn(net, states, results, sample, mirrored, slopes):
    """Add the slopes of the log loss of the positions with the numbers `sample` to `slopes`; the loss.

    Every other one is seen in the mirror: the odd ones of the sample, or with `mirrored` odd the even ones.
    """
    rows, counts = np.empty((2, 17), np.int64), np.empty(2, np.int64)
    units, back = np.empty((2, HIDDEN), np.float32), np.empty(HIDDEN, np.float32)
    loss = 0.0
    for k in range(sample.size):
        s = fields(row(states, sample[k]))
        total = np.float64(net[REST, 0])
        for side in range(2):  # the mover's view, then the other's
            counts[side] = _list_rows(s, s.turn ^ side, (k + mirrored) & 1, row(rows, side))
            _add_up(net, row(rows, side), counts[side], row(units, side))
            for h in range(HIDDEN):
                total += units[side, h] * units[side, h] * net[OWN + side, h]
        chance = 1.0 / (1.0 + np.exp(-total))
        share = results[sample[k]] if s.turn == 0 else 1.0 - results[sample[k]]
        loss -= share * np.log(chance + 1e-9) + (1.0 - share) * np.log(1.0 - chance + 1e-9)
        error = np.float32(chance - share)
        slopes[REST, 0] += error
        for side in range(2):
            for h in range(HIDDEN):
                unit = units[side, h]
                slopes[OWN + side, h] += error * unit * unit
                back[h] = error * net[OWN + side, h] * (unit + unit)
            _pass_back(slopes, row(rows, side), counts[side], row(units, side), back)
    return loss


@compiled(types.void(NET, NET, NET, NET, types.float64, types.int64))
def _descend(net, slopes, means, squares, rate, step):
    """The step of Adam with a number from 1; `means` are those of the slopes, `squares` of their squares.

    The slopes are cleared.
    """
    fair_mean, fair_square = 1.0 / (1.0 - 0.9**step), 1.0 / (1.0 - 0.999**step)
    for i in range(HEIGHT):
        for h in range(HIDDEN):
            slope = slopes[i, h] / BATCH
            means[i, h] += 0.1 * (slope - means[i, h])
            squares[i, h] += 0.001 * (slope * slope - squares[i, h])
            net[i, h] -= rate * fair_mean * means[i, h] / (np.sqrt(fair_square * squares[i, h]) + 1e-8)
            if i < BIAS:
                net[i, h] *= 1.0 - rate * DECAY
            slopes[i, h] = 0.0


def log_loss(net: np.ndarray, states: np.ndarray, results: np.ndarray) -> float:
    """The mean surprise at how games ended."""
    everything = np.arange(len(states))
    return float(_learn(net, states, results, everything, 0, np.zeros_like(net))) / max(len(states), 1)


def fit(
    net: np.ndarray,
    states: np.ndarray,
    results: np.ndarray,
    epochs: float,
    seed: int,
    track: Track = silent,
) -> np.ndarray:
    """The network after some passes over the positions."""
    random, net = np.random.default_rng(seed), net.copy()
    means, squares = np.zeros_like(net), np.zeros_like(net)
    slopes = [np.zeros_like(net) for _ in range(PARTS)]
    steps = max(1, round(epochs * len(states) / BATCH))
    with ThreadPoolExecutor(PARTS) as pool:
        for step in track(range(steps), "steps of learning", steps):
            parts = np.array_split(random.integers(0, len(states), BATCH), PARTS)
            tasks = [
                pool.submit(_learn, net, states, results, part, step, out)
                for part, out in zip(parts, slopes, strict=True)
            ]
            for task in tasks:
                task.result()
            for extra in slopes[1:]:
                slopes[0] += extra
                extra[:] = 0
            rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            _descend(net, slopes[0], means, squares, rate, step + 1)
    return net
