"""The race: candidate plays are played out on common guesses, and again and again the worse half drops out.

Each guess at the hidden hands is played out by plan once for every candidate still in the race, with the
same chance, so that luck of the deal hardly counts (sequential halving, Karnin, Koren and Somekh 2013, with
common random numbers).
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu.knowledge import guess
from parlour.games.tichu.policies import playout
from parlour.games.tichu.rules import carry_out
from parlour.games.tichu.state import fields
from parlour.kernel import FLOATS, INTS, RNG, STATE, compiled, copy, helper, random_bits, seed_rng
from parlour.search.halving import FINALISTS, drop_half

__all__ = ["race"]

FIRST_CUT = 16  # guesses before the first candidates drop out
WIN_SHARE = 0.7  # the weight of winning the round against the weight of its points
POINTS = 400.0  # a lead that counts in full


@helper
def success(s, seat, before):
    """How well a round went for a seat, from 0 to 1."""
    ahead = np.float64(s.total[0]) - np.float64(s.total[1]) - before
    ahead = ahead if seat % 2 == 0 else -ahead
    points = min(max(ahead / POINTS, -1.0), 1.0)
    return 0.5 + 0.5 * (WIN_SHARE * np.sign(ahead) + (1.0 - WIN_SHARE) * points)


@compiled(types.int64(STATE, types.int64, INTS, FLOATS, INTS, RNG, types.int64, STATE))
def race(root, seat, actions, totals, visits, rng, playouts, stop):
    """Play candidates out on common guesses until the playouts are spent; how many were made."""
    world, state, chance = np.empty_like(root), np.empty_like(root), np.zeros(4, np.uint64)
    before = np.float64(fields(root).total[0]) - np.float64(fields(root).total[1])
    alive, left = np.arange(actions.size), actions.size
    count, worlds, cut = 0, 0, FIRST_CUT
    while count + left <= playouts and not stop[0]:
        copy(world, root)
        guess(world, seat, rng)
        seed = random_bits(rng)
        for k in range(left):
            copy(state, world)
            seed_rng(chance, seed, np.uint64(0))
            carry_out(fields(state), actions[alive[k]], chance)
            playout(state, chance)
            totals[alive[k]] += success(fields(state), seat, before)
            visits[alive[k]] += 1
        count += left
        worlds += 1
        if worlds == cut and left > FINALISTS:
            left = drop_half(alive, left, totals, 0)
            cut += cut // 2 if left > 2 * FINALISTS else cut
    return count
