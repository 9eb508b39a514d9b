"""Agents: who decides, how they are named, and how they are found."""

from __future__ import annotations

import abc
import functools
import inspect
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal, cast

import numpy as np

from parlour.contract import Own, furnish
from parlour.errors import IllegalMove, ParlourError, unknown
from parlour.game import Game, load_module
from parlour.model import model_names
from parlour.plugins import plugins
from parlour.spec import Option, Value, format_spec, read_settings, split_spec
from parlour.state import View

__all__ = [
    "FREE", "ONNX", "OUTSIDE", "SLIPS", "Agent", "AgentKind", "Agents", "Candidate", "Clock", "Explanation",
    "FunctionAgent", "Halt", "Player", "PolicyAgent", "Terms", "agent", "agent_kinds", "consult", "file_hash",
    "file_of", "from_file", "kind_of", "line_text", "policy_names", "policy_of",
]  # fmt: skip


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
        """The seat had no time left for a decision; the increment is added all the same."""
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
    memory: int | None = None  # bytes, for bots in other processes and for search trees

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
    error: float | None = None  # the standard error of `win`, when it does not follow from the visits


@dataclass(frozen=True)
class Explanation:
    """What an agent saw when it decided, best candidate first."""

    candidates: tuple[Candidate, ...]
    work: int = 0  # playouts, or positions searched
    depth: int = 0
    worlds: int = 0  # how many guesses at what is hidden went into it
    unit: Literal["positions", "playouts"] = "positions"  # what `work` counts


OUTSIDE = "exec:"
"""How the spec of a bot in another process begins."""

ONNX = "onnx:"
"""How the spec of a model of another library begins."""


class Halt:
    """Ends a search from outside: it raises the flags that compiled code reads."""

    def __init__(self) -> None:
        self.raised = False
        self._flags: list[np.ndarray] = []

    def watch(self, flag: np.ndarray) -> np.ndarray:
        """Raise this flag too; the flag itself."""
        self._flags.append(flag)
        if self.raised:
            flag[0] = 1
        return flag

    def now(self) -> None:
        """Raise all flags, whatever thread reads them."""
        self.raised = True
        for flag in self._flags:
            flag[0] = 1

    def let_go(self) -> None:
        """The search is over: its flags may serve another one, and are not raised any more."""
        self._flags.clear()


class Agent(abc.ABC):
    """Decides for one seat, from a view."""

    spec: str = ""
    rng: np.ndarray
    work: int = 0  # playouts made or positions searched since the game began
    terms: Terms = FREE  # the limits that it plays under
    outside: ClassVar[bool] = False  # whether somebody else's program decides
    seconds: float | None = None  # that it takes for a decision, where it decides by time
    anew: bool = False  # whether it is closed after each game, so that it remembers nothing of it
    explains: ClassVar[bool] = False  # whether it can say what a decision rested on
    ponders: bool = False  # whether it can think on while another seat decides
    explanation: Explanation | None = None  # what the last decision rested on, when it is noted there

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts; all of the agent's own chance follows from the seed, which is not the game's."""
        from parlour.kernel import new_rng

        self.rng = new_rng(seed, 1 + seat)
        self.work, self.explanation = 0, None

    @property
    def timed(self) -> bool:
        """Whether it decides by time: with the same seed it may then play another game."""
        return self.seconds is not None

    @abc.abstractmethod
    def choose(self, view: View, clock: Clock) -> int:
        """The action to play."""

    def explain(self) -> Explanation | None:
        """What the last decision rested on, when the agent can tell."""
        return self.explanation

    def ponder(self, view: View, halt: Halt) -> None:  # noqa: B027 - most do not
        """Think on about a position of another seat, until it is halted: what is found helps to decide next.

        Only where nothing is hidden and nothing left to chance; it takes one thread.
        """

    def rest(self) -> None:  # noqa: B027 - few hold much
        """The decision is made and explained: let go of what the next one does not need."""

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:  # noqa: B027 - few care
        """The game is over."""

    def close(self) -> None:  # noqa: B027 - most agents hold nothing that needs closing
        """The agent is no longer needed."""


def consult(agent: Agent, view: View, clock: Clock | None = None, seed: int = 0) -> Explanation:
    """What an agent makes of a position, best candidate first; only its choice when it cannot tell."""
    agent.begin(view.game, view.seat, seed)
    action = agent.choose(view, clock or Clock())
    explanation = agent.explain()
    if explanation is None or not explanation.candidates:
        return Explanation((Candidate(action, 0.5, line=(action,)),))
    return explanation


class PolicyAgent(Agent):
    """A compiled policy as a player."""

    def __init__(self, policy: Any) -> None:
        from parlour.kernel import ready

        self.policy = ready(policy)

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

    def __init__(self, function: Callable[..., int | str]) -> None:
        self.function = function

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Have the rule by which it may fill in what is hidden ready before its clock runs."""
        super().begin(game, seat, seed)
        game.rules.ready("guess")

    def choose(self, view: View, clock: Clock) -> int:
        """The function's answer: an action, or its text."""
        answer = self.function(view)
        if isinstance(answer, str):
            return view.parse(answer)
        try:
            return int(answer)
        except (TypeError, ValueError):
            raise IllegalMove(f"it returned {answer!r}: expected an action of view.legal_moves") from None


