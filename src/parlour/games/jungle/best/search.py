"""Alpha-beta made for Jungle: principal variations, null moves, reductions, takings to the end, tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from parlour.games.jungle.best.endings import ENDINGS, NO_TABLE, Endings, look_up, result_of
from parlour.games.jungle.best.network import LAYER, NET, carry_on, outlook, sum_up
from parlour.games.jungle.evaluation import DEEPEST
from parlour.games.jungle.moves import list_takings
from parlour.games.jungle.rules import QUIET_LIMITS, apply, key, legal
from parlour.games.jungle.state import DRAWN, PASS, RUNNING, WON_0, fields, occupant, prize, standing
from parlour.kernel import (
    INT_ROWS,
    INTS,
    RNG,
    STATE,
    STATE_ROWS,
    compiled,
    copy,
    helper,
    popcount,
    row,
    word_of,
)
from parlour.search.minimax import WIN
from parlour.search.negamax import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    SEARCHES,
    TABLE,
    from_table,
    to_table,
)

__all__ = ["TOOLS", "Tools", "search_root", "table_action"]

# Where a move stands in the order of trial; below come quiet moves by how often they have cut off.
FIRST, TAKING, KILLER = 1 << 50, 1 << 45, 1 << 44
HAIR = 0.001  # the width of a window that only asks whether a move is better
MARGIN = 60.0  # what a move near the horizon may cost
BY_TABLE = 1000.0  # a win that the tables promise is worth so much less than one on the board


Whole = int | np.integer[Any]
_ACTION, _DEPTH = np.uint64(16), np.uint64(8)


class Entry(NamedTuple):
    """What the table knows of a position; threads share it without locks (Hyatt and Mann 2002)."""

    action: Whole
    value: float
    depth: Whole
    bound: Whole


class Tools(NamedTuple):
    """What a search works with."""

    search: np.ndarray  # its `SEARCH`, as `negamax` has it
    states: np.ndarray  # a position a ply
    lists: np.ndarray  # its moves
    grades: np.ndarray  # and their marks
    sums: np.ndarray  # both players' views of it, as the network has them
    net: np.ndarray  # by which positions are judged
    layer: np.ndarray  # where it writes to
    endings: Endings
    table: np.ndarray  # transpositions
    past: np.ndarray  # past[seat, action]: how often it cut off
    killers: np.ndarray  # the last two quiet moves that cut off, a row a ply
    rng: np.ndarray
    stop: np.ndarray  # a flag that ends the search


TOOLS = types.NamedTuple(
    [
        SEARCHES, STATE_ROWS, INT_ROWS, INT_ROWS, NET, NET, LAYER, ENDINGS, TABLE, INT_ROWS, INT_ROWS, RNG,
        STATE,
    ],
    Tools,
)  # fmt: skip


@helper
def _mark(s, seat, actions, marks, n, first, killers, past):
    """Grade the moves: the table's, takings by victim and taker, killers, then what has worked before."""
    for i in range(n):
        action = actions[i]
        gain = prize(s, seat, action & 63) if action != PASS else -1
        if action == first:
            marks[i] = FIRST
        elif gain >= 0:
            marks[i] = TAKING + 16 * gain - occupant(s, seat, action >> 6)
        elif action == killers[0] or action == killers[1]:
            marks[i] = KILLER
        else:
            marks[i] = past[seat, action]


