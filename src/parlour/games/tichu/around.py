"""Rules of thumb around the play: calls, gifts, wishes, the Dragon's trick and bombs out of turn.

Agents that care for the play alone (the tree, the machine) take these decisions from here too.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.cards import ACE, DRAGON_BIT, KING, PHOENIX_BIT
from parlour.games.tichu.combinations import (
    CARDS,
    DOG_LED,
    FOUR,
    PAIR,
    ZERO,
    fours_in,
    has_bomb,
)
from parlour.games.tichu.partitions import KIND, LENGTH, PLAY, row_strength
from parlour.games.tichu.plays import add_bombs
from parlour.games.tichu.state import SEATS, bit, rank_mask
from parlour.kernel import bits, helper, popcount

__all__ = ["around_play", "bomb", "nearest", "threatened"]

GRAND_FROM = 2.6  # call Grand Tichu from this worth of eight cards on
TICHU_FROM = 1.5  # call Tichu when the winners of a plan outweigh its losers by this much


@helper
def nearest(s, seat):
    """The fewest cards of an opponent who is still in."""
    left, right = np.int64(s.counts[(seat + 1) % SEATS]), np.int64(s.counts[(seat + 3) % SEATS])
    return right if left == 0 else (left if right == 0 else min(left, right))


@helper
def threatened(s, seat):
    """Whether an opponent is about to go out, or has called and comes near to it."""
    near = nearest(s, seat)
    called = s.calls[(seat + 1) % SEATS] > 0 or s.calls[(seat + 3) % SEATS] > 0
    return near <= 3 or (called and s.out == 0 and near <= 7)


@helper
def bomb(s, seat, n, threat, actions):
    """A bomb when the trick is rich, an opponent near or the own hand short; else PASS."""
    if s.owner % 2 == seat % 2 or not (threat or s.stake >= 20 or n <= 3):
        return np.int64(st.PASS)
    bombs = add_bombs(s.hands[seat], s.top_kind, s.top_length, s.top_value, actions, 0)
    return actions[0] if bombs else np.int64(st.PASS)


@helper
def gift_score(s, seat, card, kind, length):
    """How gladly a card is given away (low is gladly): high singles to the partner, low ones to others.

    A partner who has called gets the best card of all.
    """
    rank, bombs = card // 4 + 1, 1.0 if FOUR <= kind < DOG_LED else 0.0
    if s.step == 1 and s.calls[(seat + 2) % SEATS] > 0:
        return -1.0 * (rank if card > 3 else (0, -9, 15, 16)[card])
    if s.step == 1:
        if card <= 3:
            return (-10.0, 5.0, 0.0, 0.0)[card]
        return -1.0 * rank + (0.0 if length == 1 else 3.0 + 6.0 * bombs)
    if card <= 3:
        return 30.0 if card != 1 else (0.0 if s.calls[(seat + 2) % SEATS] else 2.0)
    return 1.0 * rank + (0.0 if length == 1 else (3.0 if kind == PAIR else 6.0)) + 20.0 * bombs


@helper
def gift(s, seat, plan, n):
    """The card to give next."""
    hand, best, best_score = s.hands[seat], 0, np.inf
    for i in range(s.step):
        hand &= ~bit(np.int64(s.given[seat, i]) - 1)
    for i in range(n):
        cards = np.uint64(plan[i, PLAY]) & CARDS & hand
        for card in bits(cards):
            score = gift_score(s, seat, card, plan[i, KIND], plan[i, LENGTH])
            if score < best_score:
                best, best_score = card, score
    return np.int64(st.GIVE + 64 * s.step + best)


@helper
def wish(s, seat):
    """The highest rank of which no card was seen."""
    visible = s.hands[seat] | s.played[0] | s.played[1] | s.played[2] | s.played[3]
    for rank in range(ACE, 1, -1):
        if visible & rank_mask(rank) == ZERO:
            return np.int64(st.WISH + rank)
    return np.int64(st.WISH)


@helper
def call(s, seat, plan, n):
    """Grand Tichu on high cards; Tichu when winners outweigh losers and the partner has not called."""
    hand = s.hands[seat]
    if s.phase == st.GRAND_CALLS:
        worth = 1.0 * popcount(hand & (DRAGON_BIT | PHOENIX_BIT))
        worth += 0.6 * popcount(hand & rank_mask(ACE)) + 0.15 * popcount(hand & rank_mask(KING))
        worth += 1.5 * popcount(fours_in(hand))
        return np.int64(st.GRAND if worth >= GRAND_FROM else st.NO_CALL)
    worth = 0.0
    for i in range(n):
        worth += -1.0 if plan[i, KIND] == DOG_LED else 2.0 * row_strength(plan, i) - 1.0
    good = worth >= TICHU_FROM and s.calls[(seat + 2) % SEATS] == st.NONE
    return np.int64(st.TICHU if good else st.NO_CALL)


@helper
def dragon_gift(s, seat):
    """The Dragon's trick goes to the opponent with more cards."""
    left = s.counts[(seat + 1) % SEATS] >= s.counts[(seat + 3) % SEATS]
    return np.int64(st.DRAGON_LEFT if left else st.DRAGON_RIGHT)


@helper
def out_of_turn(s, seat, n, actions):
    """Bomb or wait."""
    if s.vowed:
        add_bombs(s.hands[seat], s.top_kind, s.top_length, s.top_value, actions, 0)
        return actions[0]
    if not has_bomb(s.hands[seat]):
        return np.int64(st.WAIT)
    action = bomb(s, seat, n, threatened(s, seat), actions)
    return np.int64(st.WAIT) if action == st.PASS else action


@helper
def around_play(s, seat, plan, n, actions):
    """The decisions around the play itself: calls, gifts, wishes and bombs out of turn."""
    if s.phase == st.PLAY:
        return out_of_turn(s, seat, n, actions)
    if s.phase == st.EXCHANGE:
        return gift(s, seat, plan, n)
    if s.phase == st.WISHING:
        return wish(s, seat)
    if s.phase == st.DRAGON_GIFT:
        return dragon_gift(s, seat)
    return call(s, seat, plan, n)
