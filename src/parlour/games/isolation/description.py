"""Isolation for bots: squares such as b3, rows from the top."""

from __future__ import annotations

from typing import Any

from parlour.description import Field
from parlour.forms import FLAG, Form, each, word
from parlour.game import Game
from parlour.games.isolation import COLUMNS, board_size

__all__ = ["FIELDS", "MOVE_KINDS"]

_WORDS = 18  # of the free squares: row r is word r + 1, column c is bit c + 1
_COLUMN_BITS = {name: 2 << column for column, name in enumerate(COLUMNS)}


def _write_free(words: Any) -> list[str]:
    rows = enumerate(map(int, words))
    return [f"{name}{row}" for row, word in rows for name, bit in _COLUMN_BITS.items() if word & bit]


def _read_free(names: Any) -> list[int]:
    words = [0] * _WORDS
    for name in names:
        words[int(name[1:])] |= _COLUMN_BITS[name[0]]
    return words


_FREE = Form("list of squares", _write_free, _read_free)


def FIELDS(game: Game) -> dict[str, Field]:
    """The fields; how a pawn's square is called depends on the size of the board."""
    size = board_size(game)
    squares = [f"{COLUMNS[square % size]}{square // size + 1}" for square in range(size * size)]
    return {
        "free": Field("the squares that a pawn may still enter", _FREE),
        "pawns": Field("where the pawn of each seat stands", each(word(squares), "squares")),
        "size": Field("how many squares a side of the board has"),
        "turn": Field("the seat to move"),
        "over": Field("whether the game has ended", FLAG),
    }


MOVE_KINDS = {"b3": "move the pawn to b3: columns a, b, c ... from the left, rows 1, 2, 3 ... from the top"}
