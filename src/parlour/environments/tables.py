"""Many tables of a game side by side, in compiled code: arrays in, arrays out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.game import game as find_game
from parlour.kernel import (
    INTS,
    NUMBER_ROWS,
    RNG,
    RULES,
    STATE_ROWS,
    compiled,
    copy,
    helper,
    new_rng,
    pick,
    row,
    seed_rng,
)

__all__ = ["Batch", "batch"]

_MASK_ROWS = types.Array(types.int8, 2, "C")
_RNG_ROWS = types.Array(types.uint64, 2, "C")
_FLAGS = types.Array(types.boolean, 1, "C")


class Tables(NamedTuple):
    """What compiled code holds of the tables, a row each."""

    states: np.ndarray
    views: np.ndarray  # what the seat to move may know
    streams: np.ndarray  # the chance of each game
    seeds: np.ndarray  # the seed of the game that is played
    observations: np.ndarray
    masks: np.ndarray
    rewards: np.ndarray  # of each seat
    done: np.ndarray
    mover: np.ndarray


_TABLES = types.NamedTuple(
    [STATE_ROWS, STATE_ROWS, _RNG_ROWS, RNG, NUMBER_ROWS, _MASK_ROWS, NUMBER_ROWS, _FLAGS, INTS], Tables
)


class Terms(NamedTuple):
    """What there is to know of a game beside its rules."""

    options: np.ndarray
    max_actions: int
    hidden: bool


_TERMS = types.NamedTuple([INTS, types.int64, types.boolean], Terms)


@helper
def _begin(rules, terms, tables, i):
    """Lay out the game of a table's seed."""
    state = row(tables.states, i)
    state[:] = 0
    seed_rng(row(tables.streams, i), tables.seeds[i], np.uint64(0))
    rules.setup(state, terms.options, row(tables.streams, i))


@helper
def _look(rules, terms, tables, i, actions):
    """Write what the seat to move may know and do."""
    view, out, mask = row(tables.views, i), row(tables.observations, i), row(tables.masks, i)
    seat = rules.mover(row(tables.states, i))
    copy(view, row(tables.states, i))
    if terms.hidden:
        rules.hide(view, seat)
    tables.mover[i] = seat
    out[:] = 0.0
    mask[:] = 0
    rules.observe(view, seat, out)
    for k in range(rules.legal(view, actions)):
        mask[rules.code(view, actions[k])] = 1


@compiled(types.void(RULES, _TERMS, _TABLES, types.int64, types.int64))
def _reset(rules, terms, tables, first, last):
    """Begin the games of some tables."""
    actions = np.empty(terms.max_actions, np.int64)
    for i in range(first, last):
        _begin(rules, terms, tables, i)
        tables.done[i] = False
        row(tables.rewards, i)[:] = 0.0
        _look(rules, terms, tables, i, actions)


@compiled(types.void(RULES, _TERMS, _TABLES, INTS, types.int64, types.int64))
def _step(rules, terms, tables, codes, first, last):
    """Play a code at each of some tables; where a game ends, note its rewards and begin the next one."""
    actions = np.empty(terms.max_actions, np.int64)
    worth = np.zeros(tables.rewards.shape[1])
    for i in range(first, last):
        state, rewards = row(tables.states, i), row(tables.rewards, i)
        rules.apply(state, rules.decode(row(tables.views, i), codes[i]), row(tables.streams, i))
        over = rules.mover(state) < 0
        tables.done[i] = over
        rewards[:] = 0.0
        if over:
            rules.rewards(state, worth)
            for seat in range(worth.size):
                rewards[seat] = worth[seat]
            tables.seeds[i] += np.uint64(tables.seeds.size)
            _begin(rules, terms, tables, i)
        _look(rules, terms, tables, i, actions)


@compiled(types.void(RULES, _TERMS, _TABLES, RNG, INTS))
def _sample(rules, terms, tables, rng, codes):
    """The code of any legal action, for each table."""
    actions = np.empty(terms.max_actions, np.int64)
    for i in range(codes.size):
        view = row(tables.views, i)
        codes[i] = rules.code(view, actions[pick(rng, rules.legal(view, actions))])


@compiled(types.int64(_MASK_ROWS, INTS))
def _first_wrong(masks, codes):
    """The first table whose code is not legal, or -1."""
    for i in range(codes.size):
        if not 0 <= codes[i] < masks.shape[1] or masks[i, codes[i]] == 0:
            return i
    return -1


