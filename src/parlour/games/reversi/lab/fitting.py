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
from parlour.kernel import FLOATS, compiled, helper, pointer, popcount
from parlour.learn.threads import one_thread
from parlour.progress import Track, silent

__all__ = ["fit", "predict"]

RIDGE = 2.0  # a weight of one disc costs as much as so many positions that are a disc wrong
SMOOTH = 200.0  # and one that differs by a disc from that of the next stage as much as so many
STEPS, CLOSE = 60, 3e-3

_SHORTS = types.Array(types.uint16, 1, "C")


@compiled(types.void(WORD_ARRAY, WORD_ARRAY, FLOATS, _SHORTS, _SHORTS, FLOATS))
def _predict(owns, opps, weights, parts, lanes, values):
    """Write what the weights make of each position."""
    held = pointer(weights), pointer(parts), pointer(lanes)
    for i in range(owns.size):
        values[i] = worth(owns[i], opps[i], *held)


@helper
def _add(own, opp, value, lanes, sums):
    """Add a value to the sum of every weight that a position has, once its patterns are in `lanes`."""
    discs = popcount(own | opp)
    start = stage_start(discs)
    sums[start + DISCS_AT + discs] += value
    sums[start + MOVES_AT + popcount(moves_by_lanes(own, opp))] += value
    sums[start + ANSWERS_AT + popcount(moves_by_lanes(opp, own))] += value
    for lane in range(USED):
        sums[start + OFFSETS[lane] + np.int64(lanes[lane])] += value


@compiled(types.void(WORD_ARRAY, WORD_ARRAY, FLOATS, _SHORTS, _SHORTS, FLOATS))
def _collect(owns, opps, values, parts, lanes, sums):
    """Add each position's value to the sum of every weight that it has."""
    read, written = pointer(parts), pointer(lanes)
    for i in range(owns.size):
        read_patterns(owns[i], opps[i], read, written)
        _add(owns[i], opps[i], values[i], written, sums)


@compiled(types.void(WORD_ARRAY, WORD_ARRAY, FLOATS, _SHORTS, _SHORTS, FLOATS))
def _collect_predicted(owns, opps, weights, parts, lanes, sums):
    """The same with what the weights make of each position."""
    held, read, written = pointer(weights), pointer(parts), pointer(lanes)
    for i in range(owns.size):
        value = worth(owns[i], opps[i], held, read, written)
        _add(owns[i], opps[i], value, written, sums)


def _lanes() -> np.ndarray:
    return np.zeros(LANES, np.uint16)


def predict(weights: np.ndarray, positions: Positions) -> np.ndarray:
    """What folded weights make of positions, in discs."""
    values = np.zeros(positions.owns.size)
    _predict(positions.owns, positions.opps, _unfold(weights), parts(), _lanes(), values)
    return values


def _unfold(weights: np.ndarray) -> np.ndarray:
    return weights.reshape(STAGES, FOLDED).astype(np.float64)[:, FOLD].reshape(-1)


def _fold(sums: np.ndarray) -> np.ndarray:
    stages = sums.reshape(STAGES, SIZE)
    return np.concatenate([np.bincount(FOLD, weights=stage, minlength=FOLDED) for stage in stages])


def _gather(values: np.ndarray, positions: Positions) -> np.ndarray:
    """The sum of some values of the positions over those that have each folded weight."""
    sums = np.zeros(STAGES * SIZE)
    _collect(positions.owns, positions.opps, values, parts(), _lanes(), sums)
    return _fold(sums)


def _gather_predicted(weights: np.ndarray, positions: Positions) -> np.ndarray:
    """The same of what folded weights make of the positions."""
    sums = np.zeros(STAGES * SIZE)
    _collect_predicted(positions.owns, positions.opps, _unfold(weights), parts(), _lanes(), sums)
    return _fold(sums)


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
        (size, size), lambda weights: _gather_predicted(weights, positions) + _penalty(weights)
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
