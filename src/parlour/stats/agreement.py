"""Whether figures of ours and published ones could come from the same thing: one test over all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.stats.estimate import Z95, Estimate
from parlour.stats.student import MANY, as_normal, as_student

__all__ = ["DOUBT", "LOOSE", "Agreement", "agreement", "chi_square_tail"]

DOUBT = 0.05
"""A difference that chance alone would make less often than this is no chance."""

LOOSE = 0.1
"""Figures that would all have to be off by more than this part of themselves to be found are too uncertain
to agree with anything."""

POWER = 0.8  # the share of runs in which a shift is to be found
DRAWS = 4000  # simulated runs


@dataclass(frozen=True)
class Agreement:
    """What the differences between our figures and the published ones say together."""

    figures: int
    apart: int  # how many differ one by one
    p: float  # how often chance alone would make them differ as much, all together
    shift: float  # of all figures alike, found in 80 % of such runs
    change: float = math.inf  # of all figures by the same part of themselves, found as often

    @property
    def holds(self) -> bool:
        """Whether chance alone could have made the differences."""
        return self.p >= DOUBT

    @property
    def tells(self) -> bool:
        """Whether the figures are sure enough to contradict anything."""
        return self.change <= LOOSE


def agreement(
    differences: Sequence[Estimate], independent: bool = True, sizes: Sequence[float] = ()
) -> Agreement | None:
    """Test all differences at once; None without any. `sizes` are those of the published figures.

    Independent ones by the sum of their squares (chi square); others, such as several figures of the same
    games, by the largest alone, as often as there are figures (Bonferroni).
    """
    known = [0 < one.high - one.low < math.inf for one in differences]
    sizes = [abs(size) for size, there in zip(sizes, known, strict=False) if there]
    differences = [one for one, there in zip(differences, known, strict=True) if there]
    if not differences:
        return None
    scores = np.array([_score(one) for one in differences])
    apart = sum(not one.holds(0.0) for one in differences)
    p, errors = _tail(scores, independent), np.array([one.error for one in differences])
    shift = _findable(differences, 1 / errors, independent)
    change = _findable(differences, np.array(sizes) / errors, independent) if any(sizes) else math.inf
    return Agreement(len(differences), apart, p, shift, change)


def chi_square_tail(x: float, degrees: int) -> float:
    """How often a sum of `degrees` squared normal numbers is larger than `x`."""
    half = max(x, 0.0) / 2
    if degrees % 2:
        tail, term = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * 2 * math.exp(-half)
        steps = [k + 1.5 for k in range(degrees // 2)]
    else:
        tail, term = 0.0, math.exp(-half)
        steps = [k + 1.0 for k in range(degrees // 2)]
    for step in steps:
        tail += term
        term *= half / step
    return min(tail, 1.0)


def _score(difference: Estimate) -> float:
    """How many standard errors a difference is from none, by the side of its interval that looks there."""
    d = difference.value
    reach = d - difference.low if d > 0 else difference.high - d
    return float(as_normal(as_student(Z95, difference.df) * d / reach, difference.df)) if reach > 0 else 0.0


def _tail(scores: np.ndarray, independent: bool) -> float:
    if independent:
        return chi_square_tail(float(scores @ scores), scores.size)
    return min(1.0, scores.size * math.erfc(float(np.abs(scores).max()) / math.sqrt(2)))


def _limit(count: int, independent: bool) -> float:
    """From which square on, their sum or the largest one, so many scores are in doubt."""
    low, high = 0.0, 100.0 + 2 * count
    while high - low > 1e-6:
        middle = (low + high) / 2
        tail = chi_square_tail(middle, count) if independent else count * math.erfc(math.sqrt(middle / 2))
        low, high = (middle, high) if tail >= DOUBT else (low, middle)
    return high


def _findable(differences: Sequence[Estimate], steps: np.ndarray, independent: bool) -> float:
    """How many steps, each so many standard errors, the test finds in 80 % of simulated runs.

    Figures that are not independent err together there: nothing is gained by their number.
    """
    random, df = np.random.default_rng(0), np.array([min(one.df, MANY) for one in differences])
    few = df if independent else df.min(keepdims=True)
    noise = random.standard_normal((DRAWS, few.size))
    spread = np.sqrt(random.chisquare(few, noise.shape) / few)
    limit = _limit(df.size, independent)

    def found(count: float) -> float:
        squares = as_normal((noise + count * steps) / spread, df) ** 2
        return float(np.mean((squares.sum(axis=1) if independent else squares.max(axis=1)) > limit))

    low, high = 0.0, 1 / float(steps.max())
    while found(high) < POWER:
        low, high = high, 2 * high
    while high - low > 0.01 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) >= POWER else (middle, high)
    return high
