"""The weights of the patterns that predict best what positions turned out to be worth: least squares.

A weight that few positions confirm is held near nothing and near the same weight of the stages beside its own
(ridge regression, Hoerl and Kennard 1970, with a penalty on differences, Whittaker 1923). That is a system of
linear equations with a million unknowns and one solution. SciPy finds it by conjugate gradients, which need
no step size, and only ask what the equations make of some weights; compiled functions tell.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.errors import ParlourError
from parlour.games.reversi.best.memory import WORD_ARRAY
from parlour.games.reversi.best.patterns import (
    ANSWERS_AT,
    DISCS_AT,
    FOLD,
    LANES,
    MOVES_AT,
    OFFSETS,
    USED,
    parts,
    read_patterns,
    stage_start,
    worth,
)
from parlour.games.reversi.kinds import FOLDED, SIZE, STAGES
from parlour.games.reversi.lab.selfplay import Positions
from parlour.games.reversi.lanes import moves_by_lanes
from parlour.kernel import FLOATS, compiled, pointer, popcount
from parlour.learn.threads import one_thread
from parlour.progress import Track, silent

__all__ = ["fit", "predict"]

RIDGE = 2.0  # a weight of one disc costs as much as so many positions that are a disc wrong
SMOOTH = 200.0  # and one that differs by a disc from that of the next stage as much as so many
STEPS, CLOSE = 60, 3e-3

_SHORTS = types.Array(types.uint16, 1, "C")


@compiled(types.void(WORD_ARRAY, WORD_ARRAY, FLOATS, _SHORTS, FLOATS))
def _predict(owns, opps, weights, parts, values):
    """Write what the weights make of each position."""
    lanes = np.zeros(LANES, np.uint16)
    held = pointer(weights), pointer(parts), pointer(lanes)
    for i in range(owns.size):
        values[i] = worth(owns[i], opps[i], *held)


@compiled(types.void(WORD_ARRAY, WORD_ARRAY, FLOATS, _SHORTS, FLOATS))
def _collect(owns, opps, values, parts, sums):
    """Add each position's value to the sum of every weight that it has."""
    lanes = np.zeros(LANES, np.uint16)
    read, written = pointer(parts), pointer(lanes)
    for i in range(owns.size):
        read_patterns(owns[i], opps[i], read, written)
        discs, value = popcount(owns[i] | opps[i]), values[i]
        start = stage_start(discs)
        sums[start + DISCS_AT + discs] += value
        sums[start + MOVES_AT + popcount(moves_by_lanes(owns[i], opps[i]))] += value
        sums[start + ANSWERS_AT + popcount(moves_by_lanes(opps[i], owns[i]))] += value
        for lane in range(USED):
            sums[start + OFFSETS[lane] + np.int64(written[lane])] += value


def predict(weights: np.ndarray, positions: Positions) -> np.ndarray:
    """What folded weights make of positions, in discs."""
    values = np.zeros(positions.owns.size)
    unfolded = weights.reshape(STAGES, FOLDED).astype(np.float64)[:, FOLD].reshape(-1)
    _predict(positions.owns, positions.opps, unfolded, parts(), values)
    return values


def _gather(values: np.ndarray, positions: Positions) -> np.ndarray:
    """The sum of some values of the positions over those that have each folded weight."""
    sums = np.zeros(STAGES * SIZE)
    _collect(positions.owns, positions.opps, values, parts(), sums)
    stages = sums.reshape(STAGES, SIZE)
    return np.concatenate([np.bincount(FOLD, weights=stage, minlength=FOLDED) for stage in stages])


def _penalty(weights: np.ndarray) -> np.ndarray:
    """The slope of what weights cost that are large, or differ between stages."""
    stages = weights.reshape(STAGES, FOLDED)
    steps = SMOOTH * np.diff(stages, axis=0)
    slope = RIDGE * stages
    slope[:-1] -= steps
    slope[1:] += steps
    return slope.reshape(-1)


def fit(positions: Positions, start: np.ndarray, track: Track = silent) -> np.ndarray:
    """The folded weights of all stages that predict the results of positions best, from some to start at."""
    try:
        from scipy.sparse.linalg import LinearOperator, cg
    except ImportError:
        raise ParlourError("training needs SciPy: pip install 'parlour[train]'") from None
    order = np.argsort(np.bitwise_count(positions.owns | positions.opps), kind="stable")
    positions = Positions(*(column[order] for column in positions))
    size = STAGES * FOLDED
    normal = LinearOperator(
        (size, size), lambda weights: _gather(predict(weights, positions), positions) + _penalty(weights)
    )
    counts = _gather(np.ones(order.size), positions) + RIDGE + 2 * SMOOTH
    scaled = LinearOperator((size, size), lambda slope: slope / counts)
    wanted = _gather(positions.results.astype(np.float64), positions)
    steps = iter(track(range(STEPS), "steps of the fit", STEPS))
    with one_thread():  # the same sums on every machine
        weights, _ = cg(
            normal, wanted, start.reshape(-1).astype(np.float64), rtol=CLOSE, maxiter=STEPS, M=scaled,
            callback=lambda _: next(steps, None),
        )  # fmt: skip
    return np.asarray(weights, np.float32).reshape(STAGES, FOLDED)
