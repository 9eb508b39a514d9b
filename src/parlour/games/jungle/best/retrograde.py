"""How the endgame tables are filled: backwards from the positions that are decided (Ströhlein 1970)."""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.jungle.best.endings import BYTES, entry_number, look_up, result_of, set_up
from parlour.games.jungle.rules import (
    PASS,
    QUIET_LIMITS,
    RUNNING,
    STATE,
    WON_0,
    ZERO,
    apply,
    fields,
    legal,
    standing,
    targets,
)
from parlour.games.jungle.terrain import DENS
from parlour.kernel import INTS, RNG, compiled, copy, helper, trailing

__all__ = ["fill"]

SIZE = (STATE.itemsize + 7) // 8 * 8
DEN_MASK = np.uint64((1 << int(DENS[0])) | (1 << int(DENS[1])))


@helper
def _comes_to(after, directory, entries):
    """What a move comes to: a result once the game is over or something was taken, else `RUNNING`."""
    if after.result != RUNNING:
        return np.int64(after.result)
    if after.quiet == 0:
        return np.int64(result_of(after, look_up(after, directory, entries)))
    return np.int64(RUNNING)


@helper
def _first_entry(state, after, actions, directory, entries, rng):
    """Who forces matters with the next move: 1, -1, or 0."""
    s, then = fields(state), fields(after)
    seat = np.int64(s.turn)
    all_lose = True
    for i in range(legal(state, actions)):
        copy(after, state)
        apply(after, actions[i], rng)
        result = _comes_to(then, directory, entries)
        if result == WON_0 + seat:
            return 1 if seat == 0 else -1
        all_lose = all_lose and result == WON_0 + 1 - seat
    return 0 if not all_lose else (-1 if seat == 0 else 1)


@helper
def _all_lose(state, after, actions, n, directory, entries, rng):
    """Whether every move loses, quiet ones within `n` moves more."""
    seat, then = np.int64(fields(state).turn), fields(after)
    sign = -1 if seat == 0 else 1
    for i in range(legal(state, actions)):
        copy(after, state)
        apply(after, actions[i], rng)
        result = _comes_to(then, directory, entries)
        if result == RUNNING:
            entry = sign * look_up(then, directory, entries)
            if entry <= 0 or entry > n:
                return False
        elif result != WON_0 + 1 - seat:
            return False
    return True


@helper
def _settle_before(state, after, actions, n, sign, directory, entries, start, rng):
    """Give a position from which a quiet move leads to an entry of `n` its own, when that is decided."""
    s = fields(state)
    at = start + entry_number(s, False)
    if entries[at] != 0:
        return
    winner_moves = (s.turn == 0) == (sign > 0)
    if winner_moves or _all_lose(state, after, actions, n, directory, entries, rng):
        entries[at] = sign * (n + 1)
        entries[start + entry_number(s, True)] = sign * (n + 1)


@helper
def _spread(state, after, actions, n, sign, directory, entries, start, rng):
    """Go back by every quiet move (which is a quiet move backwards) from a position with an entry of `n`."""
    s = fields(state)
    seat = 1 - np.int64(s.turn)
    s.turn = seat
    if legal(state, actions) == 1 and actions[0] == PASS:
        _settle_before(state, after, actions, n, sign, directory, entries, start, rng)
    own, foes = standing(s, seat), standing(s, 1 - seat)
    for rank in range(8):
        square = s.places[seat, rank]
        left = targets(s, seat, rank, own, foes, ZERO) & ~(own | foes | DEN_MASK)
        while left != ZERO:
            s.places[seat, rank] = trailing(left)
            left &= left - np.uint64(1)
            _settle_before(state, after, actions, n, sign, directory, entries, start, rng)
        s.places[seat, rank] = square


@compiled(types.void(types.int64, types.int64, types.int64, INTS, BYTES, RNG))
def fill(code, judge, size, directory, entries, rng):
    """Fill the table of a set of animals; those of its subsets must be there."""
    state, after = np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.uint8)
    actions, start = np.empty(32, np.int64), directory[code]
    s = fields(state)
    s.judge = judge
    for number in range(size):
        if set_up(s, code, number):
            entries[start + number] = _first_entry(state, after, actions, directory, entries, rng)
    for n in range(1, QUIET_LIMITS[judge]):
        found = False
        for number in range(size):
            if abs(entries[start + number]) == n:
                found = True
                sign = 1 if entries[start + number] > 0 else -1
                set_up(s, code, number)
                _spread(state, after, actions, n, sign, directory, entries, start, rng)
        if not found:
            break
