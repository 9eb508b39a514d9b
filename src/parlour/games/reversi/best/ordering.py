"""What the middle game works with, and how it judges and orders moves: by the patterns.

Values are whole numbers, `UNIT` to a disc.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.reversi.best.endgame import BESIDE, CORNERS
from parlour.games.reversi.best.lastmoves import final_score, odd_regions
from parlour.games.reversi.best.memory import NODES, WORD_ARRAY, WORDS, write_move
from parlour.games.reversi.best.patterns import LANES, parts, read_after, read_patterns, total, worth
from parlour.games.reversi.kinds import UNIT
from parlour.games.reversi.lanes import flips_by_lanes, moves_by_lanes
from parlour.games.reversi.rules import ONE, ZERO
from parlour.kernel import bits, helper, pointer, popcount

__all__ = [
    "ARRAYS", "INFINITE", "TOOLS", "Tools", "best_by_evaluation", "list_moves", "new_tools", "pointers",
    "value_now",
]  # fmt: skip

INFINITE = 30000
GROUPS = CORNERS, ~(CORNERS | BESIDE), BESIDE


class Tools(NamedTuple):
    """What a search works with: arrays at the root, pointers to them below."""

    memory: np.ndarray  # see `memory`
    table: np.ndarray  # transpositions
    weights: np.ndarray  # of the patterns
    parts: np.ndarray  # the table behind `read_patterns`
    lanes: np.ndarray  # where it writes to
    before: np.ndarray  # the same before the moves that are judged, for the side that answers


_WEIGHTS, _SHORTS = types.CPointer(types.int16), types.CPointer(types.uint16)
_WEIGHT_ARRAY, _SHORT_ARRAY = types.Array(types.int16, 1, "C"), types.Array(types.uint16, 1, "C")
TOOLS = types.NamedTuple([WORDS, WORDS, _WEIGHTS, _SHORTS, _SHORTS, _SHORTS], Tools)
ARRAYS = types.NamedTuple([WORD_ARRAY, WORD_ARRAY, _WEIGHT_ARRAY, *[_SHORT_ARRAY] * 3], Tools)


def new_tools(memory: np.ndarray, table: np.ndarray, weights: np.ndarray) -> Tools:
    """What a search with some weights works with."""
    return Tools(memory, table, weights, parts(), np.zeros(LANES, np.uint16), np.zeros(LANES, np.uint16))


@helper
def pointers(tools):
    """The same as pointers to the arrays."""
    memory, table, weights = pointer(tools.memory), pointer(tools.table), pointer(tools.weights)
    return Tools(memory, table, weights, pointer(tools.parts), pointer(tools.lanes), pointer(tools.before))


@helper
def value_now(t, own, opp):
    """What the evaluation makes of a position, for the side with `own` discs, which is to move."""
    return np.int64(worth(own, opp, t.weights, t.parts, t.lanes))


@helper
def _value_after(t, own, opp, square, flips):
    """What a move is worth for the side that moved (`own` is to answer, `t.before` was read), and answers."""
    answers = moves_by_lanes(own, opp)
    if answers != ZERO:
        read_after(square, flips, t.before, t.parts, t.lanes)
        return -np.int64(total(own, opp, t.weights, t.lanes)), answers
    if moves_by_lanes(opp, own) == ZERO:
        return -UNIT * final_score(own, opp), answers
    return value_now(t, opp, own), answers


@helper
def best_by_evaluation(t, own, opp, moves, alpha):
    """The best of the moves, each judged by the evaluation alone; the first above `alpha` ends it.

    Corners come first, and what gives them away last.
    """
    read_patterns(opp, own, t.parts, t.before)
    best = np.int64(-INFINITE)
    for group in GROUPS:
        for square in bits(moves & group):
            t.memory[NODES] += ONE
            flips = flips_by_lanes(own, opp, square)
            after = own | flips | (ONE << np.uint64(square))
            value, _ = _value_after(t, opp ^ flips, after, square, flips)
            if value > best:
                best = value
                if best > alpha:
                    return best
    return best


@helper
def list_moves(t, own, opp, moves, first, to_end, at):
    """Write the moves with their flips and ranks to the list at `at`; how many.

    `first`, the table's move, comes first, then those of high value that leave few answers.
    """
    n = 0
    mobility = np.int64(4 * UNIT if to_end else UNIT // 2)
    odd = odd_regions(~(own | opp))
    read_patterns(opp, own, t.parts, t.before)
    for square in bits(moves):
        here = ONE << np.uint64(square)
        flips = flips_by_lanes(own, opp, square)
        after, other = own | flips | here, opp ^ flips
        rank = np.int64(1 << 30)
        if other != ZERO:
            rank = np.int64(1 << 29)
            if square != first:
                value, answers = _value_after(t, other, after, square, flips)
                rank = (
                    np.int64(1 << 20) + value - mobility * (popcount(answers) + popcount(answers & CORNERS))
                )
                if here & odd != ZERO:
                    rank += UNIT
        write_move(t.memory, at, n, rank, square, flips)
        n += 1
    return n
