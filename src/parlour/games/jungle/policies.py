"""Jungle's compiled policies: agents, and ways to play out."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.jungle.animals import DISTANCES, KINDS
from parlour.games.jungle.evaluation import DEEPEST, WEIGHTS, calm, chance, final_value
from parlour.games.jungle.rules import apply, legal
from parlour.games.jungle.state import MAX_ACTIONS, PASS, RUNNING, fields, occupant, prize
from parlour.games.jungle.terrain import DENS
from parlour.kernel import FLOATS, RNG, STATE, compiled, copy, helper, pick, policy, row, uniform

__all__ = ["look_ahead"]

HOPE = 0.2  # how much the heuristic counts on the mean of the replies
WHIM = 0.003  # how far it errs about a chance to win, so that not all its games are the same
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
    seat, actions = np.int64(s.turn), np.empty(MAX_ACTIONS, np.int64)
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
def _after_replies(states, lists, replies, hope, floor, weights, rng):
    """The chance to win of the player who has moved to ``states[0]``; cut off when it is below `floor`."""
    after, answer = row(states, 0), row(states, 1)
    s = fields(after)
    if s.result != RUNNING:
        return chance(final_value(s, 1 - s.turn))
    worst, total, n = 1.0, 0.0, legal(after, replies)
    for i in range(n):
        copy(answer, after)
        apply(answer, replies[i], rng)
        value = chance(calm(states, lists, 1, DEEPEST, -np.inf, np.inf, weights))
        worst, total = min(worst, value), total + value
        if (1.0 - hope) * worst + hope * (total + n - 1 - i) / n < floor:
            break
    return (1.0 - hope) * worst + hope * total / n


@compiled(types.int64(STATE, FLOATS, types.int64, types.float64, RNG))
def look_ahead(state, weights, depth, hope, rng):
    """The move with the best outlook after one or two moves and all takings; ties are drawn.

    With a depth of 2, a move is worth the chance to win that the enemy's best reply leaves, mixed with the
    mean over all replies by the share `hope`, since not every enemy finds the best.
    """
    states = np.empty((DEEPEST + 3, state.size), np.uint8)
    lists = np.empty((DEEPEST + 3, MAX_ACTIONS), np.int64)
    moves, replies = np.empty(MAX_ACTIONS, np.int64), np.empty(MAX_ACTIONS, np.int64)
    best, ties, choice = -np.inf, 0, np.int64(-1)
    for i in range(legal(state, moves)):
        copy(row(states, 0), state)
        apply(row(states, 0), moves[i], rng)
        if depth == 1:
            value = -calm(states, lists, 0, DEEPEST, -np.inf, np.inf, weights)
        else:
            value = _after_replies(states, lists, replies, hope, best, weights, rng)
            if value < 1.0:
                value *= 1.0 - WHIM * uniform(rng)
        if value > best:
            best, ties = value, 0
        if value == best:
            ties += 1
            if pick(rng, ties) == 0:
                choice = moves[i]
    return choice


@policy
def heuristic(state, rng):
    """The move with the best outlook after the enemy's replies and all takings."""
    return look_ahead(state, row(WEIGHTS, fields(state).judge), 2, HOPE, rng)
