"""Whether figures of ours and published ones could come from the same thing: one test over all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.stats.estimate import Z95, Estimate

__all__ = ["DOUBT", "Agreement", "agreement", "chi_square_tail"]

DOUBT = 0.05
"""A difference that chance alone would make less often than this is no chance."""

POWER = 0.8  # the share of runs in which a shift is to be found
DRAWS = 4000  # simulated runs


@dataclass(frozen=True)
class Agreement:
    """What the differences between our figures and the published ones say together."""

    figures: int
    apart: int  # how many differ one by one
    p: float  # how often chance alone would make them differ as much, all together
    shift: float  # of all figures alike, found in 80 % of such runs

    @property
    def holds(self) -> bool:
        """Whether chance alone could have made the differences."""
        return self.p >= DOUBT


def agreement(differences: Sequence[Estimate], independent: bool = True) -> Agreement | None:
    """Test all differences at once; None without any.

    Independent ones by the sum of their squares (chi square); others, such as several figures of the same
    games, by the largest alone, as often as there are figures (Bonferroni).
    """
    differences = [one for one in differences if 0 < one.high - one.low < math.inf]
    if not differences:
        return None
    scores = np.array([_score(one) for one in differences])
    apart = sum(not one.holds(0.0) for one in differences)
    p = _tail(scores, independent)
    return Agreement(len(differences), apart, p, _shift(differences, independent))


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
    return Z95 * d / reach if reach > 0 else 0.0


def _tail(scores: np.ndarray, independent: bool) -> float:
    if independent:
        return chi_square_tail(float(scores @ scores), scores.size)
    return min(1.0, scores.size * math.erfc(float(np.abs(scores).max()) / math.sqrt(2)))


def _shift(differences: Sequence[Estimate], independent: bool) -> float:
    """The smallest shift of all figures alike that the test finds in 80 % of simulated runs."""
    errors = np.array([one.error for one in differences])
    noise = np.random.default_rng(0).standard_normal((DRAWS, errors.size))

    def found(shift: float) -> float:
        scores = noise + shift / errors
        return float(np.mean([_tail(row, independent) < DOUBT for row in scores]))

    low, high = 0.0, float(8 * errors.max())
    while high - low > 0.01 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) >= POWER else (middle, high)
    return high
