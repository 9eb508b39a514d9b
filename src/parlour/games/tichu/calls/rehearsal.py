"""Calls by feel: how often a hand goes out first when the rest of the deal is imagined and played out.

Nothing here looks at features of the cards. That is what makes these callers fit to be learned from: a model
of their calls cannot be its own teacher.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu.knowledge import guess
from parlour.games.tichu.policies import play_round
from parlour.games.tichu.state import LARGE, fields
from parlour.kernel import RNG, STATE, compiled, copy, new_rng
from parlour.state import View

__all__ = ["rehearse"]

ROUNDS = 40  # so few that players err, as people do
STRAYING = 0.1  # how often somebody leaves the plan


@compiled(types.int64(STATE, types.int64, types.int64, RNG))
def _first_places(root, seat, rounds, rng):
    """In how many rounds a seat that has called goes out first."""
    state, wins = np.empty_like(root), 0
    for _ in range(rounds):
        copy(state, root)
        guess(state, seat, rng)
        s = fields(state)
        s.match = 0
        s.calls[seat] = LARGE
        play_round(s, STRAYING, rng)
        wins += s.place[seat] == 1
    return wins


def rehearse(view: View, rng: np.random.Generator) -> float:
    """The share of a few rounds, on guesses at the other hands, in which the seat goes out first."""
    seed = int(rng.integers(1 << 63))
    return float(_first_places(view.buffer, view.seat, ROUNDS, new_rng(seed)) / ROUNDS)
