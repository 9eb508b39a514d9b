"""How the endgame tables are filled: backwards from the positions that are decided (Ströhlein 1970)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.jungle.best.endings import (
    COUNTS,
    DEN_MASK,
    ENDINGS,
    MIRROR,
    NUMBERS,
    SPOTS,
    Endings,
    look_up,
    result_of,
)
from parlour.games.jungle.moves import targets
from parlour.games.jungle.rules import QUIET_LIMITS
from parlour.games.jungle.state import GONE, STATE, WON_0, ZERO, bit, fields
from parlour.games.jungle.terrain import COLUMNS, DENS, RAT
from parlour.kernel import bits, compiled, helper, popcount

__all__ = ["fill"]

SIZE = (STATE.itemsize + 7) // 8 * 8
SAFE, PASSING = 100, 101  # there is a taking that does not lose; there is no move at all
MIDDLE = COLUMNS // 2  # the file that is its own mirror image


class Tools(NamedTuple):
    """What filling a table works with."""

    state: np.ndarray  # the position at hand
    slots: np.ndarray  # the animals, 8 * seat + rank each, in the order in which positions are numbered
    steps: np.ndarray  # by how much the next square of each raises the number of a position
    goals: np.ndarray  # the squares that each of the mover's may enter
    endings: Endings  # the tables so far
    start: int  # where the table begins among all entries
    ways_out: np.ndarray  # of each position: its quiet moves that are not known to lose, `SAFE` or `PASSING`
    queue: np.ndarray  # the numbers of the positions that are decided, in the order in which they were


@helper
def _place(s, slot):
    """The square of an animal."""
    return np.int64(s.places[slot >> 3, slot & 7])


@helper
def _lay_out(t, number):
    """Lay out the position of a number; False when two animals would share a square."""
    s, rest, taken = fields(t.state), number >> 1, ZERO
    s.turn = number & 1
    for i in range(t.slots.size - 1, -1, -1):
        slot = t.slots[i]
        kind = np.int64(slot & 7 == RAT)
        square = SPOTS[kind, rest % COUNTS[kind]]
        rest //= COUNTS[kind]
        s.places[slot >> 3, slot & 7] = square
        if taken & bit(square) != ZERO:
            return False
        taken |= bit(square)
    return True


@helper
def _number(t, mirrored):
    """The number of the position, or of its mirror image."""
    s, number = fields(t.state), 0
    for i in range(t.slots.size):
        slot = t.slots[i]
        kind, square = np.int64(slot & 7 == RAT), _place(s, slot)
        number += t.steps[i] * NUMBERS[kind, MIRROR[square] if mirrored else square]
    return number + np.int64(s.turn)


@helper
def _enemies(t, seat, highest):
    """The squares of a player's enemies up to a rank."""
    s, squares = fields(t.state), ZERO
    for i in range(t.slots.size):
        slot = t.slots[i]
        if slot >> 3 != seat and slot & 7 <= highest:
            squares |= bit(_place(s, slot))
    return squares


@helper
def _aim(t):
    """Find the squares that each of the mover's animals may enter; how many of these moves are quiet."""
    s = fields(t.state)
    seat = np.int64(s.turn)
    own, foes, quiet = _enemies(t, 1 - seat, 7), _enemies(t, seat, 7), np.int64(0)
    for i in range(t.slots.size):
        slot, t.goals[i] = t.slots[i], ZERO
        if slot >> 3 == seat:
            t.goals[i] = targets(s, seat, slot & 7, own, foes, _enemies(t, seat, slot & 7))
            quiet += popcount(t.goals[i] & ~foes)
    return quiet


@helper
def _after_taking(t, i, square):
    """The result of a taking by the i-th animal."""
    s, slot, victim = fields(t.state), t.slots[i], 0
    seat, left, enemies = np.int64(s.turn), _place(s, slot), 0
    for j in range(t.slots.size):
        if t.slots[j] >> 3 != seat:
            enemies += 1
            victim = t.slots[j] if _place(s, t.slots[j]) == square else victim
    if enemies == 1:
        return WON_0 + seat
    s.places[seat, slot & 7], s.places[victim >> 3, victim & 7], s.turn = square, GONE, 1 - seat
    result = result_of(s, look_up(s, t.endings))
    s.places[seat, slot & 7], s.places[victim >> 3, victim & 7], s.turn = left, square, seat
    return np.int64(result)


@helper
def _takings(t):
    """What the mover can force by a taking or a step into the den: a win 1, only losses -1, else 0."""
    seat = np.int64(fields(t.state).turn)
    foes, den, worst = _enemies(t, seat, 7), bit(DENS[1 - seat]), -1
    for i in range(t.slots.size):
        if t.goals[i] & den != ZERO:
            return 1
        for square in bits(t.goals[i] & foes):
            result = _after_taking(t, i, square)
            if result == WON_0 + seat:
                return 1
            worst = worst if result == WON_0 + 1 - seat else 0
    return worst


