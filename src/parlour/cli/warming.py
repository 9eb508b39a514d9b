"""Compiling ahead: so that no game, worker or test waits for it later."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module

from parlour.agent import Clock, agent, agent_kinds
from parlour.encoding import has_encoding
from parlour.game import Game
from parlour.judging.estimates import Estimator
from parlour.stopping import whole

__all__ = ["warm_all", "warm_up"]


def warm_up(game: Game) -> None:
    """Compile, or load, the rules of a game and whatever its agents, judge, learners and studies use."""
    state = game.new()
    _open_rooms(game)
    if game.hidden or game.chance:
        Estimator(game, error=1.0).value(state)
    if has_encoding(game):
        game.encoding.mask(state.view())
    view = state.view()
    for kind in agent_kinds(game).values():
        if not kind.is_ready(game):
            continue
        player = agent(game, kind.name)
        player.begin(game, view.seat, 0)
        player.choose(view, Clock(bank=0.5))
        player.close()


def _open_rooms(game: Game) -> None:
    """Import all modules of a game that is a package: what they compile is compiled by that."""
    for room in pkgutil.walk_packages(getattr(game.home, "__path__", ()), f"{game.home.__name__}."):
        with suppress(ModuleNotFoundError):  # of a library that is not installed: then nobody waits for it
            import_module(room.name)


def warm_all(names: Sequence[str], workers: int) -> Iterator[str]:
    """Warm up several games, each in a process of its own; their names as they are done."""
    waiting, running = list(names), dict[str, subprocess.Popen[bytes]]()
    while waiting or running:
        while waiting and len(running) < workers:
            name = waiting.pop(0)
            command = [sys.executable, "-m", "parlour", "warm", name]
            with whole():
                running[name] = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        time.sleep(0.05)
        for name in [name for name, process in running.items() if process.poll() is not None]:
            del running[name]
            yield name
