"""Jungle's board: what each square is, and where each kind of animal may step or jump.

Square number = 7 * row + column, row 0 at the top; player 0 starts at the bottom:

        a  b  c  d  e  f  g
    9   0  1  #  *  #  5  6      . meadow   # trap   * den   ~ pond
    8   7  .  .  #  .  . 13
    7  14  .  .  .  .  . 20
    6  21  ~  ~ 24  ~  ~ 27
    5  28  ~  ~ 31  ~  ~ 34
    4  35  ~  ~ 38  ~  ~ 41
    3  42  .  .  .  .  . 48
    2  49  .  .  #  .  . 55
    1  56 57  #  *  # 61 62

A set of squares is a 64-bit mask, bit = square; bit 63 is no square.
"""

from __future__ import annotations

import numpy as np

__all__ = [
    "ANIMALS",
    "BOARD",
    "CAT",
    "COLUMNS",
    "CROSSINGS",
    "DENS",
    "DOG",
    "ELEPHANT",
    "GROUND",
    "JAGUAR",
    "LANDINGS",
    "LION",
    "RAT",
    "ROWS",
    "SQUARES",
    "START",
    "SWIMS",
    "TIGER",
    "TRAPS",
    "WALKS",
    "WATER",
    "WOLF",
]

COLUMNS, ROWS = 7, 9
SQUARES = COLUMNS * ROWS

GROUND = (
    "..#*#.."
    "...#..."
    "......."
    ".~~.~~."
    ".~~.~~."
    ".~~.~~."
    "......."
    "...#..."
    "..#*#.."
)  # fmt: skip

RAT, CAT, DOG, WOLF, JAGUAR, TIGER, LION, ELEPHANT = range(8)
ANIMALS = "rcdwjtle"
START = "L.....T.D...C.R.J.W.E.....................e.w.j.r.c...d.t.....l"

DENS = np.array([59, 3], np.int64)
"""The den of each player: nobody enters its own."""


def mask_of(squares: list[int]) -> int:
    """The set of some squares."""
    return sum(1 << square for square in squares)


def _ground(sign: str) -> int:
    return mask_of([square for square in range(SQUARES) if GROUND[square] == sign])


BOARD = np.uint64((1 << SQUARES) - 1)
WATER = np.uint64(_ground("~"))
TRAPS = np.uint64(_ground("#"))

_DIRECTIONS = ((0, -1), (-1, 0), (1, 0), (0, 1))


def _next(square: int, direction: tuple[int, int]) -> int | None:
    """The neighbour of a square in a direction, if there is one."""
    column, row = square % COLUMNS + direction[0], square // COLUMNS + direction[1]
    return COLUMNS * row + column if 0 <= column < COLUMNS and 0 <= row < ROWS else None


def _steps(square: int, seat: int, swims: bool) -> int:
    """The squares one step away that a player's animal may enter."""
    near = [_next(square, direction) for direction in _DIRECTIONS]
    allowed = [s for s in near if s is not None and s != DENS[seat] and (swims or GROUND[s] != "~")]
    return mask_of(allowed)


def _jumps(square: int) -> list[tuple[int, int]]:
    """For each jump over a pond: the square where it lands, and the water in between."""
    jumps = []
    for direction in _DIRECTIONS if GROUND[square] != "~" else ():
        over, at = [], _next(square, direction)
        while at is not None and GROUND[at] == "~":
            over.append(at)
            at = _next(at, direction)
        if over and at is not None:
            jumps.append((1 << at, mask_of(over)))
    return jumps


def _jump_table(part: int) -> np.ndarray:
    padded = [[*_jumps(square), (0, 0), (0, 0)][:2] for square in range(SQUARES)]
    return np.array([[jump[part] for jump in jumps] for jumps in padded], np.uint64)


WALKS = np.array([[_steps(s, seat, False) for s in range(SQUARES)] for seat in (0, 1)], np.uint64)
SWIMS = np.array([[_steps(s, seat, True) for s in range(SQUARES)] for seat in (0, 1)], np.uint64)
LANDINGS, CROSSINGS = _jump_table(0), _jump_table(1)  # at most two jumps from a square
