"""Endgame tables: the exact result of every position with few animals, the rule of quiet moves included.

For each set of living animals a table holds one number a position: +n (or -n) when player 0 (or 1) can
force, within n moves and without a taking before, a step into the den or a taking that leaves it a won
position; 0 when neither can. A taking starts the quiet moves afresh, so this number decides the game for
any count of quiet moves: the player wins who has one that still fits before the limit, and otherwise the
limit decides, by the animals left (sheet) or as a draw (judge). The tables know nothing of repetitions,
and neither do the rules.

Sets of animals that take each other in the same way share a table (see `canonical`). A position is
numbered by the squares of its animals, player 0's first and each side from the Rat up; a position whose
first animal stands on files e to g is mirrored first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.jungle.rules import QUIET_LIMITS, leader
from parlour.games.jungle.state import DRAWN, GONE, WON_0
from parlour.games.jungle.terrain import COLUMNS, DENS, GROUND, JAGUAR, LION, RAT, SQUARES, TIGER
from parlour.kernel import INTS, helper

__all__ = [
    "COUNTS", "DEN_MASK", "ENDINGS", "MIRROR", "NONE", "NO_TABLE", "NUMBERS", "SPOTS", "Endings",
    "animal_sets", "canonical", "look_up", "result_of", "table_size",
]  # fmt: skip

NO_TABLE = 127


class Endings(NamedTuple):
    """The tables of one rule set: where each set of animals has its own (-1 = nowhere), and all entries."""

    directory: np.ndarray
    entries: np.ndarray


NONE = Endings(np.full(1 << 16, -1, np.int64), np.zeros(1, np.int8))
ENDINGS = types.NamedTuple([INTS, types.Array(types.int8, 1, "C")], Endings)


def _spots(swims: bool) -> list[int]:
    """The squares on which an animal of a running game may stand, those of files a to d first."""
    squares = [s for s in range(SQUARES) if s not in DENS and (swims or GROUND[s] != "~")]
    return sorted(squares, key=lambda square: square % COLUMNS > COLUMNS // 2)


def _numbers(swims: bool) -> list[int]:
    spots = _spots(swims)
    return [spots.index(square) if square in spots else -1 for square in range(SQUARES)]


def _padded(spots: list[int]) -> list[int]:
    return spots + [GONE] * (SQUARES - len(spots))


# Row 0 is for animals that walk, row 1 for the Rat.
SPOTS = np.array([_padded(_spots(swims)) for swims in (False, True)], np.int64)
NUMBERS = np.array([_numbers(swims) for swims in (False, True)], np.int64)
COUNTS = np.array([len(_spots(swims)) for swims in (False, True)], np.int64)
HALVES = np.array([sum(s % COLUMNS <= 3 for s in _spots(swims)) for swims in (False, True)], np.int64)
MIRROR = np.array([COLUMNS * (s // COLUMNS) + 6 - s % COLUMNS for s in range(SQUARES)], np.int64)
DEN_MASK = np.uint64((1 << int(DENS[0])) | (1 << int(DENS[1])))


def canonical(code: int) -> int:
    """The set of animals that stands for all those that take each other in the same way.

    A set is 16 bits, player 0's ranks in the lower 8. Cat, Dog, Wolf and Jaguar differ only in their order,
    and so do Tiger and Lion: those that are missing on both sides are closed up.
    """
    both = code | code >> 8
    order = list(range(8))
    for first, last in ((RAT + 1, JAGUAR), (TIGER, LION)):
        present = [rank for rank in range(first, last + 1) if both >> rank & 1]
        for place, rank in enumerate(present):
            order[rank] = first + place
    return sum(
        1 << (order[rank] + 8 * seat) for seat in (0, 1) for rank in range(8) if code >> (rank + 8 * seat) & 1
    )


def animal_sets(pieces: int) -> Iterator[int]:
    """All sets of so many living animals, at least one a side."""
    for slots in combinations(range(16), pieces):
        code = sum(1 << slot for slot in slots)
        if code & 0xFF and code >> 8:
            yield code


def table_size(code: int) -> int:
    """The entries of the table of a set of animals."""
    kinds = [int(slot % 8 == RAT) for slot in range(16) if code >> slot & 1]
    size = 2 * int(HALVES[kinds[0]])
    for kind in kinds[1:]:
        size *= int(COUNTS[kind])
    return size


@helper
def animal_set(s):
    """The living animals of both players as 16 bits."""
    code = 0
    for slot in range(16):
        code |= (1 << slot) if s.places[slot >> 3, slot & 7] != GONE else 0
    return code


@helper
def entry_number(s):
    """The number of a position in the table of its animals."""
    number, first, mirrored = 0, True, False
    for slot in range(16):
        square = np.int64(s.places[slot >> 3, slot & 7])
        if square == GONE:
            continue
        kind = np.int64(slot & 7 == RAT)
        if first:
            first, mirrored = False, square % COLUMNS > 3
        number = number * COUNTS[kind] + NUMBERS[kind, MIRROR[square] if mirrored else square]
    return 2 * number + s.turn


@helper
def look_up(s, endings):
    """The entry of a running position, `NO_TABLE` when its animals have no table."""
    start = endings.directory[animal_set(s)]
    return np.int64(endings.entries[start + entry_number(s)]) if start >= 0 else NO_TABLE


@helper
def result_of(s, entry):
    """The exact result of a position with this entry, as `result` will be at the end of the game."""
    limit = QUIET_LIMITS[s.judge]
    if entry != 0 and abs(entry) <= limit - s.quiet:
        return WON_0 if entry > 0 else WON_0 + 1
    return DRAWN if s.judge else WON_0 + leader(s)
