"""Reversi for a board on a screen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from parlour.contract import Ending, Feature
from parlour.games.reversi.notation import PASS, SIGNS, format, text
from parlour.kernel import new_rng
from parlour.state import Position, State

ADVISERS = {"hint": ("best:depth=12",), "replay": ("best:depth=10",)}
POINTS = True  # an adviser's score is the discs it expects to be ahead
CORNERS = ("a1", "h1", "a8", "h8")
LATE = 14  # empty squares: before that, many discs are no advantage
BESIDE = {
    "a1": ("b1", "a2", "b2"),
    "h1": ("g1", "h2", "g2"),
    "a8": ("a7", "b8", "b7"),
    "h8": ("h7", "g8", "g7"),
}


def _cells(position: Position) -> str:
    return text(position)[:64]


def _name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def _number(name: str) -> int:
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])


def describe(position: Position) -> dict[str, Any]:
    """The board as 64 characters of X (black), O (white) and -, from the top row on, and who is to move."""
    return {"columns": 8, "rows": 8, "cells": _cells(position), "mover": position.mover}


def targets(position: Position, action: int) -> dict[str, Any]:
    """The square and the discs that it turns; a pass is only legal when nothing else is."""
    if action == PASS:
        return {"button": "pass", "forced": True}
    before, after = _cells(position), position.buffer.copy()
    position.game.rules.apply(after, action, new_rng(0))
    turned = _cells(Position(position.game, after))
    flips = [_name(i) for i in range(64) if before[i] not in ("-", turned[i])]
    return {"square": format(position, action), "flips": flips}


def ending(state: State) -> Ending:
    """A side without discs, a full board, or squares where neither side can play."""
    cells = _cells(state)
    for seat, sign in enumerate(SIGNS):
        if sign not in cells:
            return {"key": "wiped", "seats": [seat]}
    left = cells.count("-")
    return {"key": "stuck", "n": left} if left else {"key": "full"}


def features(position: Position, seat: int) -> dict[str, Feature]:
    """Corners held and given away, discs anchored to them, risks, moves, open discs, and late on discs."""
    cells, seats = _cells(position), (seat, 1 - seat)
    moves = [_moves(position, side) for side in seats]
    corners_next = [sum(corner in side for corner in CORNERS) for side in moves]
    numbers = {
        "corners": _both(cells, seats, _corners),
        "given": (-corners_next[1], -corners_next[0]),
        "anchored": _both(cells, seats, _anchored),
        "risky": _both(cells, seats, _risky),
        "mobility": (len(moves[0]), len(moves[1])),
        "frontier": _both(cells, seats, _frontier),
    }
    late = {"discs": _both(cells, seats, str.count)} if cells.count("-") < LATE else {}
    return {**numbers, **late}


def _both(cells: str, seats: tuple[int, int], count: Callable[[str, str], int]) -> Feature:
    """A count for one side and for the other."""
    return count(cells, SIGNS[seats[0]]), count(cells, SIGNS[seats[1]])


def _corners(cells: str, sign: str) -> int:
    return sum(cells[_number(corner)] == sign for corner in CORNERS)


def _risky(cells: str, sign: str) -> int:
    """Discs beside empty corners, counted as a loss."""
    empty = [corner for corner in CORNERS if cells[_number(corner)] == "-"]
    return -sum(cells[_number(near)] == sign for corner in empty for near in BESIDE[corner])


def _anchored(cells: str, sign: str) -> int:
    """Discs on the edges that no move can turn, since they lead up to a corner of their colour."""
    squares = set[int]()
    for corner in CORNERS:
        start = _number(corner)
        for step in (-1 if start % 8 else 1, -8 if start >= 56 else 8):
            edge = range(start, start + 8 * step, step)
            squares.update(takewhile(lambda square: cells[square] == sign, edge))
    return len(squares)


def _frontier(cells: str, sign: str) -> int:
    """Discs beside empty squares, counted as a loss: they give the other side moves."""
    return -sum(cells[square] == sign and "-" in _around(cells, square) for square in range(64))


def _around(cells: str, square: int) -> str:
    """What lies on the squares beside a square."""
    row, column = divmod(square, 8)
    rows, columns = range(max(row - 1, 0), min(row + 2, 8)), range(max(column - 1, 0), min(column + 2, 8))
    return "".join(cells[8 * r + c] for r in rows for c in columns)


def _moves(position: Position, seat: int) -> list[str]:
    """The squares that a side could play on, were it its turn."""
    from parlour.games.reversi.rules import write_position

    own, opp = int(position.data["own"]), int(position.data["opp"])
    if position.data["turn"] != seat:
        own, opp = opp, own
    buffer = position.buffer.copy()
    write_position(buffer, own, opp, seat)
    squares = int(Position(position.game, buffer).data["moves"])
    return [_name(square) for square in range(64) if squares >> square & 1]
