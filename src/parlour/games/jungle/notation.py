"""Jungle in text: moves such as ``a7-a6`` (files a-g, ranks 1-9 from the bottom), boards of 63 characters."""

from __future__ import annotations

import re

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games.jungle.terrain import ANIMALS, COLUMNS, DENS, GROUND, ROWS, SQUARES
from parlour.state import Position, State

__all__ = [
    "FILES",
    "PASS",
    "board_text",
    "draw",
    "format",
    "parse",
    "position",
    "square_name",
    "text",
    "wroclaw_format",
    "wroclaw_parse",
]

PASS = 64 * 63 + 63
FILES = "abcdefg"
COURSE_PASS = "-1 -1 -1 -1"
_MOVE = re.compile(r"([a-g])([1-9])\s*[-x ]?\s*([a-g])([1-9])")
_POSITION = re.compile(r"([rcdwjtleRCDWJTLE.]{63})\s+([01])(?:\s+(\d{1,3}))?")


def square_name(square: int) -> str:
    """``a7``."""
    return f"{FILES[square % COLUMNS]}{ROWS - square // COLUMNS}"


def format(state: Position, action: int) -> str:
    """``a7-a6`` or ``pass``."""
    return "pass" if action == PASS else f"{square_name(action >> 6)}-{square_name(action & 63)}"


def parse(state: Position, text: str) -> int:
    """The move that a text names; ``a7xa6`` and ``a7a6`` will do."""
    word = text.strip().lower()
    if word == "pass":
        return PASS
    found = _MOVE.fullmatch(word)
    if not found:
        raise ParlourError(f"'{text}' is no move: expected two squares such as a7-a6 (a-g, 1-9), or pass")
    file_from, rank_from, file_to, rank_to = found.groups()
    return 64 * _square(file_from, rank_from) + _square(file_to, rank_to)


def _square(file: str, rank: str) -> int:
    return COLUMNS * (ROWS - int(rank)) + FILES.index(file)


def wroclaw_format(state: Position, action: int) -> str:
    """A move in the course's protocol: ``xs ys xd yd``, x from the left and y from the top, from 0."""
    if action == PASS:
        return COURSE_PASS
    squares = (action >> 6, action & 63)
    return " ".join(f"{square % COLUMNS} {square // COLUMNS}" for square in squares)


def wroclaw_parse(state: Position, text: str) -> int:
    """The move that a line of the course's protocol names."""
    words = text.split()
    if words == COURSE_PASS.split():
        return PASS
    if len(words) != 4 or not all(re.fullmatch(r"\d", word) for word in words):
        raise ParlourError(f"'{text}' is no move: expected xs ys xd yd such as 0 2 0 3, or {COURSE_PASS}")
    from_x, from_y, to_x, to_y = map(int, words)
    if max(from_x, to_x) >= COLUMNS or max(from_y, to_y) >= ROWS:
        raise ParlourError(f"'{text}' leaves the board: x goes from 0 to 6 and y from 0 to 8")
    return 64 * (COLUMNS * from_y + from_x) + COLUMNS * to_y + to_x


def board_text(state: Position) -> str:
    """The board as 63 characters, the top row first."""
    signs = ["."] * SQUARES
    for seat, side in enumerate((ANIMALS, ANIMALS.upper())):
        for sign, square in zip(side, state.data["places"][seat], strict=True):
            if square < SQUARES:
                signs[square] = sign
    return "".join(signs)


def text(state: Position) -> str:
    """The position as 63 characters, the player to move, and the moves since the last taking if any.

    After g3-g4: ``L.....T.D...C.R.J.W.E....................re.w.j...c...d.t.....l 1 1``.
    """
    quiet = int(state.data["quiet"])
    return f"{board_text(state)} {state.data['turn']}" + (f" {quiet}" if quiet else "")


def position(game: Game, text: str) -> State:
    """The state of 63 characters, the player to move, and perhaps the moves since the last taking."""
    from parlour.games.jungle.rules import GONE, QUIET_LIMITS, settle

    shape = _POSITION.fullmatch(text.strip())
    if not shape:
        raise ParlourError(
            "a Jungle position is 63 characters of rcdwjtle, RCDWJTLE and . from the top row on, "
            "then the player to move 0 or 1, then (if you like) the moves since the last taking"
        )
    board, turn, quiet = shape[1], int(shape[2]), int(shape[3] or 0)
    state = game.blank()
    s = state.data
    s["turn"], s["judge"] = turn, game.encoded[0]
    if quiet > QUIET_LIMITS[s["judge"]]:
        raise ParlourError(f"{quiet} moves without a taking: the game ends after {QUIET_LIMITS[s['judge']]}")
    s["quiet"] = quiet
    for seat, side in enumerate((ANIMALS, ANIMALS.upper())):
        for rank, animal in enumerate(side):
            s["places"][seat, rank] = _place(board, animal, seat, GONE)
    settle(state.buffer)
    return state


def _place(board: str, animal: str, seat: int, gone: int) -> int:
    """The square of one animal on a board of 63 characters, checked."""
    if board.count(animal) > 1:
        raise ParlourError(f"there are {board.count(animal)} animals '{animal}' on the board: expected one")
    square = board.find(animal)
    if square < 0:
        return gone
    if GROUND[square] == "~" and animal not in "rR":
        raise ParlourError(f"'{animal}' stands in the water on {square_name(square)}: only a Rat can")
    if square == DENS[seat]:
        raise ParlourError(f"'{animal}' stands in its own den on {square_name(square)}, which nobody enters")
    return square


_GROUND_STYLE = {".": "on green4", "~": "on dodger_blue3", "#": "on orange4", "*": "on grey30"}


def draw(state: Position) -> str:
    """The board with coordinates; one player's animals are lower case, the other's upper case."""
    board = board_text(state)
    head = "   " + "  ".join(FILES)
    lines = [head]
    for row in range(ROWS):
        cells = "".join(_cell(board, COLUMNS * row + column) for column in range(COLUMNS))
        lines.append(f" {ROWS - row}{cells} {ROWS - row}")
    lines.append(head)
    lines.append(f"   {state.data['quiet']} moves since the last taking")
    return "\n".join(lines)


def _cell(board: str, square: int) -> str:
    sign, ground = board[square], _GROUND_STYLE[GROUND[square]]
    if sign == ".":
        return f"[dim {ground}] {GROUND[square] if GROUND[square] != '.' else '·'} [/]"
    colour = "bold white" if sign.islower() else "bold yellow"
    return f"[{colour} {ground}] {sign} [/]"
