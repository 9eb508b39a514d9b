"""Compiled policies: agents, playouts inside search, and players of compiled self-play at once."""

from __future__ import annotations

import numpy as np

from parlour.kernel import helper, pick, policy, trailing

from .rules import COLUMN, HEIGHT, column_count, completing, fields, landing


@helper
def _nearest_to_middle(squares, columns, rng):
    """The column of one of the squares that is nearest to the middle; equals are drawn."""
    best, chosen, equals = HEIGHT, -1, 0
    for column in range(columns):
        far = abs(2 * column + 1 - columns)
        if squares >> HEIGHT * column & COLUMN and far <= best:
            equals = equals + 1 if far == best else 1
            if pick(rng, equals) == 0:
                chosen = column
            best = far
    return chosen


@policy
def careful(state, rng):
    """Wins at once if it can, else blocks what would lose at once, else plays near the middle."""
    s = fields(state)
    squares = landing(s)
    for seat in (np.int64(s.turn), 1 - np.int64(s.turn)):
        urgent = squares & completing(s.discs[seat])
        if urgent:
            return trailing(urgent) // HEIGHT
    return _nearest_to_middle(squares, column_count(s), rng)
