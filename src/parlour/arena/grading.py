"""Marks for a folder of agents: each file against fixed opponents and against the others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from parlour.agent import Terms, file_hash
from parlour.arena.engines import Engine
from parlour.arena.entrants import enter
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.bots.isolated import seated_agent
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.progress import Track, silent
from parlour.stats.estimate import Estimate
from parlour.stats.results import Line, Results

__all__ = ["Course", "Grade", "Scale", "grade"]

TASTE = 4
"""Games of each pairing after which an agent that failed in all of them plays no more."""


@dataclass(frozen=True)
class Scale:
    """Marks by the least score that each takes, the best mark first."""

    least: tuple[tuple[str, float], ...]
    rest: str  # the mark of all below

    @staticmethod
    def parse(text: str) -> Scale:
        """The scale of ``A=90,B=75,C=60,D=40,F``: scores in percent, and the mark of the rest."""
        *steps, rest = text.split(",")
        pairs = [re.fullmatch(r"([^=]+)=([0-9]{1,3}(?:\.[0-9]+)?)", step.strip()) for step in steps]
        least = [(pair[1], float(pair[2]) / 100) for pair in pairs if pair]
        falling = all(one[1] > other[1] for one, other in pairwise(least))
        if not least or len(least) < len(steps) or "=" in rest or not rest.strip() or not falling:
            raise ParlourError(
                f"marks '{text}': expected falling scores and the mark below, A=90,B=70,C=50,F"
            )
        return Scale(tuple(least), rest.strip())

    def mark(self, score: float) -> str:
        """The mark of a score from 0 to 1."""
        return next((name for name, least in self.least if score >= least), self.rest)


@dataclass(frozen=True)
class Course:
    """What a class is asked for: the game, whom everybody plays, how often and under which limits."""

    game: Game
    opponents: Sequence[str]
    games: int
    terms: Terms
    scale: Scale
    mutual: int = 0  # games of each pair of files
    seed: int = 0


@dataclass(frozen=True)
class Grade:
    """What one file did: its mark, its scores, and what went wrong."""

    file: Path
    mark: str
    score: Estimate | None = None  # against all fixed opponents
    scores: dict[str, Estimate] = field(default_factory=dict)  # against each of them
    mutual: Estimate | None = None  # against the other files
    problems: Sequence[str] = ()


def grade(course: Course, folder: Path, engine: Engine, stores: Path, track: Track = silent) -> list[Grade]:
    """Grade every file of a folder, the best first; what was played before is read from the stores."""
    files = sorted(path for path in folder.glob("*.py") if not path.name.startswith(("_", ".")))
    if not files:
        raise ParlourError(f"there is no agent in {folder}: a file such as {folder / 'greedy.py'}")
    grades = [_against_fixed(course, file, engine, stores, track) for file in files]
    if course.mutual:
        grades = _against_each_other(course, grades, engine, stores, track)
    return sorted(grades, key=lambda one: (-_value(one.score), -_value(one.mutual), one.file.name))


def _value(score: Estimate | None) -> float:
    return score.value if score else -1.0


def _against_fixed(course: Course, file: Path, engine: Engine, stores: Path, track: Track) -> Grade:
    """What a file does against the fixed opponents; one that cannot be loaded has the last mark."""
    try:
        seated_agent(course.game, str(file), course.terms.memory).close()
    except ParlourError as error:
        return Grade(file, course.scale.rest, problems=[str(error)])
    names = enter(course.game, [str(file), *course.opponents]).names
    store = stores / f"{file.stem}-{file_hash(names[0])}.sqlite"
    for results in _rounds(course, names, "gauntlet", course.games, engine, store, track):
        line = results.lines[0]
        if _always_fails(line):
            break
    scores = {name: results.pair(names[0], name).score for name in names[1:]}
    return Grade(file, course.scale.mark(line.score.value), line.score, scores, problems=line.reasons)


def _always_fails(line: Line) -> bool:
    return sum(failure.games for failure in line.failures.values()) >= line.games


def _rounds(
    course: Course, names: Sequence[str], mode: str, games: int, engine: Engine, store: Path, track: Track
) -> Iterator[Results]:
    """The results of some games of each pairing, and then of all of them."""
    for count in sorted({min(TASTE, games), games}):
        if count < games and _has_more(store, count):
            continue
        plan = Plan.of(course.game, names, course.seed, mode=mode, games=count, terms=course.terms)
        yield carry_out(plan, game=course.game, engine=engine, store=store, track=track)


def _has_more(store: Path, games: int) -> bool:
    """Whether a store is past its first games of each pairing."""
    if not store.exists():
        return False
    with closing(Store.open(store)) as archive:
        return archive.plan is not None and archive.plan.games > games


def _against_each_other(
    course: Course, grades: Sequence[Grade], engine: Engine, stores: Path, track: Track
) -> list[Grade]:
    """The grades with what the files that play at all did against each other."""
    able = [one for one in grades if one.score is not None and not _broken(one)]
    if len(able) < 2:
        return list(grades)
    names = enter(course.game, [str(one.file) for one in able]).names
    key = hashlib.sha256(" ".join(map(file_hash, names)).encode()).hexdigest()[:16]
    store = stores / f"each-other-{key}.sqlite"
    plan = Plan.of(
        course.game, names, course.seed, mode="round-robin", games=course.mutual, terms=course.terms
    )
    results = carry_out(plan, game=course.game, engine=engine, store=store, track=track)
    lines = {one.file: line for one, line in zip(able, results.lines, strict=True)}
    return [_joined(one, lines.get(one.file)) for one in grades]


def _broken(one: Grade) -> bool:
    """Whether a file failed in all its games."""
    return bool(one.problems) and _value(one.score) == 0.0


def _joined(one: Grade, line: Line | None) -> Grade:
    if line is None:
        return one
    news = [reason for reason in line.reasons if reason not in one.problems]
    return replace(one, mutual=line.score, problems=[*one.problems, *news])
