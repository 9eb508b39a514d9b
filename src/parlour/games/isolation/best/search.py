"""The search of the strongest player: deeper and deeper, by who has more room, until the end is proven.

A value is a number of points for the side to move. Where the end is in sight it is `WON` and the squares that
will be free then, so that the winner hurries and the loser holds out: every move takes one square. Elsewhere
it is smaller, and comes from the room that each pawn reaches first.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from parlour.games.isolation.best.solver import NEAR, longest_walk, ordered
from parlour.kernel import INTS, STATE, compiled, helper, mix, popcount

__all__ = ["ENTRY", "UNIT", "WON", "edges_of", "expected_move", "search"]

WON = 10_000
"""Values from here on are proven."""

UNIT = 100.0
"""How many points make a win e times as likely as a loss."""

ZERO, ONE = np.uint64(0), np.uint64(1)
NOTHING, EXACT, AT_LEAST, AT_MOST = range(4)
ENTRY = np.dtype(
    [
        ("free", np.uint64),
        ("pawns", np.int16),
        ("value", np.int16),
        ("bound", np.int8),
        ("move", np.int8),
        ("depth", np.int8),
    ],
    align=True,
)
_TABLE = types.Array(numba.from_dtype(ENTRY), 1, "C")
_WALK = 9  # regions up to this size are walked to the end when the pawns are apart
_ROOM = (70, 60, 30, 22, 14, 10, 8, 4, 3, 3)
"""What a square of room is worth while so many tenths of the board are free; fitted to 5,000 games."""
_REACH = (40, 40, 14, 8, 0, 1, 4, 7, 6, 5)
"""What a square within two steps is worth then."""
_APART = 16  # a square of room that nobody can take any more
_TURN = 22  # what it costs to be the one who must move


@helper
def _spread(squares, size, east, west):
    """The squares within a step of some squares; `east` and `west` are those that have a neighbour there."""
    wide = squares | (squares & east) << ONE | (squares & west) >> ONE
    return wide | wide << size | wide >> size


@helper
def _rooms(edges, free, own, opp):
    """The squares that the side to move reaches first, and those that the other does."""
    size, east, west = edges[0], edges[1], edges[2]
    mine, theirs = ZERO, ZERO
    front, other = ONE << np.uint64(own), ONE << np.uint64(opp)
    while front | other != ZERO:
        front = _spread(front, size, east, west) & free & ~(mine | theirs)
        mine |= front
        other = _spread(other, size, east, west) & free & ~(mine | theirs)
        theirs |= other
    return mine, theirs


@helper
def _race(near, free, mine, theirs, own, opp):
    """The value when each pawn has its squares to itself."""
    if popcount(mine) <= _WALK and popcount(theirs) <= _WALK:
        own_walk = longest_walk(near, mine, own, popcount(mine))
        opp_walk = longest_walk(near, theirs, opp, popcount(theirs))
        left = popcount(free)
        return WON + left - 2 * opp_walk - 1 if own_walk > opp_walk else 2 * own_walk - left - WON
    return _APART * (popcount(mine) - popcount(theirs)) - _TURN


@helper
def _judge(near, edges, free, own, opp):
    """What a position looks like to the side to move."""
    mine, theirs = _rooms(edges, free, own, opp)
    if _spread(mine, edges[0], edges[1], edges[2]) & (theirs | ONE << np.uint64(opp)) == ZERO:
        return _race(near, free, mine, theirs, own, opp)
    size, east, west = edges[0], edges[1], edges[2]
    reach = popcount(_spread(near[own] & free, size, east, west) & free)
    reach -= popcount(_spread(near[opp] & free, size, east, west) & free)
    tenth = 10 * popcount(free) // np.int64(size * size)
    return _ROOM[tenth] * (popcount(mine) - popcount(theirs)) + _REACH[tenth] * reach - _TURN


@helper
def _slot(free, own, opp, table):
    """Where the table keeps a position."""
    return np.int64(mix(free ^ mix(np.uint64(own * 64 + opp))) & np.uint64(table.size - 1))


@compiled(types.int64(types.uint64, types.int64, types.int64, _TABLE))
def expected_move(free, own, opp, table):
    """The move that a search liked best in a position, or -1 when it is not remembered."""
    entry = table[_slot(free, own, opp, table)]
    if entry.bound == NOTHING or entry.free != free or entry.pawns != own * 64 + opp:
        return -1
    return np.int64(entry.move)


@helper
def _settles(entry, depth, alpha, beta):
    """Whether what is remembered of a position is all that a search need know."""
    if entry.depth < depth and abs(entry.value) < WON:
        return False
    if entry.bound == AT_LEAST:
        return entry.value >= beta
    return entry.bound == EXACT or entry.value <= alpha


@compiled(
    types.int64(
        NEAR, NEAR, types.uint64, types.int64, types.int64, types.int64, types.int64, types.int64, _TABLE,
        INTS, STATE,
    )
)  # fmt: skip
def search(near, edges, free, own, opp, alpha, beta, depth, table, nodes, stop):
    """The value for the pawn on `own`, to move against that on `opp`, `depth` plies deep.

    It is exact within (alpha, beta). Raising ``stop[0]`` ends the search.
    """
    exits = near[own] & free
    if exits == ZERO:
        return -WON - popcount(free)
    nodes[0] += 1
    if stop[0]:
        return 0
    value = np.int64(_judge(near, edges, free, own, opp))
    if depth <= 0 or abs(value) >= WON:
        return value
    pawns = np.int64(own * 64 + opp)
    slot = _slot(free, own, opp, table)
    first = -1
    entry = table[slot]
    if entry.bound != NOTHING and entry.free == free and entry.pawns == pawns:
        if _settles(entry, depth, alpha, beta):
            return np.int64(entry.value)
        first = np.int64(entry.move)
    moves = np.empty(8, np.int64)
    best, move, floor = np.int64(-2 * WON), np.int64(-1), alpha
    for i in range(ordered(near, free, opp, exits, first, moves)):
        target = moves[i] % 64
        after = free & ~(ONE << np.uint64(target))
        low = -floor - 1 if i else -beta
        value = -search(near, edges, after, opp, target, low, -floor, depth - 1, table, nodes, stop)
        if i and floor < value < beta:
            value = -search(near, edges, after, opp, target, -beta, -floor, depth - 1, table, nodes, stop)
        if stop[0]:
            return 0
        if value > best:
            best, move = value, target
        floor = max(floor, value)
        if floor >= beta:
            break
    bound = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    entry.free, entry.pawns, entry.value, entry.bound, entry.move = free, pawns, best, bound, move
    entry.depth = depth
    return best


def edges_of(size: int) -> np.ndarray:
    """What spreading needs: the size, and the squares that have a neighbour to the east and to the west."""
    row = (1 << size) - 1
    east = sum((row >> 1) << (size * r) for r in range(size))
    west = sum((row & ~1) << (size * r) for r in range(size))
    return np.array([size, east, west], np.uint64)
