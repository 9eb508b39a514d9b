"""Connect Four in text: a move is the letter of a column, a position its rows from the top."""

from __future__ import annotations

from parlour import Game, ParlourError
from parlour.state import Position, State

from .rules import HEIGHT, fours

__all__ = ["LETTERS", "bit_of", "draw", "format", "hanging", "parse", "position", "rows_of", "text"]

LETTERS = "abcdefgh"
RED, YELLOW, FREE = SIGNS = "RY."
_INK = {RED: "[bold red]●[/]", YELLOW: "[bold yellow]○[/]", FREE: "·"}


def format(position: Position, action: int) -> str:
    """``d``."""
    return LETTERS[action]


def parse(position: Position, text: str) -> int:
    """The column that a letter names."""
    column, columns = text.strip().lower(), int(position.game.setting("columns"))
    if len(column) != 1 or column not in LETTERS[:columns]:
        raise ParlourError(f"'{text}' is no column: expected a to {LETTERS[columns - 1]}")
    return LETTERS.index(column)


def bit_of(column: int, row: int) -> int:
    """The bit of a square, rows from the bottom."""
    return 1 << HEIGHT * column + row


def _sign(position: Position, bit: int) -> str:
    red, yellow = (int(discs) for discs in position.data["discs"])
    return RED if red & bit else YELLOW if yellow & bit else FREE


def rows_of(position: Position) -> list[str]:
    """The rows from the top: R red, Y yellow, . free."""
    columns, rows = (int(position.game.setting(name)) for name in ("columns", "rows"))
    return [
        "".join(_sign(position, bit_of(column, row)) for column in range(columns))
        for row in reversed(range(rows))
    ]


def hanging(rows: list[str]) -> list[str]:
    """The columns in which a disc has a free square below it."""
    columns = ("".join(column) for column in zip(*rows, strict=True))
    return [LETTERS[place] for place, column in enumerate(columns) if FREE in column.lstrip(FREE)]


def text(position: Position) -> str:
    """The rows from the top with / between them; who is to move follows from the number of discs."""
    return "/".join(rows_of(position))


def position(game: Game, text: str) -> State:
    """The state of a text such as ``......./......./......./......./...Y.../..RR...``."""
    columns, rows = (int(game.setting(name)) for name in ("columns", "rows"))
    lines = text.strip().upper().split("/")
    if len(lines) != rows or any(len(line) != columns or set(line) - set(SIGNS) for line in lines):
        raise ParlourError(
            f"a position is {rows} rows of {columns} squares from the top (R red, Y yellow, . free) "
            "with / between them"
        )
    _check_discs(lines)
    state = game.new()
    s = state.data
    for seat, sign in enumerate((RED, YELLOW)):
        s["discs"][seat] = _squares(lines, sign)
        if fours(s["discs"][seat]):
            s["winner"] = seat
    s["turn"] = text.upper().count(RED) - text.upper().count(YELLOW)
    return state


def _squares(lines: list[str], sign: str) -> int:
    """The squares with a sign as a bitboard."""
    return sum(
        bit_of(column, row)
        for row, line in enumerate(reversed(lines))
        for column, here in enumerate(line)
        if here == sign
    )


def _check_discs(lines: list[str]) -> None:
    """Refuse a position that no game can reach: discs in mid-air, or one side too many."""
    if hanging(lines):
        raise ParlourError(f"a disc hangs in mid-air in column {hanging(lines)[0]}")
    red, yellow = ("".join(lines).count(sign) for sign in (RED, YELLOW))
    if red - yellow not in (0, 1):
        raise ParlourError(f"{red} red and {yellow} yellow discs: red begins, so it has as many or one more")
    if fours(_squares(lines, RED)) and fours(_squares(lines, YELLOW)):
        raise ParlourError("both sides have four in a row")


def draw(position: Position) -> str:
    """The board, its columns named below."""
    lines = [" ".join(_INK[sign] for sign in row) for row in rows_of(position)]
    return "\n".join([*lines, " ".join(LETTERS[: int(position.game.setting("columns"))])])
