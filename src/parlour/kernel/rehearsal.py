"""A game of random moves that shows at once whether rules keep what compiled code relies on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.errors import CodeMistake, mistake_in_rules
from parlour.kernel.chance import new_rng, pick
from parlour.kernel.compiling import PLAIN, is_compiled
from parlour.kernel.complaints import place_of
from parlour.kernel.rules import Rules

__all__ = ["Frame", "rehearse"]

_LONGEST = 2000  # decisions of a rehearsal


class Frame(NamedTuple):
    """What surrounds the rules of a game."""

    size: int  # bytes of a state
    options: np.ndarray  # what `setup` gets
    max_actions: int
    seats: int


def rehearse(rules: Rules, frame: Frame) -> None:
    """Play at random; `CodeMistake` at the first rule that answers what cannot be."""
    for name in ("setup", "mover", "legal", "apply", "scores", "rewards", "hide", "guess"):
        if not is_compiled(getattr(rules, name)):
            raise _mistake(rules, name, f"'{name}' is not compiled: decorate it with @rule")
    try:
        _play(rules, frame)
    except IndexError as error:
        mistake = mistake_in_rules(error)
        if mistake is None:
            raise
        raise mistake from error


def _play(rules: Rules, frame: Frame) -> None:
    state, rng, actions = np.zeros(frame.size, np.uint8), new_rng(0), _List(rules, frame.max_actions)
    rules.setup(state, frame.options, rng)
    for _ in range(_LONGEST):
        if _seat(rules, state, frame.seats) < 0:
            break
        rules.apply(state, int(actions.items[pick(rng, actions.count(state))]), rng)
    for rule in (rules.scores, rules.rewards):
        rule(state, np.zeros(frame.seats))


def _seat(rules: Rules, state: np.ndarray, seats: int) -> int:
    seat = _number(rules, "mover", rules.mover(state))
    if seat >= seats:
        words = f"'mover' says seat {seat}, but there are {seats}: answer 0 to {seats - 1}, or -1 at the end"
        raise _mistake(rules, "mover", words)
    return seat


class _List:
    """The list of legal actions, as long as the game says that it can be."""

    def __init__(self, rules: Rules, size: int) -> None:
        self.rules, self.items = rules, np.zeros(size, np.int64)

    def count(self, state: np.ndarray) -> int:
        """How many are legal, at least one."""
        try:
            n = _number(self.rules, "legal", self.rules.legal(state, self.items))
        except IndexError as error:
            if PLAIN and not _is_full(error, self.items.size):
                raise
            raise self._too_small("writes more actions than that") from error
        if n > self.items.size:
            raise self._too_small(f"returns {n}")
        if n < 1:
            words = f"'legal' returns {n} where 'mover' says that somebody is to move"
            raise _mistake(self.rules, "legal", words)
        return n

    def _too_small(self, how: str) -> CodeMistake:
        words = f"MAX_ACTIONS is {self.items.size}, but 'legal' {how}: raise it to the most there can be"
        return _mistake(self.rules, "legal", words)


def _is_full(error: IndexError, size: int) -> bool:
    return f"index {size} is out of bounds for axis 0 with size {size}" in str(error)


def _number(rules: Rules, name: str, answer: Any) -> int:
    if not isinstance(answer, (int, np.integer)):
        words = f"'{name}' returns {answer!r}: every way through it must return a whole number"
        raise _mistake(rules, name, words)
    return int(answer)


def _mistake(rules: Rules, name: str, words: str) -> CodeMistake:
    rule = getattr(rules, name)
    return CodeMistake(words, *(place_of(rule) if callable(rule) else ()))
