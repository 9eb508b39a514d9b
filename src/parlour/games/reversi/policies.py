"""The course's ladder of opponents, as compiled policies; each is one rung above the last."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.reversi.lanes import after_move, moves_by_lanes
from parlour.games.reversi.rules import PASS, ZERO, bit, fields
from parlour.kernel import ANY, bits, compiled, helper, nth_bit, pick, policy, popcount, uniform

CORNERS = tuple(bit(square) for square in (0, 7, 56, 63))
ALL_CORNERS = CORNERS[0] | CORNERS[1] | CORNERS[2] | CORNERS[3]
# The three squares beside each corner, in the same order.
BESIDE = tuple(np.uint64(mask) for mask in (0x0302, 0xC040, 0x0203 << 48, 0x40C0 << 48))
CORNER, RISK, MOBILITY = 8.0, 3.0, 0.8
LATE, LATE_PLIES = 54, 10  # after so many moves roderigo and duke look so much further ahead
_WON = 1000.0


class Coefficients(NamedTuple):
    """What a player counts, and for how much."""

    discs: float
    corner: float
    risk: float  # of a disc beside an empty corner
    mobility: float


_COEFFICIENTS = types.NamedUniTuple(types.float64, 4, Coefficients)


@policy
def iago(state, rng):
    """A corner when there is one to take, else any move."""
    corners = fields(state).moves & ALL_CORNERS
    return nth_bit(corners, pick(rng, popcount(corners))) if corners != ZERO else ANY


@helper
def _beside_empty(side, empty):
    """Discs beside a corner that is still empty."""
    total = 0
    for i in range(4):
        if CORNERS[i] & empty != ZERO:
            total += popcount(side & BESIDE[i])
    return total


@helper
def _judge(own, opp, by):
    """Disc difference, corners, discs beside empty corners and mobility, for the side to move."""
    empty = ~(own | opp)
    value = by.discs * (popcount(own) - popcount(opp))
    value += by.corner * (popcount(own & ALL_CORNERS) - popcount(opp & ALL_CORNERS))
    value -= by.risk * (_beside_empty(own, empty) - _beside_empty(opp, empty))
    if by.mobility != 0.0:
        value += by.mobility * (popcount(moves_by_lanes(own, opp)) - popcount(moves_by_lanes(opp, own)))
    return value


_F, _U = types.float64, types.uint64


@compiled(_F(_U, _U, types.int64, _F, _F, types.boolean, _COEFFICIENTS))
def _negamax(own, opp, depth, alpha, beta, prune, by):
    """The value for the side to move, judged `by` coefficients `depth` moves on.

    It is exact within (alpha, beta), and everywhere without `prune`; a finished game counts its discs and
    far more.
    """
    moves = moves_by_lanes(own, opp)
    if moves == ZERO:
        if moves_by_lanes(opp, own) == ZERO:
            lead = popcount(own) - popcount(opp)
            return lead + (_WON if lead > 0 else (-_WON if lead < 0 else 0.0))
        if depth > 0:
            return -_negamax(opp, own, depth - 1, -beta, -alpha, prune, by)
    if depth == 0:
        return _judge(own, opp, by)
    best = -np.inf
    for square in bits(moves):
        other, after = after_move(own, opp, square)
        value = -_negamax(other, after, depth - 1, -beta, -alpha, prune, by)
        best, alpha = max(best, value), max(alpha, value)
        if prune and alpha >= beta:
            break
    return best


@helper
def _look_ahead(state, depth, prune, by, rng):
    """One of the best moves by a search of `depth` plies, drawn uniformly among equals."""
    s = fields(state)
    moves = s.moves
    if moves == ZERO:
        return PASS
    best, choice, equals = -np.inf, 0, 0
    for square in bits(moves):
        other, after = after_move(s.own, s.opp, square)
        value = -_negamax(other, after, depth - 1, -np.inf, np.inf, prune, by)
        if value > best:
            best, equals = value, 0
        if value == best:
            equals += 1
            if pick(rng, equals) == 0:
                choice = square
    return choice


@policy
def cassio(state, rng):
    """Minimax of 3 plies: disc difference, 8 for a corner, -3 for a disc beside an empty corner."""
    return _look_ahead(state, 3, False, Coefficients(1.0, CORNER, RISK, 0.0), rng)


@policy
def desdemona(state, rng):
    """As cassio, 4 plies."""
    return _look_ahead(state, 4, False, Coefficients(1.0, CORNER, RISK, 0.0), rng)


@helper
def _mood(rng):
    """A factor between .8 and 1.2."""
    return 0.8 + 0.4 * uniform(rng)


@helper
def _with_moods(state, depth, prune, rng):
    """Discs count the more the later it is; every coefficient varies from decision to decision."""
    s = fields(state)
    moves = popcount(s.own | s.opp) - 4
    plies = depth + (LATE_PLIES if moves > LATE else 0)
    discs = _mood(rng) * (moves + 10) / 60
    corner, risk = _mood(rng) * CORNER, _mood(rng) * RISK
    return _look_ahead(state, plies, prune, Coefficients(discs, corner, risk, _mood(rng) * MOBILITY), rng)


@policy
def roderigo(state, rng):
    """Minimax of 4 plies with mobility; 10 plies more after move 54."""
    return _with_moods(state, 4, False, rng)


@policy
def duke(state, rng):
    """As roderigo, with alpha-beta and 5 plies."""
    return _with_moods(state, 5, True, rng)
