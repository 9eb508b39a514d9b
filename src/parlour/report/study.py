"""Studies: published experiments run again beside the published figures, and questions of our own."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour import __version__, contract
from parlour.arena.engines import Engine, engine_at
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.schedule import Slot, game_seeds
from parlour.errors import ParlourError, unknown
from parlour.files import make_folder
from parlour.game import Game, game, game_names
from parlour.progress import Track, silent
from parlour.report.canvas import Figure
from parlour.report.index import read_line
from parlour.report.page import Report, as_facts
from parlour.report.source import Source
from parlour.report.table import Table
from parlour.report.verdict import Claim
from parlour.spec import Option, Value, read_settings

if TYPE_CHECKING:
    from parlour.record import Record
    from parlour.stats.results import Results

__all__ = ["Run", "Studies", "Study", "deal_out", "find_study", "is_done", "studies"]

COMMON = "parlour.lab.studies"
"""Where the studies of several games are."""


@dataclass
class Run:
    """How a study is run: how many games, from which seed, on how many cores, with which options."""

    study: str
    games: int
    seed: int
    workers: int = 1
    settings: dict[str, Value] = field(default_factory=dict)
    track: Track = silent  # shows progress
    folder: Path | None = None  # keeps finished games until all are played, so that a stopped run goes on
    cluster: str | None = None  # the Dask scheduler whose workers play, instead of processes
    since: str = ""  # what its time is counted from, where that is not its first start
    began: float = field(default_factory=time.perf_counter)

    @property
    def command(self) -> str:
        """What runs it again."""
        options = [f" --{name} {value}" for name, value in self.settings.items() if value not in (None, "")]
        return f"parlour study {self.study} --games {self.games} --seed {self.seed}{''.join(options)}"

    def engine(self) -> Engine:
        """Where its games are played."""
        return engine_at(self.workers, self.cluster)

    def on_deals_of(self, *names: str) -> Run:
        """The same run on deals that only these names have: figures of one test must not share their luck."""
        digest = hashlib.sha256(" ".join((str(self.seed), *names)).encode()).digest()
        return replace(self, seed=int.from_bytes(digest[:6], "little"))

    def match(self, game: Game, agents: Sequence[str], games: int | None = None) -> Results:
        """Pit agents against each other; every deal is replayed with the seats rotated."""
        count = self.games if games is None else games
        return self.carry_out(Plan.make(game, agents, games=count, seed=self.seed), game)

    def carry_out(self, plan: Plan, game: Game) -> Results:
        """Play the games of a plan."""
        return carry_out(plan, game=game, engine=self.engine(), store=self._store(plan), track=self.track)

    def _store(self, plan: Plan) -> Path | None:
        """Where the games of a plan are kept meanwhile; its own settings find it again."""
        digest = hashlib.sha256(plan.model_dump_json(exclude={"secret"}).encode()).hexdigest()[:16]
        return self.folder / f"{digest}.sqlite" if self.folder else None

    def play(self, game: Game, cells: Sequence[Sequence[str]], what: str = "games") -> list[list[Record]]:
        """Play every line-up of agents, seated as given, `games` times on the same deals; records of each."""
        deals = [(seed, cell) for seed in game_seeds(self.seed, self.games) for cell in range(len(cells))]
        records = self._play(game, [(seed, cells[cell]) for seed, cell in deals], what)
        return [records[cell :: len(cells)] for cell in range(len(cells))]

    def play_each(self, game: Game, line_ups: Sequence[Sequence[str]], what: str = "games") -> list[Record]:
        """Play every line-up once, each on a deal of its own."""
        seeds = game_seeds(self.seed, len(line_ups))
        return self._play(game, list(zip(seeds, line_ups, strict=True)), what)

    def _play(self, game: Game, games: Sequence[tuple[int, Sequence[str]]], what: str) -> list[Record]:
        """Play the games given by their seeds and line-ups, wherever this run plays."""
        slots = [
            Slot(number, number, seed, tuple(seats), tuple(range(len(seats))))
            for number, (seed, seats) in enumerate(games)
        ]
        played = self.track(self.engine().run(game, slots), what, len(slots))
        records = {slot.number: record for slot, record in played}
        return [records[slot.number] for slot in slots]

    def report(
        self,
        title: str,
        intro: Sequence[str] = (),
        tables: Sequence[Table] = (),
        figures: Sequence[Figure | Callable[[], Figure]] = (),
        conclusion: Sequence[str] = (),
        claims: Sequence[Claim] = (),
        **facts: object,
    ) -> Report:
        """What the study found, with the facts that a reader needs to run it again."""
        return Report(self.study, title, intro, tables, figures, self._facts(**facts), conclusion, claims)

    def _facts(self, **more: object) -> dict[str, str]:
        facts: dict[str, object] = {
            "games": self.games,
            "seed": self.seed,
            **self.settings,
            **more,
            "command": self.command,
            "time": f"{time.perf_counter() - self.began:.1f} s{self.since}",
            "date": date.today().isoformat(),
            "machine": f"{os.cpu_count()} x {platform.machine()}, Python {platform.python_version()}",
            "version": f"Parlour {__version__}",
        }
        return as_facts(facts)


@dataclass(frozen=True)
class Study:
    """One experiment, of one game or of several (then `game` is empty)."""

    name: str
    game: str
    summary: str
    run: Callable[[Run], Report]
    games: int
    source: str = ""
    options: tuple[Option, ...] = ()
    cites: tuple[Source, ...] = ()

    def start(
        self,
        games: int | None = None,
        seed: int = 0,
        workers: int = 1,
        settings: dict[str, Any] | None = None,
        track: Track = silent,
        folder: Path | None = None,
        cluster: str | None = None,
    ) -> Report:
        """Run it; `settings` set its own options. With a folder, a run that was stopped goes on."""
        values = read_settings(f"study '{self.name}'", self.options, settings or {})
        count = self.games if games is None else games
        if count < 1:
            raise ParlourError(f"games={count}: expected at least 1")
        if folder is not None:
            make_folder(folder)
        since = " after it was stopped" if folder and any(folder.glob("*.sqlite")) else ""
        report = self.run(Run(self.name, count, seed, workers, values, track, folder, cluster, since))
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        return report


class Studies:
    """The studies that one game declares; without a name, those of several games."""

    def __init__(self, game_name: str = "") -> None:
        self.game = game_name
        self.studies: dict[str, Study] = {}

    def add(
        self,
        name: str,
        *,
        games: int,
        source: str | Source = "",
        part: str = "",
        options: tuple[Option, ...] = (),
    ) -> Callable[[Callable[[Run], Report]], Callable[[Run], Report]]:
        """Declare a study by the function that runs it; its docstring's first line is the summary.

        `part` says where in the source its figures are.
        """
        cites = (source,) if isinstance(source, Source) else ()
        text = ", ".join(filter(None, (str(source), part)))

        def decorate(run: Callable[[Run], Report]) -> Callable[[Run], Report]:
            summary = (run.__doc__ or "").strip().partition("\n")[0]
            self.studies[name] = Study(name, self.game, summary, run, games, text, options, cites)
            return run

        return decorate


def studies() -> dict[str, Study]:
    """All studies of all games, then those of several games."""
    every: dict[str, Study] = {}
    for name in game_names():
        registry = game(name).hooks(contract.Studies).STUDIES
        if registry is not None:
            every.update(registry.studies)
    common: Studies = import_module(COMMON).STUDIES
    return {**every, **common.studies}


def deal_out(every: Mapping[str, Study], settings: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Of settings for many studies those that each of them has; one that none has is refused."""
    known = {name: {option.name for option in study.options} for name, study in every.items()}
    for name in settings:
        if not any(name in names for names in known.values()):
            raise unknown("option of the studies", name, sorted(set().union(*known.values())))
    return {study: {n: text for n, text in settings.items() if n in names} for study, names in known.items()}


def is_done(
    study: Study, folder: Path, games: int | None, seed: int, settings: Mapping[str, Any] | None = None
) -> bool:
    """Whether a report of the same run, by this version, lies in a folder."""
    line = read_line(folder / f"{study.name}.json")
    count = study.games if games is None else games
    values = read_settings(study.name, study.options, settings or {})
    run = Run(study.name, count, seed, settings=values)
    facts = {"command": run.command, "version": f"Parlour {__version__}"}
    return line is not None and all(line.facts.get(name) == fact for name, fact in facts.items())


def find_study(name: str) -> Study:
    """The study of that name."""
    every = studies()
    if name not in every:
        raise unknown("study", name, every)
    return every[name]
