"""The race: candidates are followed up on common guesses until one of them is clearly best.

What the network expected of a candidate counts like so many guesses; who falls clearly behind drops out
(Maron and Moore 1994, Hoeffding races, here with a prior). On each guess at the hidden hands every candidate
that is left is followed up for some choices, all seats playing what the network values most; what the seats
expect then, each by its own hand, says how it went. So luck of the deal hardly counts, and what the hands
that were guessed make of a candidate does. A guess counts the more the likelier the others would have played
as they did if they held those hands.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.tichu.best.belief import how_likely
from parlour.games.tichu.encoding import target
from parlour.games.tichu.knowledge import guess
from parlour.kernel import FLOATS, INTS, RNG, RULES, STATE, compiled, copy, helper
from parlour.search.learned import DESK, NETWORK, best_value, list_actions, weigh

__all__ = ["SPREAD", "SQUARES", "TRUST", "WEIGHT", "Course", "race"]

FIRST, LAST = 5, 8  # the choices after a candidate at which the seats are asked what they expect
TRUST = 12.0  # guesses that the network's values count like
SPREAD = 0.18  # how much two candidates differ from guess to guess, a standard deviation
CLEAR = 2.5  # standard deviations that a candidate may be behind


class Course(NamedTuple):
    """What is known of a race before it, and what comes of it."""

    actions: np.ndarray  # the candidates
    prior: np.ndarray  # what the network expects of each
    seats: np.ndarray  # who has moved in the round so far
    moves: np.ndarray  # and how
    totals: np.ndarray  # what came of each candidate, by the weight of the guesses
    scores: np.ndarray  # of the candidates
    visits: np.ndarray  # how often each was followed up
    tally: np.ndarray  # of the guesses' weights, see below


# The heaviest logarithm so far; weights, as shares of that one, and their squares, added up.
HEAVIEST, WEIGHT, SQUARES = range(3)
COURSE = types.NamedTuple((INTS, FLOATS, INTS, INTS, FLOATS, FLOATS, INTS, FLOATS), Course)


@helper
def best_of(desk, n):
    """The place of the action of most value."""
    best = 0
    for i in range(1, n):
        if desk.values[i] > desk.values[best]:
            best = i
    return best


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


@helper
def weigh_in(course, likely):
    """The weight of a new guess as a share of the heaviest; a heavier one makes those before it lighter."""
    tally, lighter = course.tally, np.exp(min(course.tally[HEAVIEST] - likely, 0.0))
    tally[HEAVIEST] = max(tally[HEAVIEST], likely)
    course.totals[:] *= lighter
    weight = np.exp(likely - tally[HEAVIEST])
    tally[WEIGHT] = tally[WEIGHT] * lighter + weight
    tally[SQUARES] = tally[SQUARES] * lighter * lighter + weight * weight
    return weight


@helper
def drop_out(course, alive, left):
    """Rank the candidates and let those go who are clearly behind, the best one to the front; who is left."""
    whole = course.tally[WEIGHT]
    sure = whole * whole / course.tally[SQUARES] if whole else 0.0  # so many guesses of equal weight
    for k in range(left):
        i = alive[k]
        mean = course.totals[i] / whole if whole else 0.0
        course.scores[i] = (sure * mean + TRUST * course.prior[i]) / (sure + TRUST)
        if course.scores[i] > course.scores[alive[0]]:
            alive[0], alive[k] = i, alive[0]
    bar, stay = course.scores[alive[0]] - CLEAR * SPREAD / np.sqrt(sure + TRUST), 1
    for k in range(1, left):
        if course.scores[alive[k]] >= bar:
            alive[stay] = alive[k]
            stay += 1
    return stay


@compiled(types.int64(RULES, NETWORK, DESK, STATE, types.int64, COURSE, RNG, types.int64, STATE))
def race(rules, net, desk, root, seat, course, rng, playouts, stop):
    """Follow candidates up until one is left, or playouts or time are spent; how many guesses it took."""
    world, state, worth = np.empty_like(root), np.empty_like(root), np.zeros(4)
    hopes, alive = np.zeros(course.actions.size), np.arange(course.actions.size)
    left, done, guesses = drop_out(course, alive, alive.size), 0, 0
    while left > 1 and done + left <= playouts:
        copy(world, root)
        guess(world, seat, rng)
        likely = how_likely(rules, net, desk, world, state, seat, course.seats, course.moves, rng)
        for k in range(left):
            if stop[0]:
                return guesses
            copy(state, world)
            rules.apply(state, course.actions[alive[k]], rng)
            hopes[k] = follow_up(rules, net, desk, state, seat, worth, rng)
        weight = weigh_in(course, likely)
        for k in range(left):
            course.totals[alive[k]] += weight * hopes[k]
            course.visits[alive[k]] += 1
        done += left
        guesses += 1
        left = drop_out(course, alive, left)
    return guesses
