"""Isolation in text: a move is the square moved to, columns a.. and rows from the top."""

from __future__ import annotations

from parlour.games.isolation import COLUMNS, square_number
from parlour.state import Position

__all__ = ["draw", "format", "parse"]


def _name(size: int, square: int) -> str:
    return f"{COLUMNS[square % size]}{square // size + 1}"


def format(state: Position, action: int) -> str:
    """``b3``."""
    return _name(int(state.data["size"]), action)


def parse(state: Position, text: str) -> int:
    """The square that a text names."""
    return square_number(text, int(state.data["size"]))


def draw(state: Position) -> str:
    """The board with both pawns; squares that are gone are hatched."""
    s = state.data
    size, free = int(s["size"]), s["free"]
    targets = set() if state.over else set(state.legal_moves)
    head = "   " + " ".join(COLUMNS[:size])
    lines = [head]
    for row in range(size):
        cells = []
        for column in range(size):
            square = row * size + column
            if square == s["pawns"][0]:
                cells.append("[bold white on blue]1[/]")
            elif square == s["pawns"][1]:
                cells.append("[bold black on dark_orange]2[/]")
            elif int(free[row + 1]) >> (column + 1) & 1:
                cells.append("[bold]+[/]" if square in targets else "·")
            else:
                cells.append("[dim]▒[/]")
        lines.append(f"{row + 1:2} " + " ".join(cells) + f" {row + 1}")
    return "\n".join([*lines, head])
