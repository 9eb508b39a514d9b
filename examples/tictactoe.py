"""Tic-tac-toe: a complete game in one file.

parlour play examples/tictactoe.py mcts random
parlour match examples/tictactoe.py minimax:depth=9 random --games 100
parlour serve examples/tictactoe.py (its board is in `tictactoe_board`)
"""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import mark, record, rule
from parlour.sketch import Grid, Square
from parlour.state import Position

GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="Three in a row win. 2 players, perfect information.",
    module=__name__,
    seat_names=("cross", "nought"),
)

MAX_ACTIONS = 9

# Squares are numbered  0 1 2
#                       3 4 5
#                       6 7 8  and bit n of a mask is square n.
STATE = np.dtype(
    [
        ("marks", np.int16, (2,)),  # the squares of each seat
        ("turn", np.int8),
        ("winner", np.int8),  # -1 while nobody has three in a row
    ],
    align=True,
)
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.int16)
FULL = 0o777

fields = record(STATE)


@rule
def setup(state, options, rng):
    s = fields(state)
    s.marks[0] = s.marks[1] = s.turn = 0
    s.winner = -1


@rule
def mover(state):
    s = fields(state)
    over = s.winner >= 0 or (s.marks[0] | s.marks[1]) == FULL
    return -1 if over else np.int64(s.turn)


@rule
def legal(state, actions):
    s = fields(state)
    n = 0
    if s.winner < 0:
        for square in range(9):
            if not (s.marks[0] | s.marks[1]) >> square & 1:
                actions[n] = square
                n += 1
    return n


@rule
def apply(state, action, rng):
    s = fields(state)
    s.marks[s.turn] |= 1 << action
    for line in LINES:
        if s.marks[s.turn] & line == line:
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
    rewards(state, out)


def format(state: Position, action: int) -> str:
    return str(action + 1)


def parse(state: Position, text: str) -> int:
    if text.strip() not in list("123456789"):
        raise ParlourError(f"'{text}' is no square: expected 1 to 9, row by row")
    return int(text) - 1


def _cells(state: Position) -> str:
    crosses, noughts = (int(marks) for marks in state.data["marks"])
    return "".join("X" if crosses >> i & 1 else "O" if noughts >> i & 1 else "-" for i in range(9))


def draw(state: Position) -> str:
    signs = [str(i + 1) if sign == "-" else sign for i, sign in enumerate(_cells(state))]
    return "\n".join(" ".join(signs[row : row + 3]) for row in (0, 3, 6))


def sketch(state: Position) -> Grid:
    """The board that the page makes where the folder `tictactoe_board` is missing."""
    pieces = {"X": Square("X", seat=0), "O": Square("O", seat=1), "-": Square()}
    return Grid(3, [pieces[sign] for sign in _cells(state)], names="123456789")


def describe(state: Position) -> dict[str, str]:
    return {"cells": _cells(state)}


def targets(state: Position, action: int) -> dict[str, str]:
    return {"square": format(state, action)}


# As numbers, for learning; an action is its own code.
OBSERVATION = (Block("own", "an own mark", "123456789"), Block("other", "a mark of the other's", "123456789"))
ACTIONS = (Block("square", "a mark on this square", "123456789"),)


@rule
def observe(state, seat, out):
    s = fields(state)
    mark(out, 0, s.marks[seat])
    mark(out, 9, s.marks[1 - seat])
