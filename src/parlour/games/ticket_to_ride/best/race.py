"""The race: candidate actions are played out by the plan on common guesses, and the worse half drops out.

Each guess at the hidden cards and tickets is played out once for every candidate still in the race, with the
same chance, so that luck of the draw hardly counts (sequential halving, Karnin, Koren and Somekh 2013, with
common random numbers).
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.ticket_to_ride.knowledge import guess
from parlour.games.ticket_to_ride.planner.decisions import WEIGHTS, decide
from parlour.games.ticket_to_ride.rules import apply, rewards
from parlour.games.ticket_to_ride.state import SEATS, fields
from parlour.kernel import FLOATS, INTS, RNG, STATE, compiled, copy, helper, random_bits, seed_rng
from parlour.search.halving import FINALISTS, drop_half

__all__ = ["race"]

FIRST_CUT = 8  # guesses before the first candidates drop out
MARGIN = 60.0  # a lead in points that counts in full
MARGIN_SHARE = 0.3  # the weight of the lead against the weight of winning


@helper
def lead(s, seat):
    """By how much a seat is ahead of the best of the others at the end, from -1 to 1."""
    best = -10000
    for other in range(s.players):
        if other != seat:
            best = max(best, np.int64(s.final[other]))
    return min(max((s.final[seat] - best) / MARGIN, -1.0), 1.0)


@helper
def play_on(state, rng):
    """Everyone follows the plan to the end."""
    s = fields(state)
    while not s.over:
        apply(state, decide(s, WEIGHTS, rng), rng)


@compiled(types.int64(STATE, types.int64, INTS, FLOATS, FLOATS, INTS, RNG, types.int64, STATE))
def race(root, seat, actions, wins, totals, visits, rng, playouts, stop):
    """Play candidates out until the playouts are spent, the first of them to the end; how many were made.

    ``wins[i]`` adds up rewards of the i-th as shares from 0 to 1, ``totals[i]`` the same with its lead.
    """
    world, state, chance = np.empty_like(root), np.empty_like(root), np.zeros(4, np.uint64)
    out, alive, left = np.zeros(SEATS), np.arange(actions.size), actions.size
    won, leads = np.zeros(actions.size), np.zeros(actions.size)
    count, worlds, cut = 0, 0, FIRST_CUT
    while count + left <= playouts:
        copy(world, root)
        guess(world, seat, rng)
        seed = random_bits(rng)
        for k in range(left):
            if stop[0]:  # a guess counts when it was played out for every candidate
                return count
            copy(state, world)
            seed_rng(chance, seed, np.uint64(0))
            apply(state, actions[alive[k]], chance)
            play_on(state, chance)
            rewards(state, out)
            won[k] = (out[seat] + 1.0) / 2.0
            leads[k] = lead(fields(state), seat)
        for k in range(left):
            wins[alive[k]] += won[k]
            totals[alive[k]] += won[k] + MARGIN_SHARE * leads[k]
            visits[alive[k]] += 1
        count += left
        worlds += 1
        if worlds == cut and left > FINALISTS:
            left = drop_half(alive, left, totals, 1)
            cut *= 2
    return count
