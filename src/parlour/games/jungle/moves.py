"""Where Jungle's animals may go, and lists of their moves."""

from __future__ import annotations

import numpy as np

from parlour.games.jungle.state import GONE, RUNNING, ZERO, bit, prize, standing
from parlour.games.jungle.terrain import (
    BOARD,
    CROSSINGS,
    DENS,
    ELEPHANT,
    LANDINGS,
    RAT,
    SWIMS,
    TIGER,
    TRAPS,
    WALKS,
    WATER,
)
from parlour.kernel import bits, helper

__all__ = ["list_moves", "list_takings", "targets"]


@helper
def targets(s, seat, rank, own, foes, weaker):
    """The squares that an animal may enter; `weaker` are the enemies of its rank and below."""
    square = np.int64(s.places[seat, rank])
    if square == GONE:
        return ZERO
    if rank == RAT:
        return _rat_targets(s, seat, square, own, foes, weaker)
    steps = WALKS[seat, square]
    prey = weaker | (foes & TRAPS)  # an animal on a trap has no strength
    if rank == ELEPHANT:  # it takes a Rat only on a trap; in the judge's rules, never
        rat = bit(s.places[1 - seat, RAT])
        prey &= ~rat if s.judge else ~rat | TRAPS
    elif rank >= TIGER:
        steps |= _jumps(s, seat, square)
    return steps & ~own & (~foes | prey)


@helper
def _rat_targets(s, seat, square, own, foes, weaker):
    """The Rat takes Rat and Elephant, but nothing on the land when it comes out of the water."""
    prey = weaker | (foes & TRAPS) | bit(s.places[1 - seat, ELEPHANT])
    if bit(square) & WATER != ZERO:
        prey &= WATER
    return SWIMS[seat, square] & ~own & (~foes | prey)


@helper
def _jumps(s, seat, square):
    """Where Tiger and Lion land, straight over a pond without an enemy Rat (judge: any Rat) in the way."""
    rats = bit(s.places[1 - seat, RAT])
    if s.judge:
        rats |= bit(s.places[seat, RAT])
    landings = ZERO
    for i in range(2):
        if CROSSINGS[square, i] & rats == ZERO:
            landings |= LANDINGS[square, i]
    return landings


@helper
def list_moves(s, actions):
    """Write all moves, animal by animal from the Rat up; how many there are."""
    if s.result != RUNNING:
        return 0
    seat, n = np.int64(s.turn), 0
    own, foes, weaker = standing(s, seat), standing(s, 1 - seat), ZERO
    for rank in range(8):
        weaker |= bit(s.places[1 - seat, rank]) & BOARD
        left = targets(s, seat, rank, own, foes, weaker)
        for square in bits(left):
            actions[n] = 64 * np.int64(s.places[seat, rank]) + square
            n += 1
    return n


@helper
def list_takings(s, actions):
    """Write the moves that take or enter the den, as 64 * rank + square; how many there are.

    The step into the den comes first, then the highest victims, each taken by the lowest animal first.
    """
    seat, n = np.int64(s.turn), 0
    own, foes, weaker = standing(s, seat), standing(s, 1 - seat), ZERO
    goals = foes | bit(DENS[1 - seat])
    for rank in range(8):
        weaker |= bit(s.places[1 - seat, rank]) & BOARD
        left = targets(s, seat, rank, own, foes, weaker) & goals
        for square in bits(left):
            worth, at = prize(s, seat, square), n
            while at > 0 and prize(s, seat, actions[at - 1] & 63) < worth:
                actions[at] = actions[at - 1]
                at -= 1
            actions[at] = 64 * rank + square
            n += 1
    return n
