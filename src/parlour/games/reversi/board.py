"""Reversi for a board on a screen."""

from __future__ import annotations

from typing import Any

from parlour.games.reversi.notation import PASS, SIGNS, format, text
from parlour.kernel import new_rng
from parlour.state import Position

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


def describe(position: Position) -> dict[str, Any]:
    """The board as 64 characters of X (black), O (white) and -, row by row from the top."""
    return {"columns": 8, "rows": 8, "cells": _cells(position)}


def targets(position: Position, action: int) -> dict[str, Any]:
    """The square and the discs that it turns; a pass is only legal when nothing else is."""
    if action == PASS:
        return {"button": "pass", "forced": True}
    before, after = _cells(position), position.buffer.copy()
    position.game.rules.apply(after, action, new_rng(0))
    turned = _cells(Position(position.game, after))
    flips = [_name(i) for i in range(64) if before[i] not in ("-", turned[i])]
    return {"square": format(position, action), "flips": flips}


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """Corners, moves to choose from, risky squares beside empty corners, and late on discs."""
    cells, signs = _cells(position), (SIGNS[seat], SIGNS[1 - seat])
    held = {_name(i): sign for i, sign in enumerate(cells)}
    corners = [sum(held[c] == sign for c in CORNERS) for sign in signs]
    risky = [
        sum(held[near] == sign for c in CORNERS if held[c] == "-" for near in BESIDE[c]) for sign in signs
    ]
    moves = [_mobility(position, seat), _mobility(position, 1 - seat)]
    numbers: dict[str, tuple[float, float]] = {
        "corners": (corners[0], corners[1]),
        "mobility": (moves[0], moves[1]),
        "risky": (-risky[0], -risky[1]),
    }
    if cells.count("-") < LATE:
        numbers["discs"] = (cells.count(signs[0]), cells.count(signs[1]))
    return numbers


def _mobility(position: Position, seat: int) -> int:
    """How many squares a side could play on, were it its turn."""
    from parlour.games.reversi.rules import write_position

    own, opp = int(position.data["own"]), int(position.data["opp"])
    if position.data["turn"] != seat:
        own, opp = opp, own
    buffer = position.buffer.copy()
    write_position(buffer, own, opp, seat)
    return int(Position(position.game, buffer).data["moves"]).bit_count()
