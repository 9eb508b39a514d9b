"""Training: one loop for everything that learns, round after round.

A learner's state is some arrays, and a round follows from the state, the seed and the round's number alone.
So a run that was stopped at any time, even killed, goes on from its checkpoint and ends where it would have
ended, and the number of workers changes nothing.
"""

from __future__ import annotations

import abc
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from parlour.arena.engines import Engine, Serial, Threads, engine_at
from parlour.arena.work import Answer, Calls
from parlour.contract import Training
from parlour.errors import ParlourError, unknown
from parlour.files import make_folder, write_bytes
from parlour.game import Game
from parlour.learn import rungs
from parlour.learn.curves import ENDING as CURVE
from parlour.learn.curves import Curve
from parlour.learn.trial import score
from parlour.model import (
    ENDING,
    FOLDER,
    Arrays,
    ModelKind,
    check_arrays,
    pack,
    shipped_folder,
    unpack,
    write_model,
)
from parlour.progress import Track, silent
from parlour.spec import Option, Value, read_settings
from parlour.stats.estimate import Estimate

__all__ = [
    "Learner", "Lesson", "Measures", "Method", "Round", "Run", "find_method", "methods_of", "slide_window",
    "train", "with_window",
]  # fmt: skip

_AFRESH = "delete it to start afresh"

Measures = dict[str, float | Estimate]
Played = tuple[Arrays, dict[str, Any]]
"""What is played with: arrays, and facts."""


@dataclass(frozen=True)
class Lesson:
    """What a learner goes by."""

    game: Game
    seed: int = 0
    workers: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    track: Track = silent
    cluster: str | None = None  # the Dask scheduler whose workers play, instead of the cores

    @property
    def engine(self) -> Engine:
        """Where agents play games."""
        return engine_at(self.workers, self.cluster)

    def gather(
        self, function: Callable[..., Answer], settings: Sequence[Any], items: Sequence[Any], what: str
    ) -> list[Answer]:
        """What a compiled function of the game, some settings and an item gives for each item, in order.

        It is called in threads, or on the cluster, where a function of a module can travel.
        """
        engine = self.engine if self.cluster else Threads(self.workers)
        calls: Calls[Any, Answer] = Calls(self.game, function, *settings)
        answers = dict[int, Answer]()
        for (place, _), answer in self.track(engine.work(calls, enumerate(items)), what, len(items)):
            answers[place] = answer
        return [answers[place] for place in range(len(items))]

    def seeds(self, number: int, count: int) -> np.ndarray:
        """So many seeds for the games of a round."""
        return np.random.SeedSequence((self.seed, number)).generate_state(count, np.uint64)


def _window_of(state: Arrays) -> list[Arrays]:
    """What the last rounds brought, the oldest first: see `with_window`."""
    places = sorted({name.partition(".")[2] for name in state if "." in name})
    return [
        {name.partition(".")[0]: array for name, array in state.items() if name.endswith(f".{place}")}
        for place in places
    ]


def slide_window(state: Arrays, new: Arrays, most: int) -> list[Arrays]:
    """What the last rounds brought and what a new one did, the newest so many of them.

    Compiled code reads these arrays, so what a checkpoint has must be laid out as what a round brings.
    """
    before = _window_of(state)
    if any(_layout(part) != _layout(new) or len({len(a) for a in part.values()}) != 1 for part in before):
        raise ParlourError(f"the checkpoint is damaged: {_AFRESH}")
    return [*before, new][-most:]


def _layout(arrays: Arrays) -> dict[str, tuple[np.dtype, int, tuple[int, ...]]]:
    """What arrays are made of, whatever their lengths."""
    return {name: (array.dtype, array.ndim, array.shape[1:]) for name, array in arrays.items()}


def with_window(state: Mapping[str, np.ndarray], window: Sequence[Mapping[str, np.ndarray]]) -> Arrays:
    """A state that holds what the last rounds brought too."""
    return {**state, **{f"{name}.{i}": part[name] for i, part in enumerate(window) for name in part}}


