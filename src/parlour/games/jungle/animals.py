"""Jungle's animals: which takes which, and how many moves each kind is from a square."""

from __future__ import annotations

from collections import deque
from functools import cache

import numpy as np

from parlour.games.jungle.terrain import DENS, ELEPHANT, LANDINGS, RAT, SQUARES, SWIMS, WALKS

__all__ = ["DISTANCES", "KINDS", "PREY", "TAKERS", "WAYS"]

SWIMMER, WALKER, JUMPER = range(3)
KINDS = np.array([SWIMMER] + [WALKER] * 4 + [JUMPER] * 2 + [WALKER], np.int64)  # by rank


def _takers(rank: int) -> int:
    """The ranks that take a rank in the open, as bits."""
    takers = set(range(rank, 8))
    if rank == RAT:
        takers.remove(ELEPHANT)
    if rank == ELEPHANT:
        takers.add(RAT)
    return sum(1 << taker for taker in takers)


@cache
def _ways(seat: int, kind: int, square: int) -> int:
    """Where an animal may go from a square of an empty board."""
    steps = int((SWIMS if kind == SWIMMER else WALKS)[seat, square])
    return steps | int(LANDINGS[square, 0] | LANDINGS[square, 1]) if kind == JUMPER else steps


def _distances(seat: int, kind: int, goal: int) -> list[int]:
    """How many moves a kind of animal needs from each square to a goal, on an empty board."""
    moves, queue = {goal: 0}, deque([goal])
    while queue:
        at = queue.popleft()
        for square in range(SQUARES):
            if square not in moves and _ways(seat, kind, square) >> at & 1:
                moves[square] = moves[at] + 1
                queue.append(square)
    return [moves.get(square, 15) for square in range(SQUARES)]


# By rank, sets of ranks as bits: who takes it in the open, and whom it takes.
TAKERS = np.array([_takers(rank) for rank in range(8)], np.int64)
PREY = np.array([sum(1 << r for r in range(8) if _takers(r) >> rank & 1) for rank in range(8)], np.int64)
# DISTANCES[seat, kind, square]: moves to the enemy's den; WAYS[kind, goal, start]: 7 = as many or more.
DISTANCES = np.array(
    [[_distances(seat, kind, int(DENS[1 - seat])) for kind in range(3)] for seat in (0, 1)], np.int64
)
WAYS = np.array([[_distances(0, kind, goal) for goal in range(SQUARES)] for kind in range(3)], np.int8)
WAYS = np.minimum(WAYS, 7)
