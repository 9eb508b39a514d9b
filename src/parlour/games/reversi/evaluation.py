"""The simple evaluation of Reversi: the worth of the squares held, and mobility."""

from __future__ import annotations

import numpy as np

from parlour.games.reversi import weights
from parlour.games.reversi.lanes import moves_by_lanes
from parlour.games.reversi.rules import ZERO, fields
from parlour.kernel import helper, heuristic, popcount

__all__ = ["judge"]

# The worth of a disc by the kind of its square; the board has eight-fold symmetry.
#   corner C  A  B | B  A  C corner      C: beside a corner, X: diagonal to it
#        C X  a  b | b  a  X C           A, B: edge; the inner ring and the middle count for little
KINDS = (
    "0123 3210",
    "1456 6541",
    "2578 8752",
    "3689 9863",
)
PARAMETERS = np.array(weights.PARAMETERS)  # the worth of each kind of square, then of a move to choose from


def _masks() -> np.ndarray:
    rows = [row.replace(" ", "") for row in (*KINDS, *reversed(KINDS))]
    kinds = [int(kind) for row in rows for kind in row]
    return np.array([sum(1 << i for i, kind in enumerate(kinds) if kind == k) for k in range(10)], np.uint64)


MASKS = _masks()


@helper
def judge(own, opp, parameters):
    """Worth of squares held and moves to choose from, for the side with `own` discs."""
    total = 0.0
    for kind in range(10):
        total += parameters[kind] * (popcount(own & MASKS[kind]) - popcount(opp & MASKS[kind]))
    return total + parameters[10] * (popcount(moves_by_lanes(own, opp)) - popcount(moves_by_lanes(opp, own)))


@heuristic
def positional(state, seat):
    """Worth of squares held and moves to choose from, from a seat's side."""
    s = fields(state)
    total = judge(s.own, s.opp, PARAMETERS)
    if s.opp == ZERO:
        total += 1000.0
    return total if s.turn == seat else -total
