"""Cards counted by rank: what they could make, and whether they could beat a combination."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.combinations import DRAGON_VALUE, FOUR, FULL_HOUSE, SINGLE, STEPS, STRAIGHT, held_of
from parlour.kernel import helper, popcount

__all__ = ["beatable", "count_ranks", "new_counts"]


@helper
def new_counts():
    """Room to count the ranks 1 (the Mahjong) to 14."""
    return np.zeros(16, np.int64)


@helper
def count_ranks(cards, counts):
    """The number of cards of each rank (1 is the Mahjong)."""
    for rank in range(1, 15):
        counts[rank] = popcount(np.uint64(held_of(cards, rank)))


@helper
def run_above(counts, size, ranks, value, wild):
    """Whether counted cards hold a straight (1) or steps (2) of so many ranks above a value."""
    for high in range(value + 1, 15):
        missing, low = 0, high - ranks + 1
        if low < size:
            continue
        for rank in range(low, high + 1):
            missing += max(size - counts[rank], 0)
        if missing <= wild:
            return True
    return False


@helper
def beatable(kind, length, value, counts, dragon, wild):
    """Whether counted cards, the Dragon and the Phoenix could beat a combination, bombs aside."""
    if kind == SINGLE:
        for rank in range(value // 2 + 1, 15):
            if counts[rank]:
                return True
        return value < DRAGON_VALUE and (dragon or wild > 0)
    if kind == STRAIGHT:
        return run_above(counts, 1, length, value, wild)
    if kind == STEPS:
        return run_above(counts, 2, length // 2, value, wild)
    needed = 3 if kind == FULL_HOUSE else length
    for rank in range(value + 1, 15):
        if kind < FOUR and counts[rank] + wild >= needed and counts[rank] > 0:
            return True
    return False
