"""The learned determinizer's counters, from self-play of plan, and how often its guesses are right."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.arena.schedule import game_seeds
from parlour.game import game
from parlour.games.tichu import knowledge
from parlour.games.tichu.combinations import NOTHING
from parlour.games.tichu.counting import new_counts
from parlour.games.tichu.determinizer import guess, has_answer, right_answers, slot
from parlour.games.tichu.kinds import SHAPE
from parlour.games.tichu.policies import plan
from parlour.games.tichu.rules import apply, deciding, hide, setup
from parlour.games.tichu.state import MAX_ACTIONS, OVER, PLAY, SEATS, STATE, fields
from parlour.kernel import INTS, RNG, compiled, copy, helper, seed_rng
from parlour.kernel import STATE as BUFFER

__all__ = ["judge_position", "learn_counters"]

SIZE = (STATE.itemsize + 7) // 8 * 8  # bytes of a state, in whole words

_COUNTERS = types.Array(types.int64, len(SHAPE), "C")


def learn_counters(rounds: int, seed: int) -> np.ndarray:
    """The counters of some rounds of self-play, half of them Mini-Tichu."""
    counters = np.zeros(SHAPE, np.int64)
    seeds = np.array(game_seeds(seed, rounds), np.uint64)
    for spec, part in (("tichu:rules=mini", seeds[::2]), ("tichu", seeds[1::2])):
        _learn(game(spec).encoded, np.ascontiguousarray(part), counters)
    return counters


@helper
def trick_is_open(s):
    """Whether a seat in turn may answer a trick."""
    return s.phase == PLAY and s.asked < 0 and s.top_kind != NOTHING


@helper
def count_answers(s, counters, counts, actions):
    """Count who could answer the top, seen from the seat in turn."""
    kind, turn = slot(s)
    for other in range(SEATS):
        if other != s.turn and s.counts[other] > 0:
            held = np.int64(has_answer(s, other, counts, actions))
            counters[kind, turn, (other - s.turn) % SEATS, held] += 1


@compiled(types.void(INTS, RNG, _COUNTERS))
def _learn(options, seeds, counters):
    """Fill the counters from rounds that plan plays against itself, one a seed."""
    state, rng = np.zeros(SIZE, np.uint8), np.zeros(4, np.uint64)
    counts, actions = new_counts(), np.empty(MAX_ACTIONS, np.int64)
    for number in range(seeds.size):
        seed_rng(rng, seeds[number], np.uint64(0))
        state[:] = 0
        setup(state, options, rng)
        s = fields(state)
        while s.phase != OVER:
            if trick_is_open(s):
                count_answers(s, counters, counts, actions)
            apply(state, plan(state, rng), rng)


@compiled(types.void(BUFFER, INTS, RNG))
def judge_position(state, right, rng):
    """Count the others in an open trick, and of whom uniform and learned guesses are right, in ``right``."""
    s, truth = fields(state), np.zeros(SEATS)
    if not trick_is_open(s):
        return
    seat, view = deciding(s), np.empty_like(state)
    counts, actions = new_counts(), np.empty(MAX_ACTIONS, np.int64)
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
        right[1 + way] += right_answers(fields(view), seat, truth, counts, actions)
