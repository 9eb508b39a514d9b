"""Max^n with one attack a turn: every seat takes the reply that makes its own largest region largest."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.agent import Agent, Clock
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.policies import hold
from parlour.games.dicewars.rules import conquer, end_turn
from parlour.games.dicewars.state import (
    END,
    MAX_ACTIONS,
    MOST_PLAYERS,
    ONE,
    SOURCE,
    areas_of,
    borders,
    fields,
    largest_region,
    largest_within,
    ready,
)
from parlour.kernel import (
    FLOAT_ROWS,
    INT_ROWS,
    RNG,
    STATE,
    STATE_ROWS,
    bits,
    compiled,
    copy,
    helper,
    popcount,
    row,
)
from parlour.state import View

__all__ = ["MaxN"]

MOST_ATTACKS = 5  # looked at in a position


@helper
def attack_score(s, source, target, own):
    """Hold * P * R_win - (1 - P) * R_lose, with R one's own largest region after winning or losing."""
    dice = np.int64(s.dice[source])
    p = ODDS[dice, s.dice[target]]
    wins = popcount(largest_within(s, own | (ONE << np.uint64(target))))
    return hold(s, target, dice - 1, own) * p * wins - (1.0 - p) * popcount(largest_within(s, own))


@helper
def promising(s, actions, scores):
    """The attacks with the highest scores above 0 (any from eight dice), best first; how many."""
    own, n = areas_of(s, s.turn), 0
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            score = attack_score(s, source, target, own)
            if score <= 0.0 and s.dice[source] < MOST_DICE:
                continue
            place = n
            while place > 0 and scores[place - 1] < score:
                actions[place], scores[place] = actions[place - 1], scores[place - 1]
                place -= 1
            actions[place], scores[place] = SOURCE * source + target, score
            n += 1
    return min(n, MOST_ATTACKS)


@compiled(types.int64(STATE_ROWS, types.int64, types.int64, INT_ROWS, FLOAT_ROWS, FLOAT_ROWS, RNG))
def _reply(states, ply, depth, lists, scores, regions, rng):
    """The best attack in ``states[ply]``, or END; the regions that it leads to go into ``regions[ply]``."""
    s, result = fields(row(states, ply)), row(regions, ply)
    for seat in range(s.players):
        result[seat] = popcount(largest_region(s, seat))
    if ply == depth or s.over:
        return END
    mover, best = np.int64(s.turn), END
    actions, after = row(lists, ply), row(regions, ply + 1)
    n = promising(s, actions, row(scores, ply))
    for i in range(n - 1, -1, -1):  # among equal replies the one with the best score wins
        copy(row(states, ply + 1), row(states, ply))
        t = fields(row(states, ply + 1))
        conquer(t, actions[i] // SOURCE, actions[i] % SOURCE)
        if not t.over:
            end_turn(t, rng)
        _reply(states, ply + 1, depth, lists, scores, regions, rng)
        if after[mover] >= result[mover]:
            best = actions[i]
            for seat in range(s.players):
                result[seat] = after[seat]
    return best


@compiled(types.int64(STATE, types.int64, RNG))
def maxn(state, depth, rng):
    """The attack that leads furthest when everyone attacks once a turn and wins."""
    states = np.zeros((depth + 1, state.size), np.uint8)
    copy(row(states, 0), state)
    lists, scores = np.zeros((depth + 1, MAX_ACTIONS), np.int64), np.zeros((depth + 1, MAX_ACTIONS))
    regions = np.zeros((depth + 1, MOST_PLAYERS))
    return _reply(states, 0, depth, lists, scores, regions, rng)


class MaxN(Agent):
    """Max^n as a player."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def choose(self, view: View, clock: Clock) -> int:
        """The best reply."""
        return int(maxn(view.buffer, self.depth, self.rng))
