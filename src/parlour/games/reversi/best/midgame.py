"""The middle game: principal variation search with the pattern evaluation and probabilistic cuts.

Values are whole numbers, `UNIT` to a disc. A search to depth `depth` that reaches the last empty square
is a search to the end: near the end it goes over to the exact endgame. `trust` says how wide the margins
of probabilistic cuts are (Buro 1995, 1997); at `SURE` nothing is cut but what cannot matter.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.best import transpositions as tt
from parlour.games.reversi.best.endgame import (
    AGE,
    BUCKETS,
    CORNERS,
    LIST_WORDS,
    LISTS,
    MARGINS,
    MOST_NODES,
    STABLE_FROM,
    STOP,
    WORD_ARRAY,
    bring_best,
    listed,
    null_end,
)
from parlour.games.reversi.best.lastmoves import NODES, WORDS, final_score, odd_regions
from parlour.games.reversi.best.patterns import UNIT, worth
from parlour.games.reversi.best.stability import most_by_stability
from parlour.games.reversi.lanes import flips_by_lanes, moves_by_lanes
from parlour.games.reversi.rules import ONE, ZERO
from parlour.kernel import INTS, compiled, helper, pointer, popcount, trailing

__all__ = ["INFINITE", "LEAST_CUT", "SURE", "search_root", "shallow_depth", "table_move"]

SURE = 5
# The margin of a cut at each trust, in sixteenths of the standard deviation of the deep search's value
# around the shallow one's.
FACTORS = (14, 18, 24, 32, 44)
EXACT_BELOW = 13  # searches to the end leave the evaluation behind with so many empty squares
LEAST_LOOK = 5  # the shallowest depth that looks all answers up in the table first
LEAST_CUT = 3  # the shallowest depth with probabilistic cuts
INFINITE = 30000
MOST = 64 * UNIT
_SALT = np.uint64(0x5DEECE66D1CE4E5A)  # tells entries of this search from the endgame's
_RANK = np.uint64(8)

WEIGHTS, SHORTS = types.CPointer(types.int16), types.CPointer(types.uint16)
WEIGHT_ARRAY, SHORT_ARRAY = types.Array(types.int16, 1, "C"), types.Array(types.uint16, 1, "C")
_PLACE = (types.uint64, types.uint64)
_DATA = (WORDS, WORDS, WEIGHTS, SHORTS, SHORTS)
_INT = types.int64


@helper
def _value_after(own, opp, weights, parts, lanes):
    """What a position after a move is worth for the side that moved (`own` is to answer), and answers."""
    answers = moves_by_lanes(own, opp)
    if answers != ZERO:
        return -np.int64(worth(own, opp, weights, parts, lanes)), answers
    if moves_by_lanes(opp, own) == ZERO:
        return -UNIT * final_score(own, opp), answers
    return np.int64(worth(opp, own, weights, parts, lanes)), answers


@helper
def _by_evaluation(own, opp, moves, alpha, memory, weights, parts, lanes):
    """The best of the moves, each judged by the evaluation alone; the first above `alpha` ends it."""
    best = np.int64(-INFINITE)
    while moves != ZERO:
        square = trailing(moves)
        moves &= moves - ONE
        flips = flips_by_lanes(own, opp, square)
        memory[NODES] += ONE
        value, _ = _value_after(opp ^ flips, own | flips | (ONE << np.uint64(square)), weights, parts, lanes)
        if value > best:
            best = value
            if best > alpha:
                break
    return best


@helper
def _list_moves(own, opp, moves, first, depth, to_end, memory, at, weights, parts, lanes):
    """Write the moves with their flips and ranks: the table's move, then by value and few answers."""
    n = 0
    mobility = np.int64(4 * UNIT if to_end else UNIT // 2)
    odd = odd_regions(~(own | opp))
    while moves != ZERO:
        square = trailing(moves)
        moves &= moves - ONE
        here = ONE << np.uint64(square)
        flips = flips_by_lanes(own, opp, square)
        after, other = own | flips | here, opp ^ flips
        rank = np.int64(1 << 30)
        if other != ZERO:
            rank = np.int64(1 << 29)
            if square != first:
                value, answers = _value_after(other, after, weights, parts, lanes)
                rank = (
                    np.int64(1 << 20) + value - mobility * (popcount(answers) + popcount(answers & CORNERS))
                )
                if here & odd != ZERO:
                    rank += UNIT
        memory[at + 2 * n] = (np.uint64(rank) << _RANK) | np.uint64(square)
        memory[at + 2 * n + 1] = flips
        n += 1
    return n


@helper
def margin_of(memory, empties, depth, trust):
    """How far a shallow search must lie outside the window for a cut."""
    spread = np.int64(memory[MARGINS + 64 * empties + depth])
    return spread * FACTORS[trust] >> 4


@helper
def shallow_depth(depth):
    """The depth of the search that predicts one of `depth`; of the same parity, about half."""
    return 2 * (depth // 4) + (depth & 1)


@compiled(_INT(*_PLACE, _INT, _INT, _INT, *_DATA))
def null_window(own, opp, alpha, depth, trust, memory, table, weights, parts, lanes):
    """The value of a position within a null window: above `alpha` at least it, else at most it."""
    memory[NODES] += ONE
    if memory[STOP] != ZERO or memory[NODES] > memory[MOST_NODES]:
        memory[STOP] = ONE
        return 0
    empties = popcount(~(own | opp))
    to_end = depth >= empties
    if to_end:
        depth = empties
        if empties <= EXACT_BELOW:
            return UNIT * null_end(own, opp, alpha // UNIT, empties, memory, table)
        if alpha >= UNIT * STABLE_FROM[empties]:
            most = UNIT * most_by_stability(own, opp)
            if most <= alpha:
                return most
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return UNIT * final_score(own, opp)
        return -null_window(opp, own, -alpha - 1, depth, trust, memory, table, weights, parts, lanes)
    if depth <= 1:
        if depth == 1:
            return _by_evaluation(own, opp, moves, alpha, memory, weights, parts, lanes)
        return np.int64(worth(own, opp, weights, parts, lanes))

    key = tt.key_of(own, opp) ^ _SALT
    data = tt.find(table, memory[BUCKETS], key)
    first = np.int64(tt.NO_MOVE)
    if data != ZERO:
        if tt.depth_of(data) >= depth and tt.trust_of(data) >= trust:
            if tt.lower_of(data) > alpha:
                return tt.lower_of(data)
            if tt.upper_of(data) <= alpha:
                return tt.upper_of(data)
        first = tt.move_of(data)

    if trust < SURE and depth >= LEAST_CUT and abs(alpha) < MOST - 4 * UNIT:
        margin, shallow = margin_of(memory, empties, depth, trust), shallow_depth(depth)
        guess = np.int64(worth(own, opp, weights, parts, lanes))
        if guess > alpha and alpha + margin < MOST:
            bound = alpha + margin
            if null_window(own, opp, bound, shallow, trust, memory, table, weights, parts, lanes) > bound:
                return alpha + 1
        elif guess <= alpha and alpha - margin > -MOST:
            bound = alpha - margin
            if null_window(own, opp, bound, shallow, trust, memory, table, weights, parts, lanes) <= bound:
                return alpha

    at = LISTS + LIST_WORDS * empties
    n = _list_moves(own, opp, moves, first, depth, to_end, memory, at, weights, parts, lanes)
    if depth >= LEAST_LOOK:
        for i in range(n):
            _, other, after = listed(own, opp, memory, at, i)
            data = tt.find(table, memory[BUCKETS], tt.key_of(other, after) ^ _SALT)
            known = data != ZERO and tt.depth_of(data) >= depth - 1 and tt.trust_of(data) >= trust
            if known and -tt.upper_of(data) > alpha:
                return -tt.upper_of(data)
    best, chosen = np.int64(-INFINITE), np.int64(0)
    for i in range(n):
        bring_best(memory, at, i, n)
        square, other, after = listed(own, opp, memory, at, i)
        value = -null_window(other, after, -alpha - 1, depth - 1, trust, memory, table, weights, parts, lanes)
        if memory[STOP] != ZERO:
            return 0
        if value > best:
            best, chosen = value, square
            if value > alpha:
                break
    lower, upper = (best, INFINITE) if best > alpha else (-INFINITE, best)
    tt.keep(table, memory[BUCKETS], key, lower, upper, depth, trust, chosen, memory[AGE])
    return best


@compiled(_INT(*_PLACE, _INT, _INT, _INT, _INT, *_DATA))
def principal(own, opp, alpha, beta, depth, trust, memory, table, weights, parts, lanes):
    """The value of a position, exact (as the search goes) when it lies between `alpha` and `beta`."""
    memory[NODES] += ONE
    empties = popcount(~(own | opp))
    depth = min(depth, empties)
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return UNIT * final_score(own, opp)
        return -principal(opp, own, -beta, -alpha, depth, trust, memory, table, weights, parts, lanes)
    if depth == 0:
        return np.int64(worth(own, opp, weights, parts, lanes))
    key = tt.key_of(own, opp) ^ _SALT
    data = tt.find(table, memory[BUCKETS], key)
    first = np.int64(tt.NO_MOVE)
    if data != ZERO:
        if tt.depth_of(data) >= depth and tt.trust_of(data) >= trust:
            if tt.lower_of(data) >= beta or tt.lower_of(data) == tt.upper_of(data):
                return tt.lower_of(data)
            if tt.upper_of(data) <= alpha:
                return tt.upper_of(data)
        first = tt.move_of(data)
    at = LISTS + LIST_WORDS * empties
    n = _list_moves(own, opp, moves, first, depth, depth == empties, memory, at, weights, parts, lanes)
    best, chosen, floor = np.int64(-INFINITE), np.int64(0), alpha
    for i in range(n):
        bring_best(memory, at, i, n)
        square, other, after = listed(own, opp, memory, at, i)
        value = np.int64(0)
        if i > 0:
            value = -null_window(
                other, after, -floor - 1, depth - 1, trust, memory, table, weights, parts, lanes
            )
        if i == 0 or (floor < value < beta):
            value = -principal(
                other, after, -beta, -floor, depth - 1, trust, memory, table, weights, parts, lanes
            )
        if memory[STOP] != ZERO:
            return 0
        if value > best:
            best, chosen = value, square
        floor = max(floor, value)
        if floor >= beta:
            break
    lower, upper = (best if best > alpha else -INFINITE), (best if best < beta else INFINITE)
    tt.keep(table, memory[BUCKETS], key, lower, upper, depth, trust, chosen, memory[AGE])
    return best


@compiled(
    _INT(*_PLACE, INTS, INTS, _INT, _INT, _INT, _INT, WORD_ARRAY, WORD_ARRAY, WEIGHT_ARRAY, SHORT_ARRAY)
)
def search_root(own, opp, squares, values, alpha, beta, depth, trust, memory, table, weights, parts):
    """Search the moves of the root in their order; the best comes to the front, its value is returned.

    `values` gets the value of each move, or a bound no better than the best before it. When the search is
    stopped, the moves that were searched in full count, and the value is that of the best of them.
    """
    lane_array = np.zeros(64, np.uint16)
    m, t, w, p, lanes = (
        pointer(memory), pointer(table), pointer(weights), pointer(parts), pointer(lane_array),
    )  # fmt: skip
    best, floor = np.int64(-INFINITE), alpha
    for i in range(squares.size):
        square = squares[i]
        flips = flips_by_lanes(own, opp, square)
        after, other = own | flips | (ONE << np.uint64(square)), opp ^ flips
        value = np.int64(0)
        if i > 0:
            value = -null_window(other, after, -floor - 1, depth - 1, trust, m, t, w, p, lanes)
        if i == 0 or (floor < value < beta and memory[STOP] == ZERO):
            value = -principal(other, after, -beta, -floor, depth - 1, trust, m, t, w, p, lanes)
        if memory[STOP] != ZERO:
            break
        values[i] = value
        if value > best:
            best = value
            for j in range(i, 0, -1):
                squares[j], values[j] = squares[j - 1], values[j - 1]
            squares[0], values[0] = square, value
        floor = max(floor, value)
        if floor >= beta:
            break
    return best


@compiled(_INT(*_PLACE, types.uint64, WORD_ARRAY))
def table_move(own, opp, buckets, table):
    """The best move that the table knows, or `NO_MOVE`."""
    data = tt.find(table, buckets, tt.key_of(own, opp) ^ _SALT)
    return tt.NO_MOVE if data == ZERO else tt.move_of(data)
