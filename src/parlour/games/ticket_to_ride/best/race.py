"""The race: on each guess at the hidden cards and tickets every candidate that is left is followed up.

All seats play what the network values most, with the same chance for every candidate, and after some choices
the seat that decides says what it expects; or the game is over, and what it was worth is known. So luck of
the draw hardly counts. See `search.racing` for how candidates drop out.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.ticket_to_ride.best.belief import suppose_tickets, weigh_tickets
from parlour.games.ticket_to_ride.encoding import target
from parlour.games.ticket_to_ride.knowledge import guess
from parlour.games.ticket_to_ride.railways import N_TICKETS
from parlour.games.ticket_to_ride.state import SEATS, fields
from parlour.kernel import RNG, RULES, STATE, compiled, copy, helper, random_bits, seed_rng
from parlour.search.learned import DESK, NETWORK, best_value, list_actions, weigh
from parlour.search.racing import COURSE, best_of, count_guess, drop_out

__all__ = ["SPREAD", "TRUST", "race"]

FIRST, LAST = 1, 2  # the own choices after a candidate at which the seat is asked what it expects
TRUST = 4.0  # guesses that the network's values count like
SPREAD = 0.06  # how much two candidates differ from guess to guess, a standard deviation


@helper
def follow_up(rules, net, desk, state, seat, worth, rng):
    """What a seat may hope for after some choices of its own, or what a game that ends before was worth."""
    mover, choices, hope = rules.mover(state), 0, 0.0
    while mover >= 0:
        n, best = list_actions(rules, state, desk), 0
        if n > 1:
            weigh(rules, net, state, mover, desk, n)
            best = best_of(desk, n)
            if mover == seat:
                choices += 1
                if choices >= FIRST:
                    hope += np.float64(best_value(desk, n))
                if choices == LAST:
                    return hope / (LAST + 1 - FIRST)
        rules.apply(state, desk.actions[best], rng)
        mover = rules.mover(state)
    target(state, worth)
    return (hope + (LAST + 1 - max(choices + 1, FIRST)) * worth[seat]) / (LAST + 1 - FIRST)


@compiled(types.int64(RULES, NETWORK, DESK, STATE, types.int64, COURSE, RNG, types.int64, STATE))
def race(rules, net, desk, root, seat, course, rng, playouts, stop):
    """Follow candidates up until one is left, or playouts or time are spent; how many guesses it took."""
    world, state, worth = np.empty_like(root), np.empty_like(root), np.zeros(SEATS)
    hopes, alive = np.zeros(course.actions.size), np.arange(course.actions.size)
    chance, likely, done, guesses = np.zeros(4, np.uint64), np.empty((SEATS, N_TICKETS)), 0, 0
    left = drop_out(course, alive, alive.size, TRUST, SPREAD)
    weigh_tickets(fields(root), seat, likely)
    while left > 1 and done + left <= playouts:
        copy(world, root)
        suppose_tickets(world, likely, rng)
        guess(world, seat, rng)
        seed = random_bits(rng)
        for k in range(left):
            if stop[0]:
                return guesses
            copy(state, world)
            seed_rng(chance, seed, np.uint64(0))
            rules.apply(state, course.actions[alive[k]], chance)
            hopes[k] = follow_up(rules, net, desk, state, seat, worth, chance)
        count_guess(course, alive, left, 0.0, hopes)
        done += left
        guesses += 1
        left = drop_out(course, alive, left, TRUST, SPREAD)
    return guesses
