"""Agents: who decides, how they are named, and how they are found."""

from __future__ import annotations

import abc
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError, unknown
from parlour.game import Game, View, load_module
from parlour.spec import Option, Value, format_spec, read_settings, split_spec

__all__ = [
    "Agent",
    "AgentKind",
    "Agents",
    "Candidate",
    "Clock",
    "Explanation",
    "Terms",
    "agent",
    "agent_kinds",
]


@dataclass
class Clock:
    """The time of one seat: a bank, an increment after each decision, and a most for one decision."""

    bank: float = math.inf
    increment: float = 0.0
    move: float = math.inf
    used: list[float] = field(default_factory=list)  # seconds of each decision so far
    _since: float | None = None

    @property
    def left(self) -> float:
        """The seconds that this decision may still take."""
        running = 0.0 if self._since is None else time.perf_counter() - self._since
        return min(self.bank, self.move) - running

    def start(self) -> None:
        """The seat is to decide."""
        self._since = time.perf_counter()

    def skip(self) -> None:
        """The seat had no time left for a decision; the increment is its all the same."""
        self.bank += self.increment

    def stop(self) -> bool:
        """The seat has decided; whether it was in time."""
        assert self._since is not None
        spent = time.perf_counter() - self._since
        self._since = None
        self.used.append(spent)
        in_time = spent <= min(self.bank, self.move)
        self.bank = self.bank - spent + self.increment
        return in_time


@dataclass(frozen=True)
class Terms:
    """Limits of each seat: seconds for the game, more for each decision, at most for one, and memory."""

    bank: float | None = None
    increment: float = 0.0
    move: float | None = None
    memory: int | None = None  # bytes, for bots in other processes

    def clock(self) -> Clock:
        """A fresh clock for one seat."""
        bank = math.inf if self.bank is None else self.bank
        return Clock(bank, self.increment, math.inf if self.move is None else self.move)


FREE = Terms()
"""No limits."""


@dataclass(frozen=True)
class Candidate:
    """One action that an agent thought about."""

    action: int
    win: float  # the expected reward as a share from 0 to 1
    visits: int = 0
    line: tuple[int, ...] = ()  # what is expected to follow, this action first
    proven: bool = False
    score: float | None = None  # in the agent's own units, when it has any


@dataclass(frozen=True)
class Explanation:
    """What an agent saw when it decided, best candidate first."""

    candidates: tuple[Candidate, ...]
    work: int = 0  # playouts, or positions searched
    depth: int = 0
    worlds: int = 0  # how many guesses at what is hidden went into it


class Agent(abc.ABC):
    """Decides for one seat, from a view."""

    spec: str = ""
    rng: np.ndarray
    work: int = 0  # playouts made or positions searched since the game began
    terms: Terms = FREE  # the limits that it plays under

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts; all of the agent's own chance follows from the seed."""
        from parlour.kernel import new_rng

        self.rng = new_rng(seed, 1 + seat)
        self.work = 0

    @abc.abstractmethod
    def choose(self, view: View, clock: Clock) -> int:
        """The action to play."""

    def explain(self) -> Explanation | None:
        """What the last decision rested on, when the agent can tell."""
        return None

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:  # noqa: B027 - few care
        """The game is over."""

    def close(self) -> None:  # noqa: B027 - most agents hold nothing that needs closing
        """The agent is no longer needed."""


class PolicyAgent(Agent):
    """A compiled policy as a player."""

    def __init__(self, policy: Any) -> None:
        self.policy = policy

    def choose(self, view: View, clock: Clock) -> int:
        """What the policy answers; any legal action, drawn uniformly, when it does not mind."""
        from parlour.kernel import below

        action = int(self.policy(view.buffer, self.rng))
        if action >= 0:
            return action
        moves = view.legal_moves
        return moves[below(self.rng, len(moves))]


class FunctionAgent(Agent):
    """A plain function ``choose(view)`` as a player."""

    def __init__(self, function: Callable[[View], int | str]) -> None:
        self.function = function

    def choose(self, view: View, clock: Clock) -> int:
        """The function's answer: an action, or its text."""
        answer = self.function(view)
        return view.parse(answer) if isinstance(answer, str) else int(answer)


@dataclass(frozen=True)
class AgentKind:
    """A kind of agent: what it is called, where it was published, which options it has."""

    name: str
    summary: str
    build: Callable[..., Agent]
    source: str = ""
    options: tuple[Option, ...] | Callable[[Game], tuple[Option, ...]] = ()
    unsuited: Callable[[Game], str] | None = None  # why it cannot play a game; empty when it can
    policy: str = ""  # the name of the compiled policy in the game's ``policies`` room

    def options_for(self, game: Game) -> tuple[Option, ...]:
        """The options it has in a game."""
        return self.options(game) if callable(self.options) else self.options

    def reason_against(self, game: Game) -> str:
        """Why it cannot play a game; empty when it can."""
        return self.unsuited(game) if self.unsuited else ""

    def make(self, game: Game, settings: dict[str, Any]) -> Agent:
        """An agent of this kind for a game."""
        if reason := self.reason_against(game):
            raise ParlourError(f"agent '{self.name}' cannot play {game.name}: {reason}")
        options = self.options_for(game)
        values = read_settings(f"agent '{self.name}'", options, settings)
        made = self.build(game, **values)
        made.spec = format_spec(self.name, options, values)
        return made