class Learner(abc.ABC):
    """Learns a game round after round; all that it goes on from is in its state."""

    kind: ModelKind
    variant: tuple[str, ...] = ()  # the options of the game that a model is made for

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.game = lesson, lesson.game
        self.settings: Any = lesson.settings

    @abc.abstractmethod
    def begin(self) -> Arrays:
        """The state before the first round."""

    @abc.abstractmethod
    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """The state after one more round, and what was measured on the way; `games` is how many it took."""

    @abc.abstractmethod
    def model(self, state: Arrays) -> Arrays:
        """What is played with."""

    def facts(self, state: Arrays) -> dict[str, Any]:
        """What else its player reads."""
        return {}


@dataclass(frozen=True)
class Method:
    """A way to learn a game: ``parlour train GAME --method NAME``."""

    name: str
    summary: str
    learner: Callable[[Lesson], Learner]
    player: str  # the agent that plays what was learned, without its model
    options: tuple[Option, ...] = ()
    rounds: int = 1  # by default
    source: str = ""

    def spec(self, model: Path) -> str:
        """The agent that plays a model."""
        return f"{self.player}{',' if ':' in self.player else ':'}model={model}"


def methods_of(game: Game) -> dict[str, Method]:
    """The ways to learn a game: its own, then those that every game with an encoding has."""
    from parlour.learn.policy import SEARCH
    from parlour.learn.values import VALUES

    own = {method.name: method for method in game.hooks(Training).METHODS}
    return {**own, VALUES.name: VALUES, SEARCH.name: SEARCH}


def find_method(game: Game, name: str) -> Method:
    """A way to learn a game by its name."""
    methods = methods_of(game)
    if name not in methods:
        raise unknown(f"method of {game.name}", name, methods)
    return methods[name]


@dataclass(frozen=True)
class Run:
    """One training run: who learns what, for how long, tried against whom, and where it is written."""

    method: Method
    lesson: Lesson
    out: Path
    rounds: int
    minutes: float | None = None
    rivals: tuple[str, ...] = ("random",)
    trial: int = 100  # games of each trial; 0 for none
    curve: Path | None = None
    command: str = ""

    @staticmethod
    def make(
        method: Method, game: Game, settings: Mapping[str, Value], *, out: Path | None = None, **fields: Any
    ) -> Run:
        """A run with the method's own options checked."""
        own = {name: fields.pop(name) for name in ("seed", "workers", "track", "cluster") if name in fields}
        values = read_settings(f"method '{method.name}'", method.options, settings)
        lesson = Lesson(game, settings=values, **own)
        rounds = fields.pop("rounds", None) or method.rounds
        return Run(method, lesson, out or default_path(game, method), rounds, **fields)

    @property
    def checkpoint(self) -> Path:
        """What the next round goes on from."""
        return self.out.with_suffix(".checkpoint")

    @property
    def purpose(self) -> dict[str, Any]:
        """What a checkpoint must be of, to go on from it."""
        game = self.lesson.game
        return {
            "method": self.method.name,
            "game": game.spec,
            "rules": game.rules_version,
            "seed": self.lesson.seed,
            "settings": dict(self.lesson.settings),
        }

    def with_curve(self, folder: Path) -> Run:
        """The same run, its curve written into a folder."""
        return replace(self, curve=folder / f"{self.out.stem}{CURVE}")

    def ship(self) -> Path:
        """Put the model where the game's agents look first, in its folder, with the command that did so."""
        game = self.lesson.game
        if game.one_file:
            raise ParlourError(f"--ship: {game.name} is one file, and only a folder has models of its own")
        header, arrays = unpack(self.out, "model", _AFRESH)
        header["made"]["command"] = self.command
        return write_bytes(make_folder(shipped_folder(game)) / self.out.name, pack(arrays, header))


def default_path(game: Game, method: Method) -> Path:
    """Where a model goes unless it is told."""
    options = [f"{game.setting(name)}" for name in getattr(method.learner, "variant", ())]
    return FOLDER / f"{'-'.join([game.name, method.name, *options])}{ENDING}"


@dataclass(frozen=True)
class Round:
    """One round that is done."""

    number: int
    games: int  # so far
    measures: Measures


