"""Isolation as numbers, as many as the variant has squares. An action is its own code: a square."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.game import Game
from parlour.games.isolation import COLUMNS, board_size
from parlour.games.isolation.rules import fields
from parlour.kernel import helper, popcount, rule, tell

# The squares about the one that a pawn enters, row by row; the middle is that square itself.
#    -2-2 -1-2 +0-2 +1-2 +2-2
#    -2-1 ...
NEAR = 5
AROUND = [f"{x:+}{y:+}" for y in range(-2, 3) for x in range(-2, 3)]
EXITS, ROOM = 8, 24  # counts are told up to these

_PICTURE = (
    Block("around free", "this square about the new one is free", AROUND),
    Block("around opponent", "the opponent's pawn stands there", AROUND),
    Block("exits", "squares that the own pawn can leave for afterwards", steps(EXITS)),
    Block("opponent exits", "squares that the opponent's pawn can leave for", steps(EXITS)),
    Block("room", "squares that the own pawn can ever reach afterwards", steps(ROOM)),
    Block("opponent room", "squares that the opponent's pawn can ever reach", steps(ROOM)),
    Block("apart", "the pawns cannot meet any more"),
    Block("more room", "they cannot meet, and the own pawn has more squares than the opponent's"),
    Block("wins", "the opponent cannot move"),
)
_, OPPONENT, OWN_EXITS, OPPONENT_EXITS, OWN_ROOM, OPPONENT_ROOM, APART, MORE, WINS = starts(_PICTURE)


def _squares(game: Game) -> list[str]:
    size = board_size(game)
    return [f"{column}{row}" for row in range(1, size + 1) for column in COLUMNS[:size]]


def OBSERVATION(game: Game) -> tuple[Block, ...]:
    """The squares with pawns and the free ones."""
    return (
        Block("own", "the own pawn stands here", _squares(game)),
        Block("opponent", "the opponent's pawn stands here", _squares(game)),
        Block("free", "the square is free", _squares(game)),
        Block("turn", "the seat is to move"),
    )


def ACTIONS(game: Game) -> tuple[Block, ...]:
    """The squares to move to."""
    return (Block("to", "the pawn goes here", _squares(game)),)


def FEATURES(game: Game) -> tuple[Block, ...]:
    """The square, what lies about it, and how much room both pawns have afterwards."""
    return (*ACTIONS(game), *_PICTURE)


@helper
def _is_free(s, row, column):
    size = np.int64(s.size)
    inside = 0 <= row < size and 0 <= column < size
    return inside and (np.int64(s.free[row + 1]) >> (column + 1)) & 1 == 1


@rule
def observe(state, seat, out):
    s = fields(state)
    size = np.int64(s.size)
    squares = size * size
    out[s.pawns[seat]] = 1.0
    out[squares + s.pawns[1 - seat]] = 1.0
    for square in range(squares):
        out[2 * squares + square] = _is_free(s, square // size, square % size)
    out[3 * squares] = s.turn == seat and not s.over


@helper
def _reach(s, square, taken, rows):
    """Write the squares that a pawn can ever reach, a row a word, `taken` being gone; how many they are."""
    size = np.int64(s.size)
    for row in range(size + 2):
        rows[row] = 0
    rows[square // size + 1] = np.int64(1) << (square % size + 1)
    before, count = 0, 1
    while count > before:
        before, count = count, 0
        for row in range(1, size + 1):
            near = rows[row - 1] | rows[row] | rows[row + 1]
            free = np.int64(s.free[row])
            if row == taken // size + 1:
                free &= ~(np.int64(1) << (taken % size + 1))
            rows[row] |= (near | near << 1 | near >> 1) & free
            count += popcount(np.uint64(rows[row]))
    return count - 1


@helper
def _around(s, square, out, start):
    """The squares about a square."""
    size, other = np.int64(s.size), np.int64(s.pawns[1 - s.turn])
    for place in range(NEAR * NEAR):
        row, column = square // size + place // NEAR - 2, square % size + place % NEAR - 2
        out[start + place] = _is_free(s, row, column) and row * size + column != square
        inside = 0 <= column < size
        out[start + OPPONENT + place] = inside and row * size + column == other


@helper
def _exits(s, pawn, taken):
    """How many squares a pawn can leave for once `taken` is gone."""
    size, count = np.int64(s.size), 0
    for place in range(9):
        row, column = pawn // size + place // 3 - 1, pawn % size + place % 3 - 1
        count += _is_free(s, row, column) and row * size + column != taken
    return count


@rule
def depict(state, action, out):
    s = fields(state)
    start, other = np.int64(s.size) * np.int64(s.size), np.int64(s.pawns[1 - s.turn])
    own, theirs = np.empty(18, np.int64), np.empty(18, np.int64)
    out[action] = 1.0
    _around(s, action, out, start)
    exits = _exits(s, other, action)
    tell(out, start + OWN_EXITS, _exits(s, action, action), EXITS)
    tell(out, start + OPPONENT_EXITS, exits, EXITS)
    room, their_room = _reach(s, action, action, own), _reach(s, other, action, theirs)
    tell(out, start + OWN_ROOM, room, ROOM)
    tell(out, start + OPPONENT_ROOM, their_room, ROOM)
    meet = np.int64(0)
    for row in range(1, s.size + 1):
        meet |= own[row] & theirs[row]
    out[start + APART] = meet == 0
    out[start + MORE] = meet == 0 and room > their_room
    out[start + WINS] = exits == 0
