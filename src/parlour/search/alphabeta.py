"""Alpha-beta: negamax with a transposition table, iterative deepening and move ordering."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
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
    new_rng,
    row,
    shuffle,
    structs,
)
from parlour.search.minimax import WIN, friends_of, win_share
from parlour.search.playing import FOREVER, seconds_for, stop_after
from parlour.state import View

__all__ = [
    "AT_LEAST", "AT_MOST", "EXACT", "MOST_NODES", "NODES", "NOTHING", "TABLE", "AlphaBeta", "recalled",
    "stored",
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

# What the search counts and how it is set, in one array of integers.
NODES, MOST_NODES, ORDER, USE_TABLE, SEAT = range(5)

TABLE = types.Array(numba.from_dtype(ENTRY), 1, "C")
_NEGAMAX = types.float64(
    RULES, STATE_ROWS, INT_ROWS, FLOAT_ROWS, types.int64, types.int64, types.float64, types.float64,
    INTS, FLOATS, TABLE, INT_ROWS, INTS, RNG, STATE,
)  # fmt: skip
_DEEPEN = types.float64(
    RULES, STATE, INTS, types.int64, types.int64, INTS, TABLE, INT_ROWS, INTS, RNG, STATE
)  # fmt: skip
_PAST = 4096  # slots of the history table of each side


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
def _arrange(rules, state, after, actions, marks, n, first, sign, past, work, rng):
    """Put the actions in the order in which they are tried: the table's move first."""
    if work[ORDER] == RANDOM:
        shuffle(actions, n, rng)
        if first < 0:
            return
        for i in range(n):
            marks[i] = 0.0
    for i in range(n):
        if actions[i] == first:
            marks[i] = np.inf
        elif work[ORDER] == HISTORY:
            marks[i] = past[np.int64(sign > 0), actions[i] % _PAST]
        elif work[ORDER] == VALUE:
            copy(after, state)
            rules.apply(after, actions[i], rng)
            marks[i] = sign * rules.value(after, work[SEAT])
    _sort(actions, marks, n)


@helper
def stored(value, ply):
    """A value as the table keeps it: wins are counted from the position, not from the root."""
    return value + ply if value > WIN / 2 else (value - ply if value < -WIN / 2 else value)


@helper
def recalled(value, ply):
    """A value of the table as it is seen from the root."""
    return value - ply if value > WIN / 2 else (value + ply if value < -WIN / 2 else value)


@compiled(_NEGAMAX)
def _negamax(
    rules, states, lists, grades, ply, depth, alpha, beta, friends, rewards, table, past, work, rng, stop
):
    """The value of ``states[ply]`` for the side to move, within (alpha, beta)."""
    state, after, actions = row(states, ply), row(states, ply + 1), row(lists, ply)
    work[NODES] += 1
    if stop[0] or work[NODES] > work[MOST_NODES]:
        stop[0] = 1
        return 0.0
    mover = rules.mover(state)
    seat = work[SEAT]
    if mover < 0:  # for the side that the parent's sign stands for: the searching seat
        rules.rewards(state, rewards)
        return rewards[seat] * (WIN - ply)
    sign = 1.0 if friends[mover] else -1.0
    if depth == 0:
        return sign * rules.value(state, seat)

    key, slot, first = np.uint64(0), np.int64(0), np.int64(-1)
    if work[USE_TABLE]:
        key = rules.key(state) ^ np.uint64(1)
        slot = np.int64(key & np.uint64(table.size - 1))
        if table[slot].key == key and table[slot].bound != NOTHING:
            first = table[slot].action
            if table[slot].depth >= depth and ply > 0:
                known, bound = recalled(table[slot].value, ply), table[slot].bound
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and known >= beta)
                    or (bound == AT_MOST and known <= alpha)
                ):
                    return known

    n = rules.legal(state, actions)
    if n > 1:
        _arrange(rules, state, after, actions, row(grades, ply), n, first, sign, past, work, rng)
    best, best_action, floor = -np.inf, actions[0], alpha
    for i in range(n):
        copy(after, state)
        rules.apply(after, actions[i], rng)
        follower = rules.mover(after)
        turn = sign if follower < 0 else (1.0 if friends[follower] == friends[mover] else -1.0)
        low, high = (floor, beta) if turn > 0 else (-beta, -floor)
        value = turn * _negamax(
            rules, states, lists, grades, ply + 1, depth - 1, low, high,
            friends, rewards, table, past, work, rng, stop,
        )  # fmt: skip
        if stop[0]:
            return 0.0
        if value > best:
            best, best_action = value, actions[i]
        floor = max(floor, value)
        if floor >= beta:
            past[np.int64(sign > 0), actions[i] % _PAST] += depth * depth
            break
    if work[USE_TABLE]:
        entry = table[slot]
        entry.key, entry.action, entry.depth = key, best_action, depth
        entry.value = stored(best, ply)
        entry.bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    return best


