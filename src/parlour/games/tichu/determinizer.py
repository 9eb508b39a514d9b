"""Learned determinization (Castelein 2017): hidden hands dealt by what players held in earlier games.

5,040 counters: the combination on the table (7) x the turn number (the first 90) x the player, counted
from the one who guesses (4) x whether that player held an answer or not (2). A guess first draws, for
each other player, whether an answer is held, by the learned frequency; of several uniform deals it keeps
the first that fits, or else the one that fits best.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numba import types

from parlour.games.tichu import knowledge
from parlour.games.tichu.cards import DRAGON_BIT, PHOENIX_BIT
from parlour.games.tichu.combinations import FOUR, NOTHING, ZERO, add_bombs, has_bomb
from parlour.games.tichu.leaves import LONGEST, count_ranks
from parlour.games.tichu.policies import plan
from parlour.games.tichu.rules import apply, deciding, hide, setup
from parlour.games.tichu.state import MAX_ACTIONS, OVER, PLAY, SEATS, STATE, fields
from parlour.games.tichu.tree import beatable
from parlour.kernel import INTS, RNG, compiled, copy, helper, rule, seed_rng, uniform

__all__ = ["COUNTERS", "accuracy", "guess", "learn"]

KINDS, TURNS = 7, 90
SIZE = (STATE.itemsize + 7) // 8 * 8  # bytes of a state, in whole words
DEALS = 8  # uniform deals that a guess chooses from
FILE = Path(__file__).with_name("determinizer.npz")

_COUNTERS = types.Array(types.int64, 4, "C")


def _load() -> np.ndarray:
    """The counters as they were learned; zeros before they are."""
    if not FILE.exists():
        return np.zeros((KINDS, TURNS, SEATS, 2), np.int64)
    with np.load(FILE) as kept:
        return np.ascontiguousarray(kept["counters"], np.int64)


COUNTERS = _load()


@helper
def has_answer(s, seat, counts, actions):
    """Whether a hand could beat the top."""
    hand = s.hands[seat]
    if has_bomb(hand) and add_bombs(hand, s.top_kind, s.top_length, s.top_value, actions, 0):
        return True
    if s.top_kind >= FOUR or s.counts[seat] < s.top_length:
        return False
    count_ranks(hand, counts)
    wild = np.int64(hand & PHOENIX_BIT != ZERO)
    dragon = hand & DRAGON_BIT != ZERO
    return beatable(s.top_kind, s.top_length, np.int64(s.top_value), counts, dragon, wild)


@helper
def slot(s):
    """The counters' index of the top's kind and of the turn."""
    return min(s.top_kind, FOUR) - 1, min(s.turns, TURNS - 1)


@helper
def fits(s, seat, wanted, counts, actions):
    """How many of the other players hold an answer, or none, as wanted."""
    agreed = 0
    for other in range(SEATS):
        if other != seat and s.counts[other] > 0:
            agreed += has_answer(s, other, counts, actions) == wanted[other]
    return agreed


@rule
def guess(state, seat, rng):
    """Of several uniform deals, the one that agrees best with the learned frequencies."""
    s = fields(state)
    if s.phase != PLAY or s.top_kind == NOTHING:
        knowledge.guess(state, seat, rng)
        return
    kind, turn = slot(s)
    wanted, active = np.zeros(SEATS, np.bool_), 0
    for other in range(SEATS):
        seen = COUNTERS[kind, turn, (other - seat) % SEATS]
        wanted[other] = uniform(rng) * (seen[0] + seen[1] + 2) < seen[1] + 1
        active += other != seat and s.counts[other] > 0
    view, best, most = state.copy(), state.copy(), -1
    counts, actions = np.zeros(LONGEST, np.int64), np.empty(MAX_ACTIONS, np.int64)
    for _ in range(DEALS):
        copy(state, view)
        knowledge.guess(state, seat, rng)
        agreed = fits(s, seat, wanted, counts, actions)
        if agreed > most:
            most = agreed
            copy(best, state)
        if agreed == active:
            break
    copy(state, best)


@helper
def count_answers(s, counters, counts, actions):
    """Count who could answer the top, seen from the seat in turn."""
    kind, turn = slot(s)
    for other in range(SEATS):
        if other != s.turn and s.counts[other] > 0:
            held = np.int64(has_answer(s, other, counts, actions))
            counters[kind, turn, (other - s.turn) % SEATS, held] += 1


@compiled(types.void(INTS, RNG, _COUNTERS))
def learn(options, seeds, counters):
    """Fill the counters from rounds that the planner plays against itself, one a seed."""
    state, rng = np.zeros(SIZE, np.uint8), np.zeros(4, np.uint64)
    counts, actions = np.zeros(LONGEST, np.int64), np.empty(MAX_ACTIONS, np.int64)
    for game in range(seeds.size):
        seed_rng(rng, seeds[game], np.uint64(0))
        state[:] = 0
        setup(state, options, rng)
        s = fields(state)
        while s.phase != OVER:
            if s.phase == PLAY and s.asked < 0 and s.top_kind != NOTHING:
                count_answers(s, counters, counts, actions)
            apply(state, plan(state, rng), rng)


@compiled(types.void(INTS, RNG, INTS))
def accuracy(options, seeds, right):
    """Predictions, and how many of uniform and of learned guesses say rightly who could answer the top."""
    state, view, rng = np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.uint8), np.zeros(4, np.uint64)
    counts, actions, truth = np.zeros(LONGEST, np.int64), np.empty(MAX_ACTIONS, np.int64), np.zeros(SEATS)
    for game in range(seeds.size):
        seed_rng(rng, seeds[game], np.uint64(0))
        state[:] = 0
        setup(state, options, rng)
        s = fields(state)
        while s.phase != OVER:
            if s.phase == PLAY and s.asked < 0 and s.top_kind != NOTHING:
                seat = deciding(s)
                for other in range(SEATS):
                    truth[other] = has_answer(s, other, counts, actions)
                    right[0] += other != seat and s.counts[other] > 0
                for way in range(2):
                    copy(view, state)
                    hide(view, seat)
                    if way == 0:
                        knowledge.guess(view, seat, rng)
                    else:
                        guess(view, seat, rng)
                    right[1 + way] += fits(fields(view), seat, truth, counts, actions)
            apply(state, plan(state, rng), rng)
