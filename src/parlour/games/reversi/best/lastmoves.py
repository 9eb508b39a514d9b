"""The last four empty squares, each by hand: the bulk of every endgame search.

All values are final disc differences for the side to move, empty squares counted for the winner. A search
within a null window answers with a bound: above `alpha` the true value is at least it, else at most it.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.best.memory import NODES, WORDS
from parlour.games.reversi.lanes import flips_by_lanes
from parlour.games.reversi.rules import ONE, ZERO
from parlour.kernel import bits, compiled, helper, popcount, trailing

__all__ = ["final_score", "last_four", "odd_regions"]


def _around(square: int) -> int:
    x, y = square % 8, square // 8
    near = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    return sum(1 << (8 * b + a) for a, b in near if 0 <= a < 8 and 0 <= b < 8)


AROUND = np.array([_around(square) for square in range(64)], np.uint64)
# The quarter of the board that a square is in, for parity: whoever moves last in a region gains.
QUARTERS = tuple(np.uint64(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))


@helper
def final_score(own, opp):
    """The result when nobody can move any more."""
    mine, theirs = popcount(own), popcount(opp)
    lead = mine - theirs
    if lead > 0:
        return 64 - 2 * theirs
    return 2 * mine - 64 if lead < 0 else 0


@helper
def _last_one(own, square):
    """The value with one empty square left."""
    mine = popcount(own)
    rest = ~own ^ (ONE << np.uint64(square))
    gain = popcount(flips_by_lanes(own, rest, square))
    if gain > 0:
        return 2 * (mine + gain) - 62
    loss = popcount(flips_by_lanes(rest, own, square))
    if loss > 0:
        return 2 * (mine - loss) - 64
    return 2 * mine - 62 if mine > 31 else 2 * mine - 64


@helper
def _last_two_for(own, opp, alpha, one, two, memory):
    """The best of the two moves, or -65 when neither is legal."""
    best = -65
    if AROUND[one] & opp != ZERO:
        flips = flips_by_lanes(own, opp, one)
        if flips != ZERO:
            memory[NODES] += ONE
            best = -_last_one(opp ^ flips, two)
            if best > alpha:
                return best
    if AROUND[two] & opp != ZERO:
        flips = flips_by_lanes(own, opp, two)
        if flips != ZERO:
            memory[NODES] += ONE
            best = max(best, -_last_one(opp ^ flips, one))
    return best


@compiled(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, WORDS))
def last_two(own, opp, alpha, one, two, memory):
    """The value with two empty squares left, within a null window."""
    memory[NODES] += ONE
    best = _last_two_for(own, opp, alpha, one, two, memory)
    if best > -65:
        return best
    best = _last_two_for(opp, own, -alpha - 1, one, two, memory)
    return -best if best > -65 else final_score(own, opp)


@helper
def _third_last(own, opp, alpha, square, one, two, memory):
    """The value of a move that leaves two empty squares, or -65 when it is not legal."""
    flips = flips_by_lanes(own, opp, square) if AROUND[square] & opp != ZERO else ZERO
    if flips == ZERO:
        return -65
    return -last_two(opp ^ flips, own | flips | (ONE << np.uint64(square)), -alpha - 1, one, two, memory)


@helper
def _last_three_for(own, opp, alpha, one, two, three, memory):
    """The best of the three moves, or -65 when none is legal; the first above `alpha` ends it."""
    best = _third_last(own, opp, alpha, one, two, three, memory)
    if best <= alpha:
        best = max(best, _third_last(own, opp, alpha, two, one, three, memory))
    if best <= alpha:
        best = max(best, _third_last(own, opp, alpha, three, one, two, memory))
    return best


@compiled(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64, WORDS))
def last_three(own, opp, alpha, one, two, three, memory):
    """The value with three empty squares left, within a null window, squares in the order given."""
    memory[NODES] += ONE
    best = _last_three_for(own, opp, alpha, one, two, three, memory)
    if best > -65:
        return best
    best = _last_three_for(opp, own, -alpha - 1, one, two, three, memory)
    return -best if best > -65 else final_score(own, opp)


@helper
def odd_regions(empty):
    """The empty squares of those quarters of the board that have an odd number of them."""
    odd = ZERO
    for quarter in QUARTERS:
        part = empty & quarter
        odd |= part & (ZERO - np.uint64(popcount(part) & 1))
    return odd


@helper
def _three_by_parity(own, opp, alpha, empty, memory):
    """The value with three empty squares, those alone in their region first."""
    odd = odd_regions(empty)
    rest = empty
    if odd != empty and odd != ZERO:
        first = trailing(odd)
        rest = empty ^ (ONE << np.uint64(first))
    else:
        first = trailing(empty)
        rest = empty & (empty - ONE)
    second = trailing(rest)
    third = trailing(rest & (rest - ONE))
    return last_three(own, opp, alpha, first, second, third, memory)


@helper
def _last_four_for(own, opp, alpha, moves, empty, memory):
    best = -65
    for square in bits(moves):
        if AROUND[square] & opp == ZERO:
            continue
        flips = flips_by_lanes(own, opp, square)
        if flips == ZERO:
            continue
        here = ONE << np.uint64(square)
        value = -_three_by_parity(opp ^ flips, own | flips | here, -alpha - 1, empty ^ here, memory)
        if value > best:
            best = value
            if value > alpha:
                break
    return best


@helper
def _four_for(own, opp, alpha, empty, memory):
    odd = odd_regions(empty)
    best = _last_four_for(own, opp, alpha, odd, empty, memory)
    if best <= alpha and odd != empty:
        best = max(best, _last_four_for(own, opp, alpha, empty ^ odd, empty, memory))
    return best


@compiled(types.int64(types.uint64, types.uint64, types.int64, WORDS))
def last_four(own, opp, alpha, memory):
    """The value with four empty squares left, within a null window."""
    memory[NODES] += ONE
    empty = ~(own | opp)
    best = _four_for(own, opp, alpha, empty, memory)
    if best > -65:
        return best
    best = _four_for(opp, own, -alpha - 1, empty, memory)
    return -best if best > -65 else final_score(own, opp)
