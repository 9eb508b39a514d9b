"""The tree inside a finite-state machine (Vlachou-Konchylaki and Vassos 2013)."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu import state as st
from parlour.games.tichu.cards import DRAGON_BIT, PHOENIX_BIT
from parlour.games.tichu.combinations import CARDS, FOUR, NOTHING, SINGLE, ZERO, kind_of, value_of
from parlour.games.tichu.counting import beatable
from parlour.games.tichu.knowledge import unseen
from parlour.games.tichu.moves import legal_turn
from parlour.games.tichu.rules import deciding
from parlour.games.tichu.state import MAX_ACTIONS, SEATS, fields
from parlour.games.tichu.tree.choice import (
    best_play,
    decide_around,
    final_play,
    grade_plays,
    may_pass,
    prepare,
    tree_gift,
)
from parlour.games.tichu.tree.leaves import PUBLISHED, best_leaf, new_desk
from parlour.games.tichu.tree.values import BY_COMBINATIONS
from parlour.kernel import RNG, STATE, compiled, helper, popcount

__all__ = ["fsm_choice"]

DEFENSIVE, PASSING, AGGRESSIVE = range(3)  # styles
STEADY = 0.97  # the share of the hand's mean value that a defensive play must leave


@helper
def style_of(s, seat):
    """Who holds the trick and who has passed since, for 4, 3 and 2 active players, says how to play.

    The seats between the owner and us have passed. Four: the left opponent's trick came round past our
    partner, so win it; the right opponent's is still open to the partner, so defend. Three: without the
    partner everything falls to us once opponents run short. Two: always play to win.
    """
    active, partner = SEATS - s.out, (seat + 2) % SEATS
    if s.owner == partner:
        return PASSING
    if active == 2 or s.counts[s.owner] <= 3:
        return AGGRESSIVE
    if active == 3:
        alone = s.counts[partner] == 0
        return AGGRESSIVE if not alone or s.counts[s.owner] <= 6 else DEFENSIVE
    return AGGRESSIVE if s.owner == (seat + 1) % SEATS else DEFENSIVE


@helper
def surest(s, actions, n, after, hidden, dragon, wild):
    """Of the plays in hand the one that wins for certain at the least loss; else the highest; or PASS."""
    sure, sure_after = np.int64(st.PASS), -1.0
    high, high_value = np.int64(st.PASS), -1
    top = np.int64(s.top_value) if s.top_kind == SINGLE else 0
    for i in range(n):
        if after[i] < 0:
            continue
        kind = kind_of(actions[i])
        value = value_of(actions[i], kind, top)
        length = popcount(np.uint64(actions[i]) & CARDS)
        if kind < FOUR and not beatable(kind, length, value, hidden, dragon, wild) and after[i] > sure_after:
            sure, sure_after = actions[i], after[i]
        if kind == s.top_kind and value > high_value:
            high, high_value = actions[i], value
    return sure if sure != st.PASS else high


@compiled(types.int64(STATE, RNG), late=True)
def fsm_choice(state, rng):
    """Defensive, passing or aggressive, by the machine of the number of active players."""
    s = fields(state)
    seat, actions = deciding(s), np.empty(MAX_ACTIONS, np.int64)
    worth, hidden = prepare(s, seat, PUBLISHED, BY_COMBINATIONS)
    desk = new_desk()
    if s.phase == st.EXCHANGE:
        return tree_gift(s, seat, BY_COMBINATIONS, worth, desk)
    if s.phase != st.PLAY or s.asked >= 0:
        return decide_around(s, seat, actions)
    n = legal_turn(s, actions)
    last, free = final_play(s, seat, actions, n), may_pass(actions, n)
    style = style_of(s, seat) if s.top_kind != NOTHING else DEFENSIVE
    if last != st.PASS or (free and (style == PASSING or s.owner == seat)):
        return last
    after = np.empty(n)
    grade_plays(s, seat, BY_COMBINATIONS, worth, desk, actions, n, after)
    if not free:
        return best_play(actions, n, after, -1.0)
    if style == AGGRESSIVE:
        others = unseen(s, seat)
        wild = np.int64(others & PHOENIX_BIT != ZERO)
        return surest(s, actions, n, after, hidden, others & DRAGON_BIT != ZERO, wild)
    least = STEADY * best_leaf(s.hands[seat], BY_COMBINATIONS, worth, desk)
    return best_play(actions, n, after, least)
