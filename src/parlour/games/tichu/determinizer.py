"""Learned determinization (Castelein 2017): hidden hands dealt by what players held in earlier games.

5,040 counters: the combination on the table (7) x the turn number (the first 90) x the player, counted
from the one who guesses (4) x whether that player held an answer or not (2). A guess first draws, for
each other player, whether an answer is held, by the learned frequency; of several uniform deals it keeps
the first that fits, or else the one that fits best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.tichu import GAME, knowledge
from parlour.games.tichu.cards import DRAGON_BIT, PHOENIX_BIT
from parlour.games.tichu.combinations import FOUR, NOTHING, ZERO, has_bomb
from parlour.games.tichu.counting import beatable, count_ranks, new_counts
from parlour.games.tichu.kinds import DETERMINIZER, TURNS
from parlour.games.tichu.plays import add_bombs
from parlour.games.tichu.state import MAX_ACTIONS, PLAY, SEATS, fields
from parlour.kernel import copy, helper, rule, uniform
from parlour.model import load_model

__all__ = ["counters_of", "guess", "guess_by", "has_answer", "right_answers", "slot"]

DEALS = 8  # uniform deals that a guess chooses from


def counters_of(model: str | None = None) -> np.ndarray:
    """The counters of a model, or Parlour's."""
    return load_model(GAME, DETERMINIZER, model, "determinizer").arrays["counters"].astype(np.int64)


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
def right_answers(s, seat, wanted, counts, actions):
    """How many of the other players hold an answer, or none, as wanted."""
    agreed = 0
    for other in range(SEATS):
        if other != seat and s.counts[other] > 0:
            agreed += has_answer(s, other, counts, actions) == wanted[other]
    return agreed


def guess_by(counters: np.ndarray) -> Any:
    """The rule that takes, of several uniform deals, the one that agrees best with learned frequencies."""

    @rule
    def guess(state, seat, rng):
        s = fields(state)
        if s.phase != PLAY or s.top_kind == NOTHING:
            knowledge.guess(state, seat, rng)
            return
        kind, turn = slot(s)
        wanted, active = np.zeros(SEATS, np.bool_), 0
        for other in range(SEATS):
            times = counters[kind, turn, (other - seat) % SEATS]
            wanted[other] = uniform(rng) * (times[0] + times[1] + 2) < times[1] + 1
            active += other != seat and s.counts[other] > 0
        view, best, most = state.copy(), state.copy(), -1
        counts, actions = new_counts(), np.empty(MAX_ACTIONS, np.int64)
        for _ in range(DEALS):
            copy(state, view)
            knowledge.guess(state, seat, rng)
            agreed = right_answers(s, seat, wanted, counts, actions)
            if agreed > most:
                most = agreed
                copy(best, state)
            if agreed == active:
                break
        copy(state, best)

    return guess


guess = guess_by(counters_of())
"""With what Parlour has learned."""
