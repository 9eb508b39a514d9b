"""What an attack looks like, whether it is like a known good one, and what `statistics` picks by that."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.experience import (
    MOST_DIFFERENT,
    PROPERTIES,
    REACH,
    SAME,
    SOURCE_DICE,
    TARGET_DICE,
)
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.state import (
    END,
    SOURCE,
    areas_of,
    borders,
    dice_of,
    fields,
    largest_region,
    owner,
    ready,
    region_of,
)
from parlour.kernel import FLOAT_ROWS, FLOATS, RNG, STATE, bits, compiled, helper, popcount, uniform

__all__ = ["attack_properties", "drawn_by_chance", "likeliest", "standing"]


@helper
def _surroundings(s, area, own, out, place):
    """Write the dice of the strongest enemy beside an area, and how many enemies have eight dice and one."""
    out[place] = out[place + 2] = out[place + 4] = 0.0
    for enemy in bits(borders(s, area) & ~own):
        dice = s.dice[enemy]
        out[place] = max(out[place], 1.0 * dice)
        out[place + 2] += dice == MOST_DICE
        out[place + 4] += dice == 1


@helper
def describe_attack(s, source, target, out):
    """An attack's properties, in the order of PROPERTIES."""
    own, loser = areas_of(s, s.turn), owner(s, target)
    out[SOURCE_DICE], out[TARGET_DICE] = s.dice[source], s.dice[target]
    _surroundings(s, source, own, out, 2)
    _surroundings(s, target, own, out, 3)
    out[8] = np.log2(1.0 * popcount(region_of(s, source, own)))
    out[9] = np.log2(1.0 * popcount(region_of(s, target, areas_of(s, loser))))


@helper
def _is_similar(attack, moves):
    """Whether an attack is similar to one of the good moves; see `closest`."""
    for i in range(moves.shape[0]):
        different, fits = 0, True
        for k in range(attack.size):
            apart = abs(moves[i, k] - attack[k])
            different += apart > SAME
            if apart > REACH or different > MOST_DIFFERENT:
                fits = False
                break
        same = abs(moves[i, SOURCE_DICE] - attack[SOURCE_DICE]) <= SAME
        if fits and (same or abs(moves[i, TARGET_DICE] - attack[TARGET_DICE]) <= SAME):
            return True
    return False


@compiled(types.int64(STATE, FLOAT_ROWS, types.float64, types.boolean))
def likeliest(state, moves, least, any_will_do):
    """The attack with the best chance among those like a good move, or among all; END when there is none."""
    s, attack = fields(state), np.zeros(len(PROPERTIES))
    own, best, most = areas_of(s, s.turn), END, least
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            p = ODDS[s.dice[source], s.dice[target]]
            if p < most or (p == most and best != END):
                continue
            describe_attack(s, source, target, attack)
            if any_will_do or _is_similar(attack, moves):
                best, most = SOURCE * source + target, p
    return best


@compiled(types.int64(STATE, RNG))
def drawn_by_chance(state, rng):
    """An attack drawn at random, each as often as its chance to win says; END when there is none."""
    s, drawn, total = fields(state), END, 0.0
    own = areas_of(s, s.turn)
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            p = ODDS[s.dice[source], s.dice[target]]
            total += p
            if uniform(rng) * total < p:
                drawn = SOURCE * source + target
    return drawn


@compiled(types.void(STATE, types.int64, FLOATS))
def attack_properties(state, action, out):
    """The properties of an attack of the seat to move."""
    describe_attack(fields(state), action // SOURCE, action % SOURCE, out)


@compiled(types.void(STATE, types.int64, FLOATS))
def standing(state, seat, out):
    """The state of the game for a seat: its dice and its largest region."""
    s = fields(state)
    out[0], out[1] = dice_of(s, seat), popcount(largest_region(s, seat))
