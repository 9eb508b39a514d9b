"""Attacks tried out on a position and taken back: each may fail, and each may win."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.state import ONE, SOURCE, areas_of, borders, owner
from parlour.kernel import bits, helper

__all__ = ["fail", "likely_attacks", "prepare", "succeed", "take_back"]

LEAST_CHANCE = 0.2  # attacks less likely to succeed are not looked at


class Attack(NamedTuple):
    """An attack that is tried out, and what stood there before."""

    source: int
    target: int
    dice: int  # on the source
    defenders: int  # dice on the target
    loser: int  # the seat that has the target
    chance: float  # of success


@helper
def likely_attacks(s, actions, n):
    """Write the attacks that are worth a look behind `n` other actions; how many there are then."""
    own = areas_of(s, s.turn)
    for source in bits(own):
        for target in bits(borders(s, source) & ~own):
            if ODDS[s.dice[source], s.dice[target]] >= LEAST_CHANCE:
                actions[n] = SOURCE * source + target
                n += 1
    return n


@helper
def prepare(s, action):
    """An attack to be tried out: first it fails, then it succeeds, then it is taken back."""
    source, target = action // SOURCE, action % SOURCE
    dice, defenders = s.dice[source], s.dice[target]
    return Attack(source, target, dice, defenders, owner(s, target), ODDS[dice, defenders])


@helper
def fail(s, attack):
    """The attack fails: one die is left on its source."""
    s.dice[attack.source] = 1


@helper
def succeed(s, attack):
    """The attack that has just failed succeeds instead: all dice but one move to the target."""
    s.dice[attack.target] = attack.dice - 1
    _change_hands(s, attack)


@helper
def take_back(s, attack):
    """All is as before the attack that succeeded."""
    _change_hands(s, attack)
    s.dice[attack.source], s.dice[attack.target] = attack.dice, attack.defenders


@helper
def _change_hands(s, attack):
    """The target goes to the seat to move, or back."""
    bit = ONE << np.uint64(attack.target)
    s.owned[s.turn] = np.uint32(areas_of(s, s.turn) ^ bit)
    s.owned[attack.loser] = np.uint32(areas_of(s, attack.loser) ^ bit)
