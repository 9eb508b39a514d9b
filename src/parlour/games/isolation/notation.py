"""Isolation in text: a move is the square moved to, columns a.. and rows from the top."""

from __future__ import annotations

import re

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games.isolation import COLUMNS, square_number
from parlour.state import Position, State

__all__ = ["board_text", "draw", "format", "parse", "position", "text"]

PAWNS = "12"
_INK = {"1": "[bold white on blue]1[/]", "2": "[bold black on dark_orange]2[/]", ".": "·", "#": "[dim]▒[/]"}


def _name(size: int, square: int) -> str:
    return f"{COLUMNS[square % size]}{square // size + 1}"


def format(state: Position, action: int) -> str:
    """``b3``."""
    return _name(int(state.data["size"]), action)


def parse(state: Position, text: str) -> int:
    """The square that a text names."""
    return square_number(text, int(state.data["size"]))


def board_text(state: Position) -> str:
    """The board row by row from the top: 1 and 2 the pawns, . free, # gone."""
    s = state.data
    size, signs = int(s["size"]), []
    for row in s["free"][1 : size + 1]:
        signs += ["." if int(row) >> column & 1 else "#" for column in range(1, size + 1)]
    for pawn, square in zip(PAWNS, s["pawns"], strict=True):
        signs[square] = pawn
    return "".join(signs)


def text(state: Position) -> str:
    """The position as its rows from the top and the pawn to move: ``1.../.#../..../...2 1``."""
    size, board = int(state.data["size"]), board_text(state)
    rows = [board[start : start + size] for start in range(0, size * size, size)]
    return f"{'/'.join(rows)} {PAWNS[state.data['turn']]}"


def position(game: Game, text: str) -> State:
    """The state of a text such as ``1.../.#../..../...2 1``: pawns 1 and 2, . free, # gone, who moves."""
    size = int(game.encoded[0])
    shape = re.fullmatch(rf"([12.#]{{{size}}}(?:/[12.#]{{{size}}}){{{size - 1}}})\s+([12])", text.strip())
    if not shape:
        raise ParlourError(
            f"an Isolation position of size {size} is {size} rows of {size} squares (1 and 2 the pawns, "
            ". free, # gone) with / between them, then the pawn to move 1 or 2"
        )
    board = shape[1].replace("/", "")
    for pawn in PAWNS:
        if board.count(pawn) != 1:
            raise ParlourError(f"there are {board.count(pawn)} pawns '{pawn}' on the board: expected one")
    return _state(game, board, PAWNS.index(shape[2]))


def _state(game: Game, board: str, turn: int) -> State:
    state = game.blank()
    s, size = state.data, int(game.encoded[0])
    s["size"], s["turn"] = size, turn
    s["pawns"] = [board.index(pawn) for pawn in PAWNS]
    for square in (square for square, sign in enumerate(board) if sign == "."):
        s["free"][square // size + 1] |= 2 << square % size
    s["over"] = not state.legal_moves
    return state


def draw(state: Position) -> str:
    """The board with both pawns; squares that are gone are hatched."""
    size, cells = int(state.data["size"]), [_INK[sign] for sign in board_text(state)]
    for square in state.legal_moves:
        cells[square] = "[bold]+[/]"
    head = "   " + " ".join(COLUMNS[:size])
    lines = [f"{row + 1:2} " + " ".join(cells[row * size :][:size]) + f" {row + 1}" for row in range(size)]
    return "\n".join([head, *lines, head])
