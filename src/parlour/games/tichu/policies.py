"""Tichu's compiled policies."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.combinations import has_bomb
from parlour.games.tichu.partitions import COLUMNS, PLAY, ROWS, take_apart
from parlour.games.tichu.plan import decide_by_plan
from parlour.games.tichu.round import ask_from
from parlour.games.tichu.rules import carry_out, deciding
from parlour.games.tichu.state import MAX_ACTIONS, SEATS, fields
from parlour.games.tichu.tree.choice import tree_choice
from parlour.games.tichu.tree.machine import fsm_choice
from parlour.games.tichu.tree.values import DEFAULT_VALUE, TOLERANCE
from parlour.kernel import helper, policy, rule

__all__ = ["fsm", "plan", "playout", "tree"]


@policy
def plan(state, rng):
    """The hand taken apart into combinations, played by rules of thumb."""
    s = fields(state)
    seat = deciding(s)
    rows = np.empty((ROWS, COLUMNS), np.int64)
    actions = np.empty(MAX_ACTIONS, np.int64)
    return decide_by_plan(s, seat, rows, take_apart(s.hands[seat], rows), actions, rng)


@helper
def strike(plans, sizes, seat, action):
    """Take a play out of a seat's plan; a play that was not in it makes the plan void."""
    for i in range(sizes[seat]):
        if plans[seat, i, PLAY] == action:
            sizes[seat] -= 1
            for column in range(COLUMNS):
                plans[seat, i, column] = plans[seat, sizes[seat], column]
            return
    sizes[seat] = -1


@rule
def playout(state, rng):
    """Play the round out by plans that are made once and then followed; nobody calls any more."""
    s = fields(state)
    actions = np.empty(MAX_ACTIONS, np.int64)
    plans, sizes = np.empty((SEATS, ROWS, COLUMNS), np.int64), np.full(SEATS, -1)
    before = s.rounds
    while s.phase != st.OVER and s.rounds == before:
        if s.phase <= st.CALLS:
            carry_out(s, st.NO_CALL, rng)
            continue
        if s.phase == st.PLAY and s.asked >= 0 and not has_bomb(s.hands[s.asked]):
            ask_from(s, (s.asked - s.turn) % SEATS + 1)
            continue
        seat = deciding(s)
        if sizes[seat] < 0:
            sizes[seat] = take_apart(s.hands[seat], plans[seat])
        action = decide_by_plan(s, seat, plans[seat], sizes[seat], actions, rng)
        if action < st.OTHER:
            strike(plans, sizes, seat, action)
        carry_out(s, action, rng)
        if action >= st.GIVE and s.phase == st.PLAY:
            sizes[:] = -1


@policy
def fsm(state, rng):
    """The tree inside a finite-state machine."""
    return fsm_choice(state, rng)


@policy
def tree(state, rng):
    """The tree at its default value and tolerance."""
    return tree_choice(state, rng, DEFAULT_VALUE, TOLERANCE)
