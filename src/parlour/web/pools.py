"""Who may think when: thoughts take turns between people, and a long one never delays a quick one.

Every thought has a thread of its own, below the one that answers the page in rank. Whatever has thought for a
second is long from then on: it goes on below all others in rank and takes no place from them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

__all__ = ["LONG", "Pools"]

LONG = 1.0
"""Seconds after which a thought is a long one."""
MOST_QUICK = 8
"""Quick thoughts at once."""
MOST_LONG = max(2, os.cpu_count() or 1)
"""Long thoughts at once; a tree of the largest search has some 100 MB."""
MOST_OF_ONE = 2
"""Thoughts of one client at once, of which one may be known to be long."""
MOST_MINDS = 8
"""Agents that keep what they remember for their next decision; the table of a search has some 30 MB."""
# By how much the rank of a thread is lower: little, since all wait for one that holds Python's lock.
_PEOPLE, _BACKGROUND, _LAST, _IDLE = 1, 3, 5, 9

Result = TypeVar("Result")


class Mind(Protocol):
    """A seat with an agent, which begins anew when it has none."""

    player: Any


@dataclass(eq=False)
class _Thought:
    """Something to compute for a client; `done` is told what came of it."""

    client: str
    work: Callable[[], Any]
    nice: int
    long: bool
    thread: int = 0
    began: float = 0.0
    done: Future[Any] = field(default_factory=Future)

    def run(self) -> None:
        """Compute, in a thread of its own."""
        self.thread = threading.get_native_id()
        _step_back(self.thread, _LAST if self.long else self.nice)
        try:
            self.done.set_result(self.work())
        except BaseException as error:
            self.done.set_exception(error)


def _step_back(thread: int, nice: int) -> None:
    """Let the thread that answers the page go first, where threads have a rank of their own."""
    with contextlib.suppress(OSError, AttributeError):
        usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, thread, min(usual + nice, 19))


class Pools:
    """All thoughts of one server; used on its event loop only."""

    def __init__(self) -> None:
        self._waiting: list[_Thought] = []
        self._running: list[_Thought] = []
        self._minds: dict[Mind, None] = {}
        self._pondering: _Thought | None = None

    async def think(
        self, client: str, work: Callable[[], Result], *, people: bool = True, long: bool = False
    ) -> Result:
        """What `work` gives, computed beside the event loop when it is the client's turn.

        Who waits for a person's sake goes before agents among themselves; `long` says that it is known to
        take its time.
        """
        thought = _Thought(client, work, _PEOPLE if people else _BACKGROUND, long)
        self._waiting.append(thought)
        self._start_some()
        try:
            result: Result = await asyncio.wrap_future(thought.done)
            return result
        finally:
            if thought in self._waiting:
                self._waiting.remove(thought)

    def _start_some(self) -> None:
        """Start what there is room for: quick thoughts first, those first whose client has the fewest."""
        for thought in sorted(self._waiting, key=self._order):
            if self._has_room(thought):
                self._waiting.remove(thought)
                self._start(thought)

    def _order(self, thought: _Thought) -> tuple[bool, int, int]:
        return thought.long, thought.nice, len(self._of(thought.client))

    def _of(self, client: str) -> list[_Thought]:
        return [thought for thought in self._running if thought.client == client]

    def _has_room(self, thought: _Thought) -> bool:
        own, running = self._of(thought.client), self._running
        if len(running) >= MOST_QUICK + MOST_LONG or len(own) >= MOST_OF_ONE:
            return False
        long = sum(other.long for other in running)
        if thought.long:
            return long < MOST_LONG and not any(other.long for other in own)
        return len(running) - long < MOST_QUICK

    def _start(self, thought: _Thought) -> None:
        loop = asyncio.get_running_loop()
        self._running.append(thought)
        thought.began = time.monotonic()
        thought.done.set_running_or_notify_cancel()
        thought.done.add_done_callback(lambda _: self._end_soon(loop, thought))
        threading.Thread(target=thought.run, name="thought", daemon=True).start()
        loop.call_later(LONG, self._turn_long, thought)

    def _turn_long(self, thought: _Thought) -> None:
        if thought in self._running and not thought.long:
            thought.long = True
            _step_back(thought.thread, _LAST)
            self._start_some()

    def _end_soon(self, loop: asyncio.AbstractEventLoop, thought: _Thought) -> None:
        """A thought is over, in its own thread: its place is free when the event loop comes to it."""
        with contextlib.suppress(RuntimeError):  # the loop is closed already
            loop.call_soon_threadsafe(self._end, thought)

    def _end(self, thought: _Thought) -> None:
        self._running.remove(thought)
        self._start_some()

    def ponder(self, work: Callable[[], None]) -> Future[Any] | None:
        """Compute what nobody waits for, behind all thoughts; nothing while there is such a thing already."""
        if self._pondering and not self._pondering.done.done():
            return None
        self._pondering = _Thought("", work, _IDLE, long=False)
        threading.Thread(target=self._pondering.run, name="pondering", daemon=True).start()
        return self._pondering.done

    def keep(self, mind: Mind) -> None:
        """An agent has just thought: only those that did so last keep what they remember."""
        self._minds.pop(mind, None)
        self._minds[mind] = None
        while len(self._minds) > MOST_MINDS:
            oldest = next(iter(self._minds))
            oldest.player = None
            del self._minds[oldest]

    def close(self) -> None:
        """Start nothing more."""
        for thought in self._waiting:
            thought.done.cancel()
        self._waiting.clear()
