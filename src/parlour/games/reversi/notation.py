"""Reversi in text: squares a1..h8, positions as 64 characters and the side to move."""

from __future__ import annotations

import re

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.state import Position, State

__all__ = [
    "PASS", "SIGNS", "draw", "format", "parse", "position", "text", "wroclaw_format", "wroclaw_parse",
]  # fmt: skip

PASS = 64
SIGNS = "XO"


def format(state: Position, action: int) -> str:
    """``f5`` or ``pass``."""
    return "pass" if action == PASS else "abcdefgh"[action % 8] + str(action // 8 + 1)


def parse(state: Position, text: str) -> int:
    """The square or the pass that a text names."""
    word = text.strip().lower()
    if word == "pass":
        return PASS
    if not re.fullmatch("[a-h][1-8]", word):
        raise ParlourError(f"'{text}' is no square: expected a column a-h and a row 1-8 such as f5, or pass")
    return "abcdefgh".index(word[0]) + 8 * (int(word[1]) - 1)


def _black_and_white(state: Position) -> tuple[int, int]:
    own, opp = int(state.data["own"]), int(state.data["opp"])
    return (own, opp) if state.data["turn"] == 0 else (opp, own)


def text(state: Position) -> str:
    """The position as 64 characters (X black, O white, - empty) in row order and the side to move."""
    black, white = _black_and_white(state)
    board = "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-" for i in range(64))
    return f"{board} {SIGNS[state.data['turn']]}"


def position(game: Game, text: str) -> State:
    """The state of 64 characters (X, O, -) in row order and the side to move."""
    from parlour.games.reversi.rules import write_position

    shape = re.fullmatch(r"([XO-]{64})\s+([XO])", text.replace(".", "-").replace("*", "X").upper().strip())
    if not shape:
        raise ParlourError("a Reversi position is 64 characters of X, O and -, then the side to move X or O")
    discs = [sum(1 << i for i, sign in enumerate(shape[1]) if sign == colour) for colour in SIGNS]
    turn = SIGNS.index(shape[2])
    state = game.blank()
    write_position(state.buffer, np.uint64(discs[turn]), np.uint64(discs[1 - turn]), turn)
    return state


def draw(state: Position) -> str:
    """The board with coordinates and the squares where one may play."""
    black, white = _black_and_white(state)
    moves = int(state.data["moves"])
    lines = ["   a b c d e f g h"]
    for row in range(8):
        cells = []
        for i in range(8 * row, 8 * row + 8):
            if black >> i & 1:
                cells.append("[bold black on green]●[/]")
            elif white >> i & 1:
                cells.append("[bold white on green]○[/]")
            else:
                cells.append("[black on green]+[/]" if moves >> i & 1 else "[black on green]·[/]")
        lines.append(f" {row + 1} " + "[on green] [/]".join(cells) + f" {row + 1}")
    lines.append("   a b c d e f g h")
    lines.append(f"   ● black {black.bit_count()}   ○ white {white.bit_count()}")
    return "\n".join(lines)


def wroclaw_format(state: Position, action: int) -> str:
    """A move in the course's protocol: ``x y``, column and row from the top left, from 0; a pass is -1 -1."""
    return "-1 -1" if action == PASS else f"{action % 8} {action // 8}"


def wroclaw_parse(state: Position, text: str) -> int:
    """The move that a line of the course's protocol names."""
    if text.split() == ["-1", "-1"]:
        return PASS
    found = re.fullmatch(r"\s*([0-7])\s+([0-7])\s*", text)
    if not found:
        raise ParlourError(f"'{text}' is no move: expected column and row from 0 to 7 such as 3 2, or -1 -1")
    return int(found[1]) + 8 * int(found[2])
