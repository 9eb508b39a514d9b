"""A measured number and how far it can be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.stats.student import as_student

__all__ = ["Z95", "Estimate"]

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float
    df: float = math.inf  # degrees of freedom: finite where a few runs tell how far they scatter

    @staticmethod
    def share(successes: float, n: int) -> Estimate:
        """A share of `n` independent trials, with Wilson's score interval."""
        if n == 0:
            return Estimate(math.nan, 0.0, 1.0)
        p = successes / n
        spread = Z95 * Z95 / n
        centre = (p + spread / 2) / (1 + spread)
        reach = Z95 * math.sqrt(p * (1 - p) / n + spread / (4 * n)) / (1 + spread)
        low = centre - reach if successes > 0 else 0.0
        high = centre + reach if successes < n else 1.0
        return Estimate(p, low, high)

    @staticmethod
    def mean(values: Sequence[float] | np.ndarray) -> Estimate:
        """The mean of independent values, with the normal interval."""
        array = np.asarray(values, float)
        if array.size == 0:
            return Estimate(math.nan, -math.inf, math.inf)
        centre = float(array.mean())
        if array.size == 1:
            return Estimate(centre, -math.inf, math.inf)
        reach = Z95 * float(array.std(ddof=1)) / math.sqrt(array.size)
        return Estimate(centre, centre - reach, centre + reach)

    @staticmethod
    def of_runs(values: Sequence[float] | np.ndarray) -> Estimate:
        """The mean of a few independent runs, such as trainings, with Student's interval."""
        normal, df = Estimate.mean(values), len(values) - 1
        if df < 1:
            return normal
        reach = as_student(Z95, df) / Z95 * (normal.high - normal.value)
        return Estimate(normal.value, normal.value - reach, normal.value + reach, df)

    @staticmethod
    def ratio(sums: Sequence[float] | np.ndarray, counts: Sequence[float] | np.ndarray) -> Estimate:
        """The mean of values that come in independent groups, such as the scores of one game.

        A group is given by the sum of its values and their number; the error is that of a ratio of means.
        """
        totals, sizes = np.asarray(sums, float), np.asarray(counts, float)
        if totals.size == 0 or sizes.sum() == 0:
            return Estimate(math.nan, -math.inf, math.inf)
        mean = float(totals.sum() / sizes.sum())
        if totals.size == 1:
            return Estimate(mean, -math.inf, math.inf)
        residues = totals - mean * sizes
        error = math.sqrt(totals.size / (totals.size - 1) * float(residues @ residues)) / float(sizes.sum())
        return Estimate(mean, mean - Z95 * error, mean + Z95 * error)

    @staticmethod
    def share_of_groups(
        parts: Sequence[float] | np.ndarray, wholes: Sequence[float] | np.ndarray
    ) -> Estimate:
        """The share of the parts in the wholes of independent groups, within 0 and 1.

        When all groups are alike their spread says nothing: then Wilson's interval, with each as one trial.
        """
        groups, whole = int(np.count_nonzero(wholes)), float(np.sum(wholes))
        share = Estimate.ratio(parts, wholes).within(0.0, 1.0)
        if groups and share.low < share.high < math.inf:
            return share
        return Estimate.share(groups * float(np.sum(parts)) / max(whole, 1.0), groups)

    def of_sample(self, value: float, share: float) -> Estimate:
        """Another figure of the same kind, from a sample `share` times as large."""
        low, high = (self.value - self.low) / math.sqrt(share), (self.high - self.value) / math.sqrt(share)
        return Estimate(value, value - low, value + high, self.df)

    @staticmethod
    def mean_share(shares: Sequence[float] | np.ndarray) -> Estimate:
        """The mean of independent shares from 0 to 1, with the normal interval within these.

        When all are alike their spread says nothing: then Wilson's interval, with each as one trial.
        """
        if len(set(shares)) == 1:
            return Estimate.share(shares[0] * len(shares), len(shares))
        return Estimate.mean(shares).within(0.0, 1.0)

    def within(self, least: float, most: float) -> Estimate:
        """The same, its interval cut to what is possible."""
        return Estimate(self.value, max(self.low, least), min(self.high, most), self.df)

    def holds(self, value: float) -> bool:
        """Whether `value` lies inside the interval."""
        return self.low <= value <= self.high

    @property
    def error(self) -> float:
        """The standard error, as far as the interval tells."""
        return (self.high - self.low) / (2 * as_student(Z95, self.df))

    def rounded(self, step: float) -> Estimate:
        """The same, known only to the nearest multiple of a step."""
        reach = Z95 * step / math.sqrt(12)
        return self.also(Estimate(0.0, -reach, reach))

    def also(self, other: Estimate) -> Estimate:
        """The same value with the error of another, independent cause too."""
        low = math.hypot(self.value - self.low, other.value - other.low)
        high = math.hypot(self.high - self.value, other.high - other.value)
        return Estimate(self.value, self.value - low, self.value + high, min(self.df, other.df))

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference to an independent estimate (Zou and Donner 2008; of two shares, Newcombe's)."""
        d = self.value - other.value
        low = math.hypot(self.value - self.low, other.high - other.value)
        high = math.hypot(self.high - self.value, other.value - other.low)
        return Estimate(d, d - low, d + high, min(self.df, other.df))

    def __mul__(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.df)

    def __format__(self, spec: str) -> str:
        spec = spec or ".3f"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"

    def __str__(self) -> str:
        return format(self)
