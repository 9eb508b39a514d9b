"""The command that marks a folder of agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import ClockOf, ClusterAt, Games, GameSpec, Seed, Workers, engine_of
from parlour.stopping import goes_on

if TYPE_CHECKING:
    from parlour.arena.grading import Course, Grade
    from parlour.report import Report

__all__ = ["add_to"]


@goes_on
def grade(
    game: GameSpec,
    folder: Annotated[Path, typer.Argument(help="the agents: one file such as greedy.py each")],
    against: Annotated[str, typer.Option(help="whom everybody plays, with + between them")] = "random",
    games: Games = 100,
    each_other: Annotated[int, typer.Option(help="games of each pair of files; 0 for none", min=0)] = 10,
    marks: Annotated[
        str, typer.Option(help="marks with their least score in percent, and the mark below")
    ] = "A=90,B=75,C=60,D=40,F",
    move: Annotated[float, typer.Option(help="the most seconds of a move")] = 1.0,
    clock: ClockOf = None,
    memory: Annotated[str, typer.Option(help="memory of each agent")] = "1G",
    seed: Seed = 0,
    workers: Workers = 0,
    cluster: ClusterAt = None,
    out: Annotated[Path, typer.Option(help="the folder for marks, page and games")] = Path("results/grade"),
) -> None:
    """Mark a folder of agents: each file against fixed opponents and the others; goes on after a stop.

    Example: parlour grade reversi students/ --against random+squares --move 1 --games 100
    """
    from parlour.arena.grading import Course, Scale
    from parlour.arena.grading import grade as mark_all
    from parlour.arena.terms import read_terms
    from parlour.files import make_folder
    from parlour.game import game as find
    from parlour.terminal import console, track

    terms = read_terms(clock, move, memory)
    course = Course(find(game), against.split("+"), games, terms, Scale.parse(marks), each_other, seed)
    stores = make_folder(out / "games")
    grades = mark_all(course, folder, engine_of(workers, cluster), stores, track)
    report = _report(course, folder, grades)
    report.print(console)
    page, marks_file, *_ = report.write(out)
    print(f"{page} has this page, {marks_file} the marks")


def _report(course: Course, folder: Path, grades: list[Grade]) -> Report:
    """The marks as a page."""
    from parlour.report import Cell, Report, Table

    opponents = list(dict.fromkeys(name for one in grades for name in one.scores))
    columns = ["mark", "score", *(f"v {name}" for name in opponents)]
    columns += ["v the other files"] if course.mutual else []

    def row(one: Grade) -> list[Cell]:
        scores = [one.score, *map(one.scores.get, opponents), one.mutual]
        return [Cell(one.mark), *(Cell.percent(score or "") for score in scores)][: len(columns)]

    scale = ", ".join(f"{name} from {least:.0%}" for name, least in course.scale.least)
    note = f"Marks by the score against the fixed opponents: {scale}, {course.scale.rest} below."
    problems = [problem for one in grades for problem in one.problems]
    facts = {"game": course.game.spec, "games of each pairing": str(course.games), "seed": str(course.seed)}
    return Report(
        "grades", f"{course.game.title}: marks for {folder}", [note],
        [Table("Marks", columns, [(one.file.name, row(one)) for one in grades], corner="file", counts=False)],
        facts=facts, conclusion=problems,
    )  # fmt: skip


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(grade)