@helper
def _begin(t, number):
    """Look at a position's next moves: who forces matters by a taking (1, -1, or 0), and the ways out."""
    quiet, some, forced = _aim(t), ZERO, _takings(t)
    for i in range(t.slots.size):
        some |= t.goals[i]
    t.ways_out[number] = PASSING if some == ZERO else (SAFE if forced == 0 else quiet)
    if forced < 0 and (quiet > 0 or some == ZERO):
        return 0
    return forced if fields(t.state).turn == 0 else -forced


@helper
def _decide(t, number, entry, decided):
    """Write the entry of a position; how many are decided by now."""
    t.endings.entries[t.start + number] = entry
    t.queue[decided] = number
    return decided + 1


@helper
def _settle(t, number, entry, decided):
    """A quiet move leads from a position to a decided one: decide it too if it wins, or has no way out."""
    if t.endings.entries[t.start + number] != 0:
        return decided
    winner_moves = (number & 1 == 0) == (entry > 0)
    if not winner_moves and t.ways_out[number] < SAFE:
        t.ways_out[number] -= 1
    if winner_moves or t.ways_out[number] == 0:
        return _decide(t, number, entry, decided)
    return decided


@helper
def _settle_first(t, in_the_middle, entry, decided):
    """The same of a position from which the first animal has come, of its mirror image, or of both.

    Only positions with that animal in the middle have numbers that differ from their images', and what leads
    to such an image is settled with that.
    """
    file = _place(fields(t.state), t.slots[0]) % COLUMNS
    if file > MIDDLE and in_the_middle:
        return decided
    decided = _settle(t, _number(t, file > MIDDLE), entry, decided)
    if file == MIDDLE and not in_the_middle:
        decided = _settle(t, _number(t, True), entry, decided)
    return decided


@helper
def _spread(t, number, entry, decided):
    """Go back from a decided position by every quiet move (which is a quiet move backwards), or by a pass."""
    if t.ways_out[number ^ 1] == PASSING:
        fresh = t.endings.entries[t.start + (number ^ 1)] == 0
        return _decide(t, number ^ 1, entry, decided) if fresh else decided
    _lay_out(t, number ^ 1)
    _aim(t)
    s, in_the_middle = fields(t.state), _place(fields(t.state), t.slots[0]) % COLUMNS == MIDDLE
    taken = _enemies(t, 0, 7) | _enemies(t, 1, 7) | DEN_MASK
    for i in range(t.slots.size):
        slot, square = t.slots[i], _place(s, t.slots[i])
        kind = np.int64(slot & 7 == RAT)
        for back in bits(t.goals[i] & ~taken):
            if i == 0:
                s.places[slot >> 3, slot & 7] = back
                decided = _settle_first(t, in_the_middle, entry, decided)
            else:
                further = NUMBERS[kind, back] - NUMBERS[kind, square]
                decided = _settle(t, (number ^ 1) + t.steps[i] * further, entry, decided)
        s.places[slot >> 3, slot & 7] = square
    return decided


@helper
def _prepare(t, code, judge):
    """Note the animals of a set, and how their squares are numbered."""
    s, i, step = fields(t.state), t.slots.size, 2
    s.judge = judge
    s.places[:] = GONE
    for slot in range(15, -1, -1):
        if code >> slot & 1:
            i -= 1
            t.slots[i], t.steps[i] = slot, step
            step *= COUNTS[np.int64(slot & 7 == RAT)]


@compiled(types.void(types.int64, types.int64, types.int64, ENDINGS), late=True)
def fill(code, judge, size, endings):
    """Fill the table of a set of animals, `size` entries; the tables of its subsets must be there."""
    animals, decided, done = popcount(np.uint64(code)), 0, 0
    t = Tools(
        np.zeros(SIZE, np.uint8), np.empty(animals, np.int64), np.empty(animals, np.int64),
        np.empty(animals, np.uint64), endings, endings.directory[code], np.empty(size, np.int8),
        np.empty(size, np.int64),
    )  # fmt: skip
    _prepare(t, code, judge)
    for number in range(size):
        entry = _begin(t, number) if _lay_out(t, number) else 0
        if entry != 0:
            decided = _decide(t, number, entry, decided)
    for n in range(1, QUIET_LIMITS[judge]):
        first, done = done, decided
        for i in range(first, done):
            sign = 1 if endings.entries[t.start + t.queue[i]] > 0 else -1
            decided = _spread(t, t.queue[i], sign * (n + 1), decided)