def train(run: Run) -> Iterator[Round]:
    """Learn until the rounds or the minutes are over; after each round the model and all about it is written.

    What was done before, by the same run, is not done again.
    """
    learner, began = run.method.learner(run.lesson), time.monotonic()
    state, done, games = _restore(run, learner) or (learner.begin(), 0, 0)
    if not done:
        rungs.clear(run.out)
    curve = Curve(run.curve, run.out.stem, run.lesson.game.name, run.purpose, games) if run.curve else None
    for number in range(done, run.rounds):
        before = (learner.model(state), learner.facts(state)) if number else None
        state, measures = learner.learn(state, number)
        games += int(measures.pop("games", 0))  # type: ignore[arg-type]
        measures |= _try(run, learner, state, before)
        _write(run, learner, state, measures, number, games)
        late = run.minutes is not None and time.monotonic() - began >= 60 * run.minutes
        rungs.keep(run.out, number + 1, last=late or number + 1 == run.rounds)
        _save(run, state, number + 1, games)
        if curve:
            curve.add(games, measures)
        yield Round(number, games, measures)
        if late:
            return


def _try(run: Run, learner: Learner, state: Arrays, before: Played | None) -> Measures:
    """What the model of a round scores against the one before it, and against the rivals."""
    if not run.trial:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        new, old = Path(folder) / "new.npz", Path(folder) / "old.npz"
        rivals = {rival: rival for rival in run.rivals}
        if before is not None:
            rivals["the round before"] = run.method.spec(old)
            _write_model(run, learner, old, *before, {})
        _write_model(run, learner, new, learner.model(state), learner.facts(state), {})
        game, player, seed = run.lesson.game, run.method.spec(new), run.lesson.seed
        engine = run.lesson.engine if run.lesson.cluster else Serial()
        return {
            f"score against {name}": score(game, player, rival, run.trial, seed, engine)
            for name, rival in rivals.items()
        }


def _write(run: Run, learner: Learner, state: Arrays, measures: Measures, number: int, games: int) -> None:
    """Write the model of a round, with how it was made."""
    strength = {name: f"{value:.3f}" for name, value in measures.items()}
    made = {
        "command": run.command,
        "method": run.method.name,
        "seed": run.lesson.seed,
        "rounds": number + 1,
        "games": games,
        "settings": dict(run.lesson.settings),
        "strength": strength,
    }
    _write_model(run, learner, run.out, learner.model(state), learner.facts(state), made)


def _write_model(
    run: Run, learner: Learner, path: Path, arrays: Arrays, facts: dict[str, Any], made: dict[str, Any]
) -> None:
    write_model(path, learner.kind, run.lesson.game, arrays, made, options=learner.variant, facts=facts)


def _save(run: Run, state: Arrays, done: int, games: int) -> None:
    """Write what the next round needs, in one step."""
    make_folder(run.checkpoint.parent)
    write_bytes(run.checkpoint, pack(state, {**run.purpose, "done": done, "total": games}, small=False))


def _restore(run: Run, learner: Learner) -> tuple[Arrays, int, int] | None:
    """The state, the rounds and the games of an earlier run; None when there is none."""
    if not run.checkpoint.exists():
        return None
    header, state = unpack(run.checkpoint, "checkpoint", _AFRESH)
    if {name: header.get(name) for name in run.purpose} != run.purpose:
        raise ParlourError(f"{run.checkpoint} is of another run: delete it, or name another --out")
    done, games = header.get("done"), header.get("total")
    if type(done) is not int or type(games) is not int or not _continues(learner.begin(), state):
        raise ParlourError(f"{run.checkpoint} is damaged: {_AFRESH}")
    check_arrays(run.checkpoint, learner.kind, learner.model(state))
    return state, done, games


def _continues(first: Arrays, state: Arrays) -> bool:
    """Whether a state has every array of the first one, of its type and shape; empty ones may have grown."""
    return all(
        name in state
        and state[name].dtype == array.dtype
        and state[name].shape[1:] == array.shape[1:]
        and state[name].ndim == array.ndim
        and (array.shape == state[name].shape or array.shape[:1] == (0,))
        for name, array in first.items()
    )
