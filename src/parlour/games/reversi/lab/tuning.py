"""Tuning the parameters of the simple evaluation by experiment: matches decide, not games of experts.

Simultaneous perturbation (SPSA, Spall 1992): all parameters are moved a little at random, one way and the
other, the two versions play each other from the same openings with sides swapped, and the parameters go
towards the winner. The worth of a corner stays fixed, since only proportions matter.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.evaluation import judge
from parlour.games.reversi.kinds import SQUARES
from parlour.games.reversi.lanes import after_move, moves_by_lanes, next_mover
from parlour.games.reversi.rules import START_BLACK, START_WHITE, ZERO
from parlour.kernel import (
    FLOATS,
    RNG,
    bits,
    compiled,
    helper,
    new_rng,
    nth_bit,
    pick,
    pointer,
    popcount,
)
from parlour.learn.training import Learner, Measures
from parlour.model import Arrays
from parlour.stats.estimate import Estimate

__all__ = ["PAIRS", "START", "SquaresLearner", "score"]

START = (30.0, -6.0, 3.0, 2.0, -12.0, -1.5, -1.0, 0.5, 0.0, 0.0, 3.0)  # the evaluation that it improves on
DEPTH, OPENING = 2, 8
PAIRS = 16  # openings a step, each played from both sides
CHECK_PAIRS = 500  # openings that tell how much better the parameters have become
_STEP, _REACH = 3.0, 0.2
_NUMBERS = types.CPointer(types.float64)
_F, _U = types.float64, types.uint64
_WON = 10_000.0


@compiled(_F(_U, _U, types.int64, _F, _F, _NUMBERS))
def _search(own, opp, depth, alpha, beta, parameters):
    """Alpha-beta for the side to move."""
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            return _WON * (popcount(own) - popcount(opp))
        return -_search(opp, own, depth, -beta, -alpha, parameters)
    if depth == 0:
        return judge(own, opp, parameters)
    best = -np.inf
    for square in bits(moves):
        other, after = after_move(own, opp, square)
        value = -_search(other, after, depth - 1, -beta, -max(alpha, best), parameters)
        best = max(best, value)
        if best >= beta:
            break
    return best


@helper
def best_move(own, opp, moves, depth, parameters):
    """The first of the best moves by a search of `depth` plies."""
    best, choice = -np.inf, 0
    for square in bits(moves):
        other, after = after_move(own, opp, square)
        value = -_search(other, after, depth - 1, -np.inf, -best, parameters)
        if value > best:
            best, choice = value, square
    return choice


@helper
def random_move(moves, rng):
    """One of the moves, drawn uniformly."""
    return nth_bit(moves, pick(rng, popcount(moves)))


@helper
def random_start(plies, rng):
    """The position after so many random moves (a pass counts), for the side to move."""
    own, opp = START_BLACK, START_WHITE
    for _ in range(plies):
        moves = moves_by_lanes(own, opp)
        own, opp = after_move(own, opp, random_move(moves, rng)) if moves != ZERO else (opp, own)
    return own, opp


@helper
def _play(own, opp, black, white, depth):
    """The lead in discs of the side that moves first, `black`, at the end of the game."""
    first = True
    while True:
        own, opp, moves, passed = next_mover(own, opp)
        first = first != passed
        if moves == ZERO:
            break
        own, opp = after_move(own, opp, best_move(own, opp, moves, depth, black if first else white))
        first = not first
    lead = popcount(own) - popcount(opp)
    return lead if first else -lead


@compiled(types.void(FLOATS, FLOATS, types.int64, types.int64, RNG, FLOATS))
def duel(one, two, depth, opening, rng, shares):
    """Play openings from both sides; `shares` gets what `one` scored of each pair, from 0 to 1.

    `one` and `two` are parameters of the evaluation; both look `depth` moves ahead after an opening of so
    many random moves.
    """
    a, b = pointer(one), pointer(two)
    for pair in range(shares.size):
        own, opp = random_start(opening, rng)
        total = 0.0
        for side in range(2):
            lead = _play(own, opp, a if side == 0 else b, b if side == 0 else a, depth)
            lead = lead if side == 0 else -lead
            total += 0.5 if lead == 0 else (1.0 if lead > 0 else 0.0)
        shares[pair] = total / 2


def score(one: np.ndarray, two: np.ndarray, pairs: int, seed: int) -> Estimate:
    """What one set of parameters scores against another; an opening played from both sides counts once."""
    shares = np.zeros(pairs)
    duel(one, two, DEPTH, OPENING, new_rng(seed, 71), shares)
    return Estimate.mean(shares.tolist())


class SquaresLearner(Learner):
    """Moves the parameters towards what wins; what it learned is the mean of the second half of the way."""

    kind = SQUARES

    def begin(self) -> Arrays:
        """The evaluation that it improves on."""
        return {"here": np.array(START), "mean": np.array(START)}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Some steps, each a match of two versions."""
        steps, rounds = int(self.settings["steps"]), int(self.settings["way"])
        reach = _REACH * np.maximum(np.abs(np.array(START)), 2.0)
        reach[0] = 0.0
        draws = np.random.default_rng((self.lesson.seed, number))
        rng, shares = new_rng(self.lesson.seed, 70 + 1000 * number), np.zeros(PAIRS)
        here, mean, half = state["here"].copy(), state["mean"].copy(), steps * rounds // 2
        for step in range(number * steps, (number + 1) * steps):
            side = draws.choice([-1.0, 1.0], reach.size) * reach
            duel(here + side, here - side, DEPTH, OPENING, rng, shares)
            here += _STEP * (shares.mean() - 0.5) * side / (1 + 4 * min(step / (steps * rounds), 1.0))
            mean = here.copy() if step <= half else mean + (here - mean) / (step - half)
        against_start = score(mean, np.array(START), CHECK_PAIRS, self.lesson.seed + 1)
        measures: Measures = {"games": steps * 2 * PAIRS, "score against the start": against_start}
        return {"here": here, "mean": mean}, measures

    def model(self, state: Arrays) -> Arrays:
        """The parameters."""
        return {"parameters": np.round(state["mean"], 2)}
