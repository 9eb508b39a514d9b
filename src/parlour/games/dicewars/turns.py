"""Search over the attacks of one turn: every attack wins or loses, and every position may end the turn."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.evaluation import GRID, win_chance
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.rules import (
    END,
    MAX_ACTIONS,
    NONE,
    NOBODY,
    ONE,
    SOURCE,
    areas_of,
    borders,
    fields,
    owner,
    popcount,
    trailing,
)
from parlour.kernel import FLOATS, INTS, RNG, STATE, compiled, helper


@helper
def list_attacks(s, least, actions):
    """The attacks with at least some chance of success; how many."""
    own, n = areas_of(s, s.turn), 0
    sources = own
    while sources != NONE:
        source = trailing(sources)
        sources &= sources - ONE
        dice = np.int64(s.dice[source])
        if dice < 2:
            continue
        targets = borders(s, source) & ~own
        while targets != NONE:
            target = trailing(targets)
            targets &= targets - ONE
            if ODDS[dice, s.dice[target]] >= least:
                actions[n] = SOURCE * source + target
                n += 1
    return n


@helper
def one_step(s, action, stay, w1, b1, w2, rows):
    """The chance to win if one attack is made and the turn then ends."""
    seat = np.int64(s.turn)
    source, target = action // SOURCE, action % SOURCE
    ours, theirs = s.dice[source], s.dice[target]
    loser, bit = owner(s, target), ONE << np.uint64(target)
    p = ODDS[ours, theirs]
    s.dice[source] = 1
    lose = win_chance(s, seat, seat, w1, b1, w2, rows)
    s.dice[target] = ours - 1
    s.owned[loser] = np.uint32(areas_of(s, loser) & ~bit)
    s.owned[seat] = np.uint32(areas_of(s, seat) | bit)
    if popcount(areas_of(s, seat)) == s.areas:
        win = 1.0
    else:
        win = win_chance(s, seat, seat, w1, b1, w2, rows)
    s.owned[loser] = np.uint32(areas_of(s, loser) | bit)
    s.owned[seat] = np.uint32(areas_of(s, seat) & ~bit)
    s.dice[source], s.dice[target] = ours, theirs
    return p * win + (1.0 - p) * lose


@helper
def greedy(s, w1, b1, w2, rows, actions):
    """The attack that most improves the chance to win, or END."""
    seat = np.int64(s.turn)
    n = list_attacks(s, 0.2, actions)
    stay = win_chance(s, seat, seat, w1, b1, w2, rows)
    best, most = END, stay
    for i in range(n):
        value = one_step(s, actions[i], stay, w1, b1, w2, rows)
        if value > most:
            best, most = actions[i], value
    return best


@compiled(types.float64(STATE, types.int64, types.int64, GRID, FLOATS, FLOATS, GRID, types.Array(types.int64, 2, "C"), GRID, INTS))
def turn_value(state, depth, width, w1, b1, w2, rows, lists, worths, best):
    """The chance to win when up to `depth` more attacks are planned; best[0] is the first of them."""
    s = fields(state)
    seat = np.int64(s.turn)
    most = win_chance(s, seat, seat, w1, b1, w2, rows)
    best[0] = END
    if depth == 0:
        return most
    actions, values = lists[depth], worths[depth]
    n = list_attacks(s, 0.2, actions)
    for i in range(n):
        values[i] = one_step(s, actions[i], most, w1, b1, w2, rows)
        if values[i] > most:
            most = values[i]
            best[0] = actions[i]
    if depth == 1:
        return most
    chosen = END
    stay = win_chance(s, seat, seat, w1, b1, w2, rows)
    most = stay
    for _ in range(min(width, n)):
        k = 0
        for i in range(1, n):
            if values[i] > values[k]:
                k = i
        values[k] = -1.0
        action = actions[k]
        source, target = action // SOURCE, action % SOURCE
        ours, theirs = s.dice[source], s.dice[target]
        loser, bit = owner(s, target), ONE << np.uint64(target)
        p = ODDS[ours, theirs]
        s.dice[source] = 1
        value = (1.0 - p) * turn_value(state, depth - 1, width, w1, b1, w2, rows, lists, worths, best)
        s.dice[target] = ours - 1
        s.owned[loser] = np.uint32(areas_of(s, loser) & ~bit)
        s.owned[seat] = np.uint32(areas_of(s, seat) | bit)
        if popcount(areas_of(s, seat)) == s.areas:
            value += p
        else:
            value += p * turn_value(state, depth - 1, width, w1, b1, w2, rows, lists, worths, best)
        s.owned[loser] = np.uint32(areas_of(s, loser) | bit)
        s.owned[seat] = np.uint32(areas_of(s, seat) & ~bit)
        s.dice[source], s.dice[target] = ours, theirs
        if value > most:
            most, chosen = value, action
    best[0] = chosen
    return most
