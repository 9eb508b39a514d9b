"""The chance of every side, with everything open: many compiled playouts, as many as the error asks for.

All estimates of a judge draw the same random numbers, so that the errors of neighbouring positions are alike
and a curve moves where the game did.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numba
import numpy as np
from numba import types

from parlour.contract import Judging
from parlour.game import Game
from parlour.kernel import (
    FLOATS,
    RULES,
    STATE,
    compiled,
    copy,
    draw,
    helper,
    new_rng,
    ready,
    seed_rng,
)
from parlour.search.playing import one_record, play_out
from parlour.state import Position, View

__all__ = ["CONFIDENCE", "NEGLIGIBLE", "Difference", "Estimate", "Estimator"]

CONFIDENCE = 1.96
"""Standard errors of a 95 % interval."""

NEGLIGIBLE = 0.0105
"""The standard error that is small enough: two estimates then hardly ever differ by 3 points."""

ROUGH = 1.5  # how much larger it may be for what is only expected

BATCH = 128
MOST = 6000  # playouts of one estimate
PAIRS = 512  # playouts of each of two actions that are compared
SURE = 4.0  # standard errors at which a comparison ends early
NOTHING = -1  # no action: the position itself is played out
OUTCOMES = 8  # how often chance is redrawn to see whether it has a part in an action
ALIKE = 64  # playouts that must all come out alike for an action to be what they begin with

# What is played out, and how often.
TASK = np.dtype(
    [
        ("seed", np.uint64),
        ("first", np.int64),  # the number of the first playout
        ("count", np.int64),
        ("action", np.int64),  # played first, or NOTHING
        ("other", np.int64),  # the action that it is compared with
        ("seat", np.int64),  # who compares, on guesses
        ("hidden", np.int8),
        ("to_the_end", np.int8),  # the game has no rewards for where its playout stops
        ("seats", np.int64),
        ("max_actions", np.int64),
    ],
    align=True,
)
_TASK = types.Array(numba.from_dtype(TASK), 1, "C")


@dataclass(frozen=True)
class Estimate:
    """The chance of each seat; partners share theirs, and the sides add up to one."""

    win: tuple[float, ...]
    error: float = 0.0  # the largest standard error of a side
    playouts: int = 0  # none: the result is certain


@dataclass(frozen=True)
class Difference:
    """How much better one action is than another to who decides, with its standard error."""

    gain: float
    error: float
    playouts: int


@helper
def _finish(rules, state, rng, actions, to_the_end):
    """Play a position out as far as the game's rewards can judge it."""
    if to_the_end:
        play_out(rules, state, rng, actions)
    else:
        rules.playout(state, rng)


@helper
def _play(rules, root, task, k, action, state, rng, actions):
    """The k-th playout of a position, or of an action in it."""
    seed_rng(rng, task.seed, np.uint64(k))
    copy(state, root)
    rules.redraw(state, rng)
    if action != NOTHING:
        rules.apply(state, action, rng)
    _finish(rules, state, rng, actions, task.to_the_end)


@compiled(types.void(RULES, STATE, _TASK, FLOATS, FLOATS), late=True)
def _sample(rules, root, tasks, sums, squares):
    """Play a position out, or one action in it; add up each seat's rewards and their squares."""
    task = tasks[0]
    state, rng, rewards = np.empty_like(root), np.zeros(4, np.uint64), np.zeros(task.seats)
    actions = np.empty(task.max_actions, np.int64)
    for k in range(task.first, task.first + task.count):
        _play(rules, root, task, k, task.action, state, rng, actions)
        rules.rewards(state, rewards)
        for seat in range(task.seats):
            sums[seat] += rewards[seat]
            squares[seat] += rewards[seat] * rewards[seat]


@compiled(types.void(RULES, STATE, _TASK, FLOATS), late=True)
def _compare(rules, root, tasks, totals):
    """Play two actions out on common guesses; add up the differences for the seat and their squares."""
    task = tasks[0]
    world, state, rewards = np.empty_like(root), np.empty_like(root), np.zeros(task.seats)
    rng, actions = np.zeros(4, np.uint64), np.empty(task.max_actions, np.int64)
    for k in range(task.first, task.first + task.count):
        seed_rng(rng, task.seed, np.uint64(2 * k))
        copy(world, root)
        if task.hidden:
            rules.guess(world, task.seat, rng)
        else:
            rules.redraw(world, rng)
        difference = 0.0
        for turn in range(2):
            copy(state, world)
            seed_rng(rng, task.seed, np.uint64(2 * k + 1))
            rules.apply(state, task.action if turn == 0 else task.other, rng)
            _finish(rules, state, rng, actions, task.to_the_end)
            rules.rewards(state, rewards)
            difference += rewards[task.seat] if turn == 0 else -rewards[task.seat]
        totals[0] += difference
        totals[1] += difference * difference


