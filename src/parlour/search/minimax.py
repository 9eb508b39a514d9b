"""Plain minimax: the whole tree to a fixed depth, judged from the searching seat's side."""

from __future__ import annotations

from typing import Any, NamedTuple

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
    ready,
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


class Tools(NamedTuple):
    """What a search works with."""

    states: np.ndarray  # a position a ply
    lists: np.ndarray  # its actions
    rewards: np.ndarray  # of a finished game
    friends: np.ndarray  # 1 for the seats that maximise with the deciding one, else 0
    rng: np.ndarray


_TOOLS = types.NamedTuple([STATE_ROWS, INT_ROWS, FLOATS, INTS, RNG], Tools)


@compiled(types.float64(RULES, _TOOLS, types.int64, types.int64, types.int64), late=True)
def _value(rules, t, ply, depth, seat):
    """The value of ``t.states[ply]`` for a seat, `depth` moves further on."""
    state, after, actions = row(t.states, ply), row(t.states, ply + 1), row(t.lists, ply)
    mover = rules.mover(state)
    if mover < 0:
        rules.rewards(state, t.rewards)
        return t.rewards[seat] * (WIN - ply)
    if depth == 0:
        return rules.value(state, seat)
    sign = 1.0 if t.friends[mover] else -1.0
    best, rng = -np.inf, t.rng
    for i in range(rules.legal(state, actions)):
        copy(after, state)
        rules.apply(after, actions[i], rng)
        best = max(best, sign * _value(rules, t, ply + 1, depth - 1, seat))
    return sign * best


@compiled(types.void(RULES, _TOOLS, STATE, INTS, types.int64, types.int64, FLOATS), late=True)
def _values(rules, t, root, actions, depth, seat, values):
    """Write the value for a seat of each action of the position `root`, `depth` moves deep."""
    after = row(t.states, 1)
    for i in range(actions.size):
        copy(after, root)
        rules.apply(after, actions[i], t.rng)
        values[i] = _value(rules, t, 1, depth - 1, seat)


def friends_of(game: Game, seat: int) -> np.ndarray:
    """Which seats are on a seat's side, as 0 and 1."""
    return np.array([int(team == game.team_of[seat]) for team in game.team_of], np.int64)


class Minimax(Agent):
    """Minimax as a player; with more than two sides, all others play against it."""

    explains = True

    def __init__(self, game: Game, depth: int, heuristic: str | None) -> None:
        rules = game.rules.but(value=game.heuristic(heuristic)) if heuristic else game.rules
        self.rules: Any = rules.ready()
        self.depth = depth
        ready(_values)

    def choose(self, view: View, clock: Clock) -> int:
        """One of the best actions, drawn uniformly."""
        game, actions = view.game, np.array(view.legal_moves, np.int64)
        values = np.zeros(actions.size)
        if self.depth:
            _values(self.rules, self._tools(view), view.buffer, actions, self.depth, view.seat, values)
        best = np.flatnonzero(values == values.max())
        choice = best[below(self.rng, best.size)]
        order = sorted(range(actions.size), key=lambda i: (-values[i], i != choice))
        ranked = [(int(actions[i]), float(values[i])) for i in order]
        candidates = (
            Candidate(action, win_share(score, game.value_scale), line=(action,), score=score)
            for action, score in ranked
        )
        self.explanation = Explanation(tuple(candidates), depth=self.depth)
        return int(actions[choice])

    def _tools(self, view: View) -> Tools:
        game, plies = view.game, self.depth + 2  # the root, and one row that the leaves look on to
        return Tools(
            states=np.empty((plies, game.size), np.uint8),
            lists=np.empty((plies, game.max_actions), np.int64),
            rewards=np.zeros(game.players),
            friends=friends_of(game, view.seat),
            rng=self.rng,
        )
