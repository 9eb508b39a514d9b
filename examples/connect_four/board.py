"""What the page is told of a position and of a move."""

from __future__ import annotations

from typing import Any

from parlour.state import Position

from .notation import LETTERS, bit_of, rows_of
from .rules import HEIGHT, completing, fours

ADVISERS = {"hint": ("best:depth=10",), "replay": ("best:depth=8",)}


def describe(position: Position) -> dict[str, Any]:
    """The squares row by row from the top, and the names of those that are part of the winning four."""
    rows = rows_of(position)
    line = fours(position.data["discs"][0]) | fours(position.data["discs"][1])
    return {
        "columns": len(rows[0]),
        "rows": len(rows),
        "cells": "".join(rows),
        "four": [_name(column, row) for column in range(len(rows[0])) for row in range(len(rows))
                 if line & bit_of(column, row)],
    }  # fmt: skip


def targets(position: Position, action: int) -> dict[str, str]:
    """The square on which the disc comes to rest."""
    red, yellow = (int(discs) for discs in position.data["discs"])
    height = ((red | yellow) >> HEIGHT * action & 0xFF).bit_count()
    return {"square": _name(action, height)}


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """Free squares that would complete four in a row."""
    discs = [int(squares) for squares in position.data["discs"]]
    free = int(position.data["board"]) & ~(discs[0] | discs[1])
    counts = [(int(completing(side)) & free).bit_count() for side in discs]
    return {"threats": (counts[seat], counts[1 - seat])}


def _name(column: int, row: int) -> str:
    return f"{LETTERS[column]}{row + 1}"
