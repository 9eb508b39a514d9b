"""Ticket to Ride as numbers; seats count from the own one on, in turn order, always five.

A claim is coded by its track, the colour of its cards and its locomotives; only payments that the rules
know have a code. Of the payments for a route `candidates` keeps the one that costs the plan least.
"""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.encoding.codes import ACTIONS, candidates, code, decode
from parlour.games.ticket_to_ride.encoding.deeds import FEATURES, depict, depict_all
from parlour.games.ticket_to_ride.encoding.views import OBSERVATION, observe
from parlour.games.ticket_to_ride.rules import rewards
from parlour.games.ticket_to_ride.state import fields
from parlour.kernel import rule

__all__ = [
    "ACTIONS", "ENCODING_VERSION", "FEATURES", "OBSERVATION", "candidates", "code", "decode", "depict",
    "depict_all", "observe", "target",
]  # fmt: skip

ENCODING_VERSION = 3
MARGIN = 60.0  # points ahead of the best other player that count in full


@rule
def target(state, out):
    """Half the reward, half the points ahead of the best other player."""
    s = fields(state)
    rewards(state, out)
    for seat in range(s.players):
        best = -(1 << 20)
        for other in range(s.players):
            if other != seat:
                best = max(best, np.int64(s.final[other]))
        ahead = (np.int64(s.final[seat]) - best) / MARGIN
        out[seat] = 0.5 * out[seat] + 0.5 * min(max(ahead, -1.0), 1.0)
