"""What may be decided: every legal action of the seat to move, and no other."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.combinations import NOTHING, ZERO
from parlour.games.tichu.plays import add_bombs, add_plays
from parlour.games.tichu.state import bit, rank_mask
from parlour.kernel import bits, helper

__all__ = ["legal_actions", "legal_turn"]


@helper
def legal_gifts(s, actions):
    """Any card that has not been put aside yet."""
    left, n = s.hands[s.turn], 0
    for i in range(s.step):
        left &= ~bit(np.int64(s.given[s.turn, i]) - 1)
    for card in bits(left):
        actions[n] = st.GIVE + 64 * s.step + card
        n += 1
    return n


@helper
def legal_bombs(s, actions):
    """Out of turn: wait, or any bomb that beats the top; Tichu may be called to bomb at once."""
    seat, n = s.asked, 0
    fresh = s.played[seat] == ZERO and s.may_call
    if not s.vowed:
        actions[0], n = st.WAIT, 1
    before = n
    n = add_bombs(s.hands[seat], s.top_kind, s.top_length, s.top_value, actions, n)
    if n > before and fresh and s.calls[seat] == st.NONE:
        actions[n] = st.TICHU
        n += 1
    return n


@helper
def plays_for_wish(wished, actions, plain, n):
    """Keep the plays with a wished card (the bombs from `plain` on stay anyway); how many are left.

    When no play and no bomb has a wished card, nothing is asked for: 0, and all plays stay where they are.
    """
    left = 0
    for i in range(plain):
        if np.uint64(actions[i]) & wished != ZERO:
            actions[left] = actions[i]
            left += 1
    asked = left > 0
    for i in range(plain, n):
        asked |= np.uint64(actions[i]) & wished != ZERO
    if asked:
        for i in range(plain, n):
            actions[left] = actions[i]
            left += 1
    return left


@helper
def legal_turn(s, actions):
    """In turn: a higher combination or a bomb, or pass; leading: any combination.

    A wish that can be fulfilled must be, or a bomb is thrown. Who has won the trick against all passes may
    only bomb it, and no wish asks for that.
    """
    hand, plain, forced = s.hands[s.turn], 0, False
    if s.turn != s.owner:
        plain = add_plays(hand, s.top_kind, s.top_length, s.top_value, actions, 0)
    n = add_bombs(hand, s.top_kind, s.top_length, s.top_value, actions, plain)
    if s.wish and s.turn != s.owner:
        left = plays_for_wish(rank_mask(np.int64(s.wish)), actions, plain, n)
        forced = left > 0
        n = left if forced else n
    if s.top_kind != NOTHING and not forced:
        actions[n] = st.PASS
        n += 1
    if s.may_call and s.played[s.turn] == ZERO and s.calls[s.turn] == st.NONE:
        actions[n] = st.TICHU
        n += 1
    return n


@helper
def legal_actions(s, actions):
    """The actions of the seat to move, whatever the phase; how many."""
    if s.phase == st.PLAY:
        return legal_turn(s, actions) if s.asked < 0 else legal_bombs(s, actions)
    if s.phase == st.EXCHANGE:
        return legal_gifts(s, actions)
    if s.phase == st.WISHING:
        actions[0] = st.WISH
        for rank in range(2, 15):
            actions[rank - 1] = st.WISH + rank
        return 14
    if s.phase == st.OVER:
        return 0
    if s.phase == st.DRAGON_GIFT:
        actions[0], actions[1] = st.DRAGON_LEFT, st.DRAGON_RIGHT
    else:
        actions[0], actions[1] = st.NO_CALL, (st.GRAND if s.phase == st.GRAND_CALLS else st.TICHU)
    return 2
