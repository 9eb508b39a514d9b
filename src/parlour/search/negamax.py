"""Negamax in compiled code: alpha-beta with a transposition table and move ordering."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba import types

from parlour.kernel import (
    FLOAT_ROWS,
    FLOATS,
    INT_ROWS,
    INTS,
    RNG,
    RULES,
    STATE,
    STATE_ROWS,
    compiled,
    copy,
    helper,
    row,
    shuffle,
)
from parlour.search.minimax import WIN

__all__ = [
    "AT_LEAST", "AT_MOST", "ENTRY", "EXACT", "NOTHING", "ORDERS", "PAST", "SEARCH", "SEARCHES", "TABLE",
    "Tools", "deepen", "from_table", "to_table",
]  # fmt: skip

ORDERS = ("history", "value", "random")
HISTORY, VALUE, RANDOM = range(3)

# One entry of the transposition table; `bound` says what `value` is.
ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("action", np.int64),
        ("value", np.float64),
        ("depth", np.int32),
        ("bound", np.int32),
    ],
    align=True,
)
NOTHING, EXACT, AT_LEAST, AT_MOST = range(4)

# One search: its settings, then how far it has come.
SEARCH = np.dtype(
    [
        ("seat", np.int64),  # whose decision it is
        ("order", np.int64),  # HISTORY, VALUE or RANDOM
        ("use_table", np.int64),
        ("most_nodes", np.int64),
        ("nodes", np.int64),  # positions searched
    ],
    align=True,
)

PAST = 4096  # slots of the history table of each side


class Tools(NamedTuple):
    """What a search works with."""

    search: np.ndarray  # its `SEARCH`
    states: np.ndarray  # a position a ply
    lists: np.ndarray  # its actions
    grades: np.ndarray  # and their marks
    rewards: np.ndarray  # of a finished game
    friends: np.ndarray  # 1 for the seats on the side of the deciding one, else 0
    table: np.ndarray  # transpositions
    past: np.ndarray  # past[side, action % PAST]: how often it cut off
    rng: np.ndarray
    stop: np.ndarray  # a flag that ends the search


TABLE = types.Array(numba.from_dtype(ENTRY), 1, "C")
SEARCHES = types.Array(numba.from_dtype(SEARCH), 1, "C")
_TOOLS = types.NamedTuple(
    [SEARCHES, STATE_ROWS, INT_ROWS, FLOAT_ROWS, FLOATS, INTS, TABLE, INT_ROWS, RNG, STATE], Tools
)


@helper
def _sort(actions, marks, n):
    """Sort actions by falling marks, keeping the order of equals."""
    for i in range(1, n):
        action, mark, j = actions[i], marks[i], i - 1
        while j >= 0 and marks[j] < mark:
            actions[j + 1], marks[j + 1] = actions[j], marks[j]
            j -= 1
        actions[j + 1], marks[j + 1] = action, mark


@helper
def _arrange(rules, t, ply, n, first, sign):
    """Put the `n` actions of a ply in the order in which they are tried: `first`, the table's move, leads."""
    search, past, rng = t.search[0], t.past, t.rng
    state, after = row(t.states, ply), row(t.states, ply + 1)
    actions, marks = row(t.lists, ply), row(t.grades, ply)
    if search.order == RANDOM:
        shuffle(actions, n, rng)
        if first < 0:
            return
        for i in range(n):
            marks[i] = 0.0
    for i in range(n):
        if actions[i] == first:
            marks[i] = np.inf
        elif search.order == HISTORY:
            marks[i] = past[np.int64(sign > 0), actions[i] % PAST]
        elif search.order == VALUE:
            copy(after, state)
            rules.apply(after, actions[i], rng)
            marks[i] = sign * rules.value(after, search.seat)
    _sort(actions, marks, n)


@helper
def to_table(value, ply):
    """A value as the table has it: wins are counted from the position, not from the root."""
    return value + ply if value > WIN / 2 else (value - ply if value < -WIN / 2 else value)


@helper
def from_table(value, ply):
    """A value of the table as it is seen from the root."""
    return value - ply if value > WIN / 2 else (value + ply if value < -WIN / 2 else value)


@helper
def _answers(entry, ply, depth, alpha, beta):
    """Whether an entry of the table settles a position of a ply, searched to a depth within (alpha, beta)."""
    if entry.depth < depth or ply == 0:
        return False
    value, bound = from_table(entry.value, ply), entry.bound
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)


@compiled(types.float64(RULES, _TOOLS, types.int64, types.int64, types.float64, types.float64), late=True)
def _negamax(rules, t, ply, depth, alpha, beta):
    """The value of ``t.states[ply]`` for the side to move, `depth` moves deep and within (alpha, beta)."""
    search, state, after, actions = t.search[0], row(t.states, ply), row(t.states, ply + 1), row(t.lists, ply)
    search.nodes += 1
    if t.stop[0] or search.nodes > search.most_nodes:
        t.stop[0] = 1
        return 0.0
    mover = rules.mover(state)
    if mover < 0:  # for the side that the parent's sign stands for: the searching seat
        rules.rewards(state, t.rewards)
        return t.rewards[search.seat] * (WIN - ply)
    sign = 1.0 if t.friends[mover] else -1.0
    if depth == 0:
        return sign * rules.value(state, search.seat)

    key, slot, first = np.uint64(0), np.int64(0), np.int64(-1)
    if search.use_table:
        key = rules.key(state) ^ np.uint64(1)
        slot = np.int64(key & np.uint64(t.table.size - 1))
        entry = t.table[slot]
        if entry.key == key and entry.bound != NOTHING:
            first = entry.action
            if _answers(entry, ply, depth, alpha, beta):
                return from_table(entry.value, ply)

    n = rules.legal(state, actions)
    if n > 1:
        _arrange(rules, t, ply, n, first, sign)
    best, best_action, floor, rng = -np.inf, actions[0], alpha, t.rng
    for i in range(n):
        copy(after, state)
        rules.apply(after, actions[i], rng)
        follower = rules.mover(after)
        turn = sign if follower < 0 else (1.0 if t.friends[follower] == t.friends[mover] else -1.0)
        low, high = (floor, beta) if turn > 0 else (-beta, -floor)
        value = turn * _negamax(rules, t, ply + 1, depth - 1, low, high)
        if t.stop[0]:
            return 0.0
        if value > best:
            best, best_action = value, actions[i]
        floor = max(floor, value)
        if floor >= beta:
            t.past[np.int64(sign > 0), actions[i] % PAST] += depth * depth
            break
    if search.use_table:
        entry = t.table[slot]
        entry.key, entry.action, entry.depth = key, best_action, depth
        entry.value = to_table(best, ply)
        entry.bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    return best


@compiled(types.float64(RULES, _TOOLS, STATE, INTS, types.int64), late=True)
def deepen(rules, t, root, actions, depth):
    """Search the actions of the position `root` to one depth; the best is moved to the front.

    The tools need two rows more than the depth: the root's, and the one that the leaves look on to.
    """
    after, mover = row(t.states, 1), rules.mover(root)
    best = -np.inf
    for i in range(actions.size):
        copy(after, root)
        rules.apply(after, actions[i], t.rng)
        follower = rules.mover(after)
        turn = 1.0 if follower < 0 or t.friends[follower] == t.friends[mover] else -1.0
        low, high = (best, np.inf) if turn > 0 else (-np.inf, -best)
        value = turn * _negamax(rules, t, 1, depth - 1, low, high)
        if t.stop[0]:
            break
        if value > best:
            best, action = value, actions[i]
            for j in range(i, 0, -1):
                actions[j] = actions[j - 1]
            actions[0] = action
    return best