@helper
def _next_best(actions, marks, i, n):
    """Bring the best of the moves from `i` on to place `i`."""
    best = i
    for j in range(i + 1, n):
        if marks[j] > marks[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    marks[i], marks[best] = marks[best], marks[i]


@helper
def _remember_cut(t, ply, seat, action, mark, depth):
    """A move has cut off: if it is a quiet one, try it earlier next time."""
    if mark >= TAKING:
        return
    t.past[seat, action] += depth * depth
    if t.killers[ply, 0] != action:
        t.killers[ply, 1] = t.killers[ply, 0]
        t.killers[ply, 0] = action


@helper
def _board_value(s, seat, ply):
    """The value of a finished game."""
    if s.result == DRAWN:
        return 0.0
    return WIN - ply if s.result == WON_0 + seat else ply - WIN


@helper
def _table_value(s, seat, entry, ply):
    """The value of a position that the endgame tables know."""
    result = result_of(s, entry)
    if result == DRAWN:
        return 0.0
    forced = entry != 0 and (entry > 0) == (result == WON_0)
    wait = abs(entry) if forced else QUIET_LIMITS[s.judge] - s.quiet
    value = WIN - BY_TABLE - ply - wait
    return value if result == WON_0 + seat else -value


@helper
def _play(t, ply, action):
    """Lay out the position after an action as ``states[ply + 1]``."""
    state, after = row(t.states, ply), row(t.states, ply + 1)
    carry_on(t.net, fields(state), action, row(t.sums, ply), row(t.sums, ply + 1))
    copy(after, state)
    apply(after, action, t.rng)


@compiled(types.float64(TOOLS, types.int64, types.int64, types.float64, types.float64), late=True)
def calm(t, ply, left, alpha, beta):
    """The value for the player to move of ``states[ply]`` once takings (and steps into the den) are done.

    It looks at most `left` takings ahead and is exact within (alpha, beta).
    """
    s, actions = fields(row(t.states, ply)), row(t.lists, ply)
    seat = np.int64(s.turn)
    if s.result != RUNNING:
        return _board_value(s, seat, ply)
    best = outlook(t.net, s, row(t.sums, ply), t.layer)
    if best >= beta or left == 0:
        return best
    for i in range(list_takings(s, actions)):
        _play(t, ply, 64 * np.int64(s.places[seat, actions[i] >> 6]) + (actions[i] & 63))
        best = max(best, -calm(t, ply + 1, left - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@helper
def _reduction(depth, number, mark):
    """How much less deep a late quiet move is tried first."""
    if number < 2 or depth < 3 or mark >= KILLER:
        return 0
    return min(depth - 2, 1 + np.int64(number >= 6) + np.int64(depth >= 6))


@helper
def _read(slot):
    """An entry of the table as it is now: another thread may write it meanwhile."""
    return Entry(slot.action, slot.value, np.int64(slot.depth), np.int64(slot.bound))


@helper
def _mark_of(entry):
    """What an entry's key is mixed with, so that one which two threads wrote at once fits no position."""
    rest = np.uint64(entry.action) << _ACTION | np.uint64(entry.depth) << _DEPTH | np.uint64(entry.bound)
    return rest ^ word_of(entry.value)


@helper
def _write(slot, key, entry):
    """Write an entry over another."""
    slot.key, slot.action, slot.value = key ^ _mark_of(entry), entry.action, entry.value
    slot.depth, slot.bound = entry.depth, entry.bound


@helper
def _entry(action, value, ply, depth, alpha, beta):
    """What the table shall know of a position of a ply that was searched within (alpha, beta)."""
    bound = AT_LEAST if value >= beta else (EXACT if value > alpha else AT_MOST)
    return Entry(action, to_table(value, ply), np.int64(depth), np.int64(bound))


@helper
def _answers(entry, ply, depth, alpha, beta):
    """Whether an entry of the table settles a position of a ply, searched to a depth within (alpha, beta)."""
    value, bound = from_table(entry.value, ply), entry.bound
    cuts = (bound != AT_MOST and value >= beta) or (bound != AT_LEAST and value <= alpha)
    return entry.depth >= depth and (bound == EXACT or cuts)


@helper
def _out_of_work(t):
    """Count a position; whether the search has to end here."""
    tally = t.search[0]
    tally.nodes += 1
    if tally.nodes > tally.most_nodes:
        t.stop[0] = 1
    return t.stop[0] != 0


@helper
def _known_value(t, s, ply, depth, alpha, beta):
    """The value of a position that needs no look at its moves (over, in tables, at the horizon), or NaN."""
    seat = np.int64(s.turn)
    if s.result != RUNNING:
        return _board_value(s, seat, ply)
    ending = look_up(s, t.endings)
    if ending != NO_TABLE:
        return _table_value(s, seat, ending, ply)
    return calm(t, ply, DEEPEST, alpha, beta) if depth <= 0 else np.nan


@compiled(
    types.float64(TOOLS, types.int64, types.int64, types.float64, types.float64, types.int64), late=True
)
def search(t, ply, depth, alpha, beta, may_pass):
    """The value of ``states[ply]`` for the player to move, within (alpha, beta).

    The search is `depth` moves deep, less where it is quiet; `may_pass` is 0 right after a null move.
    """
    if _out_of_work(t):
        return 0.0
    state = row(t.states, ply)
    s = fields(state)
    known = _known_value(t, s, ply, depth, alpha, beta)
    if not np.isnan(known):
        return known

    hashed = key(state) ^ np.uint64(1)
    first, slot = np.int64(-1), t.table[np.int64(hashed & np.uint64(t.table.size - 1))]
    entry = _read(slot)
    if slot.key ^ _mark_of(entry) == hashed and entry.bound != NOTHING:
        first = entry.action
        if _answers(entry, ply, depth, alpha, beta):
            return from_table(entry.value, ply)

    # A position so good that it will stay above beta, near the horizon or even after a pass.
    narrow = beta - alpha < 2 * HAIR and abs(beta) < WIN / 2
    ahead = outlook(t.net, s, row(t.sums, ply), t.layer) - beta if narrow else -np.inf
    if depth <= 2 and ahead >= depth * MARGIN:
        _play(t, ply, PASS)
        if -calm(t, ply + 1, DEEPEST, -beta, HAIR - beta) >= beta:  # nor does the enemy threaten to take
            return beta
    if may_pass and depth >= 3 and ahead >= 0.0 and popcount(standing(s, np.int64(s.turn))) > 2:
        _play(t, ply, PASS)
        value = -search(t, ply + 1, depth - 3, -beta, HAIR - beta, np.int64(0))
        if t.stop[0]:
            return 0.0
        if beta <= value < WIN / 2:
            return value

    seat, actions, marks, again = np.int64(s.turn), row(t.lists, ply), row(t.grades, ply), np.int64(1)
    n = legal(state, actions)
    _mark(s, seat, actions, marks, n, first, row(t.killers, ply), t.past)
    best, best_action, floor = -np.inf, actions[0], alpha
    for i in range(n):
        _next_best(actions, marks, i, n)
        _play(t, ply, actions[i])
        value, less = np.inf, _reduction(depth, i, marks[i])
        if i > 0:
            value = -search(t, ply + 1, depth - 1 - less, -floor - HAIR, -floor, again)
            if value > floor and less > 0:
                value = -search(t, ply + 1, depth - 1, -floor - HAIR, -floor, again)
        if i == 0 or floor < value < beta:
            value = -search(t, ply + 1, depth - 1, -beta, -floor, again)
        if t.stop[0]:
            return 0.0
        if value > best:
            best, best_action = value, actions[i]
        floor = max(floor, value)
        if floor >= beta:
            _remember_cut(t, ply, seat, actions[i], marks[i], depth)
            break
    _write(slot, hashed, _entry(best_action, best, ply, depth, alpha, beta))
    return best


@compiled(types.float64(TOOLS, STATE, INTS, types.int64), late=True)
def search_root(t, root, actions, depth):
    """Search the root's actions to one depth; the best is moved to the front."""
    best, again = -np.inf, np.int64(1)
    copy(row(t.states, 0), root)
    sum_up(t.net, fields(root), row(t.sums, 0))
    for i in range(actions.size):
        _play(t, 0, actions[i])
        value = np.inf
        if i > 0:
            value = -search(t, 1, depth - 1, -best - HAIR, -best, again)
        if value > best:
            value = -search(t, 1, depth - 1, -np.inf, -best, again)
        if t.stop[0]:
            break
        if value > best:
            best, action = value, actions[i]
            for j in range(i, 0, -1):
                actions[j] = actions[j - 1]
            actions[0] = action
    return best


@compiled(types.int64(TABLE, types.uint64), late=True)
def table_action(table, key):
    """The best action that the table knows of a position, or -1."""
    slot = table[np.int64(key & np.uint64(table.size - 1))]
    entry = _read(slot)
    return entry.action if slot.key ^ _mark_of(entry) == key and entry.bound != NOTHING else -1
