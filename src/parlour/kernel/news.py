"""What is being compiled, how far that is and about how long it takes, told to whoever waits for it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Compiling", "Listener", "compiling", "expected", "listen"]

# How many functions are compiled when a game's rules and one of its agents are, and about how many seconds of
# one core that takes.
_USUAL = {
    "dicewars": (11, 8.0),
    "isolation": (13, 5.0),
    "jungle": (12, 18.0),
    "kernel": (5, 1.0),
    "reversi": (19, 14.0),
    "search": (2, 2.0),
    "tichu": (12, 14.0),
    "ticket_to_ride": (14, 14.0),
}
_OTHER = (10, 4.0)  # a game of somebody's own
_CLEAR = "\r\033[K"


@dataclass(frozen=True)
class Compiling:
    """A function that is being compiled."""

    name: str  # the game, or what all games share
    function: str
    done: int  # functions of that name that are compiled by now
    total: int  # about how many there will be
    left: float  # about how many seconds are left

    @property
    def text(self) -> str:
        """The same in words."""
        count = f"{self.done} of about {self.total}"
        return f"compiling {self.name} (once): {self.function}, {count}, {_time(self.left)}"


def _time(seconds: float) -> str:
    return f"about {seconds:.0f} s left" if seconds >= 1 else "nearly done"


Listener = Callable[[Compiling | None], None]
"""Is told what is being compiled, and None when that is done."""


class _News:
    """What this process has compiled, and who wants to know."""

    def __init__(self) -> None:
        self.done: dict[str, int] = {}
        self.spent: dict[str, float] = {}
        self.listener: Listener = _Terminal()

    def report(self, name: str, function: str) -> Compiling:
        usual, done = expected(name), self.done.get(name, 0)
        total = max(usual.total, done + 1)
        pace = max(usual.left / usual.total, self.spent.get(name, 0.0) / max(done, 1))
        return Compiling(name, function, done, total, pace * (total - done))


def expected(name: str) -> Compiling:
    """What is to come before the first function of a game is compiled."""
    functions, seconds = _USUAL.get(name, _OTHER)
    return Compiling(name, "", 0, functions, seconds)


class _Terminal:
    """One line that goes away by itself; where nobody looks at a terminal, a line for each name."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __call__(self, news: Compiling | None) -> None:
        if sys.stderr.isatty():
            print(f"{_CLEAR}{news.text if news else ''}", end="", file=sys.stderr, flush=True)
        elif news and news.name not in self.names:
            self.names.add(news.name)
            print(f"compiling {news.name} (once) ...", file=sys.stderr, flush=True)


_news = _News()


def listen(listener: Listener) -> None:
    """Tell this listener from now on, instead of the terminal."""
    _news.listener = listener


def compiling(name: str, function: str) -> Callable[[], None]:
    """A function of a game begins to be compiled; what this answers is called when that is done."""
    began = time.perf_counter()
    _news.listener(_news.report(name, function))

    def end() -> None:
        _news.done[name] = _news.done.get(name, 0) + 1
        _news.spent[name] = _news.spent.get(name, 0.0) + time.perf_counter() - began
        _news.listener(None)

    return end
