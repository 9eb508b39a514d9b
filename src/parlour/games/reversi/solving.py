"""Exact results for callers in Python."""

from __future__ import annotations

import numpy as np

from parlour.games.reversi.endgame import BUCKETS, MEMORY_WORDS, MOST_NODES


def new_memory(table_bits: int) -> np.ndarray:
    """The working memory of a search whose table has ``2**table_bits`` buckets."""
    memory = np.zeros(MEMORY_WORDS, np.uint64)
    memory[MOST_NODES], memory[BUCKETS] = 2**62, (1 << table_bits) - 1
    return memory
