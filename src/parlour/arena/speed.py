"""How fast a game runs here: random games and tree search, on one core."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from parlour.agent import Clock, agent
from parlour.game import Game
from parlour.search.simulate import simulate

__all__ = ["Speed", "measure"]


@dataclass(frozen=True)
class Speed:
    """What one core does in a second."""

    game: str
    games: float  # random games, compiled
    moves: float
    playouts: float  # of MCTS, from the start of a game


def measure(game: Game, seconds: float = 1.0) -> Speed:
    """Measure the speed of a game: so many seconds of random games, and as many of search."""
    policies, games, moves, elapsed = ["random"] * game.players, 0, 0, 0.0
    simulate(game, policies, [0])
    batch = 1
    while elapsed < seconds:
        began = time.perf_counter()
        lengths = simulate(game, policies, np.arange(games, games + batch)).lengths
        elapsed += time.perf_counter() - began
        games, moves = games + batch, moves + int(lengths.sum())
        batch *= 2
    searcher = agent(game, f"mcts:seconds={seconds}")
    searcher.begin(game, 0, 0)
    view = game.new().view()
    searcher.choose(view, Clock(move=0.05))
    before, began = searcher.work, time.perf_counter()
    searcher.choose(view, Clock())
    playouts = (searcher.work - before) / (time.perf_counter() - began)
    return Speed(game.spec, games / elapsed, moves / elapsed, playouts)
