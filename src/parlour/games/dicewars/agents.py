"""Dicewars' own agents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.agent import Agent, AgentKind, Agents, PolicyAgent
from parlour.game import Game
from parlour.games.dicewars.experience import EXPERIENCE
from parlour.games.dicewars.weights import NETWORK, WPM, network, wpm_table
from parlour.spec import Option

AGENTS = Agents()
LEVELS = (
    "random",
    "wpm:slips=0.62",
    "wpm:slips=0.36",
    "wpm:slips=0.15",
    "wpm",
    "ste",
    "best:depth=1,slips=0.3",
    "best:depth=1,slips=0.13",
    "best:depth=1",
    "best:depth=2",
)

_FRAMEWORK = "the course framework of Brno University of Technology"
_THESIS = "a bachelor's thesis on Dicewars, github.com/dturecek/dicewars"
_REPORT = "Duchoň, Juda, Kinšt, Oškera, Saranová: AI pro hru Dicewars, course report, Brno 2020"

AGENTS.policy("random", "A random legal attack until none is left.", source=f"dt.rand of {_FRAMEWORK}")
AGENTS.policy("two", "At most two random attacks a turn.", source=f"xlogin00 of {_FRAMEWORK}")
AGENTS.policy("difference", "The attack with the largest dice difference.", source=f"{_THESIS} (SDC)")
AGENTS.policy("ste", "The attack most likely to win and hold its target.", source=f"{_THESIS} (STE)")
AGENTS.policy("stei", "As ste, with attacks out of the largest region first.", source=f"{_THESIS} (STEi)")


def _wpm(game: Game, model: str | None) -> Agent:
    from parlour.games.dicewars.policies import wpm, wpm_choice

    if not model:
        return PolicyAgent(wpm)
    weights = wpm_table(model, game)
    return PolicyAgent(lambda state, rng: wpm_choice(state, weights))


AGENTS.kinds["wpm"] = AgentKind(
    "wpm",
    "The attack that most improves a modelled chance to win.",
    _wpm,
    f"{_THESIS} (WPM)",
    (WPM.option,),
    policy="wpm",
)

_SECONDS = Option("seconds", None, "seconds for a decision: as deep as they allow", low=0.001, kind=float)
_AHEAD = "attacks of its own turn to look ahead: {}, or as many as the seconds allow"
_DEPTH = Option("depth", None, _AHEAD.format(3), low=1, high=12, kind=int)
_WIDTH = Option("width", 5, "attacks followed up in a position", low=1, high=88)


@AGENTS.add(
    "statistics",
    source=_REPORT,
    options=(
        EXPERIENCE.option,
        Option("read_only", True, "play without learning"),
        Option("enough", 30, "good moves that it must know; with fewer it plays as stei", low=0),
        Option("chance", 0.6, "the least chance of an attack that it looks at", low=0.0, high=1.0),
        Option("patience", 3, "turns without an attack, after which it makes one anyway", low=0),
        Option("as_written", False, "learn and decide exactly as the report says"),
    ),
)
def statistics(game: Game, model: str | None, read_only: bool, **habits: Any) -> Agent:
    """Plays attacks like those that turned out well before; learns from its own games."""
    from parlour.games.dicewars import statistics

    return statistics.statistics(game, model, read_only, statistics.Habits(**habits))


@AGENTS.add(
    "maxn",
    source="the course entry xchalo16, github.com/janch32/SUI-dicewars-2020",
    options=(
        Option("depth", None, "turns to look ahead; by default one a player", low=1, high=12, kind=int),
    ),
)
def maxn(game: Game, depth: int | None) -> Agent:
    """Max^n: each player's best reply, one attack a turn."""
    from parlour.games.dicewars.maxn import MaxN

    return MaxN(depth or game.players)


@AGENTS.add(
    "expectimax",
    options=lambda game: (
        replace(_DEPTH, help=_AHEAD.format(2)),
        _WIDTH,
        Option("heuristic", "wpm", "how the end of the turn is judged", choices=game.heuristics),
        _SECONDS,
    ),
)
def expectimax(game: Game, depth: int | None, width: int, heuristic: str, seconds: float | None) -> Agent:
    """Expectimax over the attacks of its own turn, each of which may win or fail."""
    from parlour.games.dicewars.best.turns import TurnSearch

    depth = depth or (2 if seconds is None else None)
    return TurnSearch(game, depth, width, game.heuristic(heuristic), seconds)


@AGENTS.add(
    "best",
    options=(
        _DEPTH,
        _WIDTH,
        _SECONDS,
        NETWORK.option,
    ),
)
def best(game: Game, depth: int | None, width: int, seconds: float | None, model: str | None) -> Agent:
    """The strongest: expectimax over its own turn, judged by a network that learned from self-play."""
    from parlour.games.dicewars.best.turns import TurnSearch
    from parlour.games.dicewars.evaluation import chance, chance_by

    value = chance_by(network(model, game)) if model else chance
    return TurnSearch(game, depth, width, value, seconds)
