"""Jungle's own agents, the weakest first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.agent import Agent, AgentKind, Agents, PolicyAgent
from parlour.game import Game
from parlour.games.jungle.kinds import NETWORK, WEIGHTS
from parlour.search import AGENTS as SEARCHES
from parlour.search import THREADS
from parlour.spec import Option, Value

AGENTS = Agents()
LEVELS = (
    "best:depth=1,slips=0.6",
    "best:depth=1,slips=0.45",
    "best:depth=1,slips=0.32",
    "best:depth=1,slips=0.2",
    "best:depth=1,slips=0.1",
    "best:depth=1",
    "best:depth=2",
    "best:depth=3",
    "best:depth=5",
    "best:depth=7",
)
LEVELS_VARIANT = {"rules": "judge"}

_SHEET = "Sztuczna inteligencja, Pracownia 4 (University of Wrocław)"


@AGENTS.add(
    "rollouts",
    source=f"{_SHEET}, exercise 2",
    options=(Option("moves", 20_000, "simulated moves for a decision", low=1),),
)
def rollouts(game: Game, moves: int) -> Agent:
    """Judges every move by random games, spread evenly, within a budget of simulated moves."""
    from parlour.games.jungle.rollouts import Rollouts

    return Rollouts(moves)


AGENTS.policy("walk", "Takes or walks towards the enemy's den rather than back: a way to play out.")


def _heuristic(game: Game, model: str | None) -> Agent:
    from parlour.games.jungle.evaluation import weights_of
    from parlour.games.jungle.policies import HOPE, heuristic, look_ahead

    if not model:
        return PolicyAgent(heuristic)
    weights = weights_of(model)[int(game.encoded[0])]
    return PolicyAgent(lambda state, rng: look_ahead(state, weights, 2, HOPE, rng))


AGENTS.kinds["heuristic"] = AgentKind(
    "heuristic",
    "Looks two moves ahead, then at all takings, and judges what is left.",
    _heuristic,
    f"{_SHEET}, exercise 3",
    (WEIGHTS.option,),
    policy="heuristic",
)


_PLAYED_OUT: dict[str, Value] = {"playout": "walk", "cutoff": 6}


def _mcts_options(game: Game) -> tuple[Option, ...]:
    common = SEARCHES.kinds["mcts"].own_options(game)
    return tuple(replace(option, default=_PLAYED_OUT.get(option.name, option.default)) for option in common)


@AGENTS.add("mcts", source=f"{SEARCHES.kinds['mcts'].source}; {_SHEET}, exercise 5", options=_mcts_options)
def mcts(game: Game, **settings: Any) -> Agent:
    """Monte Carlo tree search (UCT); playouts walk towards the den and stop at the evaluation."""
    from parlour.search.mcts import Mcts

    return Mcts(game, **settings)


@AGENTS.add(
    "best",
    source=(
        "Shannon 1950; Marsland and Campbell 1982 (principal variation search); Beal 1989 (null moves); "
        "Nasu 2018 (efficiently updatable networks)"
    ),
    options=(
        Option("seconds", 0.5, "seconds for a decision", low=0.001, kind=float),
        Option("depth", None, "moves to look ahead, instead of seconds", low=1, high=60, kind=int),
        Option("nodes", None, "positions searched for a decision, instead of seconds", low=1, kind=int),
        Option(
            "tables",
            3,
            "endgame tables: 0 none, 3 animals, 4 as they come up",
            low=0,
            high=4,
        ),
        NETWORK.option,
        THREADS,
    ),
)
def best(game: Game, model: str | None, **settings: Any) -> Agent:
    """Alpha-beta made for Jungle, with a network that learned from its own games, and endgame tables."""
    from parlour.games.jungle.best.engine import Engine
    from parlour.games.jungle.best.network import network

    return Engine(game, network=network(game, model), **settings)
