"""The simple evaluation of Reversi: the worth of the squares held, and mobility."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.reversi import GAME
from parlour.games.reversi.kinds import SQUARES
from parlour.games.reversi.lanes import moves_by_lanes
from parlour.games.reversi.rules import ZERO, fields
from parlour.kernel import helper, heuristic, popcount
from parlour.model import load_model

__all__ = ["judge", "positional_by"]

# The worth of a disc by the kind of its square; the board has eight-fold symmetry.
#   corner C  A  B | B  A  C corner      C: beside a corner, X: diagonal to it
#        C X  a  b | b  a  X C           A, B: edge; the inner ring and the middle count for little
# (the worth of each kind is a parameter, and the last one that of a move to choose from)
KINDS = (
    "0123 3210",
    "1456 6541",
    "2578 8752",
    "3689 9863",
)


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


def positional_by(model: str | None) -> Any:
    """The heuristic that the parameters of a model make; without one, of Parlour's."""
    parameters = load_model(GAME, SQUARES, model, "squares").arrays["parameters"]

    @heuristic
    def value(state, seat):
        s = fields(state)
        total = judge(s.own, s.opp, parameters)
        if s.opp == ZERO:
            total += 1000.0
        return total if s.turn == seat else -total

    return value


positional = positional_by(None)
"""Worth of squares held and moves to choose from, from a seat's side."""