@compiled(_DEEPEN)
def _deepen(rules, root, actions, depth, max_actions, friends, table, past, work, rng, stop):
    """Search the root's actions to one depth; the best is moved to the front."""
    states = np.empty((depth + 2, root.size), np.uint8)  # the leaves look one row on
    lists = np.empty((depth + 2, max_actions), np.int64)
    grades = np.empty((depth + 2, max_actions))
    rewards = np.zeros(friends.size)
    after, mover = row(states, 1), rules.mover(root)
    best = -np.inf
    for i in range(actions.size):
        copy(after, root)
        rules.apply(after, actions[i], rng)
        follower = rules.mover(after)
        turn = 1.0 if follower < 0 or friends[follower] == friends[mover] else -1.0
        low, high = (best, np.inf) if turn > 0 else (-np.inf, -best)
        value = turn * _negamax(
            rules, states, lists, grades, 1, depth - 1, low, high,
            friends, rewards, table, past, work, rng, stop,
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


class AlphaBeta(Agent):
    """Alpha-beta as a player."""

    def __init__(
        self,
        game: Game,
        depth: int = 6,
        seconds: float | None = None,
        nodes: int | None = None,
        order: str = "history",
        table: bool = True,
        heuristic: str | None = None,
    ) -> None:
        self.rules: Any = game.rules.but(value=game.heuristic(heuristic)) if heuristic else game.rules
        self.depth = 100 if seconds is not None or nodes is not None else depth
        self.seconds = seconds
        self.nodes = nodes
        self.order = order
        self.table_bits = min(20, 8 + self.depth if nodes is None else nodes.bit_length() + 1)
        self.use_table = table
        self.forget()

    def forget(self) -> None:
        """Start with an empty table."""
        self.table = structs(1 << self.table_bits if self.use_table else 1, ENTRY)
        self.past = np.zeros((2, _PAST), np.int64)
        self.searched = 0
        self.reached = 0
        self.score = 0.0
        self._view: View | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts: nothing is remembered from the last."""
        super().begin(game, seat, seed)
        self.forget()

    def choose(self, view: View, clock: Clock) -> int:
        """The best action of the deepest search that the limits allowed."""
        actions = np.array(view.legal_moves, np.int64)
        self._view, self.searched, self.reached = view, 0, 0
        if actions.size == 1:
            return int(actions[0])
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            for depth in range(1, self.depth + 1):
                score = self._search(view, actions, depth, stop)
                if stop[0]:
                    break
                self.score, self.reached = score, depth
                if abs(score) > WIN / 2 and WIN - abs(score) <= depth:
                    break
        self.work += self.searched
        return int(actions[0])

    def _search(self, view: View, actions: np.ndarray, depth: int, stop: np.ndarray) -> float:
        most = FOREVER if self.nodes is None else self.nodes
        work = np.array([self.searched, most, ORDERS.index(self.order), self.use_table, view.seat], np.int64)
        score = _deepen(
            self.rules, view.buffer, actions, depth, view.game.max_actions, friends_of(view.game, view.seat),
            self.table, self.past, work, self.rng, stop,
        )  # fmt: skip
        self.searched = int(work[NODES])
        return float(score)

    def explain(self) -> Explanation | None:
        """Every action with its value, at the depth that its own time or nodes allow for all of them."""
        view = self._view
        if view is None:
            return None
        scores: dict[int, float] = {}
        with stop_after(math.inf if self.seconds is None else self.seconds) as stop:
            for depth in range(1, max(self.reached, 1) + 1):
                flag = stop if depth > 1 else np.zeros(1, np.uint8)
                found = {action: self._value(view, action, depth, flag) for action in view.legal_moves}
                if flag[0] and depth > 1:
                    break
                scores, reached = found, depth
        scale = view.game.value_scale
        candidates = [
            Candidate(action, win_share(score, scale), line=self._line(action), score=score)
            for action, score in sorted(scores.items(), key=lambda item: -item[1])
        ]
        return Explanation(tuple(candidates), self.searched, reached)

    def _value(self, view: View, action: int, depth: int, stop: np.ndarray) -> float:
        """The value of one action at one depth."""
        self.searched = 0
        return self._search(view, np.array([action], np.int64), depth, stop)

    def _line(self, action: int) -> tuple[int, ...]:
        """What the table expects to follow an action."""
        assert self._view is not None
        state, line = self._view.sample(new_rng(0)), [action]
        state.advance(action)
        while self.use_table and not state.over and len(line) < self.reached:
            key = np.uint64(self.rules.key(state.buffer)) ^ np.uint64(1)
            entry = self.table[int(key) & (self.table.size - 1)]
            if entry["key"] != key or entry["action"] not in state.legal_moves:
                break
            line.append(int(entry["action"]))
            state.advance(line[-1])
        return tuple(line)
