"""Perft: how many lines of play of a length there are, a check of any game's rules."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.errors import ParlourError
from parlour.kernel import INT_ROWS, RNG, RULES, STATE_ROWS, compiled, copy, row
from parlour.state import State

__all__ = ["perft"]


@compiled(types.int64(RULES, STATE_ROWS, INT_ROWS, types.int64, types.int64, types.boolean, RNG))
def _count(rules, states, lists, ply, depth, keep, rng):
    """Count the lines of `depth` moves from ``states[ply]``; finished games count on when `keep`."""
    state, actions, after = row(states, ply), row(lists, ply), row(states, ply + 1)
    n = rules.legal(state, actions)
    if n == 0:
        return np.int64(keep)
    if depth == 1:
        return n
    total = 0
    for i in range(n):
        copy(after, state)
        rules.apply(after, actions[i], rng)
        total += _count(rules, states, lists, ply + 1, depth - 1, keep, rng)
    return total


def perft(state: State, depth: int) -> int:
    """The number of lines of exactly `depth` moves from a state.

    A game whose published counts leave some actions out (a forced pass, say) gives its ``rules`` room
    the function `perft_legal`, which lists the others.
    """
    game = state.game
    if game.chance or game.hidden:
        raise ParlourError(
            f"perft needs a game without chance and hidden information, which {game.name} is not"
        )
    if depth < 1:
        raise ParlourError(f"depth {depth}: expected at least 1")
    states = np.zeros((depth + 1, game.size), np.uint8)
    lists = np.empty((depth + 1, game.max_actions), np.int64)
    states[0] = state.buffer
    layout = game.layout
    rules = game.rules.but(legal=layout.perft_legal) if layout.perft_legal else game.rules
    return int(_count(rules, states, lists, 0, depth, layout.PERFT_FINISHED, state.rng))
