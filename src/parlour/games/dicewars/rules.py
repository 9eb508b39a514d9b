"""Dicewars' rules: attack neighbouring areas, then end the turn and get new dice."""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.maps import CELLS, MOST_AREAS, lay_out
from parlour.games.dicewars.odds import FACES, MOST_DICE
from parlour.games.dicewars.state import (
    END,
    MAX_ACTIONS,
    NOBODY,
    NONE,
    ONE,
    SOURCE,
    STATE,
    areas_of,
    borders,
    fields,
    largest_region,
    owner,
    ready,
)
from parlour.kernel import bits, helper, nth_bit, pick, popcount, random_bits, rule

__all__ = [
    "MAX_ACTIONS", "MOST_BATTLES", "MOST_RESERVE", "PASS_ROUNDS", "RULES_2020", "STATE", "apply", "conquer",
    "end_turn", "legal", "mover", "rewards", "scores", "setup",
]  # fmt: skip

MOST_RESERVE = 64
MOST_BATTLES = 10_000
PASS_ROUNDS = 8  # so many full rounds without an attack end the game
RULES_2020 = 1

_FRACTION = np.uint64(61)  # bits of a throw that are read as a fraction; each die takes one digit in base 6
_MASK = np.uint64((1 << 61) - 1)


@helper
def add_dice(s, areas, dice, rng):
    """Put dice one by one on random areas with fewer than eight; what does not fit."""
    room = NONE
    for area in bits(areas):
        if s.dice[area] < MOST_DICE:
            room |= ONE << np.uint64(area)
    while dice > 0 and room != NONE:
        area = nth_bit(room, pick(rng, popcount(room)))
        s.dice[area] += 1
        if s.dice[area] == MOST_DICE:
            room &= ~(ONE << np.uint64(area))
        dice -= 1
    return dice


@helper
def deal_areas(s, rng):
    """Areas go one at a time at random to the players in turn."""
    left, seat = np.uint64((1 << np.int64(s.areas)) - 1), 0
    while left != NONE:
        area = np.uint64(nth_bit(left, pick(rng, popcount(left))))
        s.owned[seat] = np.uint32(areas_of(s, seat) | (ONE << area))
        left &= ~(ONE << area)
        seat = (seat + 1) % s.players


@helper
def deal_dice(s, rules, rng):
    """2019: about three dice an area, evenly split over the players; 2020: three on every area."""
    for area in range(s.areas):
        s.dice[area] = 3 if rules == RULES_2020 else 1
    if rules == RULES_2020:
        return
    total = 3 * np.int64(s.areas) - pick(rng, 6)
    for seat in range(s.players):
        waiting = np.int64(s.players) - seat
        share = (2 * total + waiting) // (2 * waiting)
        total -= share
        add_dice(s, areas_of(s, seat), share - popcount(areas_of(s, seat)), rng)


@rule
def setup(state, options, rng):
    s = fields(state)
    s.players = options[0]
    s.map_seed = random_bits(rng)
    s.areas = 29 if options[1] == RULES_2020 else 29 + pick(rng, 3)
    grid, masks = np.empty(CELLS, np.int8), np.empty(MOST_AREAS + 1, np.uint32)
    lay_out(s.map_seed, s.areas, grid, masks)
    for area in range(s.areas):
        s.neighbours[area] = masks[area]
    deal_areas(s, rng)
    deal_dice(s, options[1], rng)
    s.winner = s.last_source = s.last_target = NOBODY


@rule
def mover(state):
    s = fields(state)
    return -1 if s.over else np.int64(s.turn)


@rule
def legal(state, actions):
    """The end of the turn, then attacks by source and target: two dice or more against a neighbour."""
    s = fields(state)
    if s.over:
        return 0
    own = areas_of(s, s.turn)
    actions[0], n = END, 1
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            actions[n] = SOURCE * source + target
            n += 1
    return n


@helper
def throw(fraction, dice):
    """The sum of some dice read off a random fraction, and what is left of the fraction."""
    total = dice
    for _ in range(dice):
        fraction *= np.uint64(FACES)
        total += np.int64(fraction >> _FRACTION)
        fraction &= _MASK
    return total, fraction


@helper
def conquer(s, source, target):
    """All dice but one move to the target, which changes hands."""
    loser = owner(s, target)
    bit = ONE << np.uint64(target)
    s.owned[loser] = np.uint32(areas_of(s, loser) & ~bit)
    s.owned[s.turn] = np.uint32(areas_of(s, s.turn) | bit)
    s.dice[target] = s.dice[source] - 1
    s.dice[source] = 1
    if popcount(areas_of(s, s.turn)) == s.areas:
        s.over, s.winner = 1, s.turn


@helper
def battle(s, source, target, rng):
    """Both sides throw all their dice; the attacker needs a strictly higher sum."""
    word = random_bits(rng)
    attackers, defenders = np.int64(s.dice[source]), np.int64(s.dice[target])
    ours, left = throw(word & _MASK, attackers)
    theirs, left = throw(left, defenders)
    s.throw = word
    s.last_source, s.last_target = source, target
    s.last_attackers, s.last_defenders = attackers, defenders
    s.passes = 0
    s.attacks += 1
    s.battles += 1
    if ours > theirs:
        conquer(s, source, target)
    else:
        s.dice[source] = 1
    if s.battles >= MOST_BATTLES and s.winner == NOBODY:
        s.over = 1


@helper
def end_turn(s, rng):
    """New dice for the largest region and the reserve, then the next seat that still has areas."""
    seat = np.int64(s.turn)
    dice = min(MOST_RESERVE, np.int64(s.reserve[seat]) + popcount(largest_region(s, seat)))
    s.reserve[seat] = add_dice(s, areas_of(s, seat), dice, rng)
    s.attacks = 0
    s.passes += 1
    s.turns += 1
    alive = 0
    for other in range(s.players):
        alive += areas_of(s, other) != NONE
    if s.passes >= PASS_ROUNDS * alive:
        s.over = 1
    seat = (seat + 1) % s.players
    while areas_of(s, seat) == NONE:
        seat = (seat + 1) % s.players
    s.turn = seat


@rule
def apply(state, action, rng):
    s = fields(state)
    if action == END:
        end_turn(s, rng)
    else:
        battle(s, action // SOURCE, action % SOURCE, rng)


@rule
def scores(state, out):
    """The areas of each seat."""
    s = fields(state)
    for seat in range(s.players):
        out[seat] = popcount(areas_of(s, seat))


@rule
def rewards(state, out):
    """The winner takes 1, the others share the loss; 0 for everyone when nobody has won."""
    s = fields(state)
    for seat in range(s.players):
        if s.winner == NOBODY:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if seat == s.winner else -1.0 / (s.players - 1)
