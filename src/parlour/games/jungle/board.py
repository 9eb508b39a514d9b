"""Jungle for a board on a screen."""

from __future__ import annotations

from typing import Any

from parlour.contract import Ending, Feature
from parlour.games.jungle.notation import PASS, board_text, square_name
from parlour.games.jungle.terrain import ANIMALS, COLUMNS, DENS, GROUND, SQUARES
from parlour.state import Position, State

ADVISERS = {"hint": ("best:seconds=0.15",), "replay": ("best:seconds=0.1",)}


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


def features(position: Position, seat: int) -> dict[str, Feature]:
    """Animals, ranks in danger, the way to the den, guards, moves, and how far all have come."""
    own, other = _numbers(position, seat), _numbers(position, 1 - seat)
    return {
        "material": (own["animals"], other["animals"]),
        "danger": (-other["prey"], -own["prey"]),
        "den": (-own["way"], -other["way"]),
        "guards": (own["guards"], other["guards"]),
        "room": (own["moves"], other["moves"]),
        "advance": (-own["ways"], -other["ways"]),
    }


def _numbers(position: Position, seat: int) -> dict[str, int]:
    """What counts for one side."""
    animals, moves = _animals(position, seat), _moves(position, seat)
    ways = [_way(seat, rank, square) for rank, square in animals]
    prey = {move["to"]: _rank(move["takes"]) for move in moves if "takes" in move}
    return {
        "animals": len(animals),
        "moves": len(moves),
        "prey": sum(prey.values()),
        "way": min(ways, default=99),
        "ways": sum(ways),
        "guards": sum(_near_den(seat, square) for _, square in animals),
    }


def _rank(letter: str) -> int:
    """From 1, the Rat, to 8, the Elephant."""
    return ANIMALS.index(letter.lower()) + 1


def _animals(position: Position, seat: int) -> list[tuple[int, int]]:
    """Rank (Rat 0) and square of the animals that a side has left."""
    return [
        (rank, int(square)) for rank, square in enumerate(position.data["places"][seat]) if square < SQUARES
    ]


def _way(seat: int, rank: int, square: int) -> int:
    """How many moves an animal needs to the enemy's den, if nothing stands in its way."""
    from parlour.games.jungle.animals import DISTANCES, KINDS

    return int(DISTANCES[seat, KINDS[rank], square])


def _near_den(seat: int, square: int) -> bool:
    """Whether a square lies within three steps of a side's own den."""
    den = int(DENS[seat])
    return abs(square // COLUMNS - den // COLUMNS) + abs(square % COLUMNS - den % COLUMNS) <= 3


def _moves(position: Position, seat: int) -> list[dict[str, Any]]:
    """The moves that a side would have, were it its turn."""
    there = Position(position.game, position.buffer.copy())
    there.data["turn"] = seat
    return [targets(there, action) for action in there.legal_moves if action != PASS]
