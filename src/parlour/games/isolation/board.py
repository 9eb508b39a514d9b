"""Isolation for a board on a screen."""

from __future__ import annotations

from collections import deque
from typing import Any

from parlour.contract import Ending, Feature
from parlour.games.isolation.notation import board_text, format
from parlour.state import Position, State

ADVISERS = {  # the solver takes boards up to 8 x 8
    "hint": ("solver:seconds=0.4", "alphabeta:seconds=0.4"),
    "replay": ("solver:seconds=0.3", "alphabeta:seconds=0.1"),
}
PROVEN_ONLY = True  # its heuristics tell better from worse, but no chances


def _near(square: int, size: int) -> list[int]:
    row, column = divmod(square, size)
    return [
        r * size + c
        for r in range(max(row - 1, 0), min(row + 2, size))
        for c in range(max(column - 1, 0), min(column + 2, size))
        if (r, c) != (row, column)
    ]


def _steps(cells: str, size: int, pawn: int) -> dict[int, int]:
    """The free squares that a pawn could come to if the other stood still, and in how many steps."""
    steps, queue = {pawn: 0}, deque([pawn])
    while queue:
        here = queue.popleft()
        for square in _near(here, size):
            if cells[square] == "." and square not in steps:
                steps[square] = steps[here] + 1
                queue.append(square)
    del steps[pawn]
    return steps


def describe(position: Position) -> dict[str, Any]:
    """The board, and how many squares each pawn could still reach."""
    size, cells = int(position.data["size"]), board_text(position)
    first, second = (_steps(cells, size, int(pawn)) for pawn in position.data["pawns"])
    return {
        "columns": size,
        "rows": size,
        "cells": cells,
        "reach": [len(first), len(second)],
        "apart": not first.keys() & second.keys(),
        "mover": position.mover,
    }


def targets(position: Position, action: int) -> dict[str, Any]:
    """The square moved to, and the one left for good."""
    pawn = int(position.data["pawns"][position.data["turn"]])
    return {"square": format(position, action), "origin": format(position, pawn)}


def ending(state: State) -> Ending:
    """The player who is to move cannot."""
    return {"key": "stuck", "seats": [int(state.data["turn"])]}


def features(position: Position, seat: int) -> dict[str, Feature]:
    """What each pawn can reach, and first; moves now and in two steps; how far it is from the middle."""
    cells, size = board_text(position), int(position.data["size"])
    pawns = [int(position.data["pawns"][side]) for side in (seat, 1 - seat)]
    steps = [_steps(cells, size, pawn) for pawn in pawns]
    regions, first = [len(side) for side in steps], _first(steps, ours=position.mover == seat)
    near = [[sum(far <= reach for far in side.values()) for side in steps] for reach in (1, 2)]
    middle = [-max(abs(2 * line - size + 1) for line in divmod(pawn, size)) // 2 for pawn in pawns]
    return {
        ("region" if steps[0].keys() & steps[1].keys() else "apart"): (regions[0], regions[1]),
        "first": first,
        "mobility": (near[0][0], near[0][1]),
        "two": (near[1][0], near[1][1]),
        "middle": (middle[0], middle[1]),
    }


def _first(steps: list[dict[int, int]], *, ours: bool) -> Feature:
    """How many squares each side comes to before the other; of two as near, the one to move does."""
    own, other = steps
    far = len(own) + len(other)
    mine = sum(step < other.get(square, far) + ours for square, step in own.items())
    theirs = sum(step < own.get(square, far) + (not ours) for square, step in other.items())
    return mine, theirs