class Batch:
    """`n` tables of a game; everything they show lies in arrays with a row for each table.

    `observations`, `masks` and `mover` say what the seat to move may know, which codes it has, and who it is;
    `rewards` (a column for each seat) and `done` what the last step came to. A table whose game has ended
    shows the next one already. The arrays are the same ones after every step, written anew: copy what you
    keep. Table i plays the games of seed + i, seed + i + n and so on, whatever the number of threads.
    """

    def __init__(self, game: Game, n: int, seed: int = 0, threads: int = 1) -> None:
        if n < 1 or threads < 1:
            raise ParlourError(f"a batch needs a table and a thread: {n} and {threads} are too few")
        self.game, self.n = game, n
        encoding = game.encoding
        self._terms = Terms(game.encoded, game.max_actions, game.hidden)
        self._tables = Tables(
            np.zeros((n, game.size), np.uint8),
            np.zeros((n, game.size), np.uint8),
            np.zeros((n, 4), np.uint64),
            np.zeros(n, np.uint64),
            np.zeros((n, encoding.observation_size), np.float32),
            np.zeros((n, encoding.action_count), np.int8),
            np.zeros((n, game.players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.int64),
        )
        self._codes = np.zeros(n, np.int64)
        self._parts = _parts(n, min(threads, n))
        self._pool = ThreadPoolExecutor(len(self._parts))  # its threads start when they are needed
        self.reset(seed)

    @property
    def observations(self) -> np.ndarray:
        """What the seat to move may know, `float32`."""
        return self._tables.observations

    @property
    def masks(self) -> np.ndarray:
        """Which codes are legal, `int8`."""
        return self._tables.masks

    @property
    def rewards(self) -> np.ndarray:
        """What each seat got from the last step, `float32`: 0 until a game ends."""
        return self._tables.rewards

    @property
    def done(self) -> np.ndarray:
        """Whether the last step ended a game."""
        return self._tables.done

    @property
    def mover(self) -> np.ndarray:
        """The seat to move."""
        return self._tables.mover

    @property
    def views(self) -> np.ndarray:
        """The hidden views themselves, as the game's compiled rules read them."""
        return self._tables.views

    @property
    def seeds(self) -> np.ndarray:
        """The seed of the game at each table."""
        return self._tables.seeds

    def reset(self, seed: int = 0) -> None:
        """Begin anew at every table."""
        self._tables.seeds[:] = np.arange(self.n, dtype=np.uint64) + np.uint64(seed)
        self._rng = new_rng(seed, 1)
        rules = self.game.encoding.rules
        for first, last in self._parts:
            _reset(rules, self._terms, self._tables, first, last)

    def step(self, codes: np.ndarray) -> None:
        """Play a code at every table; `ParlourError`, and nothing is played, when one is not legal."""
        chosen = np.ascontiguousarray(codes, np.int64)
        self._check(chosen)
        rules = self.game.encoding.rules
        (first, last), *others = self._parts
        runs = [self._pool.submit(_step, rules, self._terms, self._tables, chosen, *part) for part in others]
        _step(rules, self._terms, self._tables, chosen, first, last)
        for run in runs:
            run.result()

    def sample(self) -> np.ndarray:
        """The code of any legal action for each table; the array is written anew each time."""
        _sample(self.game.encoding.rules, self._terms, self._tables, self._rng, self._codes)
        return self._codes

    def _check(self, codes: np.ndarray) -> None:
        if codes.shape != (self.n,):
            raise ParlourError(f"step takes a code for each of the {self.n} tables, not {codes.shape}")
        wrong = _first_wrong(self.masks, codes)
        if wrong >= 0:
            raise ParlourError(f"table {wrong}: code {codes[wrong]} is not legal, its mask is 0")


def _parts(n: int, threads: int) -> list[tuple[int, int]]:
    """The tables shared out over threads."""
    bounds = [n * part // threads for part in range(threads + 1)]
    return list(pairwise(bounds))


def batch(spec: str | Game, n: int, seed: int = 0, threads: int = 1) -> Batch:
    """`n` tables of a game side by side in compiled code; see `Batch`."""
    return Batch(find_game(spec) if isinstance(spec, str) else spec, n, seed, threads)
