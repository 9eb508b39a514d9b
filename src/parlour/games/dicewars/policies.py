"""The reference agents of the course framework as compiled policies."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.state import (
    END,
    NONE,
    ONE,
    SOURCE,
    areas_of,
    borders,
    fields,
    largest_region,
    ready,
)
from parlour.games.dicewars.weights import wpm_table
from parlour.games.dicewars.wpm import most_likely_to_win
from parlour.kernel import FLOAT_ROWS, STATE, bits, compiled, helper, nth_bit, pick, policy, popcount

__all__ = ["hold", "stei", "wpm", "wpm_choice"]

WPM = wpm_table()


@helper
def hold(s, area, dice, own):
    """The chance that no neighbouring enemy takes an area with so many dice, each attacking once."""
    chance = 1.0
    for enemy in bits(borders(s, area) & ~own):
        chance *= 1.0 - ODDS[s.dice[enemy], dice]
    return chance


@helper
def any_attack(s, rng):
    """A random attack; END when there is none."""
    own = areas_of(s, s.turn)
    sources, count = ready(s, own), 0
    for source in bits(sources):
        count += popcount(borders(s, source) & ~own)
    number = pick(rng, count) if count > 0 else 0
    for source in bits(sources):
        targets = borders(s, source) & ~own
        if number < popcount(targets):
            return SOURCE * source + nth_bit(targets, number)
        number -= popcount(targets)
    return END


@policy
def random(state, rng):
    """A random legal attack until none is left."""
    return any_attack(fields(state), rng)


@policy
def two(state, rng):
    """At most two random attacks a turn."""
    s = fields(state)
    return END if s.attacks >= 2 else any_attack(s, rng)


@policy
def difference(state, rng):
    """The attack with the largest dice difference; the turn ends when it is below 0."""
    s = fields(state)
    own = areas_of(s, s.turn)
    best, most = END, -1
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            ahead = np.int64(s.dice[source]) - np.int64(s.dice[target])
            if ahead > most:
                best, most = SOURCE * source + target, ahead
    return best


@helper
def best_to_hold(s, threshold, weight, favoured):
    """The attack most likely to win and hold, `favoured` sources weighted; END when none will do."""
    own = areas_of(s, s.turn)
    best, most = END, -1.0
    for source in bits(ready(s, own)):
        dice = np.int64(s.dice[source])
        preference = weight if (favoured >> np.uint64(source)) & ONE else 1.0
        for target in bits(borders(s, source) & ~own):
            value = ODDS[dice, s.dice[target]] * hold(s, target, dice - 1, own)
            if (value >= threshold or dice == MOST_DICE) and value * preference > most:
                best, most = SOURCE * source + target, value * preference
    return best


@policy
def ste(state, rng):
    """The attack with the best chance to win and to hold the target until the next turn."""
    return best_to_hold(fields(state), 0.2, 1.0, NONE)


@policy
def stei(state, rng):
    """As `ste`, but attacks out of one's own largest region count two or three times."""
    s = fields(state)
    favoured = largest_region(s, s.turn)
    if s.players == 2:
        return best_to_hold(s, 0.2, 3.0, favoured)
    return best_to_hold(s, 0.4, 2.0, favoured)


@compiled(types.int64(STATE, FLOAT_ROWS))
def wpm_choice(state, weights):
    """The attack that improves a modelled chance to win most, against ending the turn."""
    s = fields(state)
    return most_likely_to_win(s, weights[s.players])


@policy
def wpm(state, rng):
    """The attack that improves the modelled chance to win most, against ending the turn."""
    s = fields(state)
    return most_likely_to_win(s, WPM[s.players])
