"""Tichu's own agents, from the literature's to the strongest; any of them may call by the trained models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.agent import Agent, PolicyAgent
from parlour.game import Game
from parlour.games.tichu.calls.registry import CallingAgents
from parlour.games.tichu.kinds import DETERMINIZER
from parlour.games.tichu.tree.values import DEFAULT_VALUE, TOLERANCE, VALUES, WEIGHTS
from parlour.model import find_model, read_header
from parlour.search import AGENTS as COMMON
from parlour.search import VALUES as NETWORK
from parlour.spec import Option

__all__ = ["AGENTS", "LEVELS", "SLIP"]

AGENTS = CallingAgents()
SLIP = "careless"
LEVELS = (
    "careless",
    "plan:slips=0.88",
    "plan:slips=0.76",
    "plan:slips=0.63",
    "plan:slips=0.49",
    "plan:slips=0.36",
    "plan:slips=0.24",
    "plan:slips=0.115",
    "plan",
    "best:playouts=1000",
)

_CASTELEIN = "Castelein 2017 (for Tichu, learned determinization)"


def _with_determinizer(name: str) -> Callable[[Game], tuple[Option, ...]]:
    """The options of a common search, and how it guesses at hidden hands; one option names either model."""
    determinizer = Option(
        "determinizer", "uniform", "how hidden hands are guessed", choices=("uniform", "learned")
    )

    def options(game: Game) -> tuple[Option, ...]:
        common = COMMON.kinds[name].own_options(game)
        kinds = (*(kind for option in common for kind in option.models), DETERMINIZER.name)
        knowledge = "the name or file of what it knows of hidden hands, or of what actions are worth"
        model = Option("model", None, knowledge, kind=str, models=kinds)
        return (*(option for option in common if not option.models), determinizer, model)

    return options


def _about_hands(game: Game, model: str | None) -> bool:
    """Whether a model is one of the determinizer's."""
    return model is not None and read_header(find_model(game, model)).kind == DETERMINIZER.name


@AGENTS.add("random")
def random_agent(game: Game) -> Agent:
    """Any legal action, drawn uniformly."""
    return COMMON.kinds["random"].build(game)


@AGENTS.add("mc", source=_CASTELEIN, options=_with_determinizer("mc"))
def monte_carlo(game: Game, determinizer: str, model: str | None, **settings: Any) -> Agent:
    """Flat Monte Carlo: plays every legal action out equally often and takes the best mean."""
    counters, values = (model, None) if _about_hands(game, model) else (None, model)
    if determinizer == "uniform" and not counters:
        return COMMON.kinds["mc"].build(game, model=values, **settings)
    from parlour.games.tichu.searches import LearnedMonteCarlo

    return LearnedMonteCarlo(game, counters, model=values, **settings)


@AGENTS.add(
    "mcts",
    source=f"{COMMON.kinds['mcts'].source}; {_CASTELEIN}",
    options=_with_determinizer("mcts"),
)
def mcts(game: Game, determinizer: str, model: str | None, **settings: Any) -> Agent:
    """Monte Carlo tree search (UCT), open loop; guesses anew at what is hidden in each playout."""
    counters, values = (model, None) if _about_hands(game, model) else (None, model)
    if determinizer == "uniform" and not counters:
        return COMMON.kinds["mcts"].build(game, model=values, **settings)
    from parlour.games.tichu.searches import LearnedMcts

    return LearnedMcts(game, counters, model=values, **settings)


AGENTS.policy("careless", "Any legal action, drawn uniformly, but never a call.")
AGENTS.policy("plan", "Takes its hand apart into combinations and plays them by rules of thumb.")
AGENTS.policy(
    "fsm",
    "The tree inside a finite-state machine: defensive, passing or aggressive by who played and passed.",
    source="Vlachou-Konchylaki and Vassos 2013",
)


@AGENTS.add(
    "tree",
    source="Vlachou-Konchylaki 2012",
    options=(
        Option("value", VALUES[DEFAULT_VALUE], "what a leaf is worth", choices=VALUES),
        Option("tolerance", TOLERANCE, "the share of the best leaf that must be left", low=0.0, high=2.0),
        *WEIGHTS,
    ),
)
def tree(game: Game, value: str, tolerance: float, **weights: float) -> Agent:
    """Takes its hand apart in all ways and plays what leaves the best of them nearly as good."""
    from parlour.games.tichu.tree.choice import tree_choice
    from parlour.kernel import ready

    ready(tree_choice)
    kind, each = VALUES.index(value), np.array([weights[option.name] for option in WEIGHTS])
    return PolicyAgent(lambda state, rng: tree_choice(state, rng, each, kind, tolerance))


@AGENTS.add(
    "best",
    source="Maron and Moore 1994 (races); Zha et al. 2021 (what it learned); the rest is our own",
    options=(
        Option("playouts", 100_000, "most playouts for a decision; 0: as the network has it", low=0),
        Option("seconds", 0.9, "most seconds for a decision", low=0.001),
        NETWORK,
    ),
)
def best(game: Game, playouts: int, seconds: float, model: str | None) -> Agent:
    """Races what its network values most on likely guesses at the hidden cards, played out by the network."""
    from parlour.games.tichu.best.agent import Best

    return Best(game, playouts, seconds, model)
