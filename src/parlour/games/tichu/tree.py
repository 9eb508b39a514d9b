"""The agents of Vlachou-Konchylaki (2012) and of Vlachou-Konchylaki and Vassos (2013)."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.agent import Agent, Clock
from parlour.game import Game
from parlour.games.tichu import state as st
from parlour.games.tichu.agents import VALUES
from parlour.games.tichu.cards import DRAGON_BIT, JACK, NATURAL, PHOENIX_BIT
from parlour.games.tichu.combinations import (
    CARDS,
    DRAGON_VALUE,
    FOUR,
    FULL_HOUSE,
    NOTHING,
    ONE,
    SINGLE,
    STEPS,
    STRAIGHT,
    ZERO,
    kind_of,
    value_of,
)
from parlour.games.tichu.knowledge import unseen
from parlour.games.tichu.leaves import (
    BY_COMBINATIONS,
    LONGEST,
    NO_VALUE,
    SHAPES,
    WEIGHTS,
    best_leaf,
    count_ranks,
    fill_worth,
    new_desk,
)
from parlour.games.tichu.moves import legal_turn
from parlour.games.tichu.planning import around_play
from parlour.games.tichu.plans import COLUMNS, ROWS, make_plan
from parlour.games.tichu.rules import deciding
from parlour.games.tichu.state import MAX_ACTIONS, SEATS, bit, fields
from parlour.kernel import ANY, RNG, STATE, compiled, draw, helper, popcount, trailing
from parlour.state import View

__all__ = ["Tree", "fsm_choice", "tree_choice"]

SEVENS, THREES, ONES = (np.uint64(int(digit * 14, 16)) for digit in "731")
DEFENSIVE, PASSING, AGGRESSIVE = range(3)  # styles of the machine
STEADY = 0.97  # a defensive play keeps this much of the mean value of the hand


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
    while left != ZERO:
        card = trailing(left)
        left &= left - ONE
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
def prepare(s, seat, value):
    """What each combination is worth to a seat now, and the counts of the cards it has not seen."""
    worth, hidden = np.zeros((SHAPES, 15)), np.zeros(LONGEST, np.int64)
    count_ranks(unseen(s, seat), hidden)
    fill_worth(worth, WEIGHTS, value, hidden)
    return worth, hidden


@helper
def decide_around(s, seat, actions):
    """Calls, wishes, gifts of the Dragon and bombs out of turn, as the planner decides them."""
    rows = np.empty((ROWS, COLUMNS), np.int64)
    return around_play(s, seat, rows, make_plan(s.hands[seat], rows), actions)


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


@compiled(types.int64(STATE, RNG, types.int64, types.float64))
def tree_choice(state, rng, value, tolerance):
    """A combination whose loss leaves at least `tolerance` of the best leaf; the partner is not beaten."""
    s = fields(state)
    seat, actions = deciding(s), np.empty(MAX_ACTIONS, np.int64)
    if value == NO_VALUE:
        return np.int64(ANY)
    worth, _ = prepare(s, seat, value)
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


# --- the finite-state machine -----------------------------------------------------------------------


@helper
def run_above(hidden, size, ranks, value, wild):
    """Whether hidden cards hold a straight (1) or steps (2) of so many ranks above a value."""
    for high in range(value + 1, 15):
        missing, low = 0, high - ranks + 1
        if low < size:
            continue
        for rank in range(low, high + 1):
            missing += max(size - hidden[rank], 0)
        if missing <= wild:
            return True
    return False


@helper
def beatable(kind, length, value, hidden, dragon, wild):
    """Whether cards that were not seen could beat a combination, bombs aside."""
    if kind == SINGLE:
        for rank in range(value // 2 + 1, 15):
            if hidden[rank]:
                return True
        return value < DRAGON_VALUE and (dragon or wild > 0)
    if kind == STRAIGHT:
        return run_above(hidden, 1, length, value, wild)
    if kind == STEPS:
        return run_above(hidden, 2, length // 2, value, wild)
    needed = 3 if kind == FULL_HOUSE else length
    for rank in range(value + 1, 15):
        if kind < FOUR and hidden[rank] + wild >= needed and hidden[rank] > 0:
            return True
    return False


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


@compiled(types.int64(STATE, RNG))
def fsm_choice(state, rng):
    """Defensive, passing or aggressive, by the machine of the number of active players."""
    s = fields(state)
    seat, actions = deciding(s), np.empty(MAX_ACTIONS, np.int64)
    worth, hidden = prepare(s, seat, BY_COMBINATIONS)
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


class Tree(Agent):
    """The tree as a player, with its value and tolerance."""

    def __init__(self, game: Game, value: str, tolerance: float) -> None:
        self.value = VALUES.index(value)
        self.tolerance = tolerance

    def choose(self, view: View, clock: Clock) -> int:
        """What the tree answers; without a value, any legal action."""
        action = int(tree_choice(view.buffer, self.rng, self.value, self.tolerance))
        if action >= 0:
            return action
        moves = view.legal_moves
        return moves[((int(draw(self.rng)) >> 32) * len(moves)) >> 32]
