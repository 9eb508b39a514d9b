"""Isolation for a board on a screen."""

from __future__ import annotations

from typing import Any

from parlour.games.isolation.notation import board_text, format
from parlour.state import Position

ADVISERS = {  # the solver takes boards up to 8 x 8
    "hint": ("solver:seconds=0.4", "alphabeta:seconds=0.4"),
    "replay": ("solver:seconds=0.3", "alphabeta:seconds=0.1"),
}
PROVEN_ONLY = True  # its heuristics tell better from worse, but no chances


def _near(square: int, size: int) -> list[int]:
    row, column = divmod(square, size)
    return [
        r * size + c
        for r in range(max(row - 1, 0), min(row + 2, size))
        for c in range(max(column - 1, 0), min(column + 2, size))
        if (r, c) != (row, column)
    ]


def _reach(cells: str, size: int, start: int) -> set[int]:
    """The free squares that a pawn could come to if the other stood still."""
    squares, left = set[int](), [start]
    while left:
        for square in _near(left.pop(), size):
            if cells[square] == "." and square not in squares:
                squares.add(square)
                left.append(square)
    return squares


def _regions(position: Position, cells: str) -> list[set[int]]:
    size = int(position.data["size"])
    return [_reach(cells, size, int(pawn)) for pawn in position.data["pawns"]]


def describe(position: Position) -> dict[str, Any]:
    """The board, and how many squares each pawn could still reach."""
    size, cells = int(position.data["size"]), board_text(position)
    first, second = _regions(position, cells)
    return {
        "columns": size,
        "rows": size,
        "cells": cells,
        "reach": [len(first), len(second)],
        "apart": not first & second,
    }


def targets(position: Position, action: int) -> dict[str, Any]:
    """The square moved to."""
    return {"square": format(position, action)}


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """Moves of each pawn, and squares in its region."""
    cells, size = board_text(position), int(position.data["size"])
    pawns = [int(pawn) for pawn in position.data["pawns"]]
    moves = [sum(cells[square] == "." for square in _near(pawn, size)) for pawn in pawns]
    regions = [len(region) for region in _regions(position, cells)]
    return {
        "mobility": (moves[seat], moves[1 - seat]),
        "region": (regions[seat], regions[1 - seat]),
    }
