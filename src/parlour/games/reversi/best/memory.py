"""The working memory of Reversi's searches: one array of words, passed on as a pointer.

NODES         positions searched
MOST_NODES    at most so many
BUCKETS       of the transposition table, less one
STOP          not 0 once the search has to end
AGE           of the search, for entries of the table
LISTS         from here on a list of moves for each number of empty squares: two words a move,
              256 * rank + square, and the discs that it turns
MARGINS       from here on, for each number of empty squares and depth: see `midgame`
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.rules import ONE
from parlour.kernel import helper
from parlour.search.playing import FOREVER

__all__ = [
    "AGE", "BUCKETS", "LISTS", "LIST_WORDS", "MARGINS", "MOST_NODES", "NODES", "STOP", "WORDS", "WORD_ARRAY",
    "bring_best", "move_at", "new_memory", "write_move",
]  # fmt: skip

NODES, MOST_NODES, BUCKETS, STOP, AGE = range(5)
LISTS, LIST_WORDS = 16, 80
MARGINS = LISTS + 64 * LIST_WORDS
SIZE = MARGINS + 64 * 64

WORDS = types.CPointer(types.uint64)
WORD_ARRAY = types.Array(types.uint64, 1, "C")
_RANK = np.uint64(8)
_SQUARE = np.uint64(0xFF)


def new_memory(table_bits: int) -> np.ndarray:
    """The working memory of a search whose table has ``2**table_bits`` buckets."""
    memory = np.zeros(SIZE, np.uint64)
    memory[MOST_NODES], memory[BUCKETS] = FOREVER, (1 << table_bits) - 1
    return memory


@helper
def write_move(memory, at, i, rank, square, flips):
    """Write the i-th move of the list at `at`."""
    memory[at + 2 * i] = (np.uint64(rank) << _RANK) | np.uint64(square)
    memory[at + 2 * i + 1] = flips


@helper
def move_at(own, opp, memory, at, i):
    """The i-th move of the list at `at` and the position after it: the square, who answers, who moved."""
    square, flips = np.int64(memory[at + 2 * i] & _SQUARE), memory[at + 2 * i + 1]
    return square, opp ^ flips, own | flips | (ONE << np.uint64(square))


@helper
def bring_best(memory, at, i, n):
    """Swap the best of the moves from the i-th on into the i-th place."""
    best = i
    for j in range(i + 1, n):
        if memory[at + 2 * j] > memory[at + 2 * best]:
            best = j
    if best != i:
        memory[at + 2 * i], memory[at + 2 * best] = memory[at + 2 * best], memory[at + 2 * i]
        memory[at + 2 * i + 1], memory[at + 2 * best + 1] = memory[at + 2 * best + 1], memory[at + 2 * i + 1]
