"""Compiled self-play that teaches the pattern evaluation by temporal differences.

Every game starts with some random moves and is then played greedily by the evaluation, with a random move
now and then, until few squares are empty: there the exact result is known. Going back through the game,
each position's weights are moved towards a mix of that result and what the evaluation said one move later
(TD(lambda), Sutton 1988; cut at random moves). Each weight has its own learning rate, which falls as
its errors cancel out (temporal coherence, Beal and Smith 1999).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.reversi.best.endgame import exact
from parlour.games.reversi.best.lastmoves import final_score
from parlour.games.reversi.best.memory import WORD_ARRAY
from parlour.games.reversi.best.patterns import DISCS_AT, OFFSETS, USED, stage_start, worth
from parlour.games.reversi.lanes import after_move, moves_by_lanes, next_mover
from parlour.games.reversi.rules import START_BLACK, START_WHITE, ZERO
from parlour.kernel import RNG, bits, compiled, helper, nth_bit, pick, pointer, popcount, uniform

__all__ = ["PATTERNS", "Learning", "Patterns", "Settings", "greedy", "pointers", "self_play"]


class Settings(NamedTuple):
    """How a game is played and learned from."""

    random_moves: float = 20.0  # a game starts with up to so many random moves
    random_share: float = 0.1  # and later on makes a random move so often
    trace: float = 0.7  # lambda: the weight of what happened later against what was expected
    rate: float = 1.0
    exact_from: float = 8.0  # with so few empty squares the result is solved


class Patterns(NamedTuple):
    """What judges a position: arrays in Python, pointers to them in a game."""

    weights: np.ndarray
    parts: np.ndarray  # the table behind `read_patterns`
    lanes: np.ndarray  # where it writes to


class Learning(NamedTuple):
    """What each weight has learned from, likewise."""

    sums: np.ndarray  # of errors
    sizes: np.ndarray  # the sum of their absolute values
    mirror: np.ndarray  # the weight that must always equal this one


_FLOATS, _SHORTS = types.Array(types.float32, 1, "C"), types.Array(types.uint16, 1, "C")
PATTERNS = types.NamedTuple([_FLOATS, _SHORTS, _SHORTS], Patterns)
_LEARNING = types.NamedTuple([_FLOATS, _FLOATS, types.Array(types.int32, 1, "C")], Learning)
_SETTINGS = types.NamedUniTuple(types.float64, len(Settings._fields), Settings)
_LONGEST = 64


@helper
def pointers(patterns):
    """The same patterns, passed on without the cost of counting references."""
    return Patterns(pointer(patterns.weights), pointer(patterns.parts), pointer(patterns.lanes))


@helper
def _worth(p, own, opp):
    """What a position is worth for the side with `own` discs, which is to move."""
    return worth(own, opp, p.weights, p.parts, p.lanes)


@helper
def _value_after(p, own, opp):
    """What a position after a move is worth for the side that moved (`own` is the side to answer)."""
    if moves_by_lanes(own, opp) != ZERO:
        return -_worth(p, own, opp)
    if moves_by_lanes(opp, own) == ZERO:
        return np.float64(-final_score(own, opp))
    return np.float64(_worth(p, opp, own))


@helper
def greedy(p, own, opp, moves):
    """The move that looks best one move ahead, and how good it looks."""
    best, choice = -1000.0, np.int64(0)
    for square in bits(moves):
        value = _value_after(p, *after_move(own, opp, square))
        if value > best:
            best, choice = value, square
    return choice, best


@helper
def _learn(p, learning, own, opp, target, rate):
    """Move the weights of a position towards a target; the error before."""
    weights, sums, sizes = p.weights, learning.sums, learning.sizes
    error = target - _worth(p, own, opp)
    discs = popcount(own | opp)
    start = stage_start(discs)
    share = rate * error / (USED + 1)
    for i in range(USED + 1):
        at = OFFSETS[i] + np.int64(p.lanes[i]) if i < USED else DISCS_AT + discs
        place = start + at
        own_rate = abs(sums[place]) / sizes[place] if sizes[place] > 0.0 else 1.0
        step = np.float32(share * own_rate)
        total, size = np.float32(sums[place] + error), np.float32(sizes[place] + abs(error))
        weights[place] += step
        sums[place], sizes[place] = total, size
        twin = start + learning.mirror[at]
        if twin != place:
            weights[twin] = weights[place]
            sums[twin], sizes[twin] = total, size
    return error


@compiled(types.float64(types.int64, _SETTINGS, PATTERNS, _LEARNING, WORD_ARRAY, WORD_ARRAY, RNG))
def self_play(games, how, patterns, learning, memory, table, rng):
    """Play so many games and learn from them; the mean square of the errors.

    `memory` and `table` are those of the search that solves the end.
    """
    p = pointers(patterns)
    history = Learning(pointer(learning.sums), pointer(learning.sizes), pointer(learning.mirror))
    owns, opps, values = np.zeros(_LONGEST, np.uint64), np.zeros(_LONGEST, np.uint64), np.zeros(_LONGEST)
    strays, alternates = np.zeros(_LONGEST, np.int8), np.zeros(_LONGEST, np.int8)
    squares, count = 0.0, 0
    for _ in range(games):
        own, opp, n, solved = START_BLACK, START_WHITE, 0, False
        opening = pick(rng, np.int64(how.random_moves) + 1)
        result = 0.0
        while True:
            own, opp, moves, passed = next_mover(own, opp)
            empties = popcount(~(own | opp))
            if not solved:
                alternates[n] = not passed
            if moves == ZERO:
                if not solved:
                    result = np.float64(final_score(own, opp))
                break
            if empties <= how.exact_from:
                value = np.float64(exact(own, opp, -64, 64, empties, pointer(memory), pointer(table)))
                _learn(p, history, own, opp, value, how.rate)
                if not solved:
                    result, solved = value, True
            square, value = greedy(p, own, opp, moves)
            stray = (not solved and n < opening) or uniform(rng) < how.random_share
            if stray:
                square = nth_bit(moves, pick(rng, popcount(moves)))
            if not solved:
                owns[n], opps[n], values[n], strays[n] = own, opp, value, stray
                n += 1
            own, opp = after_move(own, opp, square)
        for t in range(n - 1, -1, -1):
            later = -result if alternates[t + 1] else result
            result = values[t]
            if not strays[t]:
                result += how.trace * (later - values[t])
            error = _learn(p, history, owns[t], opps[t], result, how.rate)
            squares += error * error
            count += 1
    return squares / max(count, 1)
