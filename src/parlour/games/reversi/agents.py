"""Reversi's own agents: the ladder of the course, and the strongest player."""

from __future__ import annotations

from typing import Any

from parlour.agent import Agent, Agents
from parlour.game import Game
from parlour.games.reversi.kinds import SQUARES, WEIGHTS
from parlour.search import THREADS
from parlour.spec import Option

AGENTS = Agents()
LEVELS = (*(f"best:level={level}" for level in range(1, 10)), "best:depth=12")

_LADDER = "practice opponents of the Wrocław course on artificial intelligence, as described in public"

AGENTS.policy("iago", "Takes a corner when it can, else any move.", source=_LADDER)
AGENTS.policy("cassio", "Minimax of 3 plies by discs and corners.", source=_LADDER)
AGENTS.policy("desdemona", "Minimax of 4 plies by discs and corners.", source=_LADDER)
AGENTS.policy("roderigo", "Minimax of 4 plies with mobility and changing moods.", source=_LADDER)
AGENTS.policy("duke", "Alpha-beta of 5 plies with mobility and changing moods.", source=_LADDER)


@AGENTS.add("squares", options=(Option("depth", 2, "moves to look ahead", low=1, high=12), SQUARES.option))
def squares(game: Game, depth: int, model: str | None) -> Agent:
    """Looks a few moves ahead and judges by the squares held and the moves to choose from."""
    from parlour.games.reversi.evaluation import positional_by
    from parlour.search.alphabeta import AlphaBeta

    player = AlphaBeta(game, depth)
    if model:
        player.rules = player.rules.but(value=positional_by(model)).ready()
    return player


@AGENTS.add(
    "best",
    source="Buro 1995, 1997 (probabilistic cuts), 1998 (patterns); Lucas 2008 (learning them by self-play)",
    options=(
        Option("level", 10, "how strong, from a beginner's 1 to 10", low=1, high=10),
        Option("seconds", None, "seconds for a decision; by default by the clock", low=0.001, kind=float),
        Option("depth", None, "moves to look ahead at most", low=1, high=60, kind=int),
        Option("nodes", None, "positions searched for a decision", low=1, kind=int),
        WEIGHTS.option,
        THREADS,
    ),
)
def best(game: Game, **settings: Any) -> Agent:
    """Principal variation search with patterns learned by self-play, and an exact endgame."""
    from parlour.games.reversi.best.player import Best

    return Best(game, **settings)
