"""How likely a guess at the hidden hands is: would the others have played as they did, had they held them?

The network that is played by says what each of their plays and passes was worth to them, as they saw the
table then; whoever let something much better lie hardly held it.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.combinations import ZERO
from parlour.games.tichu.state import SEATS, fields
from parlour.kernel import copy, helper, popcount
from parlour.search.learned import list_actions, weigh

__all__ = ["how_likely", "take_back"]

HEAT = 0.1  # an action that is worth so much less is played e times less often
RECENT = 10  # the others' last plays and passes, which tell nearly as much as all
STRANGE = 0.02  # how often a play follows no reason that the network sees
FAITH = 0.6  # how far the network's view of what others do is believed


@helper
def take_back(state, seats, moves):
    """Make the position the one with which the play of its round began."""
    s = fields(state)
    for i in range(moves.size):
        if moves[i] == st.TICHU:
            s.calls[seats[i]] = st.NONE
    for seat in range(SEATS):
        s.hands[seat] |= s.played[seat]
        s.played[seat] = ZERO
        s.counts[seat] = popcount(s.hands[seat])
        s.place[seat] = s.points[seat] = s.lacks[seat] = 0
    s.top = s.top_value = s.top_kind = s.top_length = s.stake = s.passes = 0
    s.out = s.turns = s.vowed = s.wish = s.wished = 0
    s.owner = s.asked = -1
    s.turn, s.phase = s.starter, st.PLAY


@helper
def chance_of(rules, desk, view, n, action):
    """How often a seat plays an action, by what its `n` actions on the desk are worth to it."""
    code, best, whole, own = rules.code(view, action), -np.inf, 0.0, 0.0
    for i in range(n):
        best = max(best, desk.values[i])
    for i in range(n):
        share = np.exp((desk.values[i] - best) / HEAT)
        whole += share
        if rules.code(view, desk.actions[i]) == code:
            own = share
    return (1.0 - STRANGE) * own / whole + STRANGE / n


@helper
def where_recent(seat, seats, moves):
    """The place of the first of the others' last plays and passes."""
    place, left = moves.size, RECENT
    while place > 0 and left > 0:
        place -= 1
        left -= seats[place] != seat and moves[place] != st.WAIT
    return place


@helper
def how_likely(rules, net, desk, world, state, seat, seats, moves, rng):
    """The logarithm of how likely the last moves of a round were with the hands of a guess."""
    if moves.size == 0:
        return 0.0
    copy(state, world)
    total, recent = 0.0, where_recent(seat, seats, moves)
    take_back(state, seats, moves)
    for i in range(moves.size):
        if seats[i] != seat and i >= recent:
            n = list_actions(rules, state, desk)
            if n > 1:
                weigh(rules, net, state, seats[i], desk, n)
                total += np.log(chance_of(rules, desk, state, n, moves[i]))
        rules.apply(state, moves[i], rng)
    return FAITH * total
