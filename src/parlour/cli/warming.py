"""Compiling ahead: so that no game, worker or test waits for it later."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence

from parlour.agent import Clock, agent, agent_kinds
from parlour.encoding import has_encoding
from parlour.game import Game
from parlour.judging.estimates import Estimator
from parlour.stopping import whole

__all__ = ["warm_all", "warm_up"]


def warm_up(game: Game) -> None:
    """Compile, or load, the rules of a game and whatever its agents, its judge and its learners use."""
    state = game.new()
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


def warm_all(names: Sequence[str], workers: int) -> Iterator[str]:
    """Warm up several games, each in a process of its own; their names as they are done."""
    waiting, running = list(names), dict[str, subprocess.Popen[bytes]]()
    while waiting or running:
        while waiting and len(running) < workers:
            name = waiting.pop(0)
            command = [sys.executable, "-m", "parlour", "warm", name]
            with whole():
                running[name] = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        first = next(iter(running))
        running.pop(first).wait()
        yield first
