"""How the endgame tables are filled: backwards from the positions that are decided (Ströhlein 1970)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.jungle.best.endings import (
    DEN_MASK,
    ENDINGS,
    Endings,
    entry_number,
    look_up,
    result_of,
    set_up,
)
from parlour.games.jungle.moves import targets
from parlour.games.jungle.rules import QUIET_LIMITS, apply, legal
from parlour.games.jungle.state import MAX_ACTIONS, PASS, RUNNING, STATE, WON_0, ZERO, fields, standing
from parlour.kernel import RNG, bits, compiled, copy, helper

__all__ = ["fill"]

SIZE = (STATE.itemsize + 7) // 8 * 8


class Tools(NamedTuple):
    """What filling a table works with."""

    state: np.ndarray  # the position at hand
    after: np.ndarray  # and one move later
    actions: np.ndarray
    endings: Endings  # the tables so far
    start: int  # where the table begins among all entries
    rng: np.ndarray


@helper
def _comes_to(after, endings):
    """What a move comes to: a result once the game is over or something was taken, else `RUNNING`."""
    if after.result != RUNNING:
        return np.int64(after.result)
    if after.quiet == 0:
        return np.int64(result_of(after, look_up(after, endings)))
    return np.int64(RUNNING)


@helper
def _first_entry(t):
    """Who forces matters with the next move: 1, -1, or 0."""
    s, then = fields(t.state), fields(t.after)
    seat = np.int64(s.turn)
    all_lose = True
    for i in range(legal(t.state, t.actions)):
        copy(t.after, t.state)
        apply(t.after, t.actions[i], t.rng)
        result = _comes_to(then, t.endings)
        if result == WON_0 + seat:
            return 1 if seat == 0 else -1
        all_lose = all_lose and result == WON_0 + 1 - seat
    return 0 if not all_lose else (-1 if seat == 0 else 1)


@helper
def _all_lose(t, n):
    """Whether every move loses, quiet ones within `n` moves more."""
    seat, then = np.int64(fields(t.state).turn), fields(t.after)
    sign = -1 if seat == 0 else 1
    for i in range(legal(t.state, t.actions)):
        copy(t.after, t.state)
        apply(t.after, t.actions[i], t.rng)
        result = _comes_to(then, t.endings)
        if result == RUNNING:
            entry = sign * look_up(then, t.endings)
            if entry <= 0 or entry > n:
                return False
        elif result != WON_0 + 1 - seat:
            return False
    return True


@helper
def _settle_before(t, n, sign):
    """Give a position from which a quiet move leads to an entry of `n` its own, when that is decided."""
    s = fields(t.state)
    at = t.start + entry_number(s, False)
    if t.endings.entries[at] != 0:
        return
    winner_moves = (s.turn == 0) == (sign > 0)
    if winner_moves or _all_lose(t, n):
        t.endings.entries[at] = sign * (n + 1)
        t.endings.entries[t.start + entry_number(s, True)] = sign * (n + 1)


@helper
def _spread(t, n, sign):
    """Go back by every quiet move (which is a quiet move backwards) from a position with an entry of `n`."""
    s = fields(t.state)
    seat = 1 - np.int64(s.turn)
    s.turn = seat
    if legal(t.state, t.actions) == 1 and t.actions[0] == PASS:
        _settle_before(t, n, sign)
    own, foes = standing(s, seat), standing(s, 1 - seat)
    for rank in range(8):
        square = s.places[seat, rank]
        left = targets(s, seat, rank, own, foes, ZERO) & ~(own | foes | DEN_MASK)
        for back in bits(left):
            s.places[seat, rank] = back
            _settle_before(t, n, sign)
        s.places[seat, rank] = square


@compiled(types.void(types.int64, types.int64, types.int64, ENDINGS, RNG))
def fill(code, judge, size, endings, rng):
    """Fill the table of a set of animals, `size` entries; the tables of its subsets must be there."""
    t = Tools(
        np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.uint8), np.empty(MAX_ACTIONS, np.int64), endings,
        endings.directory[code], rng,
    )  # fmt: skip
    s = fields(t.state)
    s.judge = judge
    for number in range(size):
        if set_up(s, code, number):
            endings.entries[t.start + number] = _first_entry(t)
    for n in range(1, QUIET_LIMITS[judge]):
        none_left = True
        for number in range(size):
            entry = endings.entries[t.start + number]
            if abs(entry) == n:
                none_left = False
                set_up(s, code, number)
                _spread(t, n, 1 if entry > 0 else -1)
        if none_left:
            break
