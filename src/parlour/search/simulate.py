"""Compiled self-play: whole games between policies without touching Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    start_game,
)

__all__ = ["Simulation", "simulate"]


class Simulation(NamedTuple):
    """The results of many games, a row a game and a column a seat."""

    scores: np.ndarray
    rewards: np.ndarray
    lengths: np.ndarray


class Variant(NamedTuple):
    """What there is to know of a game beside its rules."""

    state_bytes: int
    max_actions: int
    hidden: bool


_VARIANT = types.NamedTuple([types.int64, types.int64, types.boolean], Variant)
_RESULTS = types.NamedTuple([FLOAT_ROWS, FLOAT_ROWS, INTS], Simulation)


@compiled(types.void(RULES, POLICIES, _VARIANT, INTS, RNG, _RESULTS))
def _simulate(rules, policies, variant, options, seeds, results):
    """Play a game a seed, ``policies[seat]`` deciding for each seat, and write how each went to `results`.

    `options` are what `setup` gets.
    """
    state, view = np.zeros(variant.state_bytes, np.uint8), np.zeros(variant.state_bytes, np.uint8)
    actions = np.empty(variant.max_actions, np.int64)
    streams = np.zeros((1 + results.scores.shape[1], 4), np.uint64)
    for game in range(seeds.size):
        start_game(rules, state, options, seeds[game], streams)
        moves, seat = 0, rules.mover(state)
        while seat >= 0:
            choose, rng = policy_at(policies, seat), row(streams, 1 + seat)
            if variant.hidden:
                copy(view, state)
                rules.hide(view, seat)
                action = choose(view, rng)
            else:
                action = choose(state, rng)
            if action == ANY:
                n = rules.legal(state, actions)
                action = actions[pick(rng, n)]
            rules.apply(state, action, row(streams, 0))
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
    variant = Variant(game.size, game.max_actions, game.hidden)
    _simulate(game.rules, table, variant, game.encoded, starts, results)
    return results
