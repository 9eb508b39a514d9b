"""Isolation: two pawns on an N x N board; every square left behind is gone for good."""

from collections.abc import Mapping

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.spec import Option, Value

__all__ = ["COLUMNS", "board_size", "square_number", "start_squares"]

SMALLEST, LARGEST = 3, 15
COLUMNS = "abcdefghijklmno"


def square_number(text: str, size: int) -> int:
    """The number of a square such as ``b3`` (rows count from the top), row by row from 0."""
    word = text.strip().lower()
    column = COLUMNS.find(word[:1]) if word else -1
    row = int(word[1:]) - 1 if word[1:].isdecimal() and len(word) <= 3 else -1
    if not (0 <= column < size and 0 <= row < size):
        last = f"{COLUMNS[size - 1]}{size}"
        raise ParlourError(f"'{text}' is no square of a {size} x {size} board: expected a1 to {last}")
    return row * size + column


def start_squares(text: str, size: int) -> tuple[int, int]:
    """The two start squares of ``a1-d4``."""
    words = text.split("-")
    if len(words) != 2:
        raise ParlourError(
            f"start '{text}': expected two squares such as a1-{COLUMNS[size - 1]}{size}, or random"
        )
    first, second = (square_number(word, size) for word in words)
    if first == second:
        raise ParlourError(f"start '{text}': the pawns need two different squares")
    return first, second


def encode(settings: Mapping[str, Value]) -> list[int]:
    """The options as `setup` gets them: the size and both start squares (-1 = drawn)."""
    size, start = int(settings["size"] or 0), str(settings["start"])
    return [size, *((-1, -1) if start == "random" else start_squares(start, size))]


def board_size(game: Game) -> int:
    """The squares along a side in a variant of the game."""
    return int(game.encoded[0])


GAME = Game(
    name="isolation",
    title="Isolation",
    summary="Every square your pawn leaves is gone; who cannot move loses. 2 players, perfect information.",
    module=__name__,
    options=(
        Option("size", 4, "squares along a side", low=SMALLEST, high=LARGEST),
        Option("start", "random", "both start squares such as a1-d4, or random"),
    ),
    heuristics=("difference", "basic", "offensive", "defensive"),
    value_scale=2.0,
    encode=encode,
)
