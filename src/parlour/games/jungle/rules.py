"""Jungle's rules, a square for each animal and masks of squares for the moves.

An action is 64 * (square left) + square entered, or `PASS`. See `terrain` for the numbers of squares.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour import kernel
from parlour.games.jungle.terrain import (
    ANIMALS,
    BOARD,
    CROSSINGS,
    DENS,
    ELEPHANT,
    LANDINGS,
    RAT,
    START,
    SWIMS,
    TIGER,
    TRAPS,
    WALKS,
    WATER,
)
from parlour.kernel import SIGNATURES, compiled, helper, mix, nth_bit, pick, popcount, record, rule, trailing

__all__ = [
    "DRAWN", "GONE", "MAX_ACTIONS", "PASS", "QUIET_LIMITS", "RUNNING", "STATE", "WON_0", "WON_1", "ZERO",
    "apply", "bit", "fields", "key", "leader", "legal", "list_takings", "move", "mover", "occupant",
    "perft_legal", "playout", "prize", "random_game", "rewards", "scores", "settle", "setup", "standing",
    "targets",
]  # fmt: skip

SHEET, JUDGE = 0, 1
QUIET_LIMITS = np.array([30, 50], np.int64)  # moves in a row without a taking, by rule set
GONE = 63  # the square of an animal that was taken
PASS = 64 * 63 + 63
MAX_ACTIONS = 32
RUNNING, WON_0, WON_1, DRAWN = range(4)

STATE = np.dtype(
    [
        ("places", np.uint8, (2, 8)),  # places[seat, rank]: the square of an animal, Rat 0 .. Elephant 7
        ("turn", np.int8),
        ("quiet", np.uint8),  # moves since the last taking
        ("judge", np.int8),  # the rule set
        ("result", np.int8),  # RUNNING, WON_0, WON_1 or DRAWN
    ],
    align=True,
)

fields = record(STATE)

ZERO, ONE = np.uint64(0), np.uint64(1)
START_PLACES = np.array(
    [[START.index(animal) for animal in side] for side in (ANIMALS, ANIMALS.upper())], np.uint8
)


@helper
def bit(square):
    """The mask of one square."""
    return ONE << np.uint64(square)


@helper
def standing(s, seat):
    """The squares on which a player's animals stand."""
    found = ZERO
    for rank in range(8):
        found |= bit(s.places[seat, rank])
    return found & BOARD


@helper
def targets(s, seat, rank, own, foes, weaker):
    """The squares that an animal may enter; `weaker` are the enemies of its rank and below."""
    square = np.int64(s.places[seat, rank])
    if square == GONE:
        return ZERO
    if rank == RAT:
        return _rat_targets(s, seat, square, own, foes, weaker)
    steps = WALKS[seat, square]
    prey = weaker | (foes & TRAPS)  # an animal on a trap has no strength
    if rank == ELEPHANT:  # it takes a Rat only on a trap; in the judge's rules, never
        rat = bit(s.places[1 - seat, RAT])
        prey &= ~rat if s.judge else ~rat | TRAPS
    elif rank >= TIGER:
        steps |= _jumps(s, seat, square)
    return steps & ~own & (~foes | prey)


@helper
def _rat_targets(s, seat, square, own, foes, weaker):
    """The Rat takes Rat and Elephant, but nothing on the land when it comes out of the water."""
    prey = weaker | (foes & TRAPS) | bit(s.places[1 - seat, ELEPHANT])
    if bit(square) & WATER != ZERO:
        prey &= WATER
    return SWIMS[seat, square] & ~own & (~foes | prey)


@helper
def _jumps(s, seat, square):
    """Where Tiger and Lion land, straight over a pond without an enemy Rat (judge: any Rat) in the way."""
    rats = bit(s.places[1 - seat, RAT])
    if s.judge:
        rats |= bit(s.places[seat, RAT])
    landings = ZERO
    for i in range(2):
        if CROSSINGS[square, i] & rats == ZERO:
            landings |= LANDINGS[square, i]
    return landings


@helper
def occupant(s, seat, square):
    """The rank of a player's animal on a square; -1 when there is none."""
    for rank in range(8):
        if s.places[seat, rank] == square:
            return rank
    return -1


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
def outcome(s, seat, entered, taken):
    """How the game stands after a move of `seat` to the square `entered`."""
    if entered == DENS[1 - seat] or (taken and alone(s, seat)):
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


@compiled(types.void(kernel.STATE))
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


@helper
def list_moves(s, actions):
    """Write all moves, animal by animal from the Rat up; how many there are."""
    if s.result != RUNNING:
        return 0
    seat, n = np.int64(s.turn), 0
    own, foes, weaker = standing(s, seat), standing(s, 1 - seat), ZERO
    for rank in range(8):
        weaker |= bit(s.places[1 - seat, rank]) & BOARD
        left = targets(s, seat, rank, own, foes, weaker)
        while left != ZERO:
            actions[n] = 64 * np.int64(s.places[seat, rank]) + trailing(left)
            left &= left - ONE
            n += 1
    return n


@helper
def list_takings(s, actions):
    """Write the moves that take or enter the den, as 64 * rank + square; how many there are.

    The step into the den comes first, then the highest victims, each taken by the lowest animal first.
    """
    seat, n = np.int64(s.turn), 0
    own, foes, weaker = standing(s, seat), standing(s, 1 - seat), ZERO
    goals = foes | bit(DENS[1 - seat])
    for rank in range(8):
        weaker |= bit(s.places[1 - seat, rank]) & BOARD
        left = targets(s, seat, rank, own, foes, weaker) & goals
        while left != ZERO:
            square = trailing(left)
            left &= left - ONE
            worth, at = prize(s, seat, square), n
            while at > 0 and prize(s, seat, actions[at - 1] & 63) < worth:
                actions[at] = actions[at - 1]
                at -= 1
            actions[at] = 64 * rank + square
            n += 1
    return n


@helper
def prize(s, seat, square):
    """What entering a square brings a player: the rank of the victim, 8 for the den, -1 for nothing."""
    return 8 if square == DENS[1 - seat] else occupant(s, 1 - seat, square)


@rule
def legal(state, actions):
    s = fields(state)
    n = list_moves(s, actions)
    if n == 0 and s.result == RUNNING:
        actions[0] = PASS
        return 1
    return n


@compiled(SIGNATURES["legal"])
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
    played = 0
    while s.result == RUNNING:
        seat, n = np.int64(s.turn), np.int64(0)
        own, foes, weaker = standing(s, seat), standing(s, 1 - seat), ZERO
        for rank in range(8):
            weaker |= bit(s.places[1 - seat, rank]) & BOARD
            masks[rank] = targets(s, seat, rank, own, foes, weaker)
            n += popcount(masks[rank])
        played += 1
        if n == 0:
            pass_on(s)
            continue
        number, rank = pick(rng, n), 0
        while number >= popcount(masks[rank]):
            number -= popcount(masks[rank])
            rank += 1
        move(s, seat, rank, nth_bit(masks[rank], number))
    return played


@rule
def playout(state, rng):
    """A random game to its end, without the detour over lists of actions."""
    random_game(fields(state), np.empty(8, np.uint64), rng)
