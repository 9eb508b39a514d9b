"""Compiled self-play: whole games between policies without touching Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numba
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
from parlour.search.playing import one_record

__all__ = ["Simulation", "simulate"]


class Simulation(NamedTuple):
    """The results of many games, a row a game and a column a seat."""

    scores: np.ndarray
    rewards: np.ndarray
    lengths: np.ndarray


# What there is to know of a game beside its rules.
VARIANT = np.dtype([("state_bytes", np.int64), ("max_actions", np.int64), ("hidden", np.int8)], align=True)

_VARIANT = types.Array(numba.from_dtype(VARIANT), 1, "C")
_RESULTS = types.NamedTuple([FLOAT_ROWS, FLOAT_ROWS, INTS], Simulation)


@compiled(types.void(RULES, POLICIES, _VARIANT, INTS, RNG, _RESULTS))
def _simulate(rules, policies, variants, options, seeds, results):
    """Play a game a seed, ``policies[seat]`` deciding for each seat, and write how each went to `results`.

    ``variants[0]`` is the `VARIANT` and `options` are what `setup` gets.
    """
    variant, seats = variants[0], results.scores.shape[1]
    state, view = np.zeros(variant.state_bytes, np.uint8), np.zeros(variant.state_bytes, np.uint8)
    actions = np.empty(variant.max_actions, np.int64)
    chance, own = np.zeros(4, np.uint64), np.zeros((seats, 4), np.uint64)
    for game in range(seeds.size):
        seed_rng(chance, seeds[game], np.uint64(0))
        for seat in range(seats):
            seed_rng(row(own, seat), seeds[game], np.uint64(1 + seat))
        state[:] = 0
        rules.setup(state, options, chance)
        moves = 0
        seat = rules.mover(state)
        while seat >= 0:
            choose, rng = policy_at(policies, seat), row(own, seat)
            if variant.hidden:
                copy(view, state)
                rules.hide(view, seat)
                action = choose(view, rng)
            else:
                action = choose(state, rng)
            if action == ANY:
                n = rules.legal(state, actions)
                action = actions[pick(rng, n)]
            rules.apply(state, action, chance)
            moves += 1
            seat = rules.mover(state)
        results.lengths[game] = moves
        rules.scores(state, row(results.scores, game))
        rules.rewards(state, row(results.rewards, game))


def simulate(game: Game, policies: Sequence[str], seeds: Sequence[int] | np.ndarray) -> Simulation:
    """Play one game a seed between the named policies, one a seat; no policy sees more than its seat may."""
    table = policy_table(policy_of(game, name) for name in policies)
    starts = np.asarray(seeds, np.uint64)
    n, seats = starts.size, game.players
    results = Simulation(np.zeros((n, seats)), np.zeros((n, seats)), np.zeros(n, np.int64))
    variant = one_record(VARIANT, state_bytes=game.size, max_actions=game.max_actions, hidden=game.hidden)
    _simulate(game.rules, table, variant, game.encoded, starts, results)
    return results
