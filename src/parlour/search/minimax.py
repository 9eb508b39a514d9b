"""Plain minimax: the whole tree to a fixed depth, judged from the searching seat's side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.kernel import (
    FLOATS,
    INT_ROWS,
    INTS,
    RNG,
    RULES,
    STATE,
    STATE_ROWS,
    below,
    compiled,
    copy,
    row,
)
from parlour.state import View

__all__ = ["WIN", "Minimax", "friends_of", "win_share"]

WIN = 1e6
"""The value of a won game, beyond any heuristic; a win in n moves is worth n less."""


def win_share(score: float, scale: float) -> float:
    """A heuristic value as the chance to win that it suggests."""
    if abs(score) > WIN / 2:
        return 1.0 if score > 0 else 0.0
    return float(1.0 / (1.0 + np.exp(-np.clip(score / scale, -50, 50))))


@compiled(
    types.float64(RULES, STATE_ROWS, INT_ROWS, types.int64, types.int64, types.int64, INTS, FLOATS, RNG)
)
def _value(rules, states, lists, ply, depth, seat, friends, rewards, rng):
    """The value of ``states[ply]`` for a seat, `depth` moves further on; ``friends[s]`` maximise with it."""
    state, after, actions = row(states, ply), row(states, ply + 1), row(lists, ply)
    mover = rules.mover(state)
    if mover < 0:
        rules.rewards(state, rewards)
        return rewards[seat] * (WIN - ply)
    if depth == 0:
        return rules.value(state, seat)
    sign = 1.0 if friends[mover] else -1.0
    best = -np.inf
    for i in range(rules.legal(state, actions)):
        copy(after, state)
        rules.apply(after, actions[i], rng)
        value = sign * _value(rules, states, lists, ply + 1, depth - 1, seat, friends, rewards, rng)
        best = max(best, value)
    return sign * best


@compiled(types.void(RULES, STATE, INTS, types.int64, types.int64, INTS, types.int64, RNG, FLOATS))
def _values(rules, root, actions, depth, seat, friends, max_actions, rng, values):
    """The value of each action at the root."""
    states = np.empty((depth + 2, root.size), np.uint8)  # the leaves look one row on
    lists = np.empty((depth + 2, max_actions), np.int64)
    rewards = np.zeros(friends.size)
    after = row(states, 1)
    for i in range(actions.size):
        copy(after, root)
        rules.apply(after, actions[i], rng)
        values[i] = _value(rules, states, lists, 1, depth - 1, seat, friends, rewards, rng)


def friends_of(game: Game, seat: int) -> np.ndarray:
    """Which seats are on a seat's side, as 0 and 1."""
    return np.array([int(team == game.team_of[seat]) for team in game.team_of], np.int64)


class Minimax(Agent):
    """Minimax as a player; with more than two sides, all others play against it."""

    def __init__(self, game: Game, depth: int, heuristic: str | None) -> None:
        self.rules: Any = game.rules.but(value=game.heuristic(heuristic)) if heuristic else game.rules
        self.depth = depth
        self._last: Explanation | None = None

    def choose(self, view: View, clock: Clock) -> int:
        """One of the best actions, drawn uniformly."""
        game, actions = view.game, np.array(view.legal_moves, np.int64)
        values = np.empty(actions.size)
        friends = friends_of(game, view.seat)
        _values(
            self.rules, view.buffer, actions, self.depth, view.seat, friends, game.max_actions, self.rng,
            values,
        )  # fmt: skip
        best = np.flatnonzero(values == values.max())
        chosen = best[below(self.rng, best.size)]
        order = sorted(range(actions.size), key=lambda i: (-values[i], i != chosen))
        candidates = []
        for i in order:
            action, score = int(actions[i]), float(values[i])
            candidates.append(
                Candidate(action, win_share(score, game.value_scale), line=(action,), score=score)
            )
        self._last = Explanation(tuple(candidates), depth=self.depth)
        return int(actions[chosen])

    def explain(self) -> Explanation | None:
        """Every action with its exact minimax value."""
        return self._last
