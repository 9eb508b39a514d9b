"""Flat Monte Carlo: every legal action is played out equally often.

By time, it ends early when the best is ahead beyond doubt.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numba
import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.kernel import INTS, RNG, RULES, STATE, compiled, copy, ready, structs
from parlour.search.guided import GUIDE, appraise, guide_of
from parlour.search.playing import FOREVER, play_out, playing_rules, seconds_for, until_settled
from parlour.state import View

__all__ = ["TRIAL", "MonteCarlo", "is_clear"]

CLEAR = 4.0  # standard errors by which the best is ahead when more playouts would change nothing


class Search(NamedTuple):
    """The settings of one search."""

    seat: int  # whose decision it is
    seats: int
    max_actions: int
    playouts: int  # at most


# One legal action and its playouts; `total` adds up rewards as shares from 0 to 1.
TRIAL = np.dtype([("action", np.int64), ("total", np.float64), ("visits", np.int64)], align=True)

_SEARCH = types.NamedUniTuple(types.int64, len(Search._fields), Search)
_TRIALS = types.Array(numba.from_dtype(TRIAL), 1, "C")


@compiled(types.int64(RULES, STATE, _TRIALS, _SEARCH, RNG, STATE), late=True)
def _sample(rules, root, trials, search, rng, stop):
    """Play the actions out in turn until the playouts are spent; how many there were.

    `root` is the position as the deciding seat sees it; raising ``stop[0]`` ends it.
    """
    state, rewards = np.empty_like(root), np.zeros(search.seats)
    actions = np.empty(search.max_actions, np.int64)
    for done in range(search.playouts):
        if stop[0]:
            return done
        trial = trials[done % trials.size]
        copy(state, root)
        rules.guess(state, search.seat, rng)
        rules.apply(state, trial.action, rng)
        play_out(rules, state, rng, actions)
        rules.rewards(state, rewards)
        trial.total += (rewards[search.seat] + 1.0) / 2.0
        trial.visits += 1
    return search.playouts


@compiled(types.int64(RULES, GUIDE, STATE, _TRIALS, _SEARCH, INTS, RNG, STATE), late=True)
def _sample_guided(rules, guide, root, trials, search, teams, rng, stop):
    """As `_sample`, but what follows an action is what a network expects, not a playout."""
    state, rewards = np.empty_like(root), np.zeros(search.seats)
    for done in range(search.playouts):
        if stop[0]:
            return done
        trial = trials[done % trials.size]
        copy(state, root)
        rules.guess(state, search.seat, rng)
        rules.apply(state, trial.action, rng)
        appraise(rules, guide, state, teams, True, rewards)
        trial.total += (rewards[search.seat] + 1.0) / 2.0
        trial.visits += 1
    return search.playouts


class MonteCarlo(Agent):
    """Flat Monte Carlo as a player."""

    explains = True

    def __init__(
        self,
        game: Game,
        playouts: int = 1000,
        seconds: float | None = None,
        playout: str = "default",
        model: str | None = None,
    ) -> None:
        self.guide = guide_of(game, model) if model else None
        self.rules: Any = (game.encoding.rules if model else playing_rules(game, playout)).ready()
        self.playouts = playouts
        self.seconds = seconds
        ready(_sample_guided if model else _sample)

    def choose(self, view: View, clock: Clock) -> int:
        """The action with the best mean reward."""
        game, trials = view.game, structs(len(view.legal_moves), TRIAL)
        trials["action"] = view.legal_moves
        limit = 1 if trials.size == 1 else self.playouts if self.seconds is None else FOREVER

        def sample(stop: np.ndarray) -> None:
            left = limit - int(trials["visits"].sum())
            self._sample(view, trials, Search(view.seat, game.players, game.max_actions, left), stop)

        until_settled(seconds_for(clock, self.seconds), sample, lambda _: is_clear(trials))
        work = int(trials["visits"].sum())
        self.work += work
        means = trials["total"] / np.maximum(trials["visits"], 1)
        order = np.argsort(-means, kind="stable")
        ranked = [(int(trials[i]["action"]), float(means[i]), int(trials[i]["visits"])) for i in order]
        candidates = tuple(Candidate(action, mean, n, (action,)) for action, mean, n in ranked)
        unit: Literal["positions", "playouts"] = "positions" if self.guide else "playouts"
        self.explanation = Explanation(candidates, work, 1, work if game.hidden else 0, unit)
        return candidates[0].action

    def _sample(self, view: View, trials: np.ndarray, search: Search, stop: np.ndarray) -> None:
        """Try the actions out."""
        if self.guide:
            teams = np.array(view.game.team_of, np.int64)
            _sample_guided(self.rules, self.guide, view.buffer, trials, search, teams, self.rng, stop)
        else:
            _sample(self.rules, view.buffer, trials, search, self.rng, stop)


def is_clear(trials: np.ndarray) -> bool:
    """Whether the best action is ahead of all others beyond doubt."""
    if trials.size < 2 or not trials["visits"].all():
        return False
    means = trials["total"] / trials["visits"]
    errors = np.sqrt(np.maximum(means * (1 - means), 0.01) / trials["visits"])
    second, first = np.argsort(means, kind="stable")[-2:]
    return bool(means[first] - means[second] > CLEAR * np.hypot(errors[first], errors[second]))
