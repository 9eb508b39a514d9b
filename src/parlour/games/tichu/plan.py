"""The agent `plan`: rules of thumb, quick enough to play whole rounds out and good enough to trust.

Its plan is a partition of the hand that it follows: weak and long combinations are led first and winners
saved; a partner's good trick is left alone; bombs fall on rich tricks and on opponents who are about to go
out.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.around import around_play, bomb, nearest, threatened
from parlour.games.tichu.cards import ACE, PHOENIX_BIT, QUEEN
from parlour.games.tichu.combinations import (
    CARDS,
    DOG_LED,
    DRAGON_VALUE,
    FOUR,
    NOTHING,
    PAIR,
    SINGLE,
    ZERO,
    has_bomb,
    kind_of,
    value_of,
)
from parlour.games.tichu.moves import legal_turn
from parlour.games.tichu.partitions import KIND, LENGTH, PLAY, VALUE, row_strength, strength
from parlour.games.tichu.state import SEATS, rank_mask
from parlour.kernel import helper, popcount, uniform

__all__ = ["cheapest", "decide_by_plan"]

NOBODY = 99
FEW = 3  # cards that stay in hand while a partner who has called is to go out first


@helper
def dog_score(s, seat, near):
    """When to lead the Dog (low is early): soon, but last after an own call."""
    partner = (seat + 2) % SEATS
    if s.calls[seat] > 0 and s.out == 0:
        return 2.0
    if s.counts[partner] > 0 and (s.calls[partner] > 0 or s.counts[seat] > 5 or near > 2):
        return -1.0
    return 1.2


@helper
def lead_score(s, seat, plan, i, near):
    """When to lead a row of the plan (low is early)."""
    kind, value = plan[i, KIND], plan[i, VALUE]
    if kind == DOG_LED:
        return dog_score(s, seat, near)
    if kind >= FOUR:
        return 2.5
    score = row_strength(plan, i) - 0.11 * plan[i, LENGTH]
    if kind == SINGLE and near == 1:
        return 1.5 - value / 64.0
    if kind == SINGLE and s.counts[(seat + 2) % SEATS] == 1 and value < 16:
        return score - 0.3
    return score + 0.4 if kind == PAIR and near == 2 else score


@helper
def lead(s, seat, plan, n):
    """What to lead; of the last two combinations the stronger goes first."""
    best, best_score, near = 0, np.inf, nearest(s, seat)
    for i in range(n):
        score = lead_score(s, seat, plan, i, near)
        if n == 2 and plan[i, KIND] != DOG_LED:
            score = -row_strength(plan, i)
        if score < best_score:
            best, best_score = i, score
    return plan[best, PLAY]


@helper
def last_play(s, hand, actions):
    """The play that empties the hand, or PASS."""
    if popcount(hand) == s.top_length or has_bomb(hand):
        for i in range(legal_turn(s, actions)):
            if actions[i] < st.OTHER and np.uint64(actions[i]) & CARDS == hand:
                return actions[i]
    return np.int64(st.PASS)


@helper
def cheapest(s, plan, n, by_partner):
    """The lowest row of the plan that beats the top, and what it is worth there; -1 when there is none.

    The Phoenix alone is saved for queens and better, and never used on the partner.
    """
    best, best_value, top = -1, NOBODY, np.int64(s.top_value)
    for i in range(n):
        kind, value = plan[i, KIND], plan[i, VALUE]
        if kind != s.top_kind or plan[i, LENGTH] != s.top_length or kind >= FOUR:
            continue
        if plan[i, PLAY] == np.int64(PHOENIX_BIT):
            if top < 2 * QUEEN or top >= DRAGON_VALUE or by_partner:
                continue
            value = top + 1
        if top < value < best_value:
            best, best_value = i, value
    return best, best_value


@helper
def on_partner(s, plan, best, value):
    """On the partner's trick: only low cards, on low cards, and never against a call."""
    if best < 0 or s.calls[s.owner] > 0:
        return np.int64(st.PASS)
    mine, theirs = (
        strength(s.top_kind, s.top_length, value),
        strength(s.top_kind, s.top_length, np.int64(s.top_value)),
    )
    return plan[best, PLAY] if mine <= 0.35 and theirs <= 0.35 else np.int64(st.PASS)


