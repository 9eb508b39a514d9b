"""The exact endgame: principal variation search on bitboards to the last disc.

From many empty squares to few: moves that leave the other side few answers come first and the table
remembers positions; then squares of odd regions come first; the last four squares are played by hand.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.best import transpositions as tt
from parlour.games.reversi.best.lastmoves import final_score, last_four, odd_regions
from parlour.games.reversi.best.memory import (
    AGE,
    BUCKETS,
    LIST_WORDS,
    LISTS,
    MOST_NODES,
    NODES,
    STOP,
    WORDS,
    bring_best,
    move_at,
    write_move,
)
from parlour.games.reversi.best.stability import most_by_stability
from parlour.games.reversi.lanes import after_move, flips_by_lanes, moves_by_lanes
from parlour.games.reversi.rules import INNER, ONE, ZERO
from parlour.kernel import bits, compiled, helper, popcount

__all__ = ["BESIDE", "CORNERS", "STABLE_FROM", "exact", "null_end"]

SHALLOW = 7  # up to so many empty squares moves are only ordered by parity
LOOK_FROM = 12  # from so many on, all answers are first looked up in the table
STABLE_FROM = tuple(max(2 * empties - 8, 6) for empties in range(65))

CORNERS = np.uint64(0x8100000000000081)
BESIDE = np.uint64(0x42C300000000C342)  # the squares that give a corner away
_NULL = types.int64(types.uint64, types.uint64, types.int64, types.int64, WORDS, WORDS)


@compiled(types.int64(types.uint64, types.uint64, types.int64, types.int64, WORDS))
def null_shallow(own, opp, alpha, empties, memory):
    """The value with few empty squares left (more than four), within a null window."""
    memory[NODES] += ONE
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return final_score(own, opp)
        return -null_shallow(opp, own, -alpha - 1, empties, memory)
    odd = odd_regions(~(own | opp))
    best = -65
    for group in range(4):  # odd regions first; in each, squares beside a corner last
        left = moves & (odd if group < 2 else ~odd) & (BESIDE if group & 1 else ~BESIDE)
        for square in bits(left):
            other, after = after_move(own, opp, square)
            if empties == 5:
                value = -last_four(other, after, -alpha - 1, memory)
            else:
                value = -null_shallow(other, after, -alpha - 1, empties - 1, memory)
            if value > best:
                best = value
                if value > alpha:
                    return best
    return best


@helper
def list_moves(own, opp, moves, first, memory, at, odd):
    """Write the moves with their flips and ranks to the list at `at`; how many.

    `first` is the table's move, and `odd` are the empty squares of odd regions.
    """
    n = 0
    for square in bits(moves):
        here = ONE << np.uint64(square)
        flips = flips_by_lanes(own, opp, square)
        after, other = own | flips | here, opp ^ flips
        if other == ZERO:
            rank = np.int64(1 << 30)
        elif square == first:
            rank = np.int64(1 << 29)
        else:
            answers = moves_by_lanes(other, after)
            rank = np.int64(1 << 20) - 64 * (popcount(answers) + popcount(answers & CORNERS))
            if here & odd != ZERO:
                rank += 16
            if here & CORNERS != ZERO:
                rank += 64
            rank -= liberties(after, other)
        write_move(memory, at, n, rank, square, flips)
        n += 1
    return n


@helper
def liberties(own, opp):
    """Empty squares beside discs of `own`: room for the other side's coming moves."""
    side = own & INNER
    near = (own << np.uint64(8)) | (own >> np.uint64(8))
    near |= (side << np.uint64(1)) | (side >> np.uint64(1)) | (side << np.uint64(7)) | (side >> np.uint64(7))
    near |= (side << np.uint64(9)) | (side >> np.uint64(9))
    return popcount(near & ~(own | opp))


