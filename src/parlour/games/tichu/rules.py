"""Tichu's rules as the kernel wants them; `round` and `moves` say what they mean."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.combinations import has_bomb
from parlour.games.tichu.knowledge import guess, hide, redraw
from parlour.games.tichu.moves import legal_actions
from parlour.games.tichu.round import (
    ask_from,
    call,
    deal,
    end_round,
    give,
    make_wish,
    pass_turn,
    play,
    round_is_over,
    take_trick,
)
from parlour.games.tichu.state import MAX_ACTIONS, SEATS, STATE, fields
from parlour.kernel import helper, pick, rule

__all__ = [
    "MAX_ACTIONS", "STATE", "apply", "carry_out", "deciding", "guess", "hide", "legal", "mover",
    "playout", "redraw", "rewards", "scores", "setup",
]  # fmt: skip


@rule
def setup(state, options, rng):
    s = fields(state)
    s.mini, s.match = options[0], options[1]
    s.may_call = 1 if options[2] and not s.mini else 0
    deal(s, rng)


@helper
def deciding(s):
    """The seat to move, in a round that is not over."""
    if s.phase == st.WISHING or s.phase == st.DRAGON_GIFT:
        return np.int64(s.owner)
    return np.int64(s.turn if s.asked < 0 else s.asked)


@rule
def mover(state):
    s = fields(state)
    return np.int64(-1) if s.phase == st.OVER else deciding(s)


@rule
def legal(state, actions):
    return legal_actions(fields(state), actions)


@helper
def carry_out(s, action, rng):
    """Do what was decided."""
    if action < st.OTHER:
        play(s, deciding(s), action, rng)
    elif action == st.PASS:
        pass_turn(s)
    elif action == st.WAIT:
        ask_from(s, (s.asked - s.turn) % SEATS + 1)
    elif s.phase <= st.CALLS:
        call(s, action)
    elif action == st.TICHU:
        s.calls[deciding(s)] = st.SMALL
        s.vowed = 1 if s.asked >= 0 else 0
    elif action >= st.GIVE:
        give(s, (action - st.GIVE) % 64)
    elif s.phase == st.WISHING:
        make_wish(s, action - st.WISH, rng)
    else:
        s.phase = st.PLAY
        take_trick(s, (s.owner + (1 if action == st.DRAGON_LEFT else 3)) % SEATS)
        if round_is_over(s):
            end_round(s, rng)


@rule
def apply(state, action, rng):
    carry_out(fields(state), action, rng)


@rule
def scores(state, out):
    """The points of each seat's team so far."""
    s = fields(state)
    for seat in range(SEATS):
        out[seat] = s.total[seat % 2]


@rule
def rewards(state, out):
    """The round or match is won or lost; equal points are a tie."""
    s = fields(state)
    ahead = np.sign(np.float64(s.total[0]) - np.float64(s.total[1]))
    for seat in range(SEATS):
        out[seat] = ahead if seat % 2 == 0 else -ahead


@rule
def playout(state, rng):
    """Any legal action each time, but nobody calls; seats without a bomb are not asked for one."""
    s = fields(state)
    actions = np.empty(MAX_ACTIONS, np.int64)
    while s.phase != st.OVER:
        if s.phase <= st.CALLS:
            carry_out(s, st.NO_CALL, rng)
        elif s.phase == st.PLAY and s.asked >= 0 and not has_bomb(s.hands[s.asked]):
            ask_from(s, (s.asked - s.turn) % SEATS + 1)
        else:
            n = legal_actions(s, actions)
            if n > 1 and actions[n - 1] == st.TICHU:
                n -= 1
            carry_out(s, actions[pick(rng, n)], rng)
