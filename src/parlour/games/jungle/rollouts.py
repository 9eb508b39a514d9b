"""Exercise 2 of the course sheet: every legal move judged by random games, within so many simulated moves."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.games.jungle.rules import apply, fields, random_game, rewards
from parlour.kernel import FLOATS, INTS, RNG, STATE, compiled, copy
from parlour.state import View

__all__ = ["Rollouts"]


@compiled(types.int64(STATE, INTS, types.int64, RNG, FLOATS, INTS))
def _judge(root, actions, budget, rng, totals, games):
    """Play the actions out in turn until the moves are spent; how many games were played."""
    state, out, masks = np.empty_like(root), np.zeros(2), np.empty(8, np.uint64)
    seat, spent, played = fields(root).turn, 0, 0
    while spent < budget or played < actions.size:
        i = played % actions.size
        copy(state, root)
        apply(state, actions[i], rng)
        spent += max(1, random_game(fields(state), masks, rng))
        rewards(state, out)
        totals[i] += (out[seat] + 1.0) / 2.0
        games[i] += 1
        played += 1
    return played


class Rollouts(Agent):
    """Random games from the position after each move, spread evenly, as a player."""

    def __init__(self, moves: int) -> None:
        self.moves = moves
        self._last: Explanation | None = None

    def choose(self, view: View, clock: Clock) -> int:
        """The move after which the largest share of random games was won."""
        from parlour.kernel import draw

        actions = np.array(view.legal_moves, np.int64)
        totals, games = np.zeros(actions.size), np.zeros(actions.size, np.int64)
        played = _judge(view.buffer, actions, self.moves, self.rng, totals, games)
        means = totals / games
        best = np.flatnonzero(means == means.max())
        chosen = best[((int(draw(self.rng)) >> 32) * best.size) >> 32]
        order = sorted(range(actions.size), key=lambda i: (-means[i], i != chosen))
        candidates = (Candidate(int(actions[i]), float(means[i]), int(games[i])) for i in order)
        self._last = Explanation(tuple(candidates), int(played), 1)
        return int(actions[chosen])

    def explain(self) -> Explanation | None:
        """Every move with the share of its random games that were won."""
        return self._last
