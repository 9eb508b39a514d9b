"""What a folder of results holds: tournaments and matches in the arena's stores, and training runs."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.learn.curves import ENDING, TrainingRun, read_run
from parlour.record import Record
from parlour.report.index import lines_of
from parlour.stats.estimate import Estimate
from parlour.stats.pairs import MatchStatistics
from parlour.stats.results import Results
from parlour.stats.standings import Standing
from parlour.web.catalogue import Catalogue

__all__ = ["Cell", "GameRow", "Listing", "Place", "ResultsFolder", "StudyRow", "Tournament"]

MOST_LISTED = 500
"""Games of one pair that are listed."""
MOST_PLANNED = 200_000
"""Games of a plan that are counted ahead."""


class Listing(BaseModel):
    """A tournament or match of the folder."""

    name: str
    variant: str
    agents: list[str]
    games: int


class Place(BaseModel):
    """One agent of a tournament; a rating is missing where the games cannot tell."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    score_low: float
    score_high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    behind: float | None  # the chance that the agent above it is the stronger one
    ms: float | None  # a decision, in the mean


class Cell(BaseModel):
    """How one agent fared against another: ahead, level, behind."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


class Tournament(BaseModel):
    """The standings and the cross table, agents from the first to the last."""

    name: str
    variant: str
    mode: str
    seed: str | None  # once all games are over
    games: int
    planned: int | None
    model: str
    deals: int
    first_seat: float | None  # in Elo
    agents: list[Place]
    cross: list[list[Cell]]
    failures: list[str]  # who broke the rules of play, how often, and why at first


class StudyRow(BaseModel):
    """A study that was run: what it says of its source, and how many published figures agree."""

    name: str
    title: str
    verdict: str
    agreeing: int
    figures: int


class GameRow(BaseModel):
    """One game of a tournament."""

    number: int
    deal: int
    seats: list[str]
    scores: list[float]
    moves: int


@dataclass(frozen=True)
class _Tally:
    """The games of a store, counted once."""

    plan: Plan
    size: int  # rows of the store
    results: Results
    tournament: Tournament


class ResultsFolder:
    """Stores and training runs in a folder; nothing in it is changed."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self.path, self.catalogue = path, catalogue
        self._tallies: dict[str, _Tally] = {}

    def tournaments(self) -> list[Listing]:
        """The tournaments and matches, by their names; a file of something else is left out."""
        listings = []
        for path in self._stores():
            with contextlib.suppress(ParlourError), closing(Store.open(path)) as store:
                plan = self._plan(store)
                listings.append(
                    Listing(name=path.stem, variant=plan.game, agents=plan.agents, games=store.size)
                )
        return listings

    def tournament(self, name: str) -> Tournament:
        """Standings and cross table; counted anew when games were added."""
        return self._count(name).tournament

    def games(self, name: str, one: int, other: int) -> list[GameRow]:
        """The games of two agents, by their places in the standings."""
        tally = self._count(name)
        names = [place.name for place in tally.tournament.agents]
        if not (0 <= one < len(names) and 0 <= other < len(names)):
            raise ParlourError(f"there are {len(names)} agents in {name}")
        wanted = {tally.results.names.index(names[one]), tally.results.names.index(names[other])}
        rows = []
        with closing(Store.open(self._path(name))) as store:
            for slot, record in store.games():
                if wanted <= set(slot.entrants):
                    seats = [tally.results.names[entrant] for entrant in slot.entrants]
                    rows.append(_game_row(slot.number, slot.block, seats, record))
                    if len(rows) == MOST_LISTED:
                        break
        return rows

    def record(self, name: str, number: int) -> Record:
        """One game."""
        with closing(Store.open(self._path(name))) as store:
            return store.record(number)

    def training(self) -> dict[str, TrainingRun]:
        """The training runs by the names of their files."""
        runs = {}
        for path in sorted(self.path.rglob(f"*{ENDING}")) if self.path.is_dir() else ():
            with contextlib.suppress(ParlourError):
                runs[str(path.relative_to(self.path)).removesuffix(ENDING)] = read_run(path)
        return runs

    def studies(self) -> list[StudyRow]:
        """The reports of studies, each with what it says of its source."""
        return [
            StudyRow(
                name=line.name,
                title=line.title,
                verdict=line.verdict,
                agreeing=line.agreeing,
                figures=line.figures,
            )
            for line in lines_of(self.path)
        ]

    def study_page(self, name: str) -> Path:
        """The page of a study's report."""
        page = self.path / name / f"{name}.html"
        if name not in {line.name for line in lines_of(self.path)} or not page.is_file():
            raise ParlourError(f"there is no report of a study '{name}' in {self.path}")
        return page

    def _stores(self) -> Iterator[Path]:
        if self.path.is_dir():
            yield from sorted(self.path.glob("*.sqlite"))

    def _path(self, name: str) -> Path:
        for path in self._stores():
            if path.stem == name:
                return path
        raise ParlourError(f"there are no results '{name}' in {self.path}")

    def _plan(self, store: Store) -> Plan:
        """What the store holds; only games of this catalogue, since a page must not choose what is run."""
        plan = store.plan
        if plan is None or self.catalogue.name_of(plan.game) not in self.catalogue.games:
            raise ParlourError(f"the store {store.path} holds no games of this catalogue")
        return plan

    def _count(self, name: str) -> _Tally:
        with closing(Store.open(self._path(name))) as store:
            before = self._tallies.get(name)
            if before and before.size == store.size and before.plan == store.plan:
                return before
            plan, size = self._plan(store), store.size
            results = Results(plan.open_game(), plan.agents, plan.seed)
            for slot, record in store.games():
                results.add(slot.entrants, record, slot.block)
        if not results.games:
            raise ParlourError(f"no game of '{name}' is over yet")
        tally = self._tallies[name] = _Tally(plan, size, results, _tournament(name, plan, results))
        return tally


def _game_row(number: int, deal: int, seats: list[str], record: Record) -> GameRow:
    return GameRow(number=number, deal=deal, seats=seats, scores=list(record.scores), moves=len(record.moves))


def _tournament(name: str, plan: Plan, results: Results) -> Tournament:
    standings, games, planned = results.standings(), len(results.games), _planned(plan, results)
    ratings = standings.ratings
    return Tournament(
        name=name, variant=plan.game, mode=plan.mode, seed=str(plan.seed) if games == planned else None,
        games=games, planned=planned, model=ratings.model, deals=ratings.blocks,
        first_seat=_value(ratings.advantage), agents=[_place(one) for one in standings.agents],
        cross=[[_cell(pair) for pair in row] for row in standings.cross()],
        failures=[reason for one in standings.agents for reason in one.line.reasons],
    )  # fmt: skip


def _place(one: Standing) -> Place:
    line, score = one.line, one.line.score
    return Place(
        name=one.name, games=line.games, wins=line.wins, draws=line.draws, losses=line.losses,
        score=score.value, score_low=score.low, score_high=score.high, elo=_end(one.elo.value),
        elo_low=_end(one.elo.low), elo_high=_end(one.elo.high), behind=one.behind,
        ms=1000 * line.mean_time if line.decisions else None,
    )  # fmt: skip


def _cell(pair: MatchStatistics | None) -> Cell:
    return Cell(wins=pair.wins, draws=pair.draws, losses=pair.losses) if pair else Cell()


def _end(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _value(estimate: Estimate | None) -> float | None:
    return _end(estimate.value) if estimate else None


def _planned(plan: Plan, results: Results) -> int | None:
    if plan.games * len(plan.agents) ** 2 > MOST_PLANNED:
        return None
    return len(plan.slots(results.game))
