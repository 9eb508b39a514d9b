"""Jungle's compiled policies: agents, and ways to play out."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.jungle.board import DENS
from parlour.games.jungle.evaluation import DEEPEST, DISTANCES, KINDS, WEIGHTS, calm, judged
from parlour.games.jungle.rules import PASS, RUNNING, apply, fields, legal, occupant, prize
from parlour.kernel import FLOATS, RNG, STATE, compiled, copy, helper, pick, policy, row

TRIES = 3  # how often a walk looks for a move that gets on


@helper
def _gets_on(s, seat, action):
    """Whether a move takes, or brings an animal nearer to the enemy's den."""
    start, end = action >> 6, action & 63
    if prize(s, seat, end) >= 0:
        return True
    kind = KINDS[occupant(s, seat, start)]
    return DISTANCES[seat, kind, end] < DISTANCES[seat, kind, start]


@policy
def walk(state, rng):
    """Enters the den when it can; else draws moves until one takes or gets nearer to it, three at most."""
    s = fields(state)
    seat, actions = np.int64(s.turn), np.empty(32, np.int64)
    n = legal(state, actions)
    action = actions[0]
    if action == PASS:
        return action
    for i in range(n):
        if actions[i] & 63 == DENS[1 - seat]:
            return actions[i]
    for _ in range(TRIES):
        action = actions[pick(rng, n)]
        if _gets_on(s, seat, action):
            break
    return action


@helper
def _reply_value(states, lists, replies, seat, floor, weights, rng):
    """The value of ``states[0]`` for a player after the enemy's best reply; cut off below `floor`."""
    after, replied = row(states, 0), row(states, 1)
    if fields(after).result != RUNNING:
        return judged(fields(after), seat, weights)
    worst = np.inf
    for i in range(legal(after, replies)):
        copy(replied, after)
        apply(replied, replies[i], rng)
        sign = 1.0 if fields(replied).turn == seat else -1.0
        worst = min(worst, sign * calm(states, lists, 1, DEEPEST, -np.inf, np.inf, weights))
        if worst < floor:
            break
    return worst


@compiled(types.int64(STATE, FLOATS, types.int64, RNG))
def look_ahead(state, weights, depth, rng):
    """The move with the best outlook after one or two moves and all takings; ties are drawn."""
    states = np.empty((DEEPEST + 3, state.size), np.uint8)
    lists = np.empty((DEEPEST + 3, 32), np.int64)
    moves, replies = np.empty(32, np.int64), np.empty(32, np.int64)
    seat, best, ties, chosen = np.int64(fields(state).turn), -np.inf, 0, np.int64(-1)
    for i in range(legal(state, moves)):
        copy(row(states, 0), state)
        apply(row(states, 0), moves[i], rng)
        if depth == 1:
            value = -calm(states, lists, 0, DEEPEST, -np.inf, np.inf, weights)
        else:
            value = _reply_value(states, lists, replies, seat, best, weights, rng)
        if value > best:
            best, ties = value, 0
        if value == best:
            ties += 1
            if pick(rng, ties) == 0:
                chosen = moves[i]
    return chosen


@policy
def heuristic(state, rng):
    """The move with the best outlook after the enemy's best reply and all takings."""
    return look_ahead(state, row(WEIGHTS, fields(state).judge), 2, rng)
