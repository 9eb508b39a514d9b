"""One stage of a check, in a process of its own: whatever a user's file does here ends nothing else."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import Any

from parlour.bots.child import die_with_parent
from parlour.game import Game, game
from parlour.testing import check_agent, check_game
from parlour.testing.mistakes import TooLong, mistake_of

__all__ = ["main"]

_RULE_SECONDS = 5.0  # that a rule in plain Python may take
_ENOUGH = 20.0  # seconds after which no further game is begun
_GAMES = 5
_AGENT_GAMES = 2  # from every seat
_SEARCHES = ("mcts:playouts=20", "mc:playouts=20")


def main() -> None:
    """Check the file that the command line names; the answer is one line of JSON."""
    die_with_parent()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the file prints must not get between
    kind, *words = sys.argv[1:]
    answer: dict[str, Any] = {}
    try:
        answer["games"] = _KINDS[kind](*words)
    except BaseException as error:
        answer["mistake"] = dataclasses.asdict(mistake_of(error))
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
    os._exit(0)  # whatever threads the file has left behind


def _check_plain(spec: str) -> int:
    """Check a game in plain Python, where every rule is watched."""
    checked = game(spec)
    signal.signal(signal.SIGALRM, _too_long)
    with _Watch(checked):
        return _play(checked)


def _check_compiled(spec: str) -> int:
    """Check a game as it is played, by the searches too."""
    checked = game(spec)
    games = _play(checked)
    for search in _SEARCHES:
        check_agent(checked, search, games=1, positions=5)
    return games


def _play(checked: Game) -> int:
    """Check some games, fewer where they take long; how many."""
    start = time.monotonic()
    for number in range(_GAMES):
        if number and time.monotonic() - start > _ENOUGH:
            return number
        check_game(checked, games=1, seed=number)
    return _GAMES


def _check_agent(spec: str, agent: str) -> int:
    """Check an agent: first its decisions, whose errors tell their line, then whole games."""
    played = game(spec)
    check_agent(played, agent, games=0)
    check_agent(played, agent, games=_AGENT_GAMES, positions=0)
    return _AGENT_GAMES


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TooLong(f"still here after {_RULE_SECONDS:.0f} seconds: does this loop come to an end?")


class _Watch:
    """While it holds, no rule of a game may take longer than some seconds."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __enter__(self) -> None:
        from parlour.kernel import SIGNATURES

        home = self.game.room("rules")
        for name in SIGNATURES:
            if name in vars(home):
                setattr(home, name, _watched(vars(home)[name]))

    def __exit__(self, *error: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _watched(rule: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(rule)
    def run(*words: Any) -> Any:
        signal.setitimer(signal.ITIMER_REAL, _RULE_SECONDS)
        try:
            return rule(*words)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    run.py_func = rule  # type: ignore[attr-defined]  # where compiled rules have what they were made of
    return run


_KINDS: dict[str, Callable[..., int]] = {
    "plain": _check_plain,
    "bounds": _check_compiled,
    "compiled": _check_compiled,
    "agent": _check_agent,
}

if __name__ == "__main__":
    main()
