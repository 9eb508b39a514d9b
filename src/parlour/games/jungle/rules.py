"""Jungle's rules: how a game starts, goes on and ends."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour import kernel
from parlour.games.jungle.moves import list_moves, targets
from parlour.games.jungle.state import (
    DRAWN,
    GONE,
    MAX_ACTIONS,
    PASS,
    RUNNING,
    STATE,
    WON_0,
    ZERO,
    bit,
    fields,
    occupant,
    standing,
)
from parlour.games.jungle.terrain import ANIMALS, BOARD, DENS, ELEPHANT, START
from parlour.kernel import SIGNATURES, compiled, helper, mix, nth_bit, pick, popcount, rule

__all__ = [
    "GONE", "MAX_ACTIONS", "QUIET_LIMITS", "STATE", "apply", "key", "leader", "legal", "move", "mover",
    "perft_legal", "playout", "random_game", "rewards", "scores", "settle", "setup",
]  # fmt: skip

QUIET_LIMITS = np.array([30, 50], np.int64)  # moves in a row without a taking, by rule set
START_PLACES = np.array(
    [[START.index(animal) for animal in side] for side in (ANIMALS, ANIMALS.upper())], np.uint8
)


@helper
def alone(s, seat):
    """Whether all enemies of a player are gone."""
    return standing(s, 1 - seat) == ZERO


@helper
def leader(s):
    """Who holds the highest animal that the other lacks; the second player when they hold the same."""
    for rank in range(ELEPHANT, -1, -1):
        first, second = s.places[0, rank] != GONE, s.places[1, rank] != GONE
        if first != second:
            return 0 if first else 1
    return 1


@helper
def outcome(s, seat, square, takes):
    """How the game stands after a move of `seat` to a square, which perhaps takes an animal."""
    if square == DENS[1 - seat] or (takes and alone(s, seat)):
        return WON_0 + seat
    if s.quiet < QUIET_LIMITS[s.judge]:
        return RUNNING
    return DRAWN if s.judge else WON_0 + leader(s)


@helper
def move(s, seat, rank, square):
    """Put an animal on a square and hand over the turn; a taking starts the quiet moves afresh."""
    victim = occupant(s, 1 - seat, square)
    s.places[seat, rank] = square
    if victim >= 0:
        s.places[1 - seat, victim] = GONE
        s.quiet = 0
    else:
        s.quiet += 1
    s.turn = 1 - seat
    s.result = outcome(s, seat, square, victim >= 0)


@helper
def pass_on(s):
    """A player without a legal move passes."""
    s.quiet += 1
    s.turn = 1 - s.turn
    s.result = outcome(s, 1 - s.turn, GONE, False)


@rule
def setup(state, options, rng):
    s = fields(state)
    for seat in range(2):
        for rank in range(8):
            s.places[seat, rank] = START_PLACES[seat, rank]
    s.judge = options[0]


@compiled(types.void(kernel.STATE), late=True)
def settle(state):
    """Work out the result of a position that was set up by hand."""
    s = fields(state)
    s.result = outcome(s, 1 - s.turn, GONE, True)
    for seat in range(2):
        if occupant(s, seat, DENS[1 - seat]) >= 0 or alone(s, seat):
            s.result = WON_0 + seat


@rule
def mover(state):
    s = fields(state)
    return -1 if s.result != RUNNING else np.int64(s.turn)


@rule
def legal(state, actions):
    s = fields(state)
    n = list_moves(s, actions)
    if n == 0 and s.result == RUNNING:
        actions[0] = PASS
        return 1
    return n


@compiled(SIGNATURES["legal"], late=True)
def perft_legal(state, actions):
    """The moves as the published counts have them: a player without one has no continuation."""
    return list_moves(fields(state), actions)


@rule
def apply(state, action, rng):
    s = fields(state)
    if action == PASS:
        pass_on(s)
    else:
        seat = np.int64(s.turn)
        move(s, seat, occupant(s, seat, action >> 6), action & 63)


@rule
def scores(state, out):
    """A point for the winner, half a point each for a draw."""
    s = fields(state)
    for seat in range(2):
        out[seat] = 0.5 if s.result == DRAWN else (1.0 if s.result == WON_0 + seat else 0.0)


@rule
def rewards(state, out):
    s = fields(state)
    for seat in range(2):
        if s.result == RUNNING or s.result == DRAWN:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if s.result == WON_0 + seat else -1.0


@rule
def key(state):
    s = fields(state)
    total = np.uint64(s.quiet) << np.uint64(8) | np.uint64(s.turn) << np.uint64(1) | np.uint64(s.judge)
    for seat in range(2):
        word = ZERO
        for rank in range(8):
            word = (word << np.uint64(8)) | np.uint64(s.places[seat, rank])
        total = mix(total ^ word)
    return total


@helper
def random_game(s, masks, rng):
    """Play uniformly drawn moves to the end of the game, with `masks` to write to; how many moves it took."""
    count = 0
    while s.result == RUNNING:
        seat, n = np.int64(s.turn), np.int64(0)
        own, foes, weaker = standing(s, seat), standing(s, 1 - seat), ZERO
        for rank in range(8):
            weaker |= bit(s.places[1 - seat, rank]) & BOARD
            masks[rank] = targets(s, seat, rank, own, foes, weaker)
            n += popcount(masks[rank])
        count += 1
        if n == 0:
            pass_on(s)
            continue
        number, rank = pick(rng, n), 0
        while number >= popcount(masks[rank]):
            number -= popcount(masks[rank])
            rank += 1
        move(s, seat, rank, nth_bit(masks[rank], number))
    return count


@rule
def playout(state, rng):
    """A random game to its end, without the detour over lists of actions."""
    random_game(fields(state), np.empty(8, np.uint64), rng)
