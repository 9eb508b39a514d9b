"""Exact play of Isolation: who wins, by which first moves, and in how many moves.

Boards up to 8 x 8 fit one 64-bit mask, square number = size * row + column. A value is a number of
points for the side to move: `SURE` minus the plies to the end when it wins, the negative of that when it
loses, so that the winner hurries and the loser holds out.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numba
import numpy as np
from numba import types

from parlour.errors import ParlourError
from parlour.kernel import INTS, STATE, bits, compiled, helper, mix, popcount, structs, trailing
from parlour.search.playing import stop_after
from parlour.state import View

__all__ = [
    "LARGEST", "NEAR", "SURE", "Solution", "Solver", "all_starts", "free_mask", "longest_walk", "neighbours",
    "ordered",
]  # fmt: skip

LARGEST = 8
SURE = 1000
ZERO, ONE = np.uint64(0), np.uint64(1)

# One remembered position; `bound` says what `value` is.
ENTRY = np.dtype(
    [("free", np.uint64), ("pawns", np.int16), ("value", np.int16), ("bound", np.int8), ("move", np.int8)],
    align=True,
)
NOTHING, EXACT, AT_LEAST, AT_MOST = range(4)
NEAR = types.Array(types.uint64, 1, "C")
_TABLE = types.Array(numba.from_dtype(ENTRY), 1, "C")
_SMALL = 13  # regions up to this size are walked to the end when the pawns are apart


@helper
def _region(near, free, square):
    """The free squares that a pawn can still reach."""
    reached, fresh = ZERO, near[square] & free
    while fresh != ZERO:
        reached |= fresh
        spread = ZERO
        for place in bits(fresh):
            spread |= near[place]
        fresh = spread & free & ~reached
    return reached


@compiled(types.int64(NEAR, types.uint64, types.int64, types.int64))
def longest_walk(near, free, square, most):
    """The most moves that a pawn on `square` can make on its own, not looking beyond `most`."""
    best, exits = 0, near[square] & free
    while exits != ZERO and best < most:
        target = trailing(exits)
        exits &= exits - ONE
        best = max(best, 1 + longest_walk(near, free & ~(ONE << np.uint64(target)), target, most - 1))
    return best


@helper
def _apart(near, free, own, opp):
    """The value when the pawns can no longer meet, or 0 when they can or there is too much to walk."""
    mine = _region(near, free, own)
    theirs = _region(near, free, opp)
    if mine & theirs != ZERO or popcount(mine) > _SMALL or popcount(theirs) > _SMALL:
        return 0
    own_walk = longest_walk(near, mine, own, popcount(mine))
    opp_walk = longest_walk(near, theirs, opp, popcount(theirs))
    return SURE - (2 * opp_walk + 1) if own_walk > opp_walk else 2 * own_walk - SURE


@helper
def ordered(near, free, opp, exits, first, moves):
    """The moves: the remembered one first, then those that leave the other side least room."""
    n = 0
    for target in bits(exits):
        after = free & ~(ONE << np.uint64(target))
        rank = 16 * popcount(near[opp] & after) - popcount(near[target] & after)
        if target == first:
            rank = -1000
        at = n
        while at > 0 and moves[at - 1] // 64 > rank:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = 64 * rank + target
        n += 1
    return n


@compiled(
    types.int64(NEAR, types.uint64, types.int64, types.int64, types.int64, types.int64, _TABLE, INTS, STATE)
)
def _solve(near, free, own, opp, alpha, beta, table, nodes, stop):
    """The value for the pawn on `own`, which is to move against that on `opp`, within (alpha, beta).

    ``near[square]`` are the squares next to a square, `free` those that are left; ``nodes[0]`` counts
    positions, and raising ``stop[0]`` ends the search. One tuple of these arrays would cost a twentieth.
    """
    exits = near[own] & free
    if exits == ZERO:
        return -SURE
    nodes[0] += 1
    if stop[0]:
        return 0
    pawns = np.int64(own * 64 + opp)
    slot = np.int64(mix(free ^ mix(np.uint64(pawns))) & np.uint64(table.size - 1))
    first = -1
    if table[slot].bound != NOTHING and table[slot].free == free and table[slot].pawns == pawns:
        value, bound = np.int64(table[slot].value), table[slot].bound
        if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
            return value
        first = np.int64(table[slot].move)
    best, move, floor, bound = np.int64(_apart(near, free, own, opp)), -1, alpha, EXACT
    if best == 0:
        moves = np.empty(8, np.int64)
        best = -2 * SURE
        for i in range(ordered(near, free, opp, exits, first, moves)):
            target = moves[i] % 64
            after = free & ~(ONE << np.uint64(target))
            low, high = -beta, -floor
            low, high = low - (low < 0) + (low > 0), high - (high < 0) + (high > 0)
            value = -_solve(near, after, opp, target, low, high, table, nodes, stop)
            value -= np.int64(value > 0) - np.int64(value < 0)  # a ply further from the end
            if stop[0]:
                return 0
            if value > best:
                best, move = value, target
            floor = max(floor, value)
            if floor >= beta:
                break
        bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    entry = table[slot]
    entry.free, entry.pawns, entry.value, entry.bound, entry.move = free, pawns, best, bound, move
    return best


@dataclass(frozen=True)
class Solution:
    """What exact play leads to from a start."""

    size: int
    winner: int  # 0 = the side to move, 1 = the other
    plies: int  # length of the game when the winner hurries and the loser holds out
    winning_moves: tuple[int, ...]  # first moves that win
    nodes: int
    seconds: float


@lru_cache
def neighbours(size: int) -> np.ndarray:
    """The mask of the squares next to each square."""
    masks = np.zeros(size * size, np.uint64)
    for square in range(size * size):
        row, column = divmod(square, size)
        near = [
            size * r + c
            for r in range(max(row - 1, 0), min(row + 2, size))
            for c in range(max(column - 1, 0), min(column + 2, size))
        ]
        masks[square] = sum(1 << other for other in near if other != square)
    return masks


def free_mask(view: View) -> int:
    """The free squares as one mask, square number = size * row + column."""
    size, mask = int(view.data["size"]), 0
    for row in range(size):
        mask |= (int(view.data["free"][row + 1]) >> 1) << (size * row)
    return mask


class Solver:
    """Solves positions of one board size, and remembers them."""

    def __init__(self, size: int, table_bits: int = 20) -> None:
        if not 3 <= size <= LARGEST:
            raise ParlourError(f"size {size}: boards from 3 x 3 to {LARGEST} x {LARGEST} can be solved")
        self.size = size
        self.near = neighbours(size)
        self.table = structs(1 << table_bits, ENTRY)
        self.nodes = np.zeros(1, np.int64)
        self.value(0, 0, 1)  # a board without free squares: loads the compiled search before any clock runs

    def value(
        self,
        free: int,
        own: int,
        opp: int,
        alpha: int = -SURE,
        beta: int = SURE,
        stop: np.ndarray | None = None,
    ) -> int:
        """The value for the side to move, whose pawn is on `own`."""
        flag = np.zeros(1, np.uint8) if stop is None else stop
        return int(_solve(self.near, np.uint64(free), own, opp, alpha, beta, self.table, self.nodes, flag))

    def wins(self, first: int, second: int) -> bool:
        """Whether the side to move wins from a start."""
        return self.value(self._free(first, second), first, second, -1, 1) > 0

    def solve(self, first: int, second: int, seconds: float = float("inf")) -> Solution | None:
        """The whole answer for a start, or None when the time was not enough to prove it."""
        return self.solve_position(self._free(first, second), first, second, seconds)

    def solve_position(self, free: int, own: int, opp: int, seconds: float = float("inf")) -> Solution | None:
        """The whole answer for any position, or None when the time was not enough to prove it."""
        began, before = time.perf_counter(), int(self.nodes[0])
        wins = []
        with stop_after(seconds) as stop:
            value = self.value(free, own, opp, stop=stop)
            for target in _squares(int(self.near[own]) & free) if value > 0 else ():
                if self.value(free & ~(1 << target), opp, target, -1, 1, stop) < 0:
                    wins.append(target)
            if stop[0]:
                return None
        seconds = time.perf_counter() - began
        plies = SURE - abs(value)
        nodes = int(self.nodes[0]) - before
        return Solution(self.size, int(value < 0), plies, tuple(wins), nodes, seconds)

    def _free(self, first: int, second: int) -> int:
        return ((1 << self.size**2) - 1) & ~(1 << first) & ~(1 << second)


def _squares(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _images(size: int, square: int) -> list[int]:
    """A square under the eight symmetries of the board."""
    row, column = divmod(square, size)
    last = size - 1
    places = [(r, c) for r in (row, last - row) for c in (column, last - column)]
    return [size * r + c for r, c in places] + [size * c + r for r, c in places]


def all_starts(size: int) -> Iterator[tuple[int, int, bool]]:
    """Every ordered pair of start squares and whether the side to move wins it."""
    solver, wins = Solver(size), dict[tuple[int, int], bool]()
    for first in range(size * size):
        for second in range(size * size):
            if first != second:
                start = min(zip(_images(size, first), _images(size, second), strict=True))
                if start not in wins:
                    wins[start] = solver.wins(*start)
                yield first, second, wins[start]
