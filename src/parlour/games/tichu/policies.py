"""Tichu's compiled policies."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.combinations import NOTHING, has_bomb
from parlour.games.tichu.moves import legal_actions
from parlour.games.tichu.partitions import COLUMNS, PLAY, ROWS, take_apart
from parlour.games.tichu.plan import cheapest, decide_by_plan
from parlour.games.tichu.round import ask_from
from parlour.games.tichu.rules import carry_out, deciding
from parlour.games.tichu.state import MAX_ACTIONS, SEATS, fields
from parlour.games.tichu.tree.choice import tree_choice
from parlour.games.tichu.tree.leaves import PUBLISHED
from parlour.games.tichu.tree.machine import fsm_choice
from parlour.games.tichu.tree.values import DEFAULT_VALUE, TOLERANCE
from parlour.kernel import helper, pick, policy, rule, uniform

__all__ = ["careless", "fsm", "plan", "play_round", "playout", "tree"]


@policy
def plan(state, rng):
    """The hand taken apart into combinations, played by rules of thumb."""
    s = fields(state)
    seat = deciding(s)
    rows = np.empty((ROWS, COLUMNS), np.int64)
    actions = np.empty(MAX_ACTIONS, np.int64)
    return decide_by_plan(s, seat, rows, take_apart(s.hands[seat], rows), actions, rng)


@policy
def careless(state, rng):
    """Any legal action, but never a call."""
    s = fields(state)
    if s.phase <= st.CALLS:
        return st.NO_CALL
    actions = np.empty(MAX_ACTIONS, np.int64)
    n = legal_actions(s, actions)
    if n > 1 and actions[n - 1] == st.TICHU:
        n -= 1
    return actions[pick(rng, n)]


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


@helper
def stray(s, seat, plan, n, rng):
    """Another decision than the plan's: any of its plays to lead; to follow, the cheapest, or a pass."""
    if s.top_kind == NOTHING:
        return plan[pick(rng, n), PLAY]
    best, _ = cheapest(s, plan, n, s.owner == (seat + 2) % SEATS)
    return plan[best, PLAY] if best >= 0 and uniform(rng) < 0.5 else np.int64(st.PASS)


@helper
def may_stray(s, seat, n):
    """Whether a seat is to play or pass, and no wish binds it."""
    return s.phase == st.PLAY and s.asked < 0 and s.owner != seat and s.wish == 0 and n > 0


@helper
def play_round(s, straying, rng):
    """Play the round out by plans that are made once and then followed; nobody calls any more.

    `straying` is how often a player does something else.
    """
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
        if straying > 0.0 and may_stray(s, seat, sizes[seat]) and uniform(rng) < straying:
            action = stray(s, seat, plans[seat], sizes[seat], rng)
        else:
            action = decide_by_plan(s, seat, plans[seat], sizes[seat], actions, rng)
        if action < st.OTHER:
            strike(plans, sizes, seat, action)
        carry_out(s, action, rng)
        if action >= st.GIVE and s.phase == st.PLAY:
            sizes[:] = -1


@rule
def playout(state, rng):
    """Play the round out by plans."""
    play_round(fields(state), 0.0, rng)


@policy
def fsm(state, rng):
    """The tree inside a finite-state machine."""
    return fsm_choice(state, rng)


@policy
def tree(state, rng):
    """The tree at its published weights, default value and tolerance."""
    return tree_choice(state, rng, PUBLISHED.copy(), DEFAULT_VALUE, TOLERANCE)
