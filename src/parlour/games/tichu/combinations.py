"""Combinations of cards: what a set of cards is, and what it is worth among its like.

A play is one integer: its cards (bits 0..55, see `cards`) and, when the Phoenix is in it, the rank that
the Phoenix stands for (bits 56..59; 0 for the Phoenix alone):

    bit   0 ............ 55   56 .. 59       60 ...
          cards               Phoenix as     0: a play (other decisions, see `rules`)
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.cards import DOG_BIT, DRAGON_BIT, MAHJONG_BIT, NATURAL, PHOENIX_BIT
from parlour.kernel import helper, leading, popcount, trailing

__all__ = [
    "CARDS",
    "DOG_LED",
    "DRAGON_VALUE",
    "FIFTEEN",
    "FLUSH",
    "FOUR",
    "FULL_HOUSE",
    "NOTHING",
    "ONE",
    "PAIR",
    "PHOENIX_LED",
    "SINGLE",
    "STEPS",
    "STRAIGHT",
    "TRIPLE",
    "ZERO",
    "flushes_in",
    "fours_in",
    "has_bomb",
    "held_of",
    "kind_of",
    "one_suit",
    "value_of",
]

NOTHING, SINGLE, PAIR, TRIPLE, STEPS, FULL_HOUSE, STRAIGHT, FOUR, FLUSH, DOG_LED = range(10)

# Singles are ranked in halves, for the Phoenix is half a rank above the card it beats.
MAHJONG_VALUE, PHOENIX_LED, DRAGON_VALUE = 2, 3, 32

ZERO, ONE = np.uint64(0), np.uint64(1)
CARDS = np.uint64((1 << 56) - 1)
LOW = np.uint64(0x11111111111111)  # the lowest bit of each rank's four
ROLE_SHIFT = np.uint64(56)
FIFTEEN = np.uint64(15)


@helper
def held_of(hand, rank):
    """The four bits of a rank's cards; for rank 1 the Mahjong alone."""
    if rank == 1:
        return np.int64(hand & ONE)
    return np.int64((hand >> np.uint64(4 * (rank - 1))) & FIFTEEN)


@helper
def ranks_in(cards):
    """The lowest of each rank's four bits that has a card (the Mahjong counts as rank 1)."""
    plain = cards & (NATURAL | MAHJONG_BIT)
    return (plain | plain >> ONE | plain >> np.uint64(2) | plain >> np.uint64(3)) & LOW


@helper
def fours_in(cards):
    """The lowest bit of each rank of which all four cards are there."""
    plain = cards & NATURAL
    return plain & plain >> ONE & plain >> np.uint64(2) & plain >> np.uint64(3) & LOW


@helper
def flushes_in(cards):
    """The lowest cards of all runs of five in one suit."""
    plain = cards & NATURAL
    two = plain & plain >> np.uint64(4)
    return two & two >> np.uint64(8) & plain >> np.uint64(16)


@helper
def has_bomb(cards):
    """Whether a hand holds a bomb."""
    return (fours_in(cards) | flushes_in(cards)) != ZERO


@helper
def top_rank(ranks):
    """The highest rank of what `ranks_in` gives."""
    return (63 - leading(ranks)) // 4 + 1


@helper
def one_suit(cards):
    """Whether natural cards are all of one suit."""
    return cards & ~(LOW << np.uint64(trailing(cards) & 3)) == ZERO


@helper
def kind_of(action):
    """The kind of a play."""
    cards = np.uint64(action) & CARDS
    n = popcount(cards)
    if n <= 3:
        return DOG_LED if cards == DOG_BIT else n
    ranks = ranks_in(cards)
    role = np.int64(np.uint64(action) >> ROLE_SHIFT)
    if role:
        ranks |= ONE << np.uint64(4 * (role - 1))
    different = popcount(ranks)
    if different == 1:
        return FOUR
    if different == n:
        plain = cards & NATURAL
        return FLUSH if plain == cards and one_suit(plain) else STRAIGHT
    return FULL_HOUSE if n == 5 else STEPS


@helper
def value_of(action, kind, below):
    """What a play of a kind is worth among its like; `below` is the value that the Phoenix tops."""
    cards = np.uint64(action) & CARDS
    role = np.int64(np.uint64(action) >> ROLE_SHIFT)
    if kind == SINGLE:
        if cards == PHOENIX_BIT:
            return below + 1 if below else PHOENIX_LED
        if cards == DRAGON_BIT:
            return np.int64(DRAGON_VALUE)
        return 2 * (trailing(cards) // 4 + 1)
    if kind == DOG_LED:
        return np.int64(0)
    ranks = ranks_in(cards)
    if kind == FULL_HOUSE:
        low, high = trailing(ranks) // 4 + 1, top_rank(ranks)
        lows = popcount(np.uint64(held_of(cards, low))) + (role == low)
        return low if lows == 3 else high
    return max(top_rank(ranks), role)
