"""Search over the attacks of one turn: every attack may win or fail, and every position may end the turn.

What follows the turn is left to the model of the chance to win.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.model import FEATURES, GRID, win_chance
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.rules import (
    END,
    MAX_ACTIONS,
    MOST_PLAYERS,
    NONE,
    ONE,
    SOURCE,
    areas_of,
    borders,
    fields,
    owner,
)
from parlour.kernel import FLOATS, INTS, STATE, compiled, helper, trailing

DEEPEST = 12
LEAST_CHANCE = 0.2  # attacks less likely to succeed are not looked at

_LISTS = types.Array(types.int64, 2, "C")


@helper
def likely_attacks(s, actions):
    """The attacks that are worth a look; how many."""
    own, n = areas_of(s, s.turn), 0
    sources = own
    while sources != NONE:
        source = trailing(sources)
        sources &= sources - ONE
        targets = borders(s, source) & ~own
        while targets != NONE:
            target = trailing(targets)
            targets &= targets - ONE
            if ODDS[s.dice[source], s.dice[target]] >= LEAST_CHANCE:
                actions[n] = SOURCE * source + target
                n += 1
    return n


@helper
def change_hands(s, target, one, other):
    """An area goes from one of two seats to the other; done twice, all is as before."""
    bit = ONE << np.uint64(target)
    s.owned[one] = np.uint32(areas_of(s, one) ^ bit)
    s.owned[other] = np.uint32(areas_of(s, other) ^ bit)


@helper
def value_at_once(s, action, w1, b1, w2, rows):
    """The chance to win if one attack is made and the turn then ends."""
    seat, source, target = np.int64(s.turn), action // SOURCE, action % SOURCE
    ours, theirs, loser = s.dice[source], s.dice[target], owner(s, target)
    p = ODDS[ours, theirs]
    s.dice[source] = 1
    failed = win_chance(s, seat, seat, w1, b1, w2, rows)
    s.dice[target] = ours - 1
    change_hands(s, target, seat, loser)
    won = win_chance(s, seat, seat, w1, b1, w2, rows)
    change_hands(s, target, seat, loser)
    s.dice[source], s.dice[target] = ours, theirs
    return p * won + (1.0 - p) * failed


@helper
def take_best(values, n):
    """The index of the highest value, which is struck out."""
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    values[best] = -1.0
    return best


@compiled(
    types.float64(STATE, types.int64, types.int64, GRID, FLOATS, FLOATS, GRID, _LISTS, GRID, STATE, INTS)
)
def turn_value(state, depth, width, w1, b1, w2, rows, lists, worths, stop, work):
    """The chance to win with up to `depth` more attacks planned, the `width` most promising of each."""
    s = fields(state)
    seat = np.int64(s.turn)
    most = win_chance(s, seat, seat, w1, b1, w2, rows)
    work[0] += 1
    if depth == 0 or most == 1.0 or stop[0]:
        return most
    actions, values = lists[depth], worths[depth]
    n = likely_attacks(s, actions)
    for i in range(n):
        values[i] = value_at_once(s, actions[i], w1, b1, w2, rows)
        most = max(most, values[i])
    work[0] += 2 * n
    if depth == 1:
        return most
    for _ in range(min(width, n)):
        action = actions[take_best(values, n)]
        source, target = action // SOURCE, action % SOURCE
        ours, theirs, loser = s.dice[source], s.dice[target], owner(s, target)
        p = ODDS[ours, theirs]
        s.dice[source] = 1
        value = (1.0 - p) * turn_value(state, depth - 1, width, w1, b1, w2, rows, lists, worths, stop, work)
        s.dice[target] = ours - 1
        change_hands(s, target, seat, loser)
        value += p * turn_value(state, depth - 1, width, w1, b1, w2, rows, lists, worths, stop, work)
        change_hands(s, target, seat, loser)
        s.dice[source], s.dice[target] = ours, theirs
        most = max(most, value)
    return most


@compiled(
    types.int64(
        STATE, types.int64, types.int64, GRID, FLOATS, FLOATS, INTS, FLOATS, STATE, INTS
    )
)  # fmt: skip
def plan(state, depth, width, w1, b1, w2, actions, values, stop, work):
    """The value of ending the turn (first) and of each likely attack; how many were looked at."""
    s = fields(state)
    seat = np.int64(s.turn)
    rows = np.zeros((MOST_PLAYERS, FEATURES))
    actions[0], values[0] = END, win_chance(s, seat, seat, w1, b1, w2, rows)
    n = likely_attacks(s, actions[1:])
    for i in range(1, n + 1):
        values[i] = value_at_once(s, actions[i], w1, b1, w2, rows)
    work[0] += 1 + 2 * n
    if depth == 1:
        return n + 1
    lists, worths = np.zeros((depth, MAX_ACTIONS), np.int64), np.zeros((depth, MAX_ACTIONS))
    order = values[1 : n + 1].copy()
    for _ in range(min(width, n)):
        i = 1 + take_best(order, n)
        source, target = actions[i] // SOURCE, actions[i] % SOURCE
        ours, theirs, loser = s.dice[source], s.dice[target], owner(s, target)
        p = ODDS[ours, theirs]
        s.dice[source] = 1
        value = (1.0 - p) * turn_value(state, depth - 1, width, w1, b1, w2, rows, lists, worths, stop, work)
        s.dice[target] = ours - 1
        change_hands(s, target, seat, loser)
        value += p * turn_value(state, depth - 1, width, w1, b1, w2, rows, lists, worths, stop, work)
        change_hands(s, target, seat, loser)
        s.dice[source], s.dice[target] = ours, theirs
        values[i] = value
    return n + 1


@helper
def improve(s, w1, b1, w2, rows, actions):
    """The attack that most improves the chance to win at once, or END."""
    best, most = END, win_chance(s, s.turn, s.turn, w1, b1, w2, rows)
    for i in range(likely_attacks(s, actions)):
        value = value_at_once(s, actions[i], w1, b1, w2, rows)
        if value > most:
            best, most = actions[i], value
    return best
