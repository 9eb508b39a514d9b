"""Leaves: every way to take a hand apart into combinations, and what the best of them is worth.

The tree of Vlachou-Konchylaki (2012): a leaf is a partition of the hand; its value is the sum of central
value x number of cards x weight over its combinations. Suits matter only for straight flushes, so a
partition is sought over the number of cards of each rank. A combination is a shape and a rank:

    shape   0 single   1 pair   2 triple   3 full house   4 four of a kind
            5..14 straight of 5..14 cards   15..20 steps of 2..7 pairs   21 straight flush of five

What each is worth stands in an array by shape and rank; among singles the Phoenix has rank 15, the Dragon 16.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu.cards import DRAGON_BIT, KING, PHOENIX_BIT
from parlour.games.tichu.combinations import ZERO, flushes_in
from parlour.games.tichu.counting import count_ranks, new_counts
from parlour.games.tichu.tree.values import BY_CARDS, BY_COMBINATIONS, BY_POSSIBILITIES, WEIGHTS
from parlour.kernel import FLOATS, INTS, compiled, helper, popcount, trailing

__all__ = ["COMBINATIONS", "PUBLISHED", "best_leaf", "family", "fill_worth", "new_desk", "new_worth"]

SINGLES, PAIRS, TRIPLES, FULL_HOUSES, FOURS, STRAIGHTS, STEPS, FLUSHES = 0, 1, 2, 3, 4, 5, 15, 21
SHAPES = FLUSHES  # those that are sought by counts of ranks
PHOENIX_RANK, DRAGON_RANK = 15, 16  # singles above the ace, with its weight
COMBINATIONS = ("single", "pair", "triple", "full house", "four of a kind", "straight", "steps")

PUBLISHED = np.array([weight.default for weight in WEIGHTS], float)  # in the order of combinations, then:
FLUSH_WEIGHT, KING_WEIGHT, ACE_WEIGHT = range(len(COMBINATIONS), len(WEIGHTS))

MOST_NODES = 4000  # after so many, the best leaf so far counts
LONGEST = 16  # room for the combinations of a partition

_WORTH = types.Array(types.float64, 2, "C")


@helper
def family(shape):
    """The combination that a shape belongs to, as the weights count them."""
    return 6 if shape >= STEPS else (5 if shape >= STRAIGHTS else shape)


@helper
def cards_in(shape):
    """How many cards a shape has."""
    if shape >= STEPS:
        return 2 * (shape - STEPS + 2)
    if shape >= STRAIGHTS:
        return shape
    return 5 if shape == FULL_HOUSES else (4 if shape == FOURS else shape + 1)


@helper
def ranks_in_shape(shape):
    """How many ranks a shape runs through, full houses aside."""
    return shape - STEPS + 2 if shape >= STEPS else (shape if shape >= STRAIGHTS else 1)


@helper
def hold(counts, shape, rank):
    """Whether counted cards could make a shape up to a rank (of a full house: its triple)."""
    ranks = ranks_in_shape(shape)
    needed = 3 if shape == FULL_HOUSES else cards_in(shape) // ranks
    low = rank - ranks + 1
    if rank > 14 or low < (2 if shape >= STEPS else 1):
        return False
    missing = 0
    for one in range(low, rank + 1):
        missing += counts[one] < needed
    return missing == 0


@helper
def new_worth():
    """Room for what each combination is worth, by shape and rank."""
    return np.zeros((SHAPES + 1, DRAGON_RANK + 1))


@helper
def fill_worth(worth, weights, value, hidden):
    """What each combination is worth; by possibilities: times the share of hidden ones that it beats."""
    for shape in range(SHAPES):
        lower, total = 0, 0
        for rank in range(1, 15):
            total += hold(hidden, shape, rank)
        for rank in range(1, 15):
            weight = weights[family(shape)]
            if shape == SINGLES and rank >= KING:
                weight = weights[KING_WEIGHT if rank == KING else ACE_WEIGHT]
            worth[shape, rank] = rank * cards_in(shape) * weight
            if value == BY_POSSIBILITIES:
                worth[shape, rank] *= (1.0 + lower) / (1.0 + total)
            lower += hold(hidden, shape, rank)
    for rank in range(PHOENIX_RANK, DRAGON_RANK + 1):
        worth[SINGLES, rank] = rank * weights[ACE_WEIGHT]
    for rank in range(1, 15):
        worth[FLUSHES, rank] = 5 * rank * weights[FLUSH_WEIGHT]


@compiled(
    types.void(
        INTS, types.int64, types.float64, types.int64, types.boolean, _WORTH, INTS, INTS, INTS, FLOATS
    ),
    late=True,
)
def _search(counts, rank, total, n, mean, worth, path, best_path, work, best):
    """Find the best leaf of what is left from `rank` up, after `n` combinations worth `total`.

    ``path[i]`` is 32 * shape + rank; the best path stays, its value in ``best[0]`` and its length in
    ``work[1]``; ``work[0]`` counts the nodes.
    """
    while rank <= 14 and counts[rank] == 0:
        rank += 1
    work[0] += 1
    if rank > 14:
        value = total / n if mean and n else total
        if work[1] < 0 or value > best[0]:
            best[0], work[1] = value, n
            best_path[:n] = path[:n]
        return
    if work[0] > MOST_NODES and work[1] >= 0:
        return
    for shape in range(SHAPES - 1, -1, -1):
        top = rank + ranks_in_shape(shape) - 1
        if shape == FULL_HOUSES or (rank == 1 and 0 < shape < STRAIGHTS) or not hold(counts, shape, top):
            continue
        size = cards_in(shape) // ranks_in_shape(shape)
        for one in range(rank, top + 1):
            counts[one] -= size
        path[n] = 32 * shape + top
        value = total + worth[shape, top]
        _search(counts, rank, value, n + 1, mean, worth, path, best_path, work, best)
        for one in range(rank, top + 1):
            counts[one] += size
    for other in range(rank + 1, 15):  # full houses: the lowest rank is the triple, or the pair
        for mine in range(2, 4):
            if rank < 2 or counts[rank] < mine or counts[other] < 5 - mine:
                continue
            three = rank if mine == 3 else other
            counts[rank] -= mine
            counts[other] -= 5 - mine
            path[n] = 32 * FULL_HOUSES + three
            value = total + worth[FULL_HOUSES, three]
            _search(counts, rank, value, n + 1, mean, worth, path, best_path, work, best)
            counts[rank] += mine
            counts[other] += 5 - mine


@helper
def leaf(cards, start, before, mean, worth, desk):
    """The best leaf of cards, beside `before` combinations worth `start`."""
    counts, path, best_path, work, best = desk
    count_ranks(cards, counts)
    best[0], work[0], work[1] = 0.0, 0, -1
    path[:before] = -1
    _search(counts, 1, start, before, mean, worth, path, best_path, work, best)
    return best[0]


@helper
def new_desk():
    """Room for a search: counts, path, best path, work and the best value."""
    path, best_path = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    return new_counts(), path, best_path, np.zeros(2, np.int64), np.zeros(1)


@helper
def best_leaf(hand, value, worth, desk):
    """The value of the best leaf of a hand; the specials are singles of their own."""
    cards, start, n = popcount(hand), 0.0, 0
    if cards == 0:
        return 0.0
    if hand & DRAGON_BIT != ZERO:
        start, n = start + worth[SINGLES, DRAGON_RANK], n + 1
    if hand & PHOENIX_BIT != ZERO:
        start, n = start + worth[SINGLES, PHOENIX_RANK], n + 1
    mean = value == BY_COMBINATIONS
    best = leaf(hand, start, n, mean, worth, desk)
    starts = flushes_in(hand)
    if starts != ZERO:  # or with a straight flush left whole
        run, top = np.uint64(0x11111) << np.uint64(trailing(starts)), trailing(starts) // 4 + 5
        best = max(best, leaf(hand & ~run, start + worth[FLUSHES, top], n + 1, mean, worth, desk))
    return best / cards if value == BY_CARDS else best
