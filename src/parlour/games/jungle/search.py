"""Alpha-beta made for Jungle: principal variations, a search of takings at the end, null moves, tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from parlour.agent import Clock
from parlour.game import Game, View
from parlour.games.jungle.evaluation import DEEPEST, WEIGHTS, calm, evaluate
from parlour.games.jungle.rules import GONE, PASS, RUNNING, apply, fields, key, legal, occupant, pass_on, prize
from parlour.kernel import FLOATS, INTS, RNG, STATE, compiled, copy, helper, row
from parlour.search.alphabeta import (
    _LISTS,
    _STACK,
    _TABLE,
    AT_LEAST,
    AT_MOST,
    EXACT,
    MOST_NODES,
    NODES,
    NOTHING,
    AlphaBeta,
    _recalled,
    _stored,
)
from parlour.search.minimax import WIN

# Where a move stands in the order of trial.
FIRST, TAKING, KILLER = 1 << 50, 1 << 45, 1 << 44

_SEARCH = types.float64(
    _STACK, _LISTS, _LISTS, types.int64, types.int64, types.float64, types.float64, types.int64,
    FLOATS, _TABLE, _LISTS, _LISTS, INTS, RNG, STATE,
)  # fmt: skip


@helper
def _mark(s, seat, actions, marks, n, first, killers, past):
    """Grade the moves: the table's, takings by victim and taker, killers, then what has worked before."""
    for i in range(n):
        action = actions[i]
        won = prize(s, seat, action & 63) if action != PASS else -1
        if action == first:
            marks[i] = FIRST
        elif won >= 0:
            marks[i] = TAKING + 16 * won - occupant(s, seat, action >> 6)
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
def _animals(s, seat):
    """How many animals a player has."""
    count = 0
    for rank in range(8):
        count += s.places[seat, rank] != GONE
    return count


@compiled(_SEARCH)
def _search(states, lists, grades, ply, depth, alpha, beta, may_pass, weights, table, past, killers, work, rng, stop):
    """The value of ``states[ply]`` for the player to move, within (alpha, beta)."""
    state, after = row(states, ply), row(states, ply + 1)
    s = fields(state)
    work[NODES] += 1
    if stop[0] or work[NODES] > work[MOST_NODES]:
        stop[0] = 1
        return 0.0
    seat = np.int64(s.turn)
    if s.result != RUNNING:
        return 0.0 if s.result == 3 else (WIN - ply if s.result == 1 + seat else ply - WIN)
    if depth <= 0:
        value = calm(states, lists, ply, DEEPEST, alpha, beta, weights)
        return value if abs(value) < 90000.0 else (WIN - ply - 1 if value > 0 else ply + 1 - WIN)

    hashed = key(state) ^ np.uint64(1)
    slot, first = np.int64(hashed & np.uint64(table.size - 1)), np.int64(-1)
    if table[slot].key == hashed and table[slot].bound != NOTHING:
        first = table[slot].action
        if table[slot].depth >= depth and ply > 0:
            known, bound = _recalled(table[slot].value, ply), table[slot].bound
            if bound == EXACT or (bound == AT_LEAST and known >= beta) or (bound == AT_MOST and known <= alpha):
                return known

    narrow = beta - alpha < 0.002
    if may_pass and narrow and depth >= 3 and _animals(s, seat) > 2 and evaluate(s, seat, weights) >= beta:
        copy(after, state)
        pass_on(fields(after))
        value = -_search(
            states, lists, grades, ply + 1, depth - 3, -beta, -beta + 0.001, np.int64(0),
            weights, table, past, killers, work, rng, stop,
        )  # fmt: skip
        if stop[0]:
            return 0.0
        if value >= beta and value < WIN / 2:
            return value

    actions, marks = row(lists, ply), row(grades, ply)
    n = legal(state, actions)
    _mark(s, seat, actions, marks, n, first, row(killers, ply), past)
    best, best_action, floor = -np.inf, actions[0], alpha
    for i in range(n):
        _next_best(actions, marks, i, n)
        copy(after, state)
        apply(after, actions[i], rng)
        less = 0
        if i >= 3 and depth >= 3 and marks[i] < KILLER:
            less = 1 if i < 10 else 2
        if i == 0:
            value = -_search(
                states, lists, grades, ply + 1, depth - 1, -beta, -floor, np.int64(1),
                weights, table, past, killers, work, rng, stop,
            )  # fmt: skip
        else:
            value = -_search(
                states, lists, grades, ply + 1, depth - 1 - less, -floor - 0.001, -floor, np.int64(1),
                weights, table, past, killers, work, rng, stop,
            )  # fmt: skip
            if value > floor and less > 0:
                value = -_search(
                    states, lists, grades, ply + 1, depth - 1, -floor - 0.001, -floor, np.int64(1),
                    weights, table, past, killers, work, rng, stop,
                )  # fmt: skip
            if value > floor and value < beta:
                value = -_search(
                    states, lists, grades, ply + 1, depth - 1, -beta, -floor, np.int64(1),
                    weights, table, past, killers, work, rng, stop,
                )  # fmt: skip
        if stop[0]:
            return 0.0
        if value > best:
            best, best_action = value, actions[i]
        floor = max(floor, value)
        if floor >= beta:
            if marks[i] < TAKING:
                past[seat, actions[i]] += depth * depth
                if killers[ply, 0] != actions[i]:
                    killers[ply, 1] = killers[ply, 0]
                    killers[ply, 0] = actions[i]
            break
    entry = table[slot]
    entry.key, entry.action, entry.depth = hashed, best_action, depth
    entry.value = _stored(best, ply)
    entry.bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    return best


