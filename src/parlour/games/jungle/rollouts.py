"""Exercise 2 of the course sheet: every legal move judged by random games, within so many simulated moves."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.games.jungle.rules import apply, random_game, rewards
from parlour.games.jungle.state import fields
from parlour.kernel import FLOATS, INTS, RNG, STATE, below, compiled, copy
from parlour.state import View

__all__ = ["Rollouts"]


@compiled(types.int64(STATE, INTS, types.int64, RNG, FLOATS, INTS))
def _judge(root, actions, budget, rng, totals, games):
    """Play the actions of `root` out in turn until `budget` moves are made; the number of games.

    ``totals[i]`` and ``games[i]`` get the points of the i-th action's games, and how many they were.
    """
    state, out, masks = np.empty_like(root), np.zeros(2), np.empty(8, np.uint64)
    seat, moves, count = fields(root).turn, 0, 0
    while moves < budget or count < actions.size:
        i = count % actions.size
        copy(state, root)
        apply(state, actions[i], rng)
        moves += max(1, random_game(fields(state), masks, rng))
        rewards(state, out)
        totals[i] += (out[seat] + 1.0) / 2.0
        games[i] += 1
        count += 1
    return count


class Rollouts(Agent):
    """Random games from the position after each move, spread evenly, as a player."""

    explains = True

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def choose(self, view: View, clock: Clock) -> int:
        """The move after which the largest share of random games was won."""
        actions = np.array(view.legal_moves, np.int64)
        totals, games = np.zeros(actions.size), np.zeros(actions.size, np.int64)
        count = _judge(view.buffer, actions, self.moves, self.rng, totals, games)
        means = totals / games
        best = np.flatnonzero(means == means.max())
        choice = best[below(self.rng, best.size)]
        order = sorted(range(actions.size), key=lambda i: (-means[i], i != choice))
        candidates = (Candidate(int(actions[i]), float(means[i]), int(games[i])) for i in order)
        self.explanation = Explanation(tuple(candidates), int(count), 1, unit="playouts")
        return int(actions[choice])
