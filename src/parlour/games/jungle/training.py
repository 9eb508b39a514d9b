"""The weights of Jungle's evaluation, learned from games against itself by temporal differences.

Samuel 1959; Sutton 1988 (TD lambda); Baxter, Tridgell and Weaver 1998 (with a search of takings).
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.jungle.evaluation import DEEPEST, SIZE, calm, evaluate, gather
from parlour.games.jungle.policies import look_ahead
from parlour.games.jungle.rules import RUNNING, WON_0, WON_1, apply, fields, legal, setup
from parlour.kernel import FLOATS, INTS, RNG, compiled, copy, helper, pick, row, uniform

LONGEST = 600  # positions of one game
SCALE = 100.0  # the value at which a win looks 73 % likely
LAMBDA = 0.8
EXPLORE = 0.08  # how often a move is drawn at random


@helper
def _chance(value):
    """A value as the chance to win."""
    return 1.0 / (1.0 + np.exp(-value / SCALE))


@helper
def _result(s):
    """A finished game as player 0's share of it."""
    return 1.0 if s.result == WON_0 else (0.0 if s.result == WON_1 else 0.5)


@helper
def _self_play(states, drawn, options, weights, depth, actions, rng):
    """Write the positions of one game and which moves were drawn at random; how many positions."""
    state = row(states, 0)
    state[:] = 0
    setup(state, options, rng)
    opening, n = pick(rng, 10), 0
    while fields(row(states, n)).result == RUNNING and n < LONGEST - 1:
        state, after = row(states, n), row(states, n + 1)
        drawn[n] = n < opening or uniform(rng) < EXPLORE
        if drawn[n]:
            action = actions[pick(rng, legal(state, actions))]
        else:
            action = look_ahead(state, weights, depth, rng)
        copy(after, state)
        apply(after, action, rng)
        n += 1
    return n


@compiled(types.void(FLOATS, INTS, types.int64, types.int64, types.int64, types.float64, RNG))
def learn(weights, options, size, games, depth, rate, rng):
    """Play games against itself and move the weights towards what became of each quiet position."""
    states, drawn = np.zeros((LONGEST, size), np.uint8), np.zeros(LONGEST, np.int64)
    stack, lists = np.zeros((DEEPEST + 2, size), np.uint8), np.zeros((DEEPEST + 2, 32), np.int64)
    actions, facts = np.empty(32, np.int64), np.empty(SIZE)
    for _ in range(games):
        n = _self_play(states, drawn, options, weights, depth, actions, rng)
        target = _result(fields(row(states, n)))
        for t in range(n - 1, -1, -1):
            s = fields(row(states, t))
            value = evaluate(s, 0, weights)
            copy(row(stack, 0), row(states, t))
            own = value if s.turn == 0 else -value
            calmed = calm(stack, lists, 0, DEEPEST, -np.inf, np.inf, weights)
            here = _chance(calmed if s.turn == 0 else -calmed)
            if drawn[t]:
                target = here
            elif calmed == own:
                gather(s, facts)
                step = rate * (target - here)
                for i in range(SIZE):
                    weights[i] += step * facts[i]
            target = LAMBDA * target + (1.0 - LAMBDA) * here


@compiled(types.float64(FLOATS, FLOATS, INTS, types.int64, types.int64, types.int64, RNG))
def duel(first, second, options, size, games, depth, rng):
    """The share of the games that the first weights win against the second, sides swapped each game."""
    state, actions, total = np.zeros(size, np.uint8), np.empty(32, np.int64), 0.0
    for game in range(games):
        state[:] = 0
        setup(state, options, rng)
        s = fields(state)
        for _ in range(4):
            apply(state, actions[pick(rng, legal(state, actions))], rng)
        while s.result == RUNNING:
            mine = s.turn == game % 2
            apply(state, look_ahead(state, first if mine else second, depth, rng), rng)
        share = _result(s)
        total += share if game % 2 == 0 else 1.0 - share
    return total / games
