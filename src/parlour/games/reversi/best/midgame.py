"""The middle game: principal variation search with the pattern evaluation and probabilistic cuts.

Values are whole numbers, `UNIT` to a disc. A search to depth `depth` that reaches the last empty square
is a search to the end: near the end it goes over to the exact endgame. `trust` says how wide the margins
of probabilistic cuts are (Buro 1995, 1997); at `SURE` nothing is cut but what cannot matter.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.best import transpositions as tt
from parlour.games.reversi.best.endgame import STABLE_FROM, null_end
from parlour.games.reversi.best.lastmoves import final_score
from parlour.games.reversi.best.memory import (
    AGE,
    BUCKETS,
    LIST_WORDS,
    LISTS,
    MARGINS,
    MOST_NODES,
    NODES,
    STOP,
    WORD_ARRAY,
    bring_best,
    move_at,
)
from parlour.games.reversi.best.ordering import (
    ARRAYS,
    INFINITE,
    TOOLS,
    best_by_evaluation,
    list_moves,
    pointers,
    value_now,
)
from parlour.games.reversi.best.stability import most_by_stability
from parlour.games.reversi.kinds import UNIT
from parlour.games.reversi.lanes import after_move, moves_by_lanes
from parlour.games.reversi.rules import ONE, ZERO
from parlour.kernel import INTS, compiled, helper, popcount

__all__ = ["LEAST_CUT", "SURE", "search_root", "shallow_depth", "table_move"]

SURE = 5
# The margin of a cut at each trust, in sixteenths of the standard deviation of the deep search's value
# around the shallow one's.
FACTORS = (14, 18, 24, 32, 44)
EXACT_BELOW = 13  # searches to the end leave the evaluation behind with so many empty squares
LEAST_LOOK = 5  # the shallowest depth that looks all answers up in the table first
LEAST_CUT = 3  # the shallowest depth with probabilistic cuts
MOST = 64 * UNIT
_OPEN = 2 * INFINITE  # no value at all
_SALT = np.uint64(0x5DEECE66D1CE4E5A)  # tells entries of this search from the endgame's
_INT, _DISCS = types.int64, (types.uint64, types.uint64)


@helper
def margin_of(memory, empties, depth, trust):
    """How far a shallow search must lie outside the window for a cut."""
    spread = np.int64(memory[MARGINS + 64 * empties + depth])
    return spread * FACTORS[trust] >> 4


@helper
def shallow_depth(depth):
    """The depth of the search that predicts one of `depth`; of the same parity, about half."""
    return 2 * (depth // 4) + (depth & 1)


@helper
def _promise(t, own, opp, at, n, alpha, depth, trust):
    """The first value above `alpha` that the table promises after one of the listed moves, else `alpha`."""
    for i in range(n):
        _, other, after = move_at(own, opp, t.memory, at, i)
        data = tt.find(t.table, t.memory[BUCKETS], tt.key_of(other, after) ^ _SALT)
        fits = data != ZERO and tt.depth_of(data) >= depth - 1 and tt.trust_of(data) >= trust
        if fits and -tt.upper_of(data) > alpha:
            return -tt.upper_of(data)
    return alpha


@helper
def _settled(data, alpha, beta, depth, trust):
    """What an entry of the table says of a position within a window; `_OPEN` when it does not say enough."""
    if tt.depth_of(data) < depth or tt.trust_of(data) < trust:
        return _OPEN
    if tt.lower_of(data) >= beta or tt.lower_of(data) == tt.upper_of(data):
        return tt.lower_of(data)
    return tt.upper_of(data) if tt.upper_of(data) <= alpha else _OPEN


@helper
def _ending(t, own, opp, alpha, empties):
    """The value of a position that is searched to its end, where that is quick; else `_OPEN`."""
    if empties <= EXACT_BELOW:
        return UNIT * null_end(own, opp, alpha // UNIT, empties, t.memory, t.table)
    if alpha >= UNIT * STABLE_FROM[empties]:
        most = UNIT * most_by_stability(own, opp)
        if most <= alpha:
            return most
    return _OPEN


@helper
def _bound_to_pass(t, own, opp, alpha, depth, trust, empties):
    """What a shallow search must pass, upwards or downwards, for a cut (Buro 1997); `_OPEN` for no cut."""
    if trust >= SURE or depth < LEAST_CUT or abs(alpha) >= MOST - 4 * UNIT:
        return _OPEN
    margin = margin_of(t.memory, empties, depth, trust)
    bound = alpha + margin if value_now(t, own, opp) > alpha else alpha - margin
    return bound if abs(bound) < MOST else _OPEN


@compiled(_INT(TOOLS, *_DISCS, _INT, _INT, _INT))
def null_window(t, own, opp, alpha, depth, trust):
    """The value of a position within a null window: above `alpha` at least it, else at most it.

    `own` and `opp` are the discs of the side to move and of the other; see above for `depth` and `trust`.
    """
    memory, table = t.memory, t.table
    memory[NODES] += ONE
    if memory[STOP] != ZERO or memory[NODES] > memory[MOST_NODES]:
        memory[STOP] = ONE
        return 0
    empties = popcount(~(own | opp))
    to_end = depth >= empties
    if to_end:
        depth = empties
        value = _ending(t, own, opp, alpha, empties)
        if value != _OPEN:
            return value
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return UNIT * final_score(own, opp)
        return -null_window(t, opp, own, -alpha - 1, depth, trust)
    if depth <= 1:
        return best_by_evaluation(t, own, opp, moves, alpha) if depth == 1 else value_now(t, own, opp)

    key = tt.key_of(own, opp) ^ _SALT
    data = tt.find(table, memory[BUCKETS], key)
    first = np.int64(tt.NO_MOVE)
    if data != ZERO:
        value = _settled(data, alpha, alpha + 1, depth, trust)
        if value != _OPEN:
            return value
        first = tt.move_of(data)

    bound = _bound_to_pass(t, own, opp, alpha, depth, trust, empties)
    if bound != _OPEN:
        shallow = null_window(t, own, opp, bound, shallow_depth(depth), trust)
        if (shallow > bound) == (bound > alpha):
            return alpha + np.int64(bound > alpha)

    at = LISTS + LIST_WORDS * empties
    n = list_moves(t, own, opp, moves, first, to_end, at)
    if depth >= LEAST_LOOK:
        promise = _promise(t, own, opp, at, n, alpha, depth, trust)
        if promise > alpha:
            return promise
    best, move = np.int64(-INFINITE), np.int64(0)
    for i in range(n):
        bring_best(memory, at, i, n)
        square, other, after = move_at(own, opp, memory, at, i)
        value = -null_window(t, other, after, -alpha - 1, depth - 1, trust)
        if memory[STOP] != ZERO:
            return 0
        if value > best:
            best, move = value, square
            if value > alpha:
                break
    lower, upper = (best, INFINITE) if best > alpha else (-INFINITE, best)
    tt.keep(table, memory[BUCKETS], key, tt.Entry(lower, upper, depth, trust, move, memory[AGE]))
    return best


@compiled(_INT(TOOLS, *_DISCS, _INT, _INT, _INT, _INT))
def principal(t, own, opp, alpha, beta, depth, trust):
    """The value of a position, exact (as the search goes) when it lies between `alpha` and `beta`."""
    memory, table = t.memory, t.table
    memory[NODES] += ONE
    empties = popcount(~(own | opp))
    depth = min(depth, empties)
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return UNIT * final_score(own, opp)
        return -principal(t, opp, own, -beta, -alpha, depth, trust)
    if depth == 0:
        return value_now(t, own, opp)
    key = tt.key_of(own, opp) ^ _SALT
    data = tt.find(table, memory[BUCKETS], key)
    first = np.int64(tt.NO_MOVE)
    if data != ZERO:
        value = _settled(data, alpha, beta, depth, trust)
        if value != _OPEN:
            return value
        first = tt.move_of(data)
    at = LISTS + LIST_WORDS * empties
    n = list_moves(t, own, opp, moves, first, depth == empties, at)
    best, move, floor = np.int64(-INFINITE), np.int64(0), alpha
    for i in range(n):
        bring_best(memory, at, i, n)
        square, other, after = move_at(own, opp, memory, at, i)
        value = np.int64(0)
        if i > 0:
            value = -null_window(t, other, after, -floor - 1, depth - 1, trust)
        if i == 0 or (floor < value < beta):
            value = -principal(t, other, after, -beta, -floor, depth - 1, trust)
        if memory[STOP] != ZERO:
            return 0
        if value > best:
            best, move = value, square
        floor = max(floor, value)
        if floor >= beta:
            break
    lower, upper = (best if best > alpha else -INFINITE), (best if best < beta else INFINITE)
    tt.keep(table, memory[BUCKETS], key, tt.Entry(lower, upper, depth, trust, move, memory[AGE]))
    return best


@compiled(_INT(ARRAYS, *_DISCS, INTS, _INT, _INT, _INT, _INT))
def search_root(tools, own, opp, squares, alpha, beta, depth, trust):
    """Search the moves to `squares` in their order; the best comes to the front, its value is returned.

    When the search is stopped, the moves that were searched in full count, and the value is that of the best
    of them.
    """
    t = pointers(tools)
    memory = t.memory
    best, floor = np.int64(-INFINITE), alpha
    for i in range(squares.size):
        square = squares[i]
        other, after = after_move(own, opp, square)
        value = np.int64(0)
        if i > 0:
            value = -null_window(t, other, after, -floor - 1, depth - 1, trust)
        if i == 0 or (floor < value < beta and memory[STOP] == ZERO):
            value = -principal(t, other, after, -beta, -floor, depth - 1, trust)
        if memory[STOP] != ZERO:
            break
        if value > best:
            best = value
            for j in range(i, 0, -1):
                squares[j] = squares[j - 1]
            squares[0] = square
        floor = max(floor, value)
        if floor >= beta:
            break
    return best


@compiled(_INT(*_DISCS, types.uint64, WORD_ARRAY))
def table_move(own, opp, buckets, table):
    """The best move that the table knows, or `NO_MOVE`."""
    data = tt.find(table, buckets, tt.key_of(own, opp) ^ _SALT)
    return tt.NO_MOVE if data == ZERO else tt.move_of(data)
