"""Flat Monte Carlo: every legal action is played out equally often."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.kernel import FLOATS, INTS, RNG, RULES, STATE, compiled, copy
from parlour.search.playing import FOREVER, play_out, playing_rules, seconds_for, stop_after
from parlour.state import View

__all__ = ["MonteCarlo"]


@compiled(
    types.int64(RULES, STATE, types.int64, types.int64, INTS, INTS, FLOATS, INTS, RNG, types.int64, STATE)
)
def _sample(rules, root, seat, seats, actions, scratch, totals, visits, rng, playouts, stop):
    """Play the actions out in turn until the playouts are spent; how many were made."""
    state, rewards = np.empty_like(root), np.zeros(seats)
    for done in range(playouts):
        if stop[0]:
            return done
        i = done % actions.size
        copy(state, root)
        rules.guess(state, seat, rng)
        rules.apply(state, actions[i], rng)
        play_out(rules, state, rng, scratch)
        rules.rewards(state, rewards)
        totals[i] += (rewards[seat] + 1.0) / 2.0
        visits[i] += 1
    return playouts


class MonteCarlo(Agent):
    """Flat Monte Carlo as a player."""

    def __init__(self, game: Game, playouts: int, seconds: float | None, playout: str) -> None:
        self.rules: Any = playing_rules(game, playout)
        self.playouts = playouts
        self.seconds = seconds
        self._last: Explanation | None = None

    def choose(self, view: View, clock: Clock) -> int:
        """The action with the best mean reward."""
        game, actions = view.game, np.array(view.legal_moves, np.int64)
        totals, visits = np.zeros(actions.size), np.zeros(actions.size, np.int64)
        limit = self.playouts if self.seconds is None else FOREVER
        limit = limit if actions.size > 1 else 1
        scratch = np.empty(game.max_actions, np.int64)
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            work = _sample(
                self.rules, view.buffer, view.seat, game.players, actions, scratch, totals, visits,
                self.rng, limit, stop,
            )  # fmt: skip
        self.work += work
        means = totals / np.maximum(visits, 1)
        order = np.argsort(-means, kind="stable")
        ranked = [(int(actions[i]), float(means[i]), int(visits[i])) for i in order]
        candidates = tuple(Candidate(action, mean, n, (action,)) for action, mean, n in ranked)
        self._last = Explanation(candidates, work, 1, work if game.hidden else 0)
        return int(actions[order[0]])

    def explain(self) -> Explanation | None:
        """Every action with its mean reward."""
        return self._last
