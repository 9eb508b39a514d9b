"""Isolation's own agents; minimax, alpha-beta and MCTS are the common ones."""

from __future__ import annotations

from parlour.agent import Agent, Agents
from parlour.game import Game
from parlour.games.isolation import board_size
from parlour.spec import Option

AGENTS = Agents()
LEVELS = (
    "random",
    "alphabeta:depth=1,slips=0.2",
    "alphabeta:depth=2",
    "alphabeta:depth=3,slips=0.13",
    "alphabeta:depth=3",
    "alphabeta:depth=4",
    "alphabeta:depth=5",
    "alphabeta:depth=7",
    "alphabeta:depth=9",
    "alphabeta:depth=12",
)
LEVELS_VARIANT = {"size": 7}


def _too_large(game: Game) -> str:
    return "" if board_size(game) <= 8 else "boards larger than 8 x 8 cannot be solved"


@AGENTS.add(
    "solver",
    options=(
        Option(
            "seconds",
            1.0,
            "seconds for a decision: half for a proof, half for alpha-beta",
            low=0.01,
        ),
    ),
    unsuited=_too_large,
)
def solver(game: Game, seconds: float) -> Agent:
    """Exact play: wins whenever the position is won, as fast as it can, and holds out when it is lost."""
    from parlour.games.isolation.best.player import ExactAgent

    return ExactAgent(game, seconds)


@AGENTS.add(
    "best",
    source="Shannon 1950; Marsland and Campbell 1982 (principal variation search)",
    options=(
        Option("seconds", 0.5, "seconds for a decision", low=0.001, kind=float),
        Option("depth", None, "moves to look ahead, instead of seconds", low=1, high=60, kind=int),
    ),
)
def best(game: Game, seconds: float, depth: int | None) -> Agent:
    """Alpha-beta by the room that each pawn reaches first, until a win or a loss is proven.

    On boards larger than 8 x 8 it is the common alpha-beta.
    """
    if _too_large(game):
        from parlour.search.alphabeta import AlphaBeta

        return AlphaBeta(game, depth or 6, None if depth else seconds)
    from parlour.games.isolation.best.engine import Engine

    return Engine(game, depth, seconds)