SLIPS = Option("slips", 0.0, "the share of its decisions that are drawn at random", low=0.0, high=1.0)
"""An option that every agent has: how often it slips."""


Player = Callable[..., int | str] | type[Agent]
"""Who can be made an agent: a function ``choose(view)``, or a class of `Agent`."""


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

    def own_options(self, game: Game) -> tuple[Option, ...]:
        """The options that it declares for a game."""
        return self.options(game) if callable(self.options) else self.options

    def options_for(self, game: Game) -> tuple[Option, ...]:
        """All options that it has in a game: its own, and how often it slips."""
        return (*self.own_options(game), SLIPS)

    def reason_against(self, game: Game) -> str:
        """Why it cannot play a game; empty when it can."""
        return self.unsuited(game) if self.unsuited else ""

    def is_ready(self, game: Game) -> bool:
        """Whether the models that it plays by are at hand: those of the game, or in the working folder."""
        kinds = [option.models for option in self.own_options(game) if option.models and option.needed]
        return all(model_names(game, *names) for names in kinds)

    def make(self, game: Game, settings: dict[str, Any]) -> Agent:
        """An agent of this kind for a game."""
        if reason := self.reason_against(game):
            raise ParlourError(f"agent '{self.name}' cannot play {game.name}: {reason}")
        options = self.options_for(game)
        values = read_settings(f"agent '{self.name}'", options, settings)
        agent = self.build(game, **{name: value for name, value in values.items() if name != SLIPS.name})
        if share := cast(float, values[SLIPS.name]):
            agent = import_module(_SLIPPING).Slipping(game, agent, share)
        agent.spec = format_spec(self.name, options, values)
        return agent


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
    declared = game.hooks(Own).AGENTS
    return declared.kinds if declared else {}


def agent_kinds(game: Game) -> dict[str, AgentKind]:
    """All agents that can play a game: its own, the common ones, and installed ones."""
    return {name: kind for name, kind in _all_kinds(game).items() if not kind.reason_against(game)}


_COMMON = "parlour.search"  # found by name, as games are: these rooms stand on this one
_BOTS = "parlour.bots.external"
_MODELS = "parlour.onnx_agent"
_SLIPPING = "parlour.slipping"


def _all_kinds(game: Game) -> dict[str, AgentKind]:
    kinds = {**import_module(_COMMON).AGENTS.kinds, **_own_kinds(game)}
    for name, point in plugins("parlour.agents").items():
        if name not in kinds:
            loaded = point.load()
            kinds[name] = loaded if isinstance(loaded, AgentKind) else kind_of(loaded, name)
    return kinds


def agent(game: Game, spec: str, **settings: Value) -> Agent:
    """The agent of a spec: ``mcts:playouts=500``, ``my_bot.py:choose``, ``onnx:FILE``, ``exec:./my_bot``."""
    if spec.startswith(OUTSIDE):
        return cast(Agent, import_module(_BOTS).external_agent(game, spec))
    if spec.startswith(ONNX):
        return cast(Agent, import_module(_MODELS).onnx_agent(game, spec))
    if from_file(spec):
        return _from_file(game, spec, settings)
    name, given = split_spec(spec)
    kind = _all_kinds(game).get(name)
    if kind is None:
        raise unknown(f"agent of {game.name}", name, agent_kinds(game))
    return kind.make(game, {**given, **settings})


