"""How a position of Jungle looks: animals by their squares, free roads to the den, and the quiet moves.

The value is a weighted sum, own features minus the enemy's. The weights are, one after the other:

    SQUARES_AT   an animal on a square: 36 * rank + 4 * row + column, seen from its own side with the
                 enemy's den at the top, columns a = g, b = f, c = e, d
    ROADS_AT     an animal that none (or only one) of the living enemies can take, by its distance from
                 the enemy's den: 16 * takers + distance
    CHASE_AT     an animal by its way to the nearest enemy that it can take: 8 * rank + moves (7 = more)
    LEAD_AT      who would win if nothing more were taken (sheet only), by the quiet moves: quiet // 5
    DECIDER_AT   the same by the animal that decides it: 3 * rank + the enemies that can take it (2 = more),
                 rank 8 when both hold the same
    HUNT_AT      a Rat while the enemy's Elephant lives
    TEMPO_AT     the right to move
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.jungle import GAME, kinds
from parlour.games.jungle.animals import DISTANCES, KINDS, PREY, TAKERS, WAYS
from parlour.games.jungle.kinds import SIZE
from parlour.games.jungle.moves import list_takings
from parlour.games.jungle.rules import move
from parlour.games.jungle.state import GONE, MAX_ACTIONS, RUNNING, WON_0, fields
from parlour.games.jungle.terrain import COLUMNS, ELEPHANT, RAT, ROWS, SQUARES
from parlour.kernel import (
    FLOATS,
    INT_ROWS,
    STATE_ROWS,
    bits,
    compiled,
    copy,
    helper,
    heuristic,
    leading,
    popcount,
    row,
)
from parlour.model import load_model

__all__ = [
    "DEEPEST", "SCALE", "WEIGHTS", "calm", "chance", "evaluate", "final_value", "first_weights", "gather",
    "weights_of",
]  # fmt: skip

SQUARES_AT, ROADS_AT, CHASE_AT, LEAD_AT, DECIDER_AT, HUNT_AT, TEMPO_AT = 0, 288, 320, 384, 390, 417, 418
SCALE = 100.0  # the value at which a win looks 73 % likely
WON = 100_000.0
"""The value of a game that is won, beyond anything that the weights can add up to."""


def _cell(seat: int, square: int) -> int:
    """The number of a square among the 36 that a side tells apart."""
    row, column = divmod(square, COLUMNS)
    return 4 * (row if seat == 0 else ROWS - 1 - row) + min(column, COLUMNS - 1 - column)


CELLS = np.array([[_cell(seat, square) for square in range(SQUARES)] for seat in (0, 1)], np.int64)


def first_weights() -> np.ndarray:
    """Weights by rule of thumb, from which training starts."""
    weights = np.zeros(SIZE)
    worth = (60.0, 25.0, 35.0, 45.0, 55.0, 90.0, 100.0, 100.0)
    for rank in range(8):
        for square in range(SQUARES):
            near = DISTANCES[0, KINDS[rank], square]
            weights[SQUARES_AT + 36 * rank + CELLS[0, square]] = worth[rank] + 2.0 * max(0, 12 - near)
    for distance in range(16):
        weights[ROADS_AT + distance] = 4.0 * max(0, 12 - distance)
    weights[LEAD_AT:DECIDER_AT] = (5.0, 8.0, 12.0, 18.0, 30.0, 60.0)
    weights[HUNT_AT] = 20.0
    weights[TEMPO_AT] = 2.0
    return weights


def weights_of(model: str | None = None) -> np.ndarray:
    """The weights of a model, or Parlour's: a row for each rule set."""
    return load_model(GAME, kinds.WEIGHTS, model, "weights").arrays["weights"]


WEIGHTS = weights_of()


@helper
def living(s, seat):
    """The ranks that a player still has, as bits."""
    ranks = 0
    for rank in range(8):
        ranks |= (1 << rank) if s.places[seat, rank] != GONE else 0
    return ranks


@helper
def chase(s, seat, rank, square, foes):
    """How many moves an animal is from the nearest of the `foes` that it can take, 7 at most."""
    nearest, kind, prey = 7, KINDS[rank], np.uint64(foes & PREY[rank])
    for victim in bits(prey):
        nearest = min(nearest, np.int64(WAYS[kind, s.places[1 - seat, victim], square]))
    return nearest


