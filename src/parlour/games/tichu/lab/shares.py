"""Shares of what comes in groups, such as the rounds on one deal; those of rounds that were not tied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from parlour.stats.estimate import Estimate
from parlour.stats.results import Results

__all__ = ["share_of_groups", "share_without_ties", "won"]


def share_of_groups(parts: Sequence[float] | np.ndarray, wholes: Sequence[float] | np.ndarray) -> Estimate:
    """The share of the parts in the wholes; groups are independent, what is in one is not."""
    part, whole = float(np.sum(parts)), int(np.sum(wholes))
    if part in (0, whole):  # all alike: their spread says nothing
        return Estimate.share(part, whole)
    return Estimate.ratio(parts, wholes).within(0.0, 1.0)


def share_without_ties(groups: Iterable[Sequence[float]]) -> Estimate:
    """The share of wins (1) among wins and losses (0) of groups."""
    decided = [[result for result in group if result in (0.0, 1.0)] for group in groups]
    return share_of_groups([sum(group) for group in decided], [len(group) for group in decided])


def won(results: Results) -> Estimate:
    """The first agent's share of the rounds that were not tied."""
    return share_without_ties(results.lines[0].blocks.values())
