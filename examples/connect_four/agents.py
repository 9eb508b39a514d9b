"""Connect Four's own agents; random, mcts, minimax and alphabeta play every game."""

from __future__ import annotations

from parlour import Game, Option
from parlour.agent import Agent, Agents

AGENTS = Agents()

AGENTS.policy("careful", "Wins at once, else blocks at once, else plays near the middle.")


@AGENTS.add("best", options=(Option("depth", 10, "moves to look ahead", low=1, high=56),))
def best(game: Game, depth: int) -> Agent:
    """Alpha-beta that counts the squares which would complete four in a row."""
    from parlour.search.alphabeta import AlphaBeta

    return AlphaBeta(game, depth, heuristic="threats")
