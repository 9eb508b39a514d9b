"""How good a position looks."""

from __future__ import annotations

from parlour.games.tichu.state import SEATS, fields
from parlour.kernel import heuristic

__all__ = ["lead"]


@heuristic
def lead(state, seat):
    """Points taken so far, and five for each card fewer, against the opponents'."""
    s = fields(state)
    total = 1.0 * s.total[seat % 2] - s.total[(seat + 1) % 2]
    for other in range(SEATS):
        side = 1.0 if other % 2 == seat % 2 else -1.0
        total += side * (s.points[other] - 5.0 * s.counts[other])
    return total
