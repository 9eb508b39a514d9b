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
    new_notes,
)
from parlour.games.ticket_to_ride.net.features import describe
from parlour.games.ticket_to_ride.net.kinds import LATER
from parlour.games.ticket_to_ride.net.model import Network
from parlour.games.ticket_to_ride.state import FIRST, fields
from parlour.kernel import FLOAT_ROWS, FLOATS, RNG, STATE, compiled, helper

__all__ = ["FORBIDDEN", "NETWORK_TYPE", "net_action"]

FORBIDDEN = -2  # the network chose what the rules forbid

NETWORK_TYPE = types.NamedTuple((FLOATS, FLOATS, *(FLOAT_ROWS, FLOATS) * 3), Network)
"""What compiled code sees of a `Network`."""


@helper
def _layer(values, weights, biases, rectify):
    """One layer of the network."""
    out = biases.copy()
    for i in range(values.size):
        if values[i] != 0.0:
            for j in range(out.size):
                out[j] += values[i] * weights[i, j]
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
def _classify(s, plan, inputs, mask, net):
    """The network's general decision: the best class, or the best that is allowed."""
    values = (inputs[: net.mean.size] - net.mean) / net.scale
    values = _layer(values, net.weights_0, net.biases_0, True)
    values = _layer(values, net.weights_1, net.biases_1, True)
    odds = _layer(values, net.weights_2, net.biases_2, False)
    best = -1
    for decision in range(4):
        if mask and not _is_allowed(s, plan, decision):
            continue
        if best < 0 or odds[decision] > odds[best]:
            best = decision
    return best


@helper
def _net_turn(s, mask, rng, net):
    """The network's action for a turn, or `FORBIDDEN`."""
    seat, inputs, plan = np.int64(s.turn), np.empty(len(LATER)), np.empty(6, np.int64)
    notes = new_notes()
    make_plan(s, seat, PROGRAM, notes, plan)
    describe(s, seat, plan, inputs)
    decision = _classify(s, plan, inputs, mask, net)
    if not _is_allowed(s, plan, decision):
        return FORBIDDEN
    return carry_out(s, seat, decision, PROGRAM, notes, plan, rng)


@compiled(types.int64(STATE, RNG, types.boolean, NETWORK_TYPE))
def net_action(state, rng, mask, net):
    """The network's action; whatever is not a general decision is the algorithm's."""
    s = fields(state)
    if s.phase != FIRST:
        return decide(s, PROGRAM, rng)
    return _net_turn(s, mask, rng, net)