@compiled(types.boolean(RULES, STATE, _TASK), late=True)
def _begin_with(rules, root, tasks):
    """Whether playouts of a position end as those do that begin with an action, all of them."""
    task = tasks[0]
    state, other, rng = np.empty_like(root), np.empty_like(root), np.zeros(4, np.uint64)
    actions = np.empty(task.max_actions, np.int64)
    for k in range(task.first, task.first + task.count):
        _play(rules, root, task, k, NOTHING, state, rng, actions)
        _play(rules, root, task, k, task.action, other, rng, actions)
        if (state != other).any():
            return False
    return True


@compiled(types.void(RULES, STATE, types.int64, types.uint64, STATE), late=True)
def _outcome(rules, root, action, number, state):
    """What an action leads to when chance is drawn anew, with what nobody knows in a fixed order."""
    rng = np.zeros(4, np.uint64)
    seed_rng(rng, number, np.uint64(0))
    copy(state, root)
    rules.redraw(state, rng)
    rules.apply(state, action, rng)
    seed_rng(rng, np.uint64(0), np.uint64(0))
    rules.redraw(state, rng)


class Estimator:
    """Judges positions of one game, always with the same random numbers."""

    def __init__(self, game: Game, seed: int = 0, error: float = NEGLIGIBLE) -> None:
        own = game.hooks(Judging)
        replaced = {name: rule for name, rule in (("playout", own.playout), ("rewards", own.rewards)) if rule}
        self.game, self.seed, self.error = game, int(draw(new_rng(seed))), error
        self.rules = game.rules.but(**replaced)
        if game.hidden or game.chance:  # else an adviser's search judges
            self.rules.ready()
            for function in (_sample, _compare, _begin_with, _outcome):
                ready(function)
        self.to_the_end = own.rewards in (None, game.rules.rewards)
        self.sides = len(set(game.team_of))

    def value(self, state: Position) -> Estimate:
        """The chance of every seat in a position with everything open."""
        if state.over:
            return Estimate(self.shares(np.array(state.rewards)))
        return self._estimate(state.buffer, NOTHING, self.error)

    def expected(self, state: Position, action: int) -> Estimate:
        """The chance of every seat after an action, whatever chance makes of it."""
        return self._estimate(state.buffer, action, ROUGH * self.error)

    def has_chance(self, state: Position, action: int) -> bool:
        """Whether chance has a part in an action: drawn anew, it leads elsewhere."""
        first, other = np.empty_like(state.buffer), np.empty_like(state.buffer)
        _outcome(self.rules, state.buffer, action, np.uint64(0), first)
        for number in range(1, OUTCOMES):
            _outcome(self.rules, state.buffer, action, np.uint64(number), other)
            if (first != other).any():
                return True
        return False

    def would_play(self, state: Position, action: int) -> bool:
        """Whether the playouts of a position begin with an action anyhow: it is then worth what that is."""
        task = self._task(action)
        task[0]["count"] = ALIKE
        return bool(_begin_with(self.rules, state.buffer, task))

    def compare(self, view: View, action: int, other: int) -> Difference:
        """How much better an action is than another by what a seat may know."""
        task = self._task(action)
        task[0]["other"], task[0]["seat"], task[0]["hidden"] = other, view.seat, self.game.hidden
        totals, scale, done = np.zeros(2), (self.sides - 1) / self.sides, 0
        while done < PAIRS:
            task[0]["first"] = done
            _compare(self.rules, view.buffer, task, totals)
            done += BATCH
            gain, error = scale * totals[0] / done, scale * _error(totals[0], totals[1], done)
            if error <= self.error or abs(gain) > SURE * error:
                break
        return Difference(float(gain), float(error), 2 * done)

    def shares(self, rewards: np.ndarray) -> tuple[float, ...]:
        """Rewards as shares of one win: 1 to the winner, divided among equals."""
        shares = ((self.sides - 1) * rewards + 1) / self.sides
        return tuple(np.clip(shares, 0.0, 1.0).tolist())

    def _task(self, action: int) -> np.ndarray:
        game = self.game
        return one_record(
            TASK, seed=self.seed, count=BATCH, action=action, to_the_end=self.to_the_end,
            seats=game.players, max_actions=game.max_actions,
        )  # fmt: skip

    def _estimate(self, buffer: np.ndarray, action: int, most_error: float) -> Estimate:
        """As many playouts as it takes: few where one side nearly always wins."""
        task, done = self._task(action), 0
        sums, squares = np.zeros(self.game.players), np.zeros(self.game.players)
        error = math.inf
        while error > most_error and done < MOST:
            task[0]["first"] = done
            _sample(self.rules, buffer, task, sums, squares)
            done += BATCH
            error = max(_error(s, q, done) for s, q in zip(sums, squares, strict=True))
            error *= (self.sides - 1) / self.sides
        return Estimate(self.shares(sums / done), float(error), done)


def _error(total: float, squares: float, n: int) -> float:
    """The standard error of a mean; one that never varied may still do so once in as many."""
    variance = max(squares / n - (total / n) ** 2, 0.0) + 1.0 / n
    return math.sqrt(variance / n)
