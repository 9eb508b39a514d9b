"""Partitions: a hand taken apart into the combinations that it wants to play.

A partition is rows of a play, its kind, length and value; making one takes a microsecond, so that whole
playouts can be played by it.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu.cards import ACE, DOG_BIT, DRAGON_BIT, KING, MAHJONG_BIT, NATURAL, PHOENIX_BIT, QUEEN
from parlour.games.tichu.combinations import (
    DOG_LED,
    DRAGON_VALUE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    ONE,
    PAIR,
    PHOENIX_LED,
    SINGLE,
    STEPS,
    STRAIGHT,
    TRIPLE,
    ZERO,
    flushes_in,
    fours_in,
    held_of,
)
from parlour.kernel import bits, compiled, helper, popcount, trailing

__all__ = [
    "COLUMNS", "KIND", "LENGTH", "PLAY", "ROWS", "VALUE", "outline", "row_strength", "strength",
    "take_apart",
]  # fmt: skip

PLAY, KIND, LENGTH, VALUE = range(4)  # the columns of a partition
ROWS, COLUMNS = 16, 4
WEAK, STRONG = 0.35, 0.7  # the strength below which a combination needs help, and from which it gives some


@helper
def strength(kind, length, value):
    """About how often a combination is the last word of its trick, from 0 to 1; bombs count more."""
    if kind == SINGLE:
        if value >= 2 * KING:
            return 1.0 if value >= DRAGON_VALUE else (0.75 if value >= 2 * ACE else 0.4)
        return 0.85 if value == PHOENIX_LED else (0.2 if value >= 2 * QUEEN else 0.0)
    if kind == PAIR:
        return min(max((value - 6.0) / 8.0, 0.0), 0.95)
    if kind == TRIPLE:
        return min(0.25 + value / 20.0, 0.95)
    if kind == FULL_HOUSE:
        return min(0.3 + value / 20.0, 0.95)
    if kind == STRAIGHT:
        return min(0.1 * (length - 5) + value / 18.0, 0.95)
    if kind == STEPS:
        return min(0.3 + 0.1 * (length - 4) + value / 25.0, 0.95)
    return 1.6


@helper
def row_strength(parts, i):
    """The strength of one row of a partition."""
    return strength(parts[i, KIND], parts[i, LENGTH], parts[i, VALUE])


@helper
def cost_of_rest(counts):
    """The turns that single ranks, pairs, triples and steps of these counts take, less their strength."""
    total, pairs, triples, run = 0.0, 0, 0, 0
    for rank in range(2, 16):
        have = counts[rank] if rank < 15 else 0
        if have != 2 and run:
            if run >= 2:
                total += 1.0 - strength(STEPS, 2 * run, rank - 1)
            else:
                pairs += 1
                total += 1.0 - strength(PAIR, 2, rank - 1)
            run = 0
        if have == 1:
            total += 1.0 - strength(SINGLE, 1, 2 * rank)
        elif have == 2:
            run += 1
        elif have == 3:
            triples += 1
            total += 1.0 - strength(TRIPLE, 3, rank)
    if counts[1]:
        total += 1.0
    return total - 0.9 * min(pairs, triples)


@helper
def best_straight(counts):
    """The straight whose removal makes the rest cheapest, as (low, high); high 0 when none helps."""
    best, best_low, best_high = cost_of_rest(counts) - 0.01, 0, 0
    for low in range(1, 11):
        high = low
        while high <= 14 and counts[high] > 0:
            high += 1
        for last in range(low + 4, high):
            for rank in range(low, last + 1):
                counts[rank] -= 1
            cost = cost_of_rest(counts) + 1.0 - strength(STRAIGHT, last - low + 1, last)
            for rank in range(low, last + 1):
                counts[rank] += 1
            if cost < best:
                best, best_low, best_high = cost, low, last
    return best_low, best_high


@helper
def add_row(parts, n, play, kind, length, value):
    """Write one row of a partition."""
    parts[n, PLAY], parts[n, KIND], parts[n, LENGTH], parts[n, VALUE] = play, kind, length, value
    return n + 1


@helper
def take(hand, rank, size):
    """The lowest `size` cards of a rank that a hand holds, as a mask."""
    shift = np.uint64(4 * (rank - 1))
    left = np.uint64(held_of(hand, rank)) << shift
    cards = ZERO
    for _ in range(size):
        cards |= left & (ZERO - left)
        left &= left - ONE
    return cards


@helper
def take_bombs(hand, parts, n):
    """Bombs stay whole; the hand without them and the number of rows."""
    fours = fours_in(hand)
    for place in bits(fours):
        n = add_row(parts, n, 15 << place, FOUR, 4, place // 4 + 1)
        hand &= ~(np.uint64(15) << np.uint64(place))
    starts = flushes_in(hand)
    if starts != ZERO:
        place = trailing(starts)
        run, last = np.uint64(0x11111) << np.uint64(place), place + 20
        while last <= 55 and (hand >> np.uint64(last)) & ONE != ZERO:
            run |= ONE << np.uint64(last)
            last += 4
        n = add_row(parts, n, np.int64(run), FLUSH, popcount(run), (last - 4) // 4 + 1)
        hand &= ~run
    return hand, n


@helper
def take_sets(hand, counts, parts, n):
    """Steps, full houses, triples, pairs and singles of what is left."""
    low_pairs = np.zeros(16, np.int64)
    pairs, used = 0, 0
    rank = 2
    while rank <= 14:
        end = rank
        while end <= 14 and counts[end] == 2:
            end += 1
        if end - rank >= 2:
            play = ZERO
            for one in range(rank, end):
                play |= take(hand, one, 2)
            n = add_row(parts, n, np.int64(play), STEPS, 2 * (end - rank), end - 1)
        elif end - rank == 1:
            low_pairs[pairs] = rank
            pairs += 1
        elif counts[rank] == 1:
            n = add_row(parts, n, np.int64(take(hand, rank, 1)), SINGLE, 1, 2 * rank)
        rank = max(end, rank + 1)
    for rank in range(2, 15):
        if counts[rank] == 3:
            play = take(hand, rank, 3)
            if used < pairs and low_pairs[used] < 12:
                play |= take(hand, low_pairs[used], 2)
                n = add_row(parts, n, np.int64(play), FULL_HOUSE, 5, rank)
                used += 1
            else:
                n = add_row(parts, n, np.int64(play), TRIPLE, 3, rank)
    for i in range(used, pairs):
        n = add_row(parts, n, np.int64(take(hand, low_pairs[i], 2)), PAIR, 2, low_pairs[i])
    return n


@helper
def take_apart(hand, parts):
    """Take a hand apart; the number of rows."""
    n = 0
    if hand & DRAGON_BIT != ZERO:
        n = add_row(parts, n, np.int64(DRAGON_BIT), SINGLE, 1, DRAGON_VALUE)
    if hand & PHOENIX_BIT != ZERO:
        n = add_row(parts, n, np.int64(PHOENIX_BIT), SINGLE, 1, PHOENIX_LED)
    if hand & DOG_BIT != ZERO:
        n = add_row(parts, n, np.int64(DOG_BIT), DOG_LED, 1, 0)
    hand, n = take_bombs(hand & (NATURAL | MAHJONG_BIT), parts, n)
    counts = np.zeros(16, np.int64)
    for rank in range(1, 15):
        counts[rank] = popcount(np.uint64(held_of(hand, rank)))
    while True:
        low, high = best_straight(counts)
        if high == 0:
            break
        play = ZERO
        for rank in range(low, high + 1):
            play |= take(hand, rank, 1)
            counts[rank] -= 1
        hand &= ~play
        n = add_row(parts, n, np.int64(play), STRAIGHT, high - low + 1, high)
    if counts[1]:
        n = add_row(parts, n, np.int64(MAHJONG_BIT), SINGLE, 1, 2)
    return take_sets(hand, counts, parts, n)


@compiled(types.void(types.Array(types.uint64, 1, "C"), types.Array(types.float64, 2, "C")), late=True)
def outline(hands, facts):
    """Of each hand's partition: its turns, their strength, the weak and the strong ones, and the longest."""
    parts = np.empty((ROWS, COLUMNS), np.int64)
    for k in range(hands.size):
        n = take_apart(hands[k], parts)
        facts[k, :] = 0.0
        facts[k, 0] = n
        for i in range(n):
            power = strength(parts[i, KIND], parts[i, LENGTH], parts[i, VALUE])
            facts[k, 1] += power
            facts[k, 2] += power < WEAK
            facts[k, 3] += power > STRONG
            facts[k, 4] = max(facts[k, 4], parts[i, LENGTH])
