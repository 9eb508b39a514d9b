"""Jungle for a board on a screen."""

from __future__ import annotations

from typing import Any

from parlour.contract import Ending
from parlour.games.jungle.notation import PASS, board_text, square_name
from parlour.games.jungle.terrain import ANIMALS, COLUMNS, DENS, GROUND, SQUARES
from parlour.state import Position, State

ADVISERS = {"hint": ("best:seconds=0.15",), "replay": ("best:seconds=0.1",)}


def _side(sign: str) -> int:
    return 0 if sign.islower() else 1


def describe(position: Position) -> dict[str, Any]:
    """The board from the top row on (small letters are the first player's), the ground, and what counts."""
    from parlour.games.jungle.rules import QUIET_LIMITS

    cells = board_text(position)
    return {
        "columns": COLUMNS,
        "rows": SQUARES // COLUMNS,
        "cells": cells,
        "ground": GROUND,
        "weak": [square_name(i) for i, sign in enumerate(cells) if sign != "." and GROUND[i] == "#"],
        "quiet": int(position.data["quiet"]),
        "limit": int(QUIET_LIMITS[position.data["judge"]]),
    }


def targets(position: Position, action: int) -> dict[str, Any]:
    """From where to where, which animal, and what it takes; a pass is only legal when nothing else is."""
    if action == PASS:
        return {"button": "pass", "forced": True}
    cells = board_text(position)
    taken = cells[action & 63]
    move = {"from": square_name(action >> 6), "to": square_name(action & 63), "animal": cells[action >> 6]}
    return {**move, "takes": taken} if taken != "." else move


def ending(state: State) -> Ending:
    """A den was entered, a side has no animals left, or nothing was taken for too long."""
    from parlour.games.jungle.rules import GONE

    places = state.data["places"]
    for seat in (0, 1):
        if DENS[1 - seat] in places[seat]:
            return {"key": "den", "seats": [seat]}
        if (places[1 - seat] == GONE).all():
            return {"key": "taken", "seats": [1 - seat]}
    return _quiet_ending(state)


def _quiet_ending(state: State) -> Ending:
    """Nothing was taken for too long: a draw, or a win by the highest animal that only one side has."""
    letters, moves = board_text(state), int(state.data["quiet"])
    if state.rewards[0] == 0:
        return {"key": "drawn", "n": moves}
    winner = state.rewards.index(max(state.rewards))
    for rank in range(len(ANIMALS) - 1, -1, -1):
        if (ANIMALS[rank] in letters) != (ANIMALS[rank].upper() in letters):
            return {"key": "lead", "seats": [winner], "n": moves, "animal": f"jungle.animal.{rank + 1}"}
    return {"key": "equal", "seats": [winner], "n": moves}


def _steps(square: int, goal: int) -> int:
    """Rows and columns between two squares."""
    return abs(square // COLUMNS - goal // COLUMNS) + abs(square % COLUMNS - goal % COLUMNS)


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """Animals, steps of the nearest one to the den, and animals that can be taken at once."""
    sides: list[list[int]] = [[], []]
    for square, sign in enumerate(board_text(position)):
        if sign != ".":
            sides[_side(sign)].append(square)
    nearest = [
        min((_steps(square, int(DENS[1 - side])) for square in sides[side]), default=99) for side in (0, 1)
    ]
    hunted = 0
    if position.mover == 1 - seat:
        takings = [targets(position, action) for action in position.legal_moves]
        hunted = len({taking["to"] for taking in takings if "takes" in taking})
    return {
        "material": (len(sides[seat]), len(sides[1 - seat])),
        "danger": (-hunted, 0),
        "den": (-nearest[seat], -nearest[1 - seat]),
    }
