"""The tree's choice: what leaves the best leaf of the hand nearly as good (Vlachou-Konchylaki 2012)."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.tichu import state as st
from parlour.games.tichu.around import around_play
from parlour.games.tichu.cards import JACK, NATURAL
from parlour.games.tichu.combinations import CARDS, ONE
from parlour.games.tichu.counting import count_ranks, new_counts
from parlour.games.tichu.knowledge import unseen
from parlour.games.tichu.moves import legal_turn
from parlour.games.tichu.partitions import COLUMNS, ROWS, take_apart
from parlour.games.tichu.rules import deciding
from parlour.games.tichu.state import MAX_ACTIONS, bit, fields
from parlour.games.tichu.tree.leaves import best_leaf, fill_worth, new_desk, new_worth
from parlour.games.tichu.tree.values import NO_VALUE
from parlour.kernel import ANY, FLOATS, RNG, STATE, bits, compiled, helper, popcount, trailing

__all__ = [
    "best_play", "decide_around", "final_play", "grade_plays", "may_pass", "prepare", "tree_choice",
    "tree_gift",
]  # fmt: skip

SEVENS, THREES, ONES = (np.uint64(int(digit * 14, 16)) for digit in "731")


@helper
def suitless(action):
    """How many cards of each rank a play has, four bits a rank, with what the Phoenix stands for."""
    cards = np.uint64(action)
    plain = cards & NATURAL
    each = plain - ((plain >> ONE) & SEVENS) - ((plain >> np.uint64(2)) & THREES)
    each -= (plain >> np.uint64(3)) & ONES
    return each | (cards & ~NATURAL)


@helper
def grade_plays(s, seat, value, worth, desk, actions, n, after):
    """The best leaf left after each play; -1 for plays that differ from an earlier one only in suits."""
    keys = np.empty(n, np.uint64)
    for i in range(n):
        keys[i], after[i] = suitless(actions[i]), -1.0
        if actions[i] >= st.OTHER:
            continue
        for j in range(i):
            if keys[j] == keys[i]:
                break
        else:
            after[i] = best_leaf(s.hands[seat] & ~(np.uint64(actions[i]) & CARDS), value, worth, desk)


@helper
def best_play(actions, n, after, least):
    """The play that leaves the best leaf of at least some value (of equals the longest), or PASS."""
    best, best_after, best_cards = np.int64(st.PASS), least, -1
    for i in range(n):
        cards = popcount(np.uint64(actions[i]) & CARDS)
        if after[i] >= 0 and (after[i] > best_after or (after[i] == best_after and cards > best_cards)):
            best, best_after, best_cards = actions[i], after[i], cards
    return best


@helper
def tree_gift(s, seat, value, worth, desk):
    """The highest card outside a combination to the partner; to others the card of 2..J least missed."""
    hand = s.hands[seat]
    for i in range(s.step):
        hand &= ~bit(np.int64(s.given[seat, i]) - 1)
    left, now = hand & NATURAL, best_leaf(hand, 0, worth, desk)
    best, best_score = trailing(hand), -np.inf
    for card in bits(left):
        rank = card // 4 + 1
        after = best_leaf(hand & ~bit(card), 0, worth, desk)
        if s.step == 1:  # the partner's: outside when the rest is worth as much without it
            score = rank + (20.0 if now - after <= worth[0, rank] + 1e-9 else 0.0)
        else:
            score = after + (1000.0 if rank <= JACK else 0.0)
        if score > best_score:
            best, best_score = card, score
    return np.int64(st.GIVE + 64 * s.step + best)


@helper
def prepare(s, seat, weights, value):
    """What each combination is worth to a seat now, and the counts of the cards it has not seen."""
    worth, hidden = new_worth(), new_counts()
    count_ranks(unseen(s, seat), hidden)
    fill_worth(worth, weights, value, hidden)
    return worth, hidden


@helper
def decide_around(s, seat, actions):
    """Calls, wishes, gifts of the Dragon and bombs out of turn, as the planner decides them."""
    rows = np.empty((ROWS, COLUMNS), np.int64)
    return around_play(s, seat, rows, take_apart(s.hands[seat], rows), actions)


@helper
def final_play(s, seat, actions, n):
    """The play that empties the hand, or PASS."""
    for i in range(n):
        if actions[i] < st.OTHER and np.uint64(actions[i]) & CARDS == s.hands[seat]:
            return actions[i]
    return np.int64(st.PASS)


@helper
def may_pass(actions, n):
    """Whether passing is among the legal actions."""
    return actions[n - 1] == st.PASS or (n > 1 and actions[n - 2] == st.PASS)


@compiled(types.int64(STATE, RNG, FLOATS, types.int64, types.float64), late=True)
def tree_choice(state, rng, weights, value, tolerance):
    """A combination whose loss leaves at least `tolerance` of the best leaf; the partner is not beaten."""
    s = fields(state)
    seat, actions = deciding(s), np.empty(MAX_ACTIONS, np.int64)
    if value == NO_VALUE:
        return np.int64(ANY)
    worth, _ = prepare(s, seat, weights, value)
    desk = new_desk()
    if s.phase == st.EXCHANGE:
        return tree_gift(s, seat, value, worth, desk)
    if s.phase != st.PLAY or s.asked >= 0:
        return decide_around(s, seat, actions)
    n = legal_turn(s, actions)
    last = final_play(s, seat, actions, n)
    free = may_pass(actions, n)
    if last != st.PASS or (free and (s.owner - seat) % 2 == 0):
        return last
    after = np.empty(n)
    grade_plays(s, seat, value, worth, desk, actions, n, after)
    least = tolerance * best_leaf(s.hands[seat], value, worth, desk) if free else -1.0
    return best_play(actions, n, after, least)