class Agents:
    """The agents that one room declares, in order."""

    def __init__(self) -> None:
        self.kinds: dict[str, AgentKind] = {}

    def add(
        self,
        name: str,
        *,
        source: str = "",
        options: tuple[Option, ...] | Callable[[Game], tuple[Option, ...]] = (),
        unsuited: Callable[[Game], str] | None = None,
    ) -> Callable[[Callable[..., Agent]], Callable[..., Agent]]:
        """Declare an agent by the function that builds it; its docstring's first line is the summary."""

        def decorate(build: Callable[..., Agent]) -> Callable[..., Agent]:
            summary = (build.__doc__ or "").strip().partition("\n")[0]
            self.kinds[name] = AgentKind(name, summary, build, source, options, unsuited)
            return build

        return decorate

    def policy(self, name: str, summary: str, *, source: str = "") -> None:
        """Declare a compiled policy of the game's ``policies`` room as an agent and as a playout."""

        def build(game: Game) -> Agent:
            return PolicyAgent(policy_of(game, name))

        self.kinds[name] = AgentKind(name, summary, build, source, policy=name)


def policy_of(game: Game, name: str) -> Any:
    """A compiled policy of a game by its name; ``random`` is any legal action unless the game has its own."""
    from parlour.kernel import any_action

    own = _own_kinds(game).get(name)
    if name == "random" and not (own and own.policy):
        return any_action
    return getattr(game.room("policies"), name.replace("-", "_"))


def policy_names(game: Game) -> tuple[str, ...]:
    """The names of the compiled policies that can play a game."""
    own = [kind.name for kind in _own_kinds(game).values() if kind.policy]
    return tuple(dict.fromkeys(("random", *own)))


def _own_kinds(game: Game) -> dict[str, AgentKind]:
    found = getattr(game.room("agents"), "AGENTS", None) if game.has_room("agents") else None
    return found.kinds if found else {}


def agent_kinds(game: Game) -> dict[str, AgentKind]:
    """All agents that can play a game: its own, the common ones, and installed ones."""
    return {name: kind for name, kind in _all_kinds(game).items() if not kind.reason_against(game)}


def _all_kinds(game: Game) -> dict[str, AgentKind]:
    from importlib.metadata import entry_points

    from parlour.search import AGENTS

    kinds = {**AGENTS.kinds, **_own_kinds(game)}
    for point in entry_points(group="parlour.agents"):
        if point.name not in kinds:
            loaded = point.load()
            kinds[point.name] = (
                loaded if isinstance(loaded, AgentKind) else _from_function(point.name, loaded)
            )
    return kinds


def _from_function(name: str, function: Callable[[View], int | str]) -> AgentKind:
    summary = (function.__doc__ or "").strip().partition("\n")[0]
    return AgentKind(name, summary, lambda game: FunctionAgent(function))


def agent(game: Game, spec: str, **settings: Value) -> Agent:
    """The agent that a spec names: ``random``, ``mcts:playouts=500`` or ``my_bot.py:choose``."""
    if spec.startswith("exec:"):
        from parlour.arena.external import external_agent

        return external_agent(game, spec)
    if ".py:" in spec or spec.endswith(".py"):
        return _from_file(spec)
    name, given = split_spec(spec)
    kind = _all_kinds(game).get(name)
    if kind is None:
        raise unknown(f"agent of {game.name}", name, agent_kinds(game))
    return kind.make(game, {**given, **settings})


def _from_file(spec: str) -> Agent:
    path, _, name = spec.partition(".py")
    name = name.lstrip(":") or "choose"
    function = getattr(load_module(Path(f"{path}.py")), name, None)
    if not callable(function):
        raise ParlourError(f"{path}.py has no function '{name}': write def {name}(view): return an action")
    made = (
        function() if isinstance(function, type) and issubclass(function, Agent) else FunctionAgent(function)
    )
    made.spec = spec
    return made


def line_text(view: View, line: Sequence[int]) -> list[str]:
    """A line of actions in notation, as far as it can be followed from a view."""
    state, texts = view.sample(np.ones(4, np.uint64)), []
    for action in line:
        if action not in state.legal_moves:
            break
        texts.append(state.format(action))
        state.advance(action)
    return texts
