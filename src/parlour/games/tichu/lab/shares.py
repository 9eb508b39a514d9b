"""Shares of rounds that were not tied, with the rounds on one deal as one group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.stats.estimate import Estimate
from parlour.stats.results import Results

__all__ = ["share_without_ties", "won"]


def share_without_ties(groups: Iterable[Sequence[float]]) -> Estimate:
    """The share of wins (1) among wins and losses (0); groups are independent, what is in one is not."""
    decided = [[result for result in group if result in (0.0, 1.0)] for group in groups]
    return Estimate.share_of_groups([sum(group) for group in decided], [len(group) for group in decided])


def won(results: Results) -> Estimate:
    """The first agent's share of the rounds that were not tied."""
    return share_without_ties(results.lines[0].blocks.values())
