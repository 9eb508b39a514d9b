"""The weights of Jungle's evaluation, learned from games against itself by temporal differences.

Samuel 1959; Sutton 1988 (TD lambda); Baxter, Tridgell and Weaver 1998 (with a search of takings).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from parlour.games.jungle.evaluation import DEEPEST, calm, chance, evaluate, gather
from parlour.games.jungle.kinds import SIZE
from parlour.games.jungle.policies import look_ahead
from parlour.games.jungle.rules import apply, legal, setup
from parlour.games.jungle.state import MAX_ACTIONS, RUNNING, WON_0, WON_1, fields
from parlour.kernel import FLOATS, INTS, RNG, compiled, copy, helper, pick, row, uniform

__all__ = ["ROUNDS", "Stage", "learn", "stage_of"]

LONGEST = 600  # positions of one game
LAMBDA = 0.8
EXPLORE = 0.08  # how often a move is drawn at random


@helper
def _result(s):
    """A finished game as player 0's share of it."""
    return 1.0 if s.result == WON_0 else (0.0 if s.result == WON_1 else 0.5)


@helper
def _self_play(states, strays, options, weights, depth, actions, rng):
    """Write the positions of one game, and which moves strayed (drawn at random); how many positions."""
    state = row(states, 0)
    state[:] = 0
    setup(state, options, rng)
    opening, n = pick(rng, 10), 0
    while fields(row(states, n)).result == RUNNING and n < LONGEST - 1:
        state, after = row(states, n), row(states, n + 1)
        strays[n] = n < opening or uniform(rng) < EXPLORE
        if strays[n]:
            action = actions[pick(rng, legal(state, actions))]
        else:
            action = look_ahead(state, weights, depth, 0.0, rng)
        copy(after, state)
        apply(after, action, rng)
        n += 1
    return n


@compiled(types.void(FLOATS, INTS, types.int64, types.int64, types.int64, types.float64, RNG))
def learn(weights, options, size, games, depth, rate, rng):
    """Play games against itself and move the weights towards the result of each quiet position.

    `options` are what `setup` gets and `size` the bytes of a state; the players look `depth` moves ahead.
    """
    states, strays = np.zeros((LONGEST, size), np.uint8), np.zeros(LONGEST, np.int64)
    stack, lists = np.zeros((DEEPEST + 2, size), np.uint8), np.zeros((DEEPEST + 2, MAX_ACTIONS), np.int64)
    actions, facts = np.empty(MAX_ACTIONS, np.int64), np.empty(SIZE)
    for _ in range(games):
        n = _self_play(states, strays, options, weights, depth, actions, rng)
        target = _result(fields(row(states, n)))
        for t in range(n - 1, -1, -1):
            s = fields(row(states, t))
            value = evaluate(s, 0, weights)
            copy(row(stack, 0), row(states, t))
            own = value if s.turn == 0 else -value
            quiet = calm(stack, lists, 0, DEEPEST, -np.inf, np.inf, weights)
            here = chance(quiet if s.turn == 0 else -quiet)
            if strays[t]:
                target = here
            elif quiet == own:
                gather(s, facts)
                step = rate * (target - here)
                for i in range(SIZE):
                    weights[i] += step * facts[i]
            target = LAMBDA * target + (1.0 - LAMBDA) * here


@dataclass(frozen=True)
class Stage:
    """A part of the training: how far the players look ahead, and how fast the weights move."""

    depth: int
    share: float  # of all games
    first_rate: float
    last_rate: float


STAGES = (Stage(1, 0.3, 3.0, 1.0), Stage(2, 0.7, 1.5, 0.1))
ROUNDS = 20  # of each stage; the rate falls from round to round


def stage_of(number: int) -> tuple[Stage, float]:
    """The stage that a round belongs to, and its rate."""
    stage, turn = STAGES[min(number // ROUNDS, len(STAGES) - 1)], min(number % ROUNDS, ROUNDS - 1)
    return stage, stage.first_rate * (stage.last_rate / stage.first_rate) ** (turn / (ROUNDS - 1))