def from_file(spec: str) -> bool:
    """Whether a spec names an agent in a file of the user's: ``my_bot.py``."""
    return not spec.startswith(OUTSIDE) and (".py:" in spec or spec.endswith(".py"))


def file_hash(spec: str) -> str:
    """What an agent of a file rests on, as one number: the file and those that it imports."""
    from parlour.kernel.sources import fingerprint

    return fingerprint(file_of(spec))[:16]


def file_of(spec: str) -> Path:
    """The file of an agent in a file."""
    return Path(_parts_of(spec)[0])


def _parts_of(spec: str) -> tuple[str, str]:
    """The file of an agent in a file, and what follows it: a folder may have ``.py`` in its name too."""
    file, colon, rest = spec.partition(".py:")
    return (f"{file}.py", rest) if colon else (spec, "")


def kind_of(player: Player, name: str = "") -> AgentKind:
    """A function ``choose(view)`` or a class of `Agent` as a kind; parameters with a default are options."""
    parameters = list(inspect.signature(player).parameters.values())
    own = parameters if isinstance(player, type) else parameters[1:]  # a function's first is the view
    options = tuple(_option(parameter) for parameter in own if parameter.kind not in _SPREAD)
    summary = (player.__doc__ or "").strip().partition("\n")[0]

    def build(game: Game, **settings: Value) -> Agent:
        if isinstance(player, type):
            game.rules.ready("guess")  # its own `begin` does not know
            return cast(Agent, player(**settings))
        return FunctionAgent(functools.partial(player, **settings) if settings else player)

    return AgentKind(name or player.__name__, summary, build, options=options)


_SPREAD = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)  # *args, **settings


def _option(parameter: inspect.Parameter) -> Option:
    """A parameter with a default as an option; its type is the default's, or as it is annotated."""
    if parameter.name == SLIPS.name:
        raise ParlourError(f"'{parameter.name}' is an option that every agent has: take another name")
    if parameter.default is inspect.Parameter.empty:
        raise ParlourError(f"'{parameter.name}' needs a default, such as {parameter.name}=1, to be an option")
    if parameter.default is not None:
        return Option(parameter.name, parameter.default, "")
    words = str(parameter.annotation)
    kind = next((kind for kind in (bool, int, float) if kind.__name__ in words), str)
    return Option(parameter.name, None, "", kind=kind)


def _from_file(game: Game, spec: str, settings: dict[str, Value]) -> Agent:
    """The agent of ``my_bot.py``, ``my_bot.py:Mine`` or ``my_bot.py:Mine:depth=3``."""
    file, rest = _parts_of(spec)
    path, (name, given) = Path(file), split_spec(_named(rest))
    module = load_module(path)
    kind = _kind_in(module, name)
    if kind is None:
        raise ParlourError(f"{path} has no function '{name}': write def {name}(view): return an action")
    player = kind.make(game, {**given, **settings})
    player.spec = f"{path}{':' + player.spec if rest or player.spec != 'choose' else ''}"
    return player


def _named(rest: str) -> str:
    """What follows the file, with the name that is left out: ``depth=3`` is ``choose:depth=3``."""
    first, _, _ = rest.partition(":")
    return f"choose:{rest}" if "=" in first or not rest else rest


def _kind_in(module: ModuleType, name: str) -> AgentKind | None:
    """The agent of that name: declared in the module's ``AGENTS``, or a function or class."""
    declared = furnish(Own, module).AGENTS
    if declared and name in declared.kinds:
        return cast(AgentKind, declared.kinds[name])
    player = getattr(module, name, None)
    return kind_of(player, name) if callable(player) else None


def line_text(view: View, line: Sequence[int]) -> list[str]:
    """A line of actions in notation, as far as it can be followed from a view."""
    state, texts = view.sample(np.ones(4, np.uint64)), []
    for action in line:
        if action not in state.legal_moves:
            break
        texts.append(state.format(action))
        state.advance(action)
    return texts
