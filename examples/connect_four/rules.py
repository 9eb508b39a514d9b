"""The rules, on bitboards (Allis 1988, "A knowledge-based approach of Connect-Four", describes the game)."""

from __future__ import annotations

import numpy as np

from parlour.kernel import helper, popcount, record, rule

__all__ = [
    "COLUMN", "HEIGHT", "MAX_ACTIONS", "STATE", "column_count", "completing", "fields", "fours", "landing",
]  # fmt: skip

# A column is eight bits, the lowest square first, so bit 8 * column + row is a square:
#
#      5 13 21 29 37 45 53      with six rows, bits 6 and 7 of a column are never set,
#      . .  .  .  .  .  .       and no line runs from one column's top into the next.
#      1  9 17 25 33 41 49
#      0  8 16 24 32 40 48
HEIGHT = 8
BOTTOM = 0x0101010101010101  # the lowest square of every column
COLUMN = 0xFF  # all squares of column a
STEPS = (1, HEIGHT - 1, HEIGHT, HEIGHT + 1)  # up, down to the right, right, up to the right

MAX_ACTIONS = 8  # an action is a column, 0 = a
STATE = np.dtype(
    [
        ("discs", np.int64, (2,)),  # the squares of each seat
        ("board", np.int64),  # all squares that there are
        ("turn", np.int8),
        ("winner", np.int8),  # -1 while nobody has four in a row
    ],
    align=True,
)
fields = record(STATE)


@helper
def column_count(s):
    """How many columns the board has."""
    return popcount(s.board & BOTTOM)


@helper
def landing(s):
    """The square of each column on which a disc would come to rest."""
    return ((s.discs[0] | s.discs[1]) + (s.board & BOTTOM)) & s.board


@helper
def fours(discs):
    """The discs that are part of four in a row."""
    lines = np.int64(0)
    for step in STEPS:
        pairs = discs & discs >> step
        first = pairs & pairs >> 2 * step
        lines |= first | first << step | first << 2 * step | first << 3 * step
    return lines


@helper
def completing(discs):
    """The squares, free or not, that would complete four in a row."""
    squares = np.int64(0)
    for step in STEPS:
        one, two, three = discs << step, discs << 2 * step, discs << 3 * step
        next_one, next_two, next_three = discs >> step, discs >> 2 * step, discs >> 3 * step
        squares |= one & two & (three | next_one) | next_one & next_two & (next_three | one)
    return squares


@rule
def setup(state, options, rng):
    s = fields(state)
    s.discs[0] = s.discs[1] = s.board = s.turn = 0
    s.winner = -1
    for column in range(options[0]):
        s.board |= ((1 << options[1]) - 1) << HEIGHT * column


@rule
def mover(state):
    s = fields(state)
    over = s.winner >= 0 or s.discs[0] | s.discs[1] == s.board
    return -1 if over else np.int64(s.turn)


@rule
def legal(state, actions):
    s = fields(state)
    n = 0
    if s.winner < 0:
        squares = landing(s)
        for column in range(column_count(s)):
            if squares >> HEIGHT * column & COLUMN:
                actions[n] = column
                n += 1
    return n


@rule
def apply(state, action, rng):
    s = fields(state)
    s.discs[s.turn] |= landing(s) & COLUMN << HEIGHT * action
    if fours(s.discs[s.turn]):
        s.winner = s.turn
    s.turn = 1 - s.turn


@rule
def rewards(state, out):
    s = fields(state)
    out[0] = out[1] = 0.0
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = -1.0


@rule
def scores(state, out):
    winner = fields(state).winner
    out[0], out[1] = winner == 0, winner == 1
