"""Connect Four drawn, for notebooks: `state.svg`."""

from __future__ import annotations

from parlour.state import Position
from parlour.svg import BRIGHT, OUTLINE, Grid, Look, circle, group, picture, sign, standing, text

from .board import describe
from .notation import LETTERS, SIGNS

PLATE, GRID, EDGE, HOLE = "#2459A8", "#1D4A8C", "#173B70", "#EAF0F8"
DISC = "M50 8A42 42 0 1 1 49.9 8Z"
LOOKS = (Look("#C8312B", "#FFFFFF", DISC), Look("#F7CE46", OUTLINE, DISC))


def svg(position: Position) -> str:
    """The board of a position."""
    data = describe(position)
    grid = Grid(LETTERS[: data["columns"]], [str(row) for row in range(data["rows"], 0, -1)])
    return picture(
        f"Connect Four: {standing(position)}",
        grid.width,
        grid.bottom + 82,
        grid.board(PLATE, GRID, EDGE),
        *(_square(grid, square, data["cells"][square]) for square in range(len(data["cells"]))),
        *(_ring(grid, data["rows"], name) for name in data["four"]),
        _status(position, grid),
        pixels=min(480, 60 * data["columns"] + 60),
    )


def _square(grid: Grid, square: int, here: str) -> str:
    x, y = grid.corner(square)
    seat = SIGNS.index(here)
    hole = circle(x + 50, y + 50, 41, fill=HOLE)
    return hole if seat > 1 else group(hole, sign(LOOKS[seat], x + 50, y + 50, 96, edge=3, data_disc=here))


def _ring(grid: Grid, rows: int, name: str) -> str:
    """A ring about a disc of the winning four."""
    x, y = grid.corner((rows - int(name[1:])) * len(grid.files) + LETTERS.index(name[0]))
    return circle(x + 50, y + 50, 24, fill="none", stroke=OUTLINE, stroke_width=9, data_four=name) + circle(
        x + 50, y + 50, 24, fill="none", stroke=BRIGHT, stroke_width=4
    )


def _status(position: Position, grid: Grid) -> str:
    """Who is to move or has won, beside its disc."""
    seat = position.rewards.index(max(position.rewards)) if position.over else position.mover
    words = text(standing(position), grid.left + 50, grid.bottom + 55, 32, font_weight=600)
    return group(sign(LOOKS[seat], grid.left + 20, grid.bottom + 44, 38), words)
