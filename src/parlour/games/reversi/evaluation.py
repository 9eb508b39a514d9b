"""The simple evaluation of Reversi: squares by their worth, mobility, and a lead in discs late on."""

from __future__ import annotations

import numpy as np

from parlour.games.reversi.rules import ZERO, fields, moves_of
from parlour.kernel import heuristic, popcount

# The worth of a disc by the kind of its square; the board has eight-fold symmetry.
#   corner C  A  B | B  A  C corner      C: beside a corner, X: diagonal to it
#        C X  a  b | b  a  X C           A, B: edge; the inner ring and the middle count for little
KINDS = (
    "0123 3210",
    "1456 6541",
    "2578 8752",
    "3689 9863",
)
WEIGHTS = np.array([30.0, -6.0, 3.0, 2.0, -12.0, -1.5, -1.0, 0.5, 0.0, 0.0])
MOBILITY = 3.0


def _masks() -> np.ndarray:
    rows = [row.replace(" ", "") for row in (*KINDS, *reversed(KINDS))]
    kinds = [int(kind) for row in rows for kind in row]
    return np.array([sum(1 << i for i, kind in enumerate(kinds) if kind == k) for k in range(10)], np.uint64)


MASKS = _masks()


@heuristic
def positional(state, seat):
    """Worth of squares held and moves to choose from, from a seat's side."""
    s = fields(state)
    own, opp = s.own, s.opp
    total = 0.0
    for kind in range(WEIGHTS.size):
        total += WEIGHTS[kind] * (popcount(own & MASKS[kind]) - popcount(opp & MASKS[kind]))
    total += MOBILITY * (popcount(s.moves) - popcount(moves_of(opp, own)))
    if opp == ZERO:
        total += 1000.0
    return total if s.turn == seat else -total
