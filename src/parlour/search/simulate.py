"""Compiled self-play: whole games between policies without touching Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import types

from parlour.agent import policy_of
from parlour.game import Game
from parlour.kernel import (
    ANY,
    FLOAT_ROWS,
    INTS,
    POLICIES,
    RNG,
    RULES,
    compiled,
    copy,
    pick,
    policy_at,
    policy_table,
    row,
    seed_rng,
)

__all__ = ["Simulation", "simulate"]


@dataclass(frozen=True)
class Simulation:
    """The results of many games, a row a game and a column a seat."""

    scores: np.ndarray
    rewards: np.ndarray
    lengths: np.ndarray


@compiled(
    types.void(
        RULES, POLICIES, INTS, types.int64, types.int64, types.boolean, RNG, FLOAT_ROWS, FLOAT_ROWS, INTS
    )
)
def _simulate(rules, policies, options, size, max_actions, hidden, seeds, scores, rewards, lengths):
    seats = scores.shape[1]
    state, seen = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    actions = np.empty(max_actions, np.int64)
    chance, own = np.zeros(4, np.uint64), np.zeros((seats, 4), np.uint64)
    for game in range(seeds.size):
        seed_rng(chance, seeds[game], np.uint64(0))
        for seat in range(seats):
            seed_rng(row(own, seat), seeds[game], np.uint64(1 + seat))
        state[:] = 0
        rules.setup(state, options, chance)
        played = 0
        seat = rules.mover(state)
        while seat >= 0:
            choose, rng = policy_at(policies, seat), row(own, seat)
            if hidden:
                copy(seen, state)
                rules.hide(seen, seat)
                action = choose(seen, rng)
            else:
                action = choose(state, rng)
            if action == ANY:
                n = rules.legal(state, actions)
                action = actions[pick(rng, n)]
            rules.apply(state, action, chance)
            played += 1
            seat = rules.mover(state)
        lengths[game] = played
        rules.scores(state, row(scores, game))
        rules.rewards(state, row(rewards, game))


def simulate(game: Game, policies: Sequence[str], seeds: Sequence[int] | np.ndarray) -> Simulation:
    """Play one game a seed between the named policies, one a seat; no policy sees more than its seat may."""
    table = policy_table(policy_of(game, name) for name in policies)
    starts = np.asarray(seeds, np.uint64)
    n, seats = starts.size, game.players
    results = Simulation(np.zeros((n, seats)), np.zeros((n, seats)), np.zeros(n, np.int64))
    _simulate(
        game.rules, table, game.encoded, game.size, game.max_actions, game.hidden, starts,
        results.scores, results.rewards, results.lengths,
    )  # fmt: skip
    return results
