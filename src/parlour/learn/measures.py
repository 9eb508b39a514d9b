"""How good a confidence from 0 to 1 is: measures at thresholds, ROC, calibration, and their intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from parlour.stats.estimate import Estimate

__all__ = [
    "THRESHOLDS", "Sweep", "auc", "bootstrap", "calibration", "ranks_within", "resampled", "roc", "sweep",
]  # fmt: skip

THRESHOLDS: np.ndarray = np.arange(2000) * 0.0005


@dataclass(frozen=True)
class Sweep:
    """Measures at every threshold: a case counts as positive when its confidence is above it."""

    accuracy: np.ndarray
    precision: np.ndarray  # 1 where nothing counts as positive
    recall: np.ndarray
    f1: np.ndarray

    @property
    def best(self) -> int:
        """The place of the threshold with the best F1."""
        return int(self.f1.argmax())


def sweep(labels: np.ndarray, confidence: np.ndarray) -> Sweep:
    """The measures at all 2,000 thresholds."""
    positive = np.sort(confidence[labels > 0])
    negative = np.sort(confidence[labels <= 0])
    hits = positive.size - np.searchsorted(positive, THRESHOLDS, "right")
    alarms = negative.size - np.searchsorted(negative, THRESHOLDS, "right")
    misses = positive.size - hits
    claims = hits + alarms
    return Sweep(
        (hits + negative.size - alarms) / max(labels.size, 1),
        np.where(claims > 0, hits / np.maximum(claims, 1), 1.0),
        hits / max(positive.size, 1),
        2 * hits / np.maximum(2 * hits + alarms + misses, 1),
    )


def roc(labels: np.ndarray, confidence: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The shares of false and of true positives, from no claims to all; equal confidences move together."""
    order = np.argsort(-confidence, kind="stable")
    true = np.cumsum(labels[order] > 0)
    ends = np.append(np.flatnonzero(np.diff(confidence[order])), labels.size - 1)
    hits, claims = true[ends], ends + 1
    total = max(int(true[-1]), 1)
    false = (claims - hits) / max(labels.size - int(true[-1]), 1)
    return np.append(0.0, false), np.append(0.0, hits / total)


def auc(labels: np.ndarray, confidence: np.ndarray) -> float:
    """The area under the ROC curve: the chance that a positive case gets more confidence than a negative."""
    false, true = roc(labels, confidence)
    return float(np.trapezoid(true, false))


def ranks_within(groups: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Each value as the share of its group below it, ties halved, so that unlike groups can be pooled."""
    ranks = np.empty(values.size)
    for group in np.unique(groups):
        members = groups == group
        order = np.sort(values[members])
        below, upto = (np.searchsorted(order, values[members], side) for side in ("left", "right"))
        ranks[members] = (below + upto) / (2 * order.size)
    return ranks


def calibration(
    labels: np.ndarray, confidence: np.ndarray, bins: int = 10
) -> list[tuple[float, Estimate, int]]:
    """For bins of equal width: the mean confidence, the share of positives, and how many cases."""
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    points = []
    for place in range(bins):
        cases = places == place
        if count := int(cases.sum()):
            share = Estimate.share(int((labels[cases] > 0).sum()), count)
            points.append((float(confidence[cases].mean()), share, count))
    return points


def bootstrap(groups: np.ndarray, measure: Callable[[np.ndarray], float], times: int = 500) -> Estimate:
    """A measure of cases (given by their places) with its interval, from groups drawn again and again."""
    return resampled(groups, lambda rows: np.array([measure(rows)]), times)[0]


def resampled(
    groups: np.ndarray, measure: Callable[[np.ndarray], np.ndarray], times: int = 500
) -> list[Estimate]:
    """Several measures of cases at once, with their intervals, from groups drawn again and again."""
    random = np.random.default_rng(0)
    names, which = np.unique(groups, return_inverse=True)
    order = np.argsort(which, kind="stable")
    cases = np.split(order, np.cumsum(np.bincount(which))[:-1])
    values = []
    for _ in range(times):
        sample = random.integers(0, names.size, names.size)
        values.append(measure(np.concatenate([cases[group] for group in sample])))
    lows, highs = np.nanquantile(values, [0.025, 0.975], axis=0)
    ours = measure(np.arange(groups.size))
    return [Estimate(*map(float, three)) for three in zip(ours, lows, highs, strict=True)]
