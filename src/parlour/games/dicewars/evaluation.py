"""How a position looks to a seat, as log-odds of winning."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.dicewars.best.network import new_desk, win_chance
from parlour.games.dicewars.state import NOBODY, areas_of, fields, largest_within
from parlour.games.dicewars.weights import Network, network, wpm_table
from parlour.games.dicewars.wpm import win_score
from parlour.kernel import heuristic, popcount

__all__ = ["chance", "chance_by"]

WPM = wpm_table()


def chance_by(net: Network) -> Any:
    """The heuristic that a network makes."""

    @heuristic
    def value(state, seat):
        s = fields(state)
        if s.over and s.winner == NOBODY:
            return 0.0
        p = win_chance(s, s.turn, seat, net, new_desk())
        p = min(max(p, 1e-6), 1.0 - 1e-6)
        return np.log(p / (1.0 - p))

    return value


chance = chance_by(network())
"""The log-odds of winning, as if the seat to move ended its turn now."""


@heuristic
def wpm(state, seat):
    """The log-odds of winning by the model of the agent `wpm`, after the turn of the seat to move."""
    s = fields(state)
    return win_score(s, seat, WPM[s.players])


@heuristic
def regions(state, seat):
    """How much larger a seat's largest region is than the others' on average, in units of four areas."""
    s = fields(state)
    own = popcount(largest_within(s, areas_of(s, seat)))
    total = 0
    for other in range(s.players):
        total += popcount(largest_within(s, areas_of(s, other)))
    return (own - (total - own) / (s.players - 1.0)) / 4.0
