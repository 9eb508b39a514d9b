"""Compiled self-play that teaches the pattern evaluation by temporal differences.

Every game starts with some random moves and is then played greedily by the evaluation, with a random move
now and then, until few squares are empty: there the exact result is known. Going back through the game,
each position's weights are moved towards a mix of that result and what the evaluation said one move later
(TD(lambda), Sutton 1988; cut at random moves). Each weight has its own learning rate, which falls as
its errors cancel out (temporal coherence, Beal and Smith 1999).
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.reversi.best.endgame import WORD_ARRAY, exact
from parlour.games.reversi.best.lastmoves import final_score
from parlour.games.reversi.best.patterns import DISCS_AT, LAYOUT, OFFSETS, USED, stage_start, worth
from parlour.games.reversi.lanes import flips_by_lanes, moves_by_lanes
from parlour.games.reversi.rules import ONE, START_BLACK, START_WHITE, ZERO
from parlour.kernel import FLOATS, RNG, compiled, helper, nth_bit, pick, pointer, popcount, trailing, uniform

__all__ = ["MIRROR", "PARTS", "SETTINGS", "WEIGHTS", "greedy", "self_play"]

# How a game is played and learned from.
RANDOM_MOVES, RANDOM_SHARE, TRACE, RATE, EXACT_FROM = range(5)
SETTINGS = ("random_moves", "random_share", "trace", "rate", "exact_from")

MIRROR = LAYOUT.mirror.astype(np.int32)
WEIGHTS = types.Array(types.float32, 1, "C")
PARTS = types.Array(types.uint16, 1, "C")
_MIRROR = types.Array(types.int32, 1, "C")
_LONGEST = 64


@helper
def value_after(own, opp, weights, parts, lanes):
    """What a position after a move is worth for the side that moved (`own` is the side to answer)."""
    if moves_by_lanes(own, opp) != ZERO:
        return -worth(own, opp, weights, parts, lanes)
    if moves_by_lanes(opp, own) == ZERO:
        return np.float64(-final_score(own, opp))
    return np.float64(worth(opp, own, weights, parts, lanes))


@helper
def greedy(own, opp, moves, weights, parts, lanes):
    """The move that looks best one move ahead, and how good it looks."""
    best, chosen = -1000.0, np.int64(0)
    while moves != ZERO:
        square = trailing(moves)
        moves &= moves - ONE
        flips = flips_by_lanes(own, opp, square)
        value = value_after(opp ^ flips, own | flips | (ONE << np.uint64(square)), weights, parts, lanes)
        if value > best:
            best, chosen = value, square
    return chosen, best


@helper
def learn(own, opp, target, rate, weights, sums, sizes, mirror, parts, lanes):
    """Move the weights of a position towards a target; the error before."""
    error = target - worth(own, opp, weights, parts, lanes)
    discs = popcount(own | opp)
    start = stage_start(discs)
    share = rate * error / (USED + 1)
    for i in range(USED + 1):
        at = OFFSETS[i] + np.int64(lanes[i]) if i < USED else DISCS_AT + discs
        place = start + at
        own_rate = abs(sums[place]) / sizes[place] if sizes[place] > 0.0 else 1.0
        step = np.float32(share * own_rate)
        total, size = np.float32(sums[place] + error), np.float32(sizes[place] + abs(error))
        weights[place] += step
        sums[place], sizes[place] = total, size
        twin = start + mirror[at]
        if twin != place:
            weights[twin] = weights[place]
            sums[twin], sizes[twin] = total, size
    return error


@compiled(
    types.float64(types.int64, FLOATS, WEIGHTS, WEIGHTS, WEIGHTS, _MIRROR, PARTS, WORD_ARRAY, WORD_ARRAY, RNG)
)
def self_play(games, settings, weights, sums, sizes, mirror, parts, memory, table, rng):
    """Play and learn; the mean square of the errors."""
    w, s, z, m, p = pointer(weights), pointer(sums), pointer(sizes), pointer(mirror), pointer(parts)
    lane_array = np.zeros(64, np.uint16)
    lanes = pointer(lane_array)
    owns, opps = np.zeros(_LONGEST, np.uint64), np.zeros(_LONGEST, np.uint64)
    seen, random, turned = np.zeros(_LONGEST), np.zeros(_LONGEST, np.int8), np.zeros(_LONGEST, np.int8)
    squares, count = 0.0, 0
    for _ in range(games):
        own, opp, n, solved = START_BLACK, START_WHITE, 0, False
        opening = pick(rng, np.int64(settings[RANDOM_MOVES]) + 1)
        result = 0.0
        while True:
            moves, passed = moves_by_lanes(own, opp), False
            if moves == ZERO:
                own, opp, passed = opp, own, True
                moves = moves_by_lanes(own, opp)
            empties = popcount(~(own | opp))
            if not solved:
                turned[n] = not passed
            if moves == ZERO:
                if not solved:
                    result = np.float64(final_score(own, opp))
                break
            if empties <= settings[EXACT_FROM]:
                value = np.float64(exact(own, opp, -64, 64, empties, pointer(memory), pointer(table)))
                learn(own, opp, value, settings[RATE], w, s, z, m, p, lanes)
                if not solved:
                    result, solved = value, True
            square, value = greedy(own, opp, moves, w, p, lanes)
            strays = (not solved and n < opening) or uniform(rng) < settings[RANDOM_SHARE]
            if strays:
                square = nth_bit(moves, pick(rng, popcount(moves)))
            if not solved:
                owns[n], opps[n], seen[n], random[n] = own, opp, value, strays
                n += 1
            flips = flips_by_lanes(own, opp, square)
            own, opp = opp ^ flips, own | flips | (ONE << np.uint64(square))
        for t in range(n - 1, -1, -1):
            later = -result if turned[t + 1] else result
            result = seen[t]
            if not random[t]:
                result += settings[TRACE] * (later - seen[t])
            error = learn(owns[t], opps[t], result, settings[RATE], w, s, z, m, p, lanes)
            squares += error * error
            count += 1
    return squares / max(count, 1)
