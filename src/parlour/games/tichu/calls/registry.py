"""Agents that may take their calls from the trained models: what each of them declares besides its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from parlour.agent import Agent, AgentKind, Agents
from parlour.game import Game
from parlour.spec import Option

__all__ = ["CALLS", "GRANDS", "CallingAgents"]

GRANDS = ("own", "aggressive", "neutral", "conservative", "yang", "points", "none")
CALLS = ("own", "model", "none")
OPTIONS = (
    Option("grand", "own", "how Grand Tichu is called: by the agent, or by trained models", choices=GRANDS),
    Option("calls", "own", "how all calls are made; model: neutral, or as grand says", choices=CALLS),
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
        return kind.own_options(game) + (OPTIONS if has_calls else ())

    def build(game: Game, grand: str = "own", calls: str = "own", **settings: Any) -> Agent:
        player = kind.build(game, **settings)
        if grand == calls == "own":
            return player
        from parlour.games.tichu.calls.callers import Caller

        return Caller.styled(player, grand, calls)

    return replace(kind, build=build, options=options)
