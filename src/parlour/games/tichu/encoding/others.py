"""What the others may hold, as far as a seat can tell, and which combinations are safe from it."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.cards import ACE, DRAGON_BIT, PHOENIX_BIT
from parlour.games.tichu.combinations import DOG_LED, FOUR, ZERO
from parlour.games.tichu.counting import beatable, count_ranks, new_counts
from parlour.games.tichu.knowledge import unseen
from parlour.games.tichu.partitions import KIND, LENGTH, PLAY, VALUE
from parlour.games.tichu.state import SEATS
from parlour.kernel import helper

__all__ = ["is_master", "rivals_of", "sure_rows"]


@helper
def rivals_of(s, seat):
    """Cards that others may hold, by rank; whether the Dragon and the Phoenix are among them; and how many
    cards an opponent has at most.
    """
    hidden, counts = unseen(s, seat), new_counts()
    count_ranks(hidden, counts)
    most = max(s.counts[(seat + 1) % SEATS], s.counts[(seat + 3) % SEATS])
    return counts, hidden & DRAGON_BIT != ZERO, 1 if hidden & PHOENIX_BIT != ZERO else 0, most


@helper
def is_master(kind, length, value, rivals):
    """Whether no opponent can beat a combination, bombs aside."""
    counts, dragon, wild, most = rivals
    if kind == DOG_LED:
        return False
    if kind >= FOUR or length > most:
        return True
    return not beatable(kind, length, value, counts, dragon, wild)


@helper
def sure_rows(parts, n, rivals):
    """How many combinations of a partition no opponent can beat; the Phoenix alone as if it beat an ace."""
    sure = 0
    for i in range(n):
        value = 2 * ACE + 1 if parts[i, PLAY] == np.int64(PHOENIX_BIT) else parts[i, VALUE]
        sure += is_master(parts[i, KIND], parts[i, LENGTH], value, rivals)
    return sure