@compiled(_NULL)
def null_deep(own, opp, alpha, empties, memory, table):
    """The value of a position within a null window: above `alpha` at least it, else at most it."""
    if empties <= SHALLOW:
        return null_shallow(own, opp, alpha, empties, memory)
    memory[NODES] += ONE
    if memory[STOP] != ZERO or memory[NODES] > memory[MOST_NODES]:
        memory[STOP] = ONE
        return 0
    if alpha >= STABLE_FROM[empties]:
        most = most_by_stability(own, opp)
        if most <= alpha:
            return most
    key = tt.key_of(own, opp)
    data = tt.find(table, memory[BUCKETS], key)
    first = np.int64(tt.NO_MOVE)
    if data != ZERO:
        if tt.lower_of(data) > alpha:
            return tt.lower_of(data)
        if tt.upper_of(data) <= alpha:
            return tt.upper_of(data)
        first = tt.move_of(data)
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return final_score(own, opp)
        return -null_deep(opp, own, -alpha - 1, empties, memory, table)
    at = LISTS + LIST_WORDS * empties
    n = list_moves(own, opp, moves, first, memory, at, odd_regions(~(own | opp)))
    if empties >= LOOK_FROM:
        for i in range(n):
            _, other, after = move_at(own, opp, memory, at, i)
            data = tt.find(table, memory[BUCKETS], tt.key_of(other, after))
            if data != ZERO and -tt.upper_of(data) > alpha:
                return -tt.upper_of(data)
    best, move = -65, 0
    for i in range(n):
        bring_best(memory, at, i, n)
        square, other, after = move_at(own, opp, memory, at, i)
        value = -null_deep(other, after, -alpha - 1, empties - 1, memory, table)
        if memory[STOP] != ZERO:
            return 0
        if value > best:
            best, move = value, square
            if value > alpha:
                break
    lower, upper = (best, 64) if best > alpha else (-64, best)
    tt.keep(table, memory[BUCKETS], key, tt.Entry(lower, upper, empties, 0, move, memory[AGE]))
    return best


@compiled(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, WORDS, WORDS))
def exact(own, opp, alpha, beta, empties, memory, table):
    """The value of a position, exact when it lies between `alpha` and `beta`."""
    memory[NODES] += ONE
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return final_score(own, opp)
        return -exact(opp, own, -beta, -alpha, empties, memory, table)
    best, floor = -65, alpha
    if empties <= SHALLOW:
        for square in bits(moves):
            other, after = after_move(own, opp, square)
            value = -exact(other, after, -beta, -floor, empties - 1, memory, table)
            best, floor = max(best, value), max(floor, value)
            if best >= beta:
                break
        return best
    key = tt.key_of(own, opp)
    data = tt.find(table, memory[BUCKETS], key)
    first = np.int64(tt.NO_MOVE)
    if data != ZERO:
        if tt.lower_of(data) >= beta or tt.lower_of(data) == tt.upper_of(data):
            return tt.lower_of(data)
        if tt.upper_of(data) <= alpha:
            return tt.upper_of(data)
        first = tt.move_of(data)
    at = LISTS + LIST_WORDS * empties
    n = list_moves(own, opp, moves, first, memory, at, odd_regions(~(own | opp)))
    move = np.int64(0)
    for i in range(n):
        bring_best(memory, at, i, n)
        square, other, after = move_at(own, opp, memory, at, i)
        value = np.int64(-65)
        if i > 0:
            value = -null_deep(other, after, -floor - 1, empties - 1, memory, table)
        if i == 0 or (floor < value < beta):
            value = -exact(other, after, -beta, -floor, empties - 1, memory, table)
        if memory[STOP] != ZERO:
            return 0
        if value > best:
            best, move = value, square
        floor = max(floor, value)
        if floor >= beta:
            break
    lower, upper = (best if best > alpha else -64), (best if best < beta else 64)
    tt.keep(table, memory[BUCKETS], key, tt.Entry(lower, upper, empties, 0, move, memory[AGE]))
    return best


@helper
def null_end(own, opp, alpha, empties, memory, table):
    """The value of any endgame within a null window."""
    if empties > SHALLOW:
        return null_deep(own, opp, alpha, empties, memory, table)
    if empties > 4:
        return null_shallow(own, opp, alpha, empties, memory)
    return exact(own, opp, alpha, alpha + 1, empties, memory, table)
