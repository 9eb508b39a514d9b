"""Where agents think: threads beside the one that answers the page, and below it in rank."""

from __future__ import annotations

import contextlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from parlour.advice import BANK
from parlour.agent import Clock, Explanation
from parlour.arena.play import Chance, begin, decide
from parlour.game import Game
from parlour.state import View
from parlour.web.catalogue import make_agent
from parlour.web.seats import TableSeat

__all__ = ["Pools", "Thought", "think"]


class Thought(NamedTuple):
    """What an agent decided, what it saw, and the seconds that it took."""

    action: int
    explanation: Explanation | None
    seconds: float


def _step_back(nice: int) -> None:
    """Let the thread that answers the page go first, where threads have a rank of their own."""
    with contextlib.suppress(OSError, AttributeError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + nice, 19))


class Pools:
    """One pool for agents that a person waits for, one for agents among themselves."""

    def __init__(self) -> None:
        size = os.cpu_count() or 1
        self.people = ThreadPoolExecutor(size, "people", _step_back, (5,))
        self.background = ThreadPoolExecutor(size, "background", _step_back, (10,))

    def close(self) -> None:
        """Start nothing more."""
        self.people.shutdown(wait=False, cancel_futures=True)
        self.background.shutdown(wait=False, cancel_futures=True)


def think(game: Game, seat: TableSeat, view: View, chance: Chance, *, explain: bool) -> Thought:
    """An agent's decision, with what it saw if asked; `Broken` when it failed."""
    player = seat.player
    if player is None:
        assert seat.choice is not None
        player = make_agent(game, seat.choice)
        begin(player, game, view.seat, chance)
        seat.player = player
    clock = Clock(bank=BANK)
    action = decide(view, player, clock)
    explanation = None
    if explain:
        with contextlib.suppress(Exception):  # who decides well but cannot say why has not failed
            explanation = player.explain()
    return Thought(action, explanation, clock.used[-1])
