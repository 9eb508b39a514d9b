"""The plays that a hand holds: every combination of each kind, and bombs.

The generators write plays into `actions` from place `n` on and return the new number of plays.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu.cards import DRAGON_BIT, MAHJONG_BIT, NATURAL, PHOENIX_BIT
from parlour.games.tichu.combinations import (
    DRAGON_VALUE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    NOTHING,
    ONE,
    PAIR,
    SINGLE,
    STEPS,
    STRAIGHT,
    TRIPLE,
    ZERO,
    flushes_in,
    fours_in,
    held_of,
    one_suit,
)
from parlour.kernel import INTS, bits, compiled, helper, popcount

__all__ = ["add_bombs", "add_plays"]


def _subsets(size: int) -> np.ndarray:
    """The subsets of `size` cards of each set of suits, as 4-bit masks; 0 fills up."""
    table = np.zeros((16, 6), np.uint64)
    for held in range(16):
        subsets = [s for s in range(16) if s & held == s and s.bit_count() == size]
        table[held, : len(subsets)] = subsets
    return table


# How many single cards, pairs and triples four bits hold, and which: CHOICES[size, bits, i].
CHOICES = np.stack([_subsets(size) for size in range(4)])
COUNTS = np.array([[np.count_nonzero(CHOICES[size, held]) for held in range(16)] for size in range(4)])

_INT = types.int64
_GENERATOR = _INT(types.uint64, _INT, _INT, _INT, INTS, _INT)


@helper
def as_phoenix(rank):
    """The bits of a Phoenix that stands for a rank."""
    return np.int64(PHOENIX_BIT) | (np.int64(rank) << 56)


@helper
def add_singles(hand, above, actions, n):
    """Single cards worth more than `above`; 0 when the trick is led."""
    if above >= DRAGON_VALUE:
        return n
    if above == 0:
        left = hand
    else:
        left = hand & (DRAGON_BIT | PHOENIX_BIT)
        least = above // 2 + 1
        if least <= 14:
            left |= (hand & NATURAL) >> np.uint64(4 * (least - 1)) << np.uint64(4 * (least - 1))
    for card in bits(left):
        actions[n] = np.int64(1) << card
        n += 1
    return n


@helper
def add_sets(hand, size, above, actions, n):
    """Pairs (`size` 2) or triples (3) of a rank above `above`, with the Phoenix too."""
    phoenix = hand & PHOENIX_BIT != ZERO
    for rank in range(max(above + 1, 2), 15):
        held, shift = held_of(hand, rank), 4 * (rank - 1)
        for i in range(COUNTS[size, held]):
            actions[n] = np.int64(CHOICES[size, held, i]) << shift
            n += 1
        if phoenix:
            for i in range(COUNTS[size - 1, held]):
                actions[n] = (np.int64(CHOICES[size - 1, held, i]) << shift) | as_phoenix(rank)
                n += 1
    return n


@helper
def multiply(hand, rank, size, start, actions, n):
    """Extend each play from `start` on by every choice of `size` cards of a rank."""
    held, shift = held_of(hand, rank), 4 * (rank - 1)
    choices, plays = COUNTS[size, held], n - start
    for i in range(plays - 1, -1, -1):
        play = actions[start + i]
        for j in range(choices):
            actions[start + i * choices + j] = play | (np.int64(CHOICES[size, held, j]) << shift)
    return start + plays * choices


@helper
def add_full_houses(hand, above, actions, n):
    """Full houses whose triple is of a rank above `above`."""
    phoenix = hand & PHOENIX_BIT != ZERO
    for three in range(max(above + 1, 2), 15):
        if held_of(hand, three) == 0:
            continue
        for two in range(2, 15):
            if two == three or held_of(hand, two) == 0:
                continue
            actions[n] = 0
            n = multiply(hand, three, 3, n, actions, multiply(hand, two, 2, n, actions, n + 1))
            if phoenix:
                actions[n] = as_phoenix(two)
                n = multiply(hand, three, 3, n, actions, multiply(hand, two, 1, n, actions, n + 1))
                actions[n] = as_phoenix(three)
                n = multiply(hand, three, 2, n, actions, multiply(hand, two, 2, n, actions, n + 1))
    return n


@helper
def add_run(hand, low, high, size, wild, actions, n):
    """Straights (`size` 1) or steps (2) from `low` to `high`; the Phoenix is one card of rank `wild`."""
    start = n
    actions[n] = as_phoenix(wild) if wild else 0
    n += 1
    for rank in range(low, high + 1):
        needed = size - (1 if rank == wild else 0)
        if needed:
            n = multiply(hand, rank, needed, start, actions, n)
    return n


@helper
def drop_flushes(start, actions, n):
    """Take out straights that are bombs; the number of plays then."""
    left = start
    for i in range(start, n):
        cards = np.uint64(actions[i])
        if cards & MAHJONG_BIT != ZERO or not one_suit(cards):
            actions[left] = actions[i]
            left += 1
    return left


@helper
def add_runs_between(hand, low, high, size, actions, n):
    """All straights or steps from one rank to another, with the Phoenix in every place."""
    missing, hole = 0, 0
    for rank in range(low, high + 1):
        lacking = size - popcount(np.uint64(held_of(hand, rank)))
        if lacking > 0:
            missing, hole = missing + lacking, rank
    if missing == 0:
        start = n
        n = add_run(hand, low, high, size, 0, actions, n)
        if size == 1 and flushes_in(hand) != ZERO:
            n = drop_flushes(start, actions, n)
    if hand & PHOENIX_BIT != ZERO:
        if missing == 0:
            for wild in range(max(low, 2), high + 1):
                n = add_run(hand, low, high, size, wild, actions, n)
        elif missing == 1 and hole >= 2:
            n = add_run(hand, low, high, size, hole, actions, n)
    return n


@helper
def enough(hand, rank, size):
    """How many cards of a rank are short of `size`."""
    return max(size - popcount(np.uint64(held_of(hand, rank))), 0)


@helper
def add_runs(hand, size, shortest, actions, n):
    """All straights or steps of at least `shortest` ranks, of every length."""
    wild = np.int64(hand & PHOENIX_BIT != ZERO)
    for low in range(size, 15):
        missing = 0
        for high in range(low, 15):
            missing += enough(hand, high, size)
            if missing > wild:
                break
            if high - low + 1 >= shortest:
                n = add_runs_between(hand, low, high, size, actions, n)
    return n


@helper
def add_runs_above(hand, size, ranks, above, actions, n):
    """Straights or steps of so many ranks that end above `above`."""
    for high in range(max(above + 1, ranks), 15):
        if high - ranks + 1 >= size:
            n = add_runs_between(hand, high - ranks + 1, high, size, actions, n)
    return n


@compiled(_GENERATOR, late=True)
def add_bombs(hand, kind, length, above, actions, n):
    """The bombs that beat a combination (or, with `NOTHING`, all)."""
    if kind != FLUSH:
        fours = fours_in(hand)
        for place in bits(fours):
            if kind != FOUR or place // 4 + 1 > above:
                actions[n] = 15 << place
                n += 1
    starts = flushes_in(hand)
    for place in bits(starts):
        run, last = np.int64(0x11111) << place, place + 16
        while True:
            cards = (last - place) // 4 + 1
            better = kind != FLUSH or cards > length or (cards == length and last // 4 + 1 > above)
            if better:
                actions[n] = run
                n += 1
            last += 4
            if last > 55 or (hand >> np.uint64(last)) & ONE == ZERO:
                break
            run |= np.int64(1) << last
    return n


@compiled(_GENERATOR, late=True)
def add_plays(hand, kind, length, above, actions, n):
    """Every play of a hand, bombs aside, on a combination (with `NOTHING`: as a lead)."""
    if kind == NOTHING:
        n = add_singles(hand, 0, actions, n)
        n = add_sets(hand, 2, 0, actions, n)
        n = add_sets(hand, 3, 0, actions, n)
        n = add_runs(hand, 2, 2, actions, n)
        n = add_full_houses(hand, 0, actions, n)
        n = add_runs(hand, 1, 5, actions, n)
    elif popcount(hand) >= length:
        if kind == SINGLE:
            n = add_singles(hand, above, actions, n)
        elif kind in (PAIR, TRIPLE):
            n = add_sets(hand, length, above, actions, n)
        elif kind == STEPS:
            n = add_runs_above(hand, 2, length // 2, above, actions, n)
        elif kind == FULL_HOUSE:
            n = add_full_houses(hand, above, actions, n)
        elif kind == STRAIGHT:
            n = add_runs_above(hand, 1, length, above, actions, n)
    return n
