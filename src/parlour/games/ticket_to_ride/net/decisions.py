"""The network's action: its general decision, carried out as the algorithm does."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.ticket_to_ride.labno.decisions import (
    CLAIMING,
    DRAWING,
    PAYABLE,
    PROGRAM,
    TICKETING,
    cards_left,
    carry_out,
    decide,
    make_plan,
)
from parlour.games.ticket_to_ride.net.features import FEATURES, describe
from parlour.games.ticket_to_ride.railways import N_ROUTES
from parlour.games.ticket_to_ride.state import FIRST, fields
from parlour.kernel import FLOATS, RNG, STATE, compiled, helper

__all__ = ["FORBIDDEN", "WEIGHTS", "net_action"]

FORBIDDEN = -2  # the network chose what the rules forbid

_MATRIX = types.Array(types.float64, 2, "C")
WEIGHTS = (FLOATS, FLOATS, _MATRIX, FLOATS, _MATRIX, FLOATS, _MATRIX, FLOATS)
"""The types of a model's arrays: means, scales, then weights and biases of three layers."""


@helper
def _layer(values, weight, bias, rectify):
    """One layer of the network."""
    out = bias.copy()
    for i in range(values.size):
        if values[i] != 0.0:
            for j in range(out.size):
                out[j] += values[i] * weight[i, j]
    if rectify:
        for j in range(out.size):
            out[j] = max(out[j], 0.0)
    return out


@helper
def _is_allowed(s, plan, decision):
    """Whether the rules allow a general decision."""
    if decision == CLAIMING:
        return plan[PAYABLE] > 0
    if decision == DRAWING:
        return cards_left(s)
    if decision == TICKETING:
        return s.tickets_left > 0
    return plan[PAYABLE] == 0 and not cards_left(s) and s.tickets_left == 0


@helper
def _classify(s, plan, inputs, mask, mean, scale, w0, b0, w1, b1, w2, b2):
    """The network's general decision: the best class, or the best that is allowed."""
    values = (inputs - mean) / scale
    odds = _layer(_layer(_layer(values, w0, b0, True), w1, b1, True), w2, b2, False)
    best = -1
    for decision in range(4):
        if mask and not _is_allowed(s, plan, decision):
            continue
        if best < 0 or odds[decision] > odds[best]:
            best = decision
    return best


@helper
def _net_turn(s, mask, rng, inputs, plan, mean, scale, w0, b0, w1, b1, w2, b2):
    """The network's action for a turn, or `FORBIDDEN`."""
    seat = np.int64(s.turn)
    wanted, pays = np.empty(N_ROUTES, np.bool_), np.empty(N_ROUTES, np.int64)
    make_plan(s, seat, PROGRAM, wanted, pays, plan)
    describe(s, seat, plan, inputs)
    decision = _classify(s, plan, inputs, mask, mean, scale, w0, b0, w1, b1, w2, b2)
    if not _is_allowed(s, plan, decision):
        return FORBIDDEN
    return carry_out(s, seat, decision, PROGRAM, wanted, pays, plan, rng)


@compiled(types.int64(STATE, RNG, types.boolean, *WEIGHTS))
def net_action(state, rng, mask, mean, scale, w0, b0, w1, b1, w2, b2):
    """The network's action; whatever is not a general decision is the algorithm's."""
    s = fields(state)
    if s.phase != FIRST:
        return decide(s, PROGRAM, rng)
    inputs, plan = np.empty(len(FEATURES)), np.empty(6, np.int64)
    return _net_turn(s, mask, rng, inputs, plan, mean, scale, w0, b0, w1, b1, w2, b2)
