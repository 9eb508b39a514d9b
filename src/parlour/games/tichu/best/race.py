"""The race: on each guess at the hidden hands every candidate that is left is followed up for some choices.

All seats play what the network values most; what the seats expect then, each by its own hand, says how it
went. So luck of the deal hardly counts, and what the hands that were guessed make of a candidate does. A
guess counts the more the likelier the others would have played as they did if they held those hands. See
`search.racing` for how candidates drop out.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu.best.belief import how_likely
from parlour.games.tichu.encoding import target
from parlour.games.tichu.knowledge import guess
from parlour.kernel import INTS, RNG, RULES, STATE, compiled, copy, helper
from parlour.search.learned import DESK, NETWORK, best_value, list_actions, weigh
from parlour.search.racing import COURSE, best_of, count_guess, drop_out

__all__ = ["SPREAD", "TRUST", "race"]

FIRST, LAST = 5, 8  # the choices after a candidate at which the seats are asked what they expect
TRUST = 12.0  # guesses that the network's values count like
SPREAD = 0.18  # how much two candidates differ from guess to guess, a standard deviation


@helper
def follow_up(rules, net, desk, state, seat, worth, rng):
    """What a seat may hope for after some choices of all, or what the round was worth when it ends before."""
    mover, choices, hope = rules.mover(state), 0, 0.0
    while mover >= 0:
        n, best = list_actions(rules, state, desk), 0
        if n > 1:
            weigh(rules, net, state, mover, desk, n)
            best = best_of(desk, n)
            if choices >= FIRST:
                value = np.float64(best_value(desk, n))
                hope += value if (mover - seat) % 2 == 0 else -value
            choices += 1
            if choices > LAST:
                return hope / (LAST + 1 - FIRST)
        rules.apply(state, desk.actions[best], rng)
        mover = rules.mover(state)
    target(state, worth)
    return (hope + (LAST + 1 - max(choices, FIRST)) * worth[seat]) / (LAST + 1 - FIRST)


@compiled(types.int64(RULES, NETWORK, DESK, STATE, types.int64, COURSE, INTS, INTS, RNG, types.int64, STATE))
def race(rules, net, desk, root, seat, course, seats, moves, rng, playouts, stop):
    """Follow candidates up until one is left, or playouts or time are spent; how many guesses it took.

    The seats are those who have moved in the round so far, each with its move.
    """
    world, state, worth = np.empty_like(root), np.empty_like(root), np.zeros(4)
    hopes, alive = np.zeros(course.actions.size), np.arange(course.actions.size)
    left, done, guesses = drop_out(course, alive, alive.size, TRUST, SPREAD), 0, 0
    while left > 1 and done + left <= playouts:
        copy(world, root)
        guess(world, seat, rng)
        likely = how_likely(rules, net, desk, world, state, seat, seats, moves, rng)
        for k in range(left):
            if stop[0]:
                return guesses
            copy(state, world)
            rules.apply(state, course.actions[alive[k]], rng)
            hopes[k] = follow_up(rules, net, desk, state, seat, worth, rng)
        count_guess(course, alive, left, likely, hopes)
        done += left
        guesses += 1
        left = drop_out(course, alive, left, TRUST, SPREAD)
    return guesses
