"""How far a deep search's value lies from a shallow one's: measured for the probabilistic cuts.

For each number of empty squares and depth the search needs one number, the standard deviation of the
difference (Buro 1995). It is measured on positions of self-play; a linear fit smooths its logarithm.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from parlour.games.reversi.best.engine import Engine
from parlour.games.reversi.best.midgame import LEAST_CUT, SURE, shallow_depth
from parlour.games.reversi.kinds import UNIT
from parlour.games.reversi.lanes import flips, moves
from parlour.progress import Track, silent

__all__ = ["measure_spreads"]

DEEPEST = 8  # the depth up to which it is measured; beyond it the fit goes on
END = (14, 18)  # searches to the end are measured with so many empty squares
RANGE = (14, 52)  # and in the middle game with so many
WIDEST = 12.0  # discs
LEAST, MOST = 0.125, 20.0  # discs: what differs by less or more counts as so much
NORMAL = -0.6352  # the mean of log |x| where x has the standard normal distribution
_shallow: Callable[[int], int] = getattr(shallow_depth, "py_func", shallow_depth)


def sample_position(engine: Engine, empties: int, rng: np.random.Generator) -> tuple[int, int] | None:
    """A position of self-play at depth 1 after a random opening; None when the game ended before."""
    own, opp, opening = 1 << 28 | 1 << 35, 1 << 27 | 1 << 36, int(rng.integers(6, 16))
    ply = 0
    while 64 - (own | opp).bit_count() > empties or not moves(own, opp):
        if not moves(own, opp):
            own, opp = opp, own
            if not moves(own, opp):
                return None
        legal = [square for square in range(64) if moves(own, opp) >> square & 1]
        if ply < opening or rng.random() < 0.1:
            square = int(rng.choice(legal))
        else:
            square = max(legal, key=lambda move: engine.search(own, opp, np.array([move]), 1, SURE))
        discs = flips(own, opp, square)
        own, opp, ply = opp ^ discs, own | discs | 1 << square, ply + 1
    return own, opp


def _value(engine: Engine, own: int, opp: int, depth: int) -> float:
    legal = np.array([square for square in range(64) if moves(own, opp) >> square & 1], np.int64)
    return engine.search(own, opp, legal, depth, SURE)


def measure_spreads(
    weights: np.ndarray,
    positions: int = 600,
    seed: int = 0,
    track: Track = silent,
) -> np.ndarray:
    """The spread for each number of empty squares (row) and depth (column), in units of the search."""
    engine, rng = Engine(16, (weights, np.zeros((64, 64), np.uint64))), np.random.default_rng(seed)
    middle, end = [], []
    for number in track(range(positions), "positions", positions):
        empties = int(rng.integers(END[0], RANGE[1] + 1 if number % 3 else END[1] + 1))
        position = sample_position(engine, empties, rng)
        if position is None:
            continue
        engine.forget()
        if number % 3:
            values = [_value(engine, *position, depth) for depth in range(1, DEEPEST + 1)]
            for depth in range(LEAST_CUT, DEEPEST + 1):
                middle.append((empties, depth, values[depth - 1] - values[_shallow(depth) - 1]))
        else:
            values = [_value(engine, *position, depth) for depth in (*range(1, DEEPEST + 1), empties)]
            for shallow in range(2, DEEPEST + 1):
                end.append((empties, shallow, values[-1] - values[shallow - 1]))
    return _smooth(np.array(middle), np.array(end))


def _fit(differences: np.ndarray, *features: np.ndarray) -> np.ndarray:
    """The logarithm of the standard deviation as a linear function of some features: least squares."""
    columns = np.column_stack([np.ones(len(differences)), *features])
    sizes = np.log(np.clip(np.abs(differences), LEAST, MOST)) - NORMAL
    return np.asarray(np.linalg.lstsq(columns, sizes, rcond=None)[0])


def _smooth(middle: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The spreads by fits to what was measured in the middle game and in searches to the end."""
    empties, depth = np.mgrid[0:64, 0:64]
    base, by_empties, by_depth = _fit(middle[:, 2], middle[:, 0], np.log(middle[:, 1]))
    table = np.exp(base + by_empties * np.clip(empties, *RANGE) + by_depth * np.log(np.maximum(depth, 1)))
    base, by_rest = _fit(end[:, 2], end[:, 0] - end[:, 1])  # by how much the shallow search leaves out
    for count in range(64):
        table[count, count] = np.exp(base + by_rest * (count - _shallow(count)))
    return np.asarray(np.rint(UNIT * np.clip(table, 1, WIDEST)), np.uint64)
