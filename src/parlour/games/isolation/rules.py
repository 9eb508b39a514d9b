"""Isolation's rules, a row of the board a word of bits.

Square number = size * row + column, row 0 at the top. The free squares (neither gone nor taken) are
kept with a border, so that the neighbours of a pawn need no test for the edge: row r is word r + 1
and column c is bit c + 1.

   word 0      . . . . . .      (border)
   word 1      . a1 b1 c1 d1 .
   word 2      . a2 b2 ...

An action is the number of the square to move to.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel import bits, helper, mix, pick, popcount, record, rule

__all__ = [
    "MAX_ACTIONS", "STATE", "apply", "fields", "key", "legal", "mobility", "mover", "place_of", "rewards",
    "scores", "setup",
]  # fmt: skip

MAX_ACTIONS = 8

STATE = np.dtype(
    [
        ("free", np.uint16, (18,)),
        ("pawns", np.uint8, (2,)),  # the square of each seat's pawn
        ("size", np.int8),
        ("turn", np.int8),
        ("over", np.int8),
    ],
    align=True,
)

fields = record(STATE)
THREE = np.uint64(7)
PER_ROW = np.array([0, *(-(-(1 << 16) // size) for size in range(1, 17))], np.int64)
"""2**16 / size, rounded up: boards have at most 16 rows, and multiplying is quicker than dividing."""


@helper
def place_of(square, size):
    """The row and the column of a square."""
    row = square * PER_ROW[size] >> 16
    return row, square - row * size


@helper
def row_exits(free, row, column):
    """The free squares among the three of a row about a column, as three bits."""
    return (np.uint64(free[row + 1]) >> np.uint64(column)) & THREE


@helper
def mobility(s, seat):
    """How many squares a seat's pawn could move to."""
    row, column = place_of(np.int64(s.pawns[seat]), np.int64(s.size))
    three = row_exits(s.free, row - 1, column)
    three |= row_exits(s.free, row, column) << np.uint64(3)
    three |= row_exits(s.free, row + 1, column) << np.uint64(6)
    return popcount(three)


@helper
def take(s, square):
    """A square is no longer free."""
    row, column = place_of(square, np.int64(s.size))
    s.free[row + 1] = np.uint16(np.int64(s.free[row + 1]) & ~(1 << (column + 1)))


@rule
def setup(state, options, rng):
    s = fields(state)
    size, first, second = options[0], options[1], options[2]
    squares = size * size
    if first < 0:
        first = pick(rng, squares)
        second = pick(rng, squares - 1)
        second += second >= first
    s.size = size
    for row in range(size):
        s.free[row + 1] = np.uint16(((1 << size) - 1) << 1)
    s.pawns[0], s.pawns[1] = first, second
    take(s, first)
    take(s, second)
    s.turn = 0
    s.over = np.int8(mobility(s, 0) == 0)


@rule
def mover(state):
    s = fields(state)
    return -1 if s.over else np.int64(s.turn)


@rule
def legal(state, actions):
    s = fields(state)
    if s.over:
        return 0
    size = np.int64(s.size)
    row, column = place_of(np.int64(s.pawns[s.turn]), size)
    n = 0
    for step in range(-1, 2):
        for place in bits(row_exits(s.free, row + step, column)):
            actions[n] = (row + step) * size + column - 1 + place
            n += 1
    return n


@rule
def apply(state, action, rng):
    s = fields(state)
    take(s, action)
    s.pawns[s.turn] = action
    s.turn = 1 - s.turn
    s.over = np.int8(mobility(s, s.turn) == 0)


@rule
def rewards(state, out):
    """Whoever is to move and cannot has lost."""
    s = fields(state)
    lost = 1.0 if s.over else 0.0
    out[s.turn] = -lost
    out[1 - s.turn] = lost


@rule
def scores(state, out):
    """One point for the winner."""
    s = fields(state)
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0 if s.over else 0.0


@rule
def key(state):
    s = fields(state)
    total = np.uint64(s.pawns[0]) << np.uint64(16) | np.uint64(s.pawns[1]) << np.uint64(8) | np.uint64(s.turn)
    for row in range(1, s.size + 1):
        total = mix(total) ^ np.uint64(s.free[row])
    return mix(total)
