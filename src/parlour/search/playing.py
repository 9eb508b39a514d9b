"""What the searches share: playing a game out, and stopping in time."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from parlour.agent import Clock, policy_of
from parlour.game import Game
from parlour.kernel import ANY, PLAIN, Rules, helper, pick, playout, structs

__all__ = [
    "FOREVER", "decide", "one_record", "play_out", "playing_rules", "seconds_for", "side_by_side",
    "stop_after", "until_settled",
]  # fmt: skip

FOREVER = 2**62
"""A limit that is never reached."""

_LOOKS = (0.5, 0.75, 0.875, 1.0)
"""The shares of its time after which a search looks whether it is settled."""


@helper
def decide(rules, state, rng, actions):
    """The action of the rules' policy; any legal one, drawn uniformly, when it does not mind."""
    action = rules.policy(state, rng)
    if action == ANY:
        n = rules.legal(state, actions)
        action = actions[pick(rng, n)]
    return action


@helper
def play_out(rules, state, rng, actions):
    """Play a game to its end."""
    rules.playout(state, rng)
    while rules.mover(state) >= 0:
        rules.apply(state, decide(rules, state, rng, actions), rng)


def playing_rules(game: Game, playout_name: str) -> Rules:
    """The game's rules with the chosen way to play out: its own, or a policy's."""
    if playout_name == "default":
        return game.rules
    return game.rules.but(policy=policy_of(game, playout_name), playout=playout)


def one_record(dtype: np.dtype, **values: Any) -> np.ndarray:
    """An array of one record with these values, zero elsewhere, for compiled code to read and write."""
    array = structs(1, dtype)
    for name, value in values.items():
        array[name] = value
    return array


def seconds_for(clock: Clock, seconds: float | None) -> float:
    """How long a decision may take: as long as was asked for, but never past the clock."""
    left = clock.left
    if seconds is not None:
        return min(seconds, 0.9 * left)
    if math.isinf(left):
        return left
    return min(0.9 * left, left / 20 + 0.8 * clock.increment)


def side_by_side(tasks: Sequence[Callable[[], None]]) -> None:
    """Run tasks of compiled code at the same time, a thread each, and the first of them here."""
    if len(tasks) == 1:
        return tasks[0]()
    with ThreadPoolExecutor(len(tasks) - 1) as others:
        running = [others.submit(task) for task in tasks[1:]]
        tasks[0]()
    for task in running:
        task.result()


@contextmanager
def stop_after(seconds: float, flag: np.ndarray | None = None) -> Iterator[np.ndarray]:
    """A flag that compiled code reads; it is raised when the time is up."""
    stop = np.zeros(1, np.uint8) if flag is None else flag
    if math.isinf(seconds) or PLAIN:
        yield stop
        return
    timer = threading.Timer(max(seconds, 0.0), stop.__setitem__, (0, 1))
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()


def until_settled(
    seconds: float, search: Callable[[np.ndarray], None], settled: Callable[[float], bool]
) -> None:
    """Search until the time is up, or from half of it on until more of it would change nothing.

    ``search(stop)`` goes on where it was until the flag is raised, or nothing is left to do; then
    ``settled(share)`` says whether the rest of the time is worth it, when that share of it is spent.
    """
    began = time.perf_counter()
    for share in (1.0,) if math.isinf(seconds) else _LOOKS:
        with stop_after(began + share * seconds - time.perf_counter()) as stop:
            search(stop)
        if not stop[0] or settled(share):
            return
