"""Fixed opponents for the learning curve: the patterns play one move ahead against each of them."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.best.patterns import LANES, parts
from parlour.games.reversi.lab.selfplay import PATTERNS, Patterns, greedy, pointers
from parlour.games.reversi.lab.tuning import OPENING, START, best_move, random_move, random_start
from parlour.games.reversi.lanes import after_move, next_mover
from parlour.games.reversi.rules import ZERO
from parlour.kernel import FLOATS, RNG, compiled, helper, new_rng, pointer, popcount
from parlour.stats.estimate import Estimate

__all__ = ["RIVALS", "examine"]

RIVALS = {"random": 0, "simple evaluation, 1 ply": 1, "simple evaluation, 3 plies": 3}  # depth; 0 = random


@helper
def _lead(own, opp, learner_first, p, depth, parameters, rng):
    """The lead in discs of the learner at the end of the game; `depth` and `parameters` are its rival's."""
    learner = learner_first
    while True:
        own, opp, moves, passed = next_mover(own, opp)
        learner = learner != passed
        if moves == ZERO:
            break
        if learner:
            square, _ = greedy(p, own, opp, moves)
        elif depth > 0:
            square = best_move(own, opp, moves, depth, parameters)
        else:
            square = random_move(moves, rng)
        own, opp = after_move(own, opp, square)
        learner = not learner
    lead = popcount(own) - popcount(opp)
    return lead if learner else -lead


@compiled(types.void(PATTERNS, types.int64, FLOATS, types.int64, RNG, FLOATS))
def _play_pairs(patterns, depth, parameters, opening, rng, shares):
    """Play openings of so many random moves from both sides; `shares` gets the learner's score of each pair.

    The rival looks `depth` moves ahead by the `parameters` of the simple evaluation; at 0 it plays at random.
    """
    p, numbers = pointers(patterns), pointer(parameters)
    for pair in range(shares.size):
        own, opp = random_start(opening, rng)
        shares[pair] = 0.0
        for side in range(2):
            lead = _lead(own, opp, side == 0, p, depth, numbers, rng)
            shares[pair] += 0.25 if lead == 0 else (0.5 if lead > 0 else 0.0)


def examine(weights: np.ndarray, rival: str, pairs: int = 200) -> Estimate:
    """What weights score against one of the `RIVALS`; an opening played from both sides counts once."""
    shares, patterns = np.zeros(pairs), Patterns(weights, parts(), np.zeros(LANES, np.uint16))
    _play_pairs(patterns, RIVALS[rival], np.array(START), OPENING, new_rng(0, 72), shares)
    return Estimate.mean_share(shares)
