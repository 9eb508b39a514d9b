"""Agents that may take their calls from the trained models: what each of them declares besides its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from parlour.agent import Agent, AgentKind, Agents
from parlour.game import Game
from parlour.games.tichu.kinds import CALLS
from parlour.model import find_model, read_header
from parlour.spec import Option

__all__ = ["GRANDS", "WAYS", "CallingAgents"]

GRANDS = ("own", "aggressive", "neutral", "conservative", "yang", "points", "feel", "none")
WAYS = ("own", "model", "none")
OPTIONS = (
    Option("grand", "own", "how Grand Tichu is called: by the agent, or by trained models", choices=GRANDS),
    Option("calls", "own", "how all calls are made; model: neutral, or as grand says", choices=WAYS),
)


class CallingAgents(Agents):
    """Agents each of which may take its calls from the trained models, where there are calls."""

    def add(self, name: str, **declared: Any) -> Callable[[Callable[..., Agent]], Callable[..., Agent]]:
        """Declare an agent by the function that builds it."""

        def decorate(build: Callable[..., Agent]) -> Callable[..., Agent]:
            super(CallingAgents, self).add(name, **declared)(build)
            self.kinds[name] = _calling(self.kinds[name])
            return build

        return decorate

    def policy(self, name: str, summary: str, **declared: Any) -> None:
        """Declare a compiled policy as an agent and as a playout."""
        super().policy(name, summary, **declared)
        self.kinds[name] = _calling(self.kinds[name])


def _calling(kind: AgentKind) -> AgentKind:
    """The same kind of agent with the choice of who makes its calls."""

    def options(game: Game) -> tuple[Option, ...]:
        has_calls = game.setting("calls") and game.setting("rules") == "full"
        own = kind.own_options(game)
        return _with_calls(own) if has_calls else own

    def build(game: Game, grand: str = "own", calls: str = "own", **settings: Any) -> Agent:
        declared = kind.own_options(game)
        about_calls = _about_calls(game, settings.get("model"), _model_kinds(declared))
        own = {option.name for option in declared}
        given = {**settings, "model": None} if about_calls else settings
        player = kind.build(game, **{name: value for name, value in given.items() if name in own})
        if grand == calls == "own" and about_calls is None:
            return player
        from parlour.games.tichu.calls.callers import Caller
        from parlour.games.tichu.calls.models import read_call_model

        caller = Caller.styled(player, grand, calls)
        return caller.take(read_call_model(about_calls)) if about_calls else caller

    return replace(kind, build=build, options=options)


def _with_calls(own: tuple[Option, ...]) -> tuple[Option, ...]:
    """An agent's own options and those of calls; one option names models of calls and its own ones."""
    kinds = (*_model_kinds(own), CALLS)
    model = Option("model", None, "a model of calls, or what else it knows", kind=str, models=kinds)
    return (*(option for option in own if not option.models), *OPTIONS, model)


def _model_kinds(options: tuple[Option, ...]) -> list[str]:
    return [kind for option in options for kind in option.models]


def _about_calls(game: Game, model: str | None, others: list[str]) -> Path | None:
    """The file of a model of calls; None for one of the other kinds that an agent takes, and for none."""
    if model is None:
        return None
    path = find_model(game, model, CALLS, *others)
    return path if read_header(path).kind == CALLS else None
