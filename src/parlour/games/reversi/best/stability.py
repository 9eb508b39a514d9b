"""Discs that can never be turned again, and the bound that they put on the result."""

from __future__ import annotations

import numpy as np

from parlour.games.reversi.rules import ZERO
from parlour.kernel import helper, popcount

__all__ = ["most_by_stability", "stable_discs"]


def _before_border(step_x: int, step_y: int, steps: int) -> int:
    """The squares from which fewer than `steps` steps in one direction stay on the board."""
    mask = 0
    for square in range(64):
        x, y = square % 8 + steps * step_x, square // 8 + steps * step_y
        if not (0 <= x < 8 and 0 <= y < 8):
            mask |= 1 << square
    return mask


# The four lines through a square: shift towards higher squares, and its step in columns and rows.
_LINES = ((1, 1, 0), (7, -1, 1), (8, 0, 1), (9, 1, 1))
SHIFTS = tuple(np.uint64(shift) for shift, _, _ in _LINES)
# BORDER_UP[line][n]: squares with fewer than 2**n steps to the border, upwards; BORDER_DOWN: downwards.
BORDER_UP = np.array([[_before_border(x, y, 1 << n) for n in range(3)] for _, x, y in _LINES], np.uint64)
BORDER_DOWN = np.array([[_before_border(-x, -y, 1 << n) for n in range(3)] for _, x, y in _LINES], np.uint64)
EDGES = BORDER_UP[:, 0] | BORDER_DOWN[:, 0]


@helper
def _full_lines(discs, line):
    """The squares whose whole line in one direction is taken."""
    up = down = discs
    for n in range(3):
        step = SHIFTS[line] << np.uint64(n)
        up &= BORDER_UP[line, n] | (up >> step)
        down &= BORDER_DOWN[line, n] | (down << step)
    return up & down


@helper
def stable_discs(own, opp):
    """Discs of `own` that are stable for certain: each line full, at a border, or beside a stable disc."""
    discs = own | opp
    safe_0 = _full_lines(discs, 0) | EDGES[0]
    safe_1 = _full_lines(discs, 1) | EDGES[1]
    safe_2 = _full_lines(discs, 2) | EDGES[2]
    safe_3 = _full_lines(discs, 3) | EDGES[3]
    stable = own & safe_0 & safe_1 & safe_2 & safe_3
    before = ZERO
    while stable != before:
        before = stable
        stable |= (
            own
            & (safe_0 | (stable << SHIFTS[0]) | (stable >> SHIFTS[0]))
            & (safe_1 | (stable << SHIFTS[1]) | (stable >> SHIFTS[1]))
            & (safe_2 | (stable << SHIFTS[2]) | (stable >> SHIFTS[2]))
            & (safe_3 | (stable << SHIFTS[3]) | (stable >> SHIFTS[3]))
        )
    return stable


@helper
def most_by_stability(own, opp):
    """The best result that `own` can still reach: the other side keeps its stable discs."""
    return 64 - 2 * popcount(stable_discs(opp, own))
