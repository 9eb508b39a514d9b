"""How often a combination is in the best leaf of a hand, by its weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import types

from parlour.game import game
from parlour.games.tichu.counting import new_counts
from parlour.games.tichu.tree.leaves import (
    COMBINATIONS,
    PUBLISHED,
    best_leaf,
    family,
    fill_worth,
    new_desk,
    new_worth,
)
from parlour.games.tichu.tree.values import SIMPLE
from parlour.kernel import FLOATS, RNG, compiled

__all__ = ["in_best_leaf", "mini_hands"]


@compiled(types.int64(RNG, types.int64, FLOATS))
def _count(hands, wanted, weights):
    """How many hands have a combination in their best leaf."""
    worth, desk, count = new_worth(), new_desk(), 0
    fill_worth(worth, weights, SIMPLE, new_counts())
    for i in range(hands.size):
        best_leaf(hands[i], SIMPLE, worth, desk)
        for j in range(desk[3][1]):
            if desk[2][j] >= 0 and family(desk[2][j] // 32) == wanted:
                count += 1
                break
    return count


def mini_hands(seeds: Sequence[int]) -> np.ndarray:
    """A Mini-Tichu hand for each seed."""
    mini = game("tichu:rules=mini")
    return np.array([mini.new(start).data["hands"][0] for start in seeds], np.uint64)


def in_best_leaf(name: str, weight: float, seeds: Sequence[int]) -> int:
    """How many Mini-Tichu hands, one a seed, have a combination in the best leaf, at a weight of it."""
    wanted, weights = COMBINATIONS.index(name), PUBLISHED.copy()
    weights[wanted] = weight
    return int(_count(mini_hands(seeds), wanted, weights))
