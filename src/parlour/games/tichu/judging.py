"""How Tichu is judged with open cards: rounds played out by plans from which players stray now and then.

Plans alone leave hardly anything to chance once all cards lie open: whoever is a little better off would
always win. Players who stray make a lead worth what it proves to be worth.
"""

from __future__ import annotations

import math

import numpy as np

from parlour.games.tichu.policies import play_round
from parlour.games.tichu.state import MATCH, OVER, SEATS, fields
from parlour.kernel import helper, rule

__all__ = ["PLAYER", "playout", "rewards"]

PLAYER = "plan"
STRAYING = 0.3  # how often a player leaves the plan: the chances then came true in rounds of `best`
ROUND_SPREAD = 140.0  # points: the standard deviation of a round's difference
ROUND_GAIN = 90.0  # points that the team ahead makes in a round


@rule
def playout(state, rng):
    """Play the round out by players who stray from their plans."""
    play_round(fields(state), STRAYING, rng)


@helper
def match_reward(ahead, top):
    """What a lead is worth between rounds: the rest of the match as a random walk of its rounds."""
    rounds = max(1.0, (MATCH - top) / ROUND_GAIN)
    return math.erf(ahead / (ROUND_SPREAD * math.sqrt(2.0 * rounds)))


@rule
def rewards(state, out):
    """The round or match is won or lost; a match that goes on, by the lead and what is left to play."""
    s = fields(state)
    ahead = np.float64(s.total[0]) - np.float64(s.total[1])
    worth = np.sign(ahead) if s.phase == OVER else match_reward(ahead, 1.0 * max(s.total[0], s.total[1]))
    for seat in range(SEATS):
        out[seat] = worth if seat % 2 == 0 else -worth