@helper
def _side(s, seat, foes, weights):
    """The features of one player's animals, weighted."""
    total = 0.0
    for rank in range(8):
        square = np.int64(s.places[seat, rank])
        if square == GONE:
            continue
        total += weights[SQUARES_AT + 36 * rank + CELLS[seat, square]]
        takers = popcount(np.uint64(foes & TAKERS[rank]))
        if takers < 2:
            total += weights[ROADS_AT + 16 * takers + DISTANCES[seat, KINDS[rank], square]]
        total += weights[CHASE_AT + 8 * rank + chase(s, seat, rank, square, foes)]
    if s.places[seat, RAT] != GONE and foes >> ELEPHANT:
        total += weights[HUNT_AT]
    return total


@helper
def lead(first, second):
    """Who would win if nothing more were taken (1 or -1, for player 0), and by which animal."""
    only = np.int64(first ^ second)
    if only == 0:
        return -1.0, 24
    rank = 63 - leading(np.uint64(only))
    ahead = first >> rank & 1
    takers = min(2, popcount(np.uint64((second if ahead else first) & TAKERS[rank])))
    return (1.0 if ahead else -1.0), 3 * rank + takers


@helper
def evaluate(s, seat, weights):
    """The value of a running game for a player."""
    total = _side(s, 0, living(s, 1), weights) - _side(s, 1, living(s, 0), weights)
    if not s.judge:
        ahead, decider = lead(living(s, 0), living(s, 1))
        total += ahead * (weights[LEAD_AT + s.quiet // 5] + weights[DECIDER_AT + decider])
    total += weights[TEMPO_AT] if s.turn == 0 else -weights[TEMPO_AT]
    return total if seat == 0 else -total


@helper
def gather(s, facts):
    """Write the features that `evaluate` weighs, for player 0."""
    facts[:] = 0.0
    for seat in range(2):
        sign, foes = (1.0 if seat == 0 else -1.0), living(s, 1 - seat)
        for rank in range(8):
            square = np.int64(s.places[seat, rank])
            if square == GONE:
                continue
            facts[SQUARES_AT + 36 * rank + CELLS[seat, square]] += sign
            takers = popcount(np.uint64(foes & TAKERS[rank]))
            if takers < 2:
                facts[ROADS_AT + 16 * takers + DISTANCES[seat, KINDS[rank], square]] += sign
            facts[CHASE_AT + 8 * rank + chase(s, seat, rank, square, foes)] += sign
        if s.places[seat, RAT] != GONE and foes >> ELEPHANT:
            facts[HUNT_AT] += sign
    if not s.judge:
        ahead, decider = lead(living(s, 0), living(s, 1))
        facts[LEAD_AT + s.quiet // 5] = ahead
        facts[DECIDER_AT + decider] = ahead
    facts[TEMPO_AT] = 1.0 if s.turn == 0 else -1.0


@helper
def final_value(s, seat):
    """The value of a finished game for a player."""
    if s.result == WON_0 + seat:
        return WON
    return -WON if s.result == WON_0 + 1 - seat else 0.0


@helper
def chance(value):
    """A value as the chance to win that it suggests."""
    return 1.0 / (1.0 + np.exp(-value / SCALE))


DEEPEST = 12  # takings in a row that are looked at


@compiled(
    types.float64(STATE_ROWS, INT_ROWS, types.int64, types.int64, types.float64, types.float64, FLOATS),
    late=True,
)
def calm(states, lists, ply, left, alpha, beta, weights):
    """The value for the player to move of ``states[ply]`` once takings (and steps into the den) are done.

    It looks at most `left` takings ahead and is exact within (alpha, beta); a ply has a row of `states` for
    its position and one of `lists` for its takings.
    """
    state, actions = row(states, ply), row(lists, ply)
    s = fields(state)
    seat = np.int64(s.turn)
    if s.result != RUNNING:
        return final_value(s, seat)
    best = evaluate(s, seat, weights)
    if best >= beta or left == 0:
        return best
    after = row(states, ply + 1)
    for i in range(list_takings(s, actions)):
        copy(after, state)
        move(fields(after), seat, actions[i] >> 6, actions[i] & 63)
        value = -calm(states, lists, ply + 1, left - 1, -beta, -max(alpha, best), weights)
        best = max(best, value)
        if best >= beta:
            break
    return best


@heuristic
def static(state, seat):
    """The weighted features of the position as it stands."""
    s = fields(state)
    return evaluate(s, seat, row(WEIGHTS, s.judge)) if s.result == RUNNING else final_value(s, seat)


@heuristic
def settled(state, seat):
    """The weighted features once all takings that pay are made."""
    states = np.empty((DEEPEST + 1, state.size), np.uint8)
    lists = np.empty((DEEPEST + 1, MAX_ACTIONS), np.int64)
    copy(row(states, 0), state)
    value = calm(states, lists, 0, DEEPEST, -np.inf, np.inf, row(WEIGHTS, fields(state).judge))
    return value if fields(state).turn == seat else -value
