"""A position of Jungle: a square for each animal, and masks of squares.

An action is 64 * (square left) + square entered, or `PASS`. See `terrain` for the numbers of squares.
"""

from __future__ import annotations

import numpy as np

from parlour.games.jungle.terrain import BOARD, DENS
from parlour.kernel import helper, record

__all__ = [
    "DRAWN", "GONE", "MAX_ACTIONS", "ONE", "PASS", "RUNNING", "STATE", "WON_0", "WON_1", "ZERO", "bit",
    "fields", "occupant", "prize", "standing",
]  # fmt: skip

GONE = 63  # the square of an animal that was taken
PASS = 64 * 63 + 63
MAX_ACTIONS = 32
RUNNING, WON_0, WON_1, DRAWN = range(4)

STATE = np.dtype(
    [
        ("places", np.uint8, (2, 8)),  # places[seat, rank]: the square of an animal, Rat 0 .. Elephant 7
        ("turn", np.int8),
        ("quiet", np.uint8),  # moves since the last taking
        ("judge", np.int8),  # the rule set
        ("result", np.int8),  # RUNNING, WON_0, WON_1 or DRAWN
    ],
    align=True,
)

fields = record(STATE)

ZERO, ONE = np.uint64(0), np.uint64(1)


@helper
def bit(square):
    """The mask of one square."""
    return ONE << np.uint64(square)


@helper
def standing(s, seat):
    """The squares on which a player's animals stand."""
    squares = ZERO
    for rank in range(8):
        squares |= bit(s.places[seat, rank])
    return squares & BOARD


@helper
def occupant(s, seat, square):
    """The rank of a player's animal on a square; -1 when there is none."""
    for rank in range(8):
        if s.places[seat, rank] == square:
            return rank
    return -1


@helper
def prize(s, seat, square):
    """What entering a square brings a player: the rank of the victim, 8 for the den, -1 for nothing."""
    return 8 if square == DENS[1 - seat] else occupant(s, 1 - seat, square)
