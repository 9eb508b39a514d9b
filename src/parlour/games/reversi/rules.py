"""Reversi's rules on bitboards.

Square number = 8 * row + column, row 0 at the top, so bit 0 is a1, bit 7 is h1 and bit 63 is h8:

      a  b  c  d  e  f  g  h
   1  0  1  2  3  4  5  6  7
   2  8  9 10 ...
   8 56 ...               63

An action is the number of a square, or `PASS`. The game ends as soon as neither side can move, which
is what two passes in a row or a full board come to.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour import kernel
from parlour.games.reversi.lanes import INNER, ONE, TOP, ZERO, flips_of, moves_by_lanes
from parlour.kernel import (
    bits,
    compiled,
    helper,
    mix,
    nth_bit,
    pick,
    popcount,
    record,
    rule,
)

__all__ = [
    "INNER", "MAX_ACTIONS", "ONE", "PASS", "PERFT_FINISHED", "START_BLACK", "START_WHITE", "STATE", "ZERO",
    "after", "apply", "bit", "fields", "key", "legal", "mover", "playout", "rewards", "scores", "setup",
    "write_position",
]  # fmt: skip

BLACK, WHITE = 0, 1
PASS = 64
MAX_ACTIONS = 64
PERFT_FINISHED = True  # published counts keep a finished game at any greater depth

STATE = np.dtype(
    [
        ("own", np.uint64),  # discs of the side to move
        ("opp", np.uint64),  # discs of the other side
        ("moves", np.uint64),  # where the side to move may play; 0 = it must pass
        ("turn", np.int8),  # the side to move
        ("over", np.int8),
    ],
    align=True,
)

fields = record(STATE)


def bit(square: int) -> np.uint64:
    """The mask of one square."""
    return np.uint64(1 << square)


START_BLACK = bit(8 * 3 + 4) | bit(8 * 4 + 3)  # e4 and d5
START_WHITE = bit(8 * 3 + 3) | bit(8 * 4 + 4)  # d4 and e5


@helper
def after(own, opp, action):
    """The discs of both sides, as they were named, after the side with `own` plays a square or passes."""
    if action == PASS:
        return own, opp
    flips = flips_of(own, opp, action)
    return own | flips | (ONE << np.uint64(action)), opp ^ flips


@helper
def place(s, own, opp, turn):
    """Write a position into the state, with what follows from it."""
    s.own, s.opp, s.turn = own, opp, turn
    s.moves = moves_by_lanes(own, opp)
    s.over = np.int8(s.moves == ZERO and moves_by_lanes(opp, own) == ZERO)


@compiled(types.void(kernel.STATE, types.uint64, types.uint64, types.int64), late=True)
def write_position(state, own, opp, turn):
    """Write a position into a state buffer, for callers in Python."""
    place(fields(state), own, opp, turn)


@rule
def setup(state, options, rng):
    place(fields(state), START_BLACK, START_WHITE, BLACK)


@rule
def mover(state):
    s = fields(state)
    return -1 if s.over else np.int64(s.turn)


@rule
def legal(state, actions):
    s = fields(state)
    left = s.moves
    if left == ZERO:
        if s.over:
            return 0
        actions[0] = PASS
        return 1
    n = 0
    for square in bits(left):
        actions[n] = square
        n += 1
    return n


@rule
def apply(state, action, rng):
    s = fields(state)
    own, opp = after(s.own, s.opp, action)
    place(s, opp, own, 1 - s.turn)


@rule
def scores(state, out):
    s = fields(state)
    out[s.turn] = popcount(s.own)
    out[1 - s.turn] = popcount(s.opp)


@rule
def rewards(state, out):
    s = fields(state)
    lead = popcount(s.own) - popcount(s.opp)
    reward = 1.0 if lead > 0 else (-1.0 if lead < 0 else 0.0)
    out[s.turn] = reward
    out[1 - s.turn] = -reward


@rule
def key(state):
    s = fields(state)
    return mix(s.own + np.uint64(s.turn) * TOP) ^ mix(~s.opp)


@rule
def playout(state, rng):
    """A random game to its end, without the detour over lists of actions."""
    s = fields(state)
    own, opp, moves, turn = s.own, s.opp, s.moves, s.turn
    passed = s.over != 0
    while True:
        if moves == ZERO:
            if passed:
                break
            passed = True
            own, opp = opp, own
        else:
            passed = False
            square = nth_bit(moves, pick(rng, popcount(moves)))
            flips = flips_of(own, opp, square)
            own, opp = opp ^ flips, own | flips | (ONE << np.uint64(square))
        turn = 1 - turn
        moves = moves_by_lanes(own, opp)
    s.own, s.opp, s.moves, s.turn, s.over = own, opp, ZERO, turn, 1
