"""Tichu's own agents, from the literature's to the strongest; any of them may call by the trained models."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from parlour.agent import Agent, AgentKind, Agents
from parlour.search import AGENTS as COMMON
from parlour.spec import Option

if TYPE_CHECKING:
    from parlour.game import Game

VALUES = ("simple", "by-cards", "by-combinations", "by-possibilities", "none")
TOLERANCE = 0.6
VALUE = "by-cards"

GRANDS = ("own", "aggressive", "neutral", "conservative", "yang", "points", "none")
CALLS = ("own", "model", "none")
_CALL_OPTIONS = (
    Option("grand", "own", "how Grand Tichu is called: by the agent, or by trained models", choices=GRANDS),
    Option("calls", "own", "how all calls are made; model: neutral, or as grand says", choices=CALLS),
)

AGENTS = Agents()
_DETERMINIZER = Option(
    "determinizer", "uniform", "how hidden hands are guessed", choices=("uniform", "learned")
)


def _search(name: str) -> None:
    """Declare a common search with the choice of the learned determinizer."""
    common = COMMON.kinds[name]

    def build(game: Game, determinizer: str, **settings: Any) -> Agent:
        made: Any = common.build(game, **settings)
        if determinizer == "learned":
            from parlour.games.tichu.determinizer import guess

            made.rules = made.rules.but(guess=guess)
        return made  # type: ignore[no-any-return]

    build.__doc__ = common.summary
    source = "; ".join(filter(None, (common.source, "Castelein 2017 (for Tichu, learned determinization)")))
    AGENTS.add(name, source=source, options=lambda game: (*common.options_for(game), _DETERMINIZER))(build)


_search("mc")
_search("mcts")
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
        Option("value", VALUE, "what a leaf is worth", choices=VALUES),
        Option("tolerance", TOLERANCE, "the share of the best leaf that must be left", low=0.0, high=2.0),
    ),
)
def tree(game: Game, value: str, tolerance: float) -> Agent:
    """Takes its hand apart in all ways and plays what leaves the best of them nearly as good."""
    from parlour.games.tichu.tree import Tree

    return Tree(game, value, tolerance)


@AGENTS.add(
    "best",
    source="Karnin, Koren and Somekh 2013 (sequential halving); guesses and playouts are our own",
    options=(
        Option("playouts", 4000, "most playouts for a decision", low=1),
        Option("seconds", 0.9, "most seconds for a decision", low=0.001),
    ),
)
def best(game: Game, playouts: int, seconds: float) -> Agent:
    """Races its candidate plays on common guesses at the hidden cards, played out by plan."""
    from parlour.games.tichu.best import Best

    return Best(game, playouts, seconds)


def _calling(kind: AgentKind) -> AgentKind:
    """The same kind of agent with the choice of calls by the models, where there are calls."""

    def options(game: Game) -> tuple[Option, ...]:
        own = kind.options_for(game)
        return (*own, *_CALL_OPTIONS) if game.setting("calls") and game.setting("rules") == "full" else own

    def build(game: Game, grand: str = "own", calls: str = "own", **settings: Any) -> Agent:
        player = kind.build(game, **settings)
        if grand == calls == "own":
            return player
        from parlour.games.tichu.calls.callers import Caller

        return Caller.styled(player, grand, calls)

    return replace(kind, build=build, options=options)


AGENTS.kinds = {name: _calling(kind) for name, kind in {**COMMON.kinds, **AGENTS.kinds}.items()}
