"""How good a confidence from 0 to 1 is: measures at thresholds, ROC, calibration, and their intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from parlour.stats.estimate import Estimate

__all__ = ["THRESHOLDS", "Sweep", "auc", "bootstrap", "calibration", "ranks_within", "roc", "sweep"]

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
    claimed = hits + alarms
    return Sweep(
        (hits + negative.size - alarms) / max(labels.size, 1),
        np.where(claimed > 0, hits / np.maximum(claimed, 1), 1.0),
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
    """Each value as the share of its group below it, ties halved: so groups of other levels can be pooled."""
    ranks = np.empty(values.size)
    for group in np.unique(groups):
        chosen = groups == group
        ordered = np.sort(values[chosen])
        below, upto = (np.searchsorted(ordered, values[chosen], side) for side in ("left", "right"))
        ranks[chosen] = (below + upto) / (2 * ordered.size)
    return ranks


def calibration(
    labels: np.ndarray, confidence: np.ndarray, bins: int = 10
) -> list[tuple[float, Estimate, int]]:
    """For bins of equal width: the mean confidence, the share of positives, and how many cases."""
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    found = []
    for place in range(bins):
        chosen = places == place
        if count := int(chosen.sum()):
            share = Estimate.share(int((labels[chosen] > 0).sum()), count)
            found.append((float(confidence[chosen].mean()), share, count))
    return found


def bootstrap(
    groups: np.ndarray, measure: Callable[[np.ndarray], float], times: int = 500, seed: int = 0
) -> Estimate:
    """A measure of some cases (by their places) with its interval; whole groups are drawn again and again."""
    random = np.random.default_rng(seed)
    names, which = np.unique(groups, return_inverse=True)
    order = np.argsort(which, kind="stable")
    cases = np.split(order, np.cumsum(np.bincount(which))[:-1])
    found = []
    for _ in range(times):
        drawn = random.integers(0, names.size, names.size)
        found.append(measure(np.concatenate([cases[group] for group in drawn])))
    low, high = np.nanquantile(found, [0.025, 0.975])
    return Estimate(measure(np.arange(groups.size)), float(low), float(high))
