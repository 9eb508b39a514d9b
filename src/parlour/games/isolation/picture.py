"""Isolation drawn: both pawns, the squares that are gone, and where the next pawn may go."""

from __future__ import annotations

from parlour.games.isolation import COLUMNS
from parlour.state import Position
from parlour.svg import LOOKS, OUTLINE, Grid, circle, group, path, picture, rect, sign, standing, text

__all__ = ["svg"]

OPEN, LINES, EDGE = "#E4D9BE", "#8A7F63", "#56606B"
GONE, HATCH = "#8A929B", "#3F464D"
HATCHING = "M4 26L26 4M4 61L61 4M4 96L96 4M39 96L96 39M74 96L96 74"


def svg(position: Position) -> str:
    """The board of a position."""
    size = int(position.data["size"])
    grid = Grid(COLUMNS[:size], [str(row + 1) for row in range(size)])
    pawns = [int(square) for square in position.data["pawns"]]
    gone = [square for square in range(size * size) if square not in pawns and not _free(position, square)]
    return picture(
        f"Isolation: {standing(position)}",
        grid.width,
        grid.bottom + 82,
        grid.board(OPEN, LINES, EDGE, *(_gone(grid, square) for square in gone)),
        *(_pawn(grid, seat, square) for seat, square in enumerate(pawns)),
        *(_move(grid, square) for square in position.legal_moves),
        _status(position, grid),
        pixels=min(480, 60 * size + 60),
    )


def _free(position: Position, square: int) -> bool:
    row, column = divmod(square, int(position.data["size"]))
    return bool(int(position.data["free"][row + 1]) >> (column + 1) & 1)


def _gone(grid: Grid, square: int) -> str:
    return group(
        rect(0, 0, 100, 100, fill=GONE),
        path(HATCHING, stroke=HATCH, stroke_width=5),
        at=grid.corner(square),
        data_gone=square,
    )


def _pawn(grid: Grid, seat: int, square: int) -> str:
    """A pawn, with its seat's number, in its seat's shape."""
    x, y = grid.corner(square)
    return sign(LOOKS[seat], x + 50, y + 50, 84, seat + 1, edge=4, data_pawn=seat + 1)


def _move(grid: Grid, square: int) -> str:
    x, y = grid.corner(square)
    return circle(x + 50, y + 50, 11, fill=OUTLINE, fill_opacity=0.53, data_move=square)


def _status(position: Position, grid: Grid) -> str:
    """Who is to move, or has won, beside its sign."""
    x, y = grid.left, grid.bottom + 44
    seat = max((0, 1), key=lambda seat: position.rewards[seat]) if position.over else position.mover
    words = text(standing(position), x + 50, y + 11, 32, font_weight=600)
    return group(sign(LOOKS[seat], x + 20, y, 38), words)
