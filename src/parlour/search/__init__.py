"""Search: each method is written and compiled once, for all games.

This module only declares the agents and their options; what computes is imported when it is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.agent import Agent, Agents, PolicyAgent, agent, policy_names, policy_of
from parlour.encoding import has_encoding
from parlour.game import Game
from parlour.levels import USUAL, levels_of
from parlour.spec import Option

__all__ = ["AGENTS", "THREADS", "VALUES"]

AGENTS = Agents()

KNOWLEDGE = ("values", "policy")
"""The kinds of models that judge positions and actions."""
VALUES = Option("model", None, "the name or file of what it knows", kind=str, models=KNOWLEDGE)
_PLAYOUTS = Option("playouts", 1000, "playouts for a decision", low=1)
THREADS = Option("threads", 1, "threads that search, for those who have cores", low=1, high=64)
_SECONDS = Option("seconds", None, "seconds for a decision, instead of playouts", low=0.001, kind=float)


def _playout_option(game: Game) -> Option:
    return Option("playout", "default", "how playouts are played", choices=("default", *policy_names(game)))


def _model_options(game: Game) -> tuple[Option, ...]:
    """What takes the place of playouts, in games that can be learned."""
    if not has_encoding(game):
        return ()
    meaning = "the name or file of a model that judges positions instead of playouts"
    return (Option("model", None, meaning, kind=str, models=KNOWLEDGE, needed=False),)


def _heuristic_options(game: Game) -> tuple[Option, ...]:
    if not game.heuristics:
        return ()
    return (Option("heuristic", game.heuristics[0], "how a position is judged", choices=game.heuristics),)


def _no_tree_search(game: Game) -> str:
    if game.hidden or game.chance:
        return "it needs a game without chance and hidden information"
    return ""


def _no_two_sides(game: Game) -> str:
    return _no_tree_search(game) or ("" if len(set(game.team_of)) == 2 else "it needs a game of two sides")


def _no_encoding(game: Game) -> str:
    return "" if has_encoding(game) else "it has no encoding, so that nothing can be learned of it"


@AGENTS.add("random")
def random_agent(game: Game) -> Agent:
    """Any legal action, drawn uniformly."""
    return PolicyAgent(policy_of(game, "random"))


@AGENTS.add("mc", options=lambda game: (_PLAYOUTS, _SECONDS, _playout_option(game), *_model_options(game)))
def monte_carlo(game: Game, **settings: Any) -> Agent:
    """Flat Monte Carlo: plays every legal action out equally often and takes the best mean."""
    from parlour.search.montecarlo import MonteCarlo

    return MonteCarlo(game, **settings)


@AGENTS.add(
    "mcts",
    source="Kocsis and Szepesvári 2006 (UCT); Cowling, Powley and Whitehouse 2012 (information sets); "
    "Winands, Björnsson and Saito 2008 (proven wins); Silver et al. 2018 (values that were learned)",
    options=lambda game: (
        _PLAYOUTS,
        _SECONDS,
        Option("nodes", None, "most positions kept in the tree", low=1, kind=int),
        Option("c", 1.4, "how much is tried out rather than followed up", low=0.0),
        Option("reuse", False, "keep the part of the tree that was reached"),
        replace(THREADS, help="trees that are grown at the same time, for those who have cores"),
        Option("cutoff", None, "end a playout after so many moves by the heuristic", low=0, kind=int),
        _playout_option(game),
        *_heuristic_options(game),
        *_model_options(game),
    ),
)
def mcts(game: Game, **settings: Any) -> Agent:
    """Monte Carlo tree search (UCT), open loop; guesses anew at what is hidden in each playout."""
    from parlour.search.mcts import Mcts

    return Mcts(game, **settings)


@AGENTS.add(
    "minimax",
    options=lambda game: (
        Option("depth", 3, "moves to look ahead; 0 draws among all moves", low=0, high=60),
        *_heuristic_options(game),
    ),
    unsuited=_no_tree_search,
)
def minimax(game: Game, depth: int, heuristic: str | None = None) -> Agent:
    """Plain minimax to a fixed depth; ties between best moves are broken at random."""
    from parlour.search.minimax import Minimax

    return Minimax(game, depth, heuristic)


@AGENTS.add(
    "alphabeta",
    source="Knuth and Moore 1975; Slate and Atkin 1977 (iterative deepening, transposition table); "
    "Schaeffer 1989 (history)",
    options=lambda game: (
        Option("depth", 6, "moves to look ahead", low=1, high=100),
        Option("seconds", None, "seconds for a decision: as deep as they allow", low=0.001, kind=float),
        Option("nodes", None, "positions searched for a decision", low=1, kind=int),
        Option("order", "history", "which moves are tried first", choices=("history", "value", "random")),
        Option("table", True, "remember positions in a transposition table"),
        *_heuristic_options(game),
    ),
    unsuited=_no_two_sides,
)
def alphabeta(game: Game, **settings: Any) -> Agent:
    """Alpha-beta with transposition table, iterative deepening and move ordering."""
    from parlour.search.alphabeta import AlphaBeta

    return AlphaBeta(game, **settings)


@AGENTS.add(
    "learned",
    source="Zha et al. 2021 (DouZero); Silver et al. 2018 (AlphaZero)",
    options=(VALUES,),
    unsuited=_no_encoding,
)
def learned(game: Game, model: str | None) -> Agent:
    """Plays the action that a network favours most; `parlour train` teaches it."""
    from parlour.search.learned import Learned

    return Learned(game, model)


@AGENTS.add(
    "level",
    options=(Option("n", USUAL, "how strong, from a newcomer's 1 to a champion's 10", low=1, high=10),),
    unsuited=lambda game: "" if levels_of(game) else "it has no table of levels",
)
def level(game: Game, n: int) -> Agent:
    """One of the ten levels of the game, each measured against the one below it."""
    return agent(game, levels_of(game)[n - 1])