@helper
def keen(s, seat):
    """Whether a seat has called and may still go out first."""
    return s.calls[seat] > 0 and s.out == 0


@helper
def worth_playing(s, seat, plan, n, best, value, threat, rng):
    """Whether a row should be spent on an opponent's trick now."""
    strong = strength(s.top_kind, s.top_length, value)
    if plan[best, PLAY] == np.int64(PHOENIX_BIT):
        strong = 0.85
    losers = 0
    for i in range(n):
        if i != best and row_strength(plan, i) < 0.5:
            losers += 1
    willing = 0.8 if keen(s, seat) else 0.45
    return strong < 0.6 or threat or s.stake >= 10 or losers <= 2 or uniform(rng) < willing


@helper
def high_single(s, hand):
    """A queen or better out of a pair or more that beats the top, or PASS."""
    for rank in range(ACE, QUEEN - 1, -1):
        held = hand & rank_mask(rank)
        if 2 * rank > s.top_value and held != ZERO and popcount(held) < 4:
            return np.int64(held & (ZERO - held))
    return np.int64(st.PASS)


@helper
def lowest_legal(s, actions):
    """The lowest legal play of the top's own kind, or PASS."""
    best, best_value, top = np.int64(st.PASS), NOBODY, np.int64(s.top_value)
    for i in range(legal_turn(s, actions)):
        if actions[i] < st.OTHER and kind_of(actions[i]) == s.top_kind:
            value = value_of(actions[i], s.top_kind, top)
            if value < best_value:
                best, best_value = actions[i], value
    return best


@helper
def follow(s, seat, plan, n, actions, rng):
    """What to play on a trick, or PASS."""
    hand = s.hands[seat]
    if keen(s, (seat + 2) % SEATS) and popcount(hand) < s.top_length + FEW:
        return np.int64(st.PASS)  # the partner is to go out first
    action = last_play(s, hand, actions)
    if action != st.PASS:
        return action
    by_partner = s.owner == (seat + 2) % SEATS
    best, value = cheapest(s, plan, n, by_partner)
    if by_partner:
        return on_partner(s, plan, best, value)
    threat = threatened(s, seat)
    if best >= 0:
        if worth_playing(s, seat, plan, n, best, value, threat, rng):
            return plan[best, PLAY]
        return action
    if s.top_kind == SINGLE and (threat or s.stake >= 15 or keen(s, seat) or uniform(rng) < 0.3):
        action = high_single(s, hand)
    if action == st.PASS and threat and s.top_kind < FOUR and popcount(hand) >= s.top_length:
        action = lowest_legal(s, actions)
    if action == st.PASS and has_bomb(hand):
        action = bomb(s, seat, n, threat, actions)
    return action


@helper
def honour(s, plan, n, actions):
    """What fulfils the wish: a play of the plan, or the one with the fewest cards; PASS when nothing does."""
    wished, best = rank_mask(np.int64(s.wish)), np.int64(st.PASS)
    for j in range(legal_turn(s, actions)):
        action = actions[j]
        if action >= st.OTHER or np.uint64(action) & wished == ZERO:
            continue
        for i in range(n):
            if plan[i, PLAY] == action:
                return action
        if best == st.PASS or popcount(np.uint64(action) & CARDS) < popcount(np.uint64(best) & CARDS):
            best = action
    return best


@helper
def decide_by_plan(s, seat, plan, n, actions, rng):
    """The decision of a seat by its plan."""
    if s.phase != st.PLAY or s.asked >= 0:
        return around_play(s, seat, plan, n, actions)
    if s.owner == seat:
        return np.int64(st.PASS)
    if s.wish and s.hands[seat] & rank_mask(np.int64(s.wish)) != ZERO:
        action = honour(s, plan, n, actions)
        if action != st.PASS:
            return action
    if s.top_kind == NOTHING:
        return lead(s, seat, plan, n)
    return follow(s, seat, plan, n, actions, rng)
