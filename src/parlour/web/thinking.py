"""Where agents think: threads beside the one that answers the page, and below it in rank."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from parlour.agent import Clock, Explanation
from parlour.errors import Broken
from parlour.game import Game, View
from parlour.web.analysis import BANK
from parlour.web.catalogue import make_agent
from parlour.web.seats import TableSeat

__all__ = ["Pools", "decide"]


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


def decide(
    game: Game, seat: TableSeat, view: View, seed: int, *, tell: bool
) -> tuple[int, Explanation | None, float]:
    """An agent's action, what it saw if asked, and the seconds it took; `Broken` when it failed."""
    try:
        player = seat.player
        if player is None:
            assert seat.choice is not None
            player = seat.player = make_agent(game, seat.choice)
            player.begin(game, view.seat, seed)
        began = time.perf_counter()
        action = player.choose(view, Clock(bank=BANK))
        spent = time.perf_counter() - began
        told = player.explain() if tell else None
    except Broken:
        raise
    except Exception as error:
        raise Broken("crash", f"{type(error).__name__}: {error}") from error
    if action not in view.legal_moves:
        raise Broken("illegal", f"action {action}")
    return action, told, spent