@compiled(types.float64(STATE, INTS, types.int64, FLOATS, _TABLE, _LISTS, _LISTS, INTS, RNG, STATE))
def _search_root(root, actions, depth, weights, table, past, killers, work, rng, stop):
    """Search the root's actions to one depth; the best is moved to the front."""
    most = depth + DEEPEST + 2
    states = np.empty((most, root.size), np.uint8)
    lists, grades = np.empty((most, 32), np.int64), np.empty((most, 32), np.int64)
    after, best = row(states, 1), -np.inf
    for i in range(actions.size):
        copy(after, root)
        apply(after, actions[i], rng)
        value = best + 1.0
        if i > 0:
            value = -_search(
                states, lists, grades, 1, depth - 1, -best - 0.001, -best, np.int64(1),
                weights, table, past, killers, work, rng, stop,
            )  # fmt: skip
        if value > best or i == 0:
            value = -_search(
                states, lists, grades, 1, depth - 1, -np.inf, -best, np.int64(1),
                weights, table, past, killers, work, rng, stop,
            )  # fmt: skip
        if stop[0]:
            break
        if value > best:
            best = value
            chosen = actions[i]
            for j in range(i, 0, -1):
                actions[j] = actions[j - 1]
            actions[0] = chosen
    return best


class JungleSearch(AlphaBeta):
    """The search as a player."""

    def __init__(
        self, game: Game, depth: int = 8, seconds: float | None = None, nodes: int | None = None,
        weights: np.ndarray | None = None,
    ) -> None:  # fmt: skip
        self.weights = WEIGHTS[game.encoded[0]] if weights is None else weights
        super().__init__(game, depth, seconds, nodes)

    def forget(self) -> None:
        """Start with an empty table."""
        super().forget()
        self.killers = np.zeros((128, 2), np.int64)

    def choose(self, view: View, clock: Clock) -> int:
        """The best action of the deepest search that the limits allowed."""
        self.past //= 8
        return super().choose(view, clock)

    def _search(self, view: View, actions: np.ndarray, depth: int, stop: np.ndarray) -> float:
        most = 2**62 if self.nodes is None else self.nodes
        work = np.array([self.searched, most], np.int64)
        score: Any = _search_root(
            view.buffer, actions, depth, self.weights, self.table, self.past, self.killers, work, self.rng, stop,
        )  # fmt: skip
        self.searched = int(work[NODES])
        return float(score)
