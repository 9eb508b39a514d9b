"""Tichu as numbers; seats count from the own one on: own, left, partner, right.

A play is coded by its ranks and by what the Phoenix stands for, not by its suits, except for runs of one
suit: of plays with the same code `decode` gives the one that spares the hand's own runs of one suit. Singles
of equal rank, say, are one code.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.encoding.codes import ACTIONS, candidates, code, decode
from parlour.games.tichu.encoding.plays import FEATURES, depict, depict_all
from parlour.games.tichu.encoding.views import OBSERVATION, observe
from parlour.games.tichu.state import SEATS, fields
from parlour.kernel import rule

__all__ = [
    "ACTIONS", "ENCODING_VERSION", "FEATURES", "OBSERVATION", "candidates", "code", "decode", "depict",
    "depict_all", "observe", "target",
]  # fmt: skip

ENCODING_VERSION = 2
MARGIN = 200.0  # points ahead that count in full


@rule
def target(state, out):
    """Half for being ahead, half for the points."""
    s = fields(state)
    points = np.float64(s.total[0]) - np.float64(s.total[1])
    worth = 0.5 * np.sign(points) + 0.5 * min(max(points / MARGIN, -1.0), 1.0)
    for seat in range(SEATS):
        out[seat] = worth if seat % 2 == 0 else -worth
