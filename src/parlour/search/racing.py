"""What the races share: candidates are followed up on common guesses until one of them is clearly best.

What the network expected of a candidate counts like so many guesses; who falls clearly behind drops out
(Maron and Moore 1994, Hoeffding races, here with a prior). A guess at what is hidden may count more than
another, the likelier it is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.kernel import FLOATS, INTS, helper
from parlour.search.learned import judge, load_network, new_desk
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["COURSE", "WEIGHT", "Course", "Racer", "best_of", "count_guess", "drop_out"]

CLEAR = 2.5  # standard deviations that a candidate may be behind
MOST = 12  # candidates that race


class Course(NamedTuple):
    """What is known of a race before it, and what comes of it."""

    actions: np.ndarray  # the candidates
    prior: np.ndarray  # what the network expects of each
    totals: np.ndarray  # what came of each candidate, by the weight of the guesses
    scores: np.ndarray  # of the candidates
    visits: np.ndarray  # how often each was followed up
    tally: np.ndarray  # of the guesses' weights, see below


# The heaviest logarithm so far; weights, as shares of that one, and their squares, added up.
HEAVIEST, WEIGHT, SQUARES = range(3)
COURSE = types.NamedTuple((INTS, FLOATS, FLOATS, FLOATS, INTS, FLOATS), Course)


@helper
def best_of(desk, n):
    """The place of the action of most value."""
    best = 0
    for i in range(1, n):
        if desk.values[i] > desk.values[best]:
            best = i
    return best


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
def count_guess(course, alive, left, likely, hopes):
    """Count what came of the candidates on a guess, whose logarithm of a likelihood is known."""
    weight = weigh_in(course, likely)
    for k in range(left):
        course.totals[alive[k]] += weight * hopes[k]
        course.visits[alive[k]] += 1


@helper
def drop_out(course, alive, left, trust, spread):
    """Rank the candidates and let those go who are clearly behind, the best one to the front; who is left.

    What the network expects counts like `trust` guesses, and two candidates differ by `spread` from guess to
    guess, a standard deviation.
    """
    whole = course.tally[WEIGHT]
    sure = whole * whole / course.tally[SQUARES] if whole else 0.0  # so many guesses of equal weight
    for k in range(left):
        i = alive[k]
        mean = course.totals[i] / whole if whole else 0.0
        course.scores[i] = (sure * mean + trust * course.prior[i]) / (sure + trust)
        if course.scores[i] > course.scores[alive[0]]:
            alive[0], alive[k] = i, alive[0]
    bar, stay = course.scores[alive[0]] - CLEAR * spread / np.sqrt(sure + trust), 1
    for k in range(1, left):
        if course.scores[alive[k]] >= bar:
            alive[stay] = alive[k]
            stay += 1
    return stay


class Racer(Agent):
    """A race of what a network values most, as a player; a game says how candidates are followed up."""

    explains = True
    trust: float  # guesses that the network's values count like
    spread: float  # how far the difference of two candidates varies from guess to guess

    def __init__(self, game: Game, playouts: int, seconds: float, model: str | None = None) -> None:
        self.net = load_network(game, model)
        self.rules, self.desk = game.encoding.rules.ready(), new_desk(game, self.net)
        self.playouts, self.seconds = playouts, seconds

    def choose(self, view: View, clock: Clock) -> int:
        """The candidate that wins the race."""
        root = self.root(view)
        n = judge(self.rules, self.net, root, view.seat, self.desk)
        order = np.argsort(-self.desk.values[:n], kind="stable")
        order = order[np.append(True, np.diff(self.desk.values[order]) != 0)][:MOST]
        course = self._course(order)
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            guesses = self.race(view, root, course, stop)
        return self._explain(course, guesses)

    def root(self, view: View) -> np.ndarray:
        """The position that is raced from."""
        return view.buffer

    def race(self, view: View, root: np.ndarray, course: Course, stop: np.ndarray) -> int:
        """Follow the candidates of a course up until it is stopped; how many guesses it took."""
        raise NotImplementedError

    def _course(self, order: np.ndarray) -> Course:
        count = len(order)
        return Course(
            self.desk.actions[order],
            self.desk.values[order].astype(np.float64),
            np.zeros(count),
            np.zeros(count),
            np.zeros(count, np.int64),
            np.array([-np.inf, 0.0, 0.0]),
        )

    def _explain(self, course: Course, guesses: int) -> int:
        """The winner, with what came of all."""
        order = np.lexsort((-course.scores, -course.visits))
        self.work += int(course.visits.sum())
        candidates = tuple(self._candidate(course, int(i)) for i in order)
        self.explanation = Explanation(candidates, int(course.visits.sum()), 1, guesses, "playouts")
        return candidates[0].action

    def _candidate(self, course: Course, i: int) -> Candidate:
        """One of the candidates; that two of them differ by so much is as sure as the race takes it to be."""
        action, score, visits = int(course.actions[i]), float(course.scores[i]), int(course.visits[i])
        share = min(max((score + 1) / 2, 0.0), 1.0)
        sure = course.tally[WEIGHT] ** 2 / max(course.tally[SQUARES], 1e-9)  # guesses of equal weight
        error = self.spread / 2 / math.sqrt(2 * (min(visits, sure) + self.trust))
        return Candidate(action, share, visits, (action,), score=score, error=error)
