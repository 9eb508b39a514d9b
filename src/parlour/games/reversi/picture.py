"""Reversi drawn: the board as on the page, where one may play, and the discs of both sides."""

from __future__ import annotations

from parlour.games.reversi.notation import SIGNS
from parlour.games.reversi.notation import text as position_text
from parlour.state import Position
from parlour.svg import OUTLINE, Grid, circle, group, picture, rect, standing, text

__all__ = ["svg"]

FELT, LINES = "#2F7D5B", "#1C4F39"
DARK, LIGHT = "#15181C", "#F7F7F2"
DISCS = {"X": (DARK, LIGHT, "black"), "O": (LIGHT, DARK, "white")}  # fill, rim, name
GRID = Grid("abcdefgh", "12345678")


def svg(position: Position) -> str:
    """The board of a position."""
    cells, moves = position_text(position)[:64], int(position.data["moves"])
    title = f"Reversi: black {cells.count('X')}, white {cells.count('O')}, {standing(position)}"
    return picture(
        title,
        GRID.width,
        GRID.bottom + 150,
        GRID.board(FELT, LINES, LINES, _stars()),
        *(_disc(square, sign) for square, sign in enumerate(cells) if sign in SIGNS),
        *(_move(square) for square in range(64) if moves >> square & 1),
        _share(cells.count("X"), cells.count("O")),
        _status(position),
        pixels=480,
    )


def _stars() -> str:
    """The four points that part the corners from the middle, as boards have them."""
    middles = [(GRID.left + x, GRID.top + y) for x in (200, 600) for y in (200, 600)]
    return group(*(circle(x, y, 8, fill=LINES) for x, y in middles))


def _disc(square: int, sign: str) -> str:
    (x, y), (fill, rim, name) = GRID.corner(square), DISCS[sign]
    return circle(x + 50, y + 50, 40, fill=fill, stroke=rim, stroke_width=2.5, data_disc=name)


def _move(square: int) -> str:
    """The mark of a square where the side to move may play."""
    x, y = GRID.corner(square)
    return circle(x + 50, y + 50, 11, fill=OUTLINE, fill_opacity=0.6, data_move=square)


def _share(black: int, white: int) -> str:
    """A bar parted like the discs, with both counts."""
    x, y, width = GRID.left, GRID.bottom + 26, GRID.width - 2 * GRID.left
    part = width * black / max(black + white, 1)
    return group(
        rect(x, y, width, 52, fill=LIGHT),
        rect(x, y, part, 52, fill=DARK),
        rect(x, y, width, 52, fill="none", stroke=LINES, stroke_width=3),
        text(black, x + 18, y + 38, 34, fill=LIGHT if black else DARK),
        text(white, x + width - 18, y + 38, 34, fill=DARK if white else LIGHT, text_anchor="end"),
        font_weight=700,
    )


def _status(position: Position) -> str:
    """Who is to move, beside a disc of that side; or the result."""
    words, y = standing(position), GRID.bottom + 118
    line = text(words, GRID.left + 46, y + 11, 32, font_weight=600)
    if position.over:
        return text(words, GRID.left, y + 11, 32, font_weight=600)
    fill, rim, _ = DISCS[SIGNS[position.mover]]
    return group(circle(GRID.left + 18, y, 17, fill=fill, stroke=rim, stroke_width=2), line)
