"""What is trained several times: does it beat its teacher, and how much does the training's seed matter?"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from parlour.game import game
from parlour.lab.registry import STUDIES, listing
from parlour.learn.training import Run as TrainingRun
from parlour.learn.training import find_method, train
from parlour.report import Cell, Report, Table, comparison, power
from parlour.report.study import Run
from parlour.report.table import p_text
from parlour.spec import Option, Value
from parlour.stats.agreement import DOUBT, chi_square_tail
from parlour.stats.estimate import Estimate

__all__ = ["Spread", "learner_teacher", "seed_conclusion", "teacher_conclusion", "training_seed"]

TRAININGS = Option("trainings", 4, "how often each is trained, from other seeds", low=2)


class Task(NamedTuple):
    """Something to learn, who plays with it, and the teacher whose games it learns from."""

    title: str
    game: str
    method: str
    settings: Mapping[str, Value]
    rounds: int
    agent: str
    teacher: str


TASKS = (
    Task(
        "Dicewars, statistics: good moves", "dicewars", "statistics", {"games": 200}, 1, "statistics", "stei"
    ),
    Task(
        "Dicewars, statistics as written", "dicewars", "statistics",
        {"games": 200, "as_written": True}, 1, "statistics:as_written=yes", "stei",
    ),
    Task("Dicewars, wpm: who wins, linear", "dicewars", "wpm", {"positions": 4000}, 1, "wpm", "stei"),
    Task(
        "Dicewars, best: who wins, network", "dicewars", "network",
        {"positions": 16_000}, 2, "best:depth=1", "stei",
    ),
    Task(
        "Ticket to Ride, net: good moves", "ticket-to-ride:rules=thesis", "net",
        {"scope": "own", "epochs": 15}, 1, "net", "labno:draw=blind",
    ),
)  # fmt: skip


def _scores(run: Run, task: Task) -> list[Estimate]:
    """What each training scores against the teacher, with the interval of its games."""
    variant, scores = game(task.game), []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(run.settings["trainings"] or 0)):
            path = Path(folder) / f"{task.method}-{number}.npz"
            seed = 1000 * run.seed + number
            training = TrainingRun.make(
                find_method(variant, task.method), variant, task.settings,
                out=path, rounds=task.rounds, seed=seed, trial=0,
            )  # fmt: skip
            for _ in run.track(train(training), f"{task.title}, training {number + 1}", task.rounds):
                pass
            comma = "," if ":" in task.agent else ":"
            own_deals = replace(run, seed=seed)
            results = own_deals.match(variant, [f"{task.agent}{comma}model={path}", task.teacher])
            scores.append(results.pair(*results.names).score)
    return scores


class Spread(NamedTuple):
    """How far trainings lie apart, beside what their games alone would make."""

    scores: Sequence[Estimate]

    @property
    def mean(self) -> Estimate:
        """The mean of the trainings, by their own spread."""
        return Estimate.of_runs([score.value for score in self.scores]).within(0.0, 1.0)

    @property
    def observed(self) -> float:
        """The standard deviation of the scores."""
        return float(np.std([score.value for score in self.scores], ddof=1))

    @property
    def by_games(self) -> float:
        """What the games alone would make it."""
        return math.sqrt(sum(score.error**2 for score in self.scores) / len(self.scores))

    @property
    def by_training(self) -> float:
        """What is left for the training's seed."""
        return math.sqrt(max(0.0, self.observed**2 - self.by_games**2))

    @property
    def findable(self) -> float:
        """The spread by training that would be found in 80 % of such runs, by simulation."""
        squares = np.random.default_rng(0).chisquare(len(self.scores) - 1, 100_000)
        return self.by_games * math.sqrt(np.quantile(squares, 1 - DOUBT) / np.quantile(squares, 0.2) - 1)

    @property
    def p(self) -> float:
        """How often games alone would spread equal trainings as far."""
        x = sum(((score.value - self.mean.value) / score.error) ** 2 for score in self.scores)
        return chi_square_tail(x, len(self.scores) - 1)


def teacher_conclusion(spreads: Mapping[str, Spread]) -> list[str]:
    """Who beats its teacher, who loses to it, and of whom it cannot be told."""
    better = [title for title, spread in spreads.items() if spread.mean.low > 0.5]
    worse = [title for title, spread in spreads.items() if spread.mean.high < 0.5]
    rest = [title for title in spreads if title not in better + worse]
    return [
        f"A learner beats its teacher in: {listing(better)}.",
        f"It loses to its teacher in: {listing(worse)}. These trainings cannot tell in: {listing(rest)}.",
    ]


def seed_conclusion(spreads: Mapping[str, Spread]) -> list[str]:
    """Where the training's seed matters beyond the games."""
    matters = [title for title, spread in spreads.items() if spread.p < DOUBT]
    rest = [title for title in spreads if title not in matters]
    largest = max(spreads, key=lambda title: spreads[title].by_training)
    seed, games = 100 * spreads[largest].by_training, 100 * spreads[largest].by_games
    return [
        f"Trainings differ by more than their games explain in: {listing(matters)}.",
        f"Games alone could explain the differences in: {listing(rest)}.",
        f"The seed of the training is worth most in {largest}: a standard deviation of "
        f"{seed:.1f} points beside {games:.1f} of the games.",
    ]


def _every(spreads: Mapping[str, Spread]) -> Table:
    """Every training by itself."""
    count = max(len(spread.scores) for spread in spreads.values())
    rows = [(title, [Cell.percent(score) for score in spread.scores]) for title, spread in spreads.items()]
    return Table("Each training's score against the teacher", [f"seed {i + 1}" for i in range(count)], rows)


def _spreads(run: Run) -> dict[str, Spread]:
    return {task.title: Spread(_scores(run, task)) for task in TASKS}


SIZES = (
    "Each is trained anew from every seed, for far fewer games than the models that come with Parlour; then "
    "it plays its teacher, every deal with the seats rotated; at tables of four both have two seats."
)


@STUDIES.add("learner-teacher", games=200, options=(TRAININGS,))
def learner_teacher(run: Run) -> Report:
    """Does a learner beat the teacher whose games it learned from?"""
    spreads = _spreads(run)
    rows = [(task.title, [Cell(task.teacher), Cell.percent(spreads[task.title].mean)]) for task in TASKS]
    table = Table("Score against the teacher", ("teacher", "score"), rows, corner="learner",
                  note="Intervals count trainings.")  # fmt: skip
    return run.report(
        "Does a learner beat its teacher?",
        [
            SIZES,
            "Two kinds of learners: some repeat the moves of the teacher that turned out well, others learn "
            "from its games who wins, and choose for themselves.",
        ],
        [table, _every(spreads)],
        [lambda: comparison("teacher", table, x_label="score against the teacher, %")],
        [
            *teacher_conclusion(spreads),
            power((spread.mean for spread in spreads.values()), "a lead over the teacher"),
        ],
    )


@STUDIES.add("training-seed", games=200, options=(TRAININGS,))
def training_seed(run: Run) -> Report:
    """How much does the seed of a training matter, beside the luck of the games?"""
    spreads = _spreads(run)
    rows = [
        (title, [
            Cell.percent(spread.mean),
            Cell.percent(spread.observed), Cell.percent(spread.by_games), Cell.percent(spread.by_training),
            Cell(p_text(spread.p)), Cell.percent(spread.findable),
        ])
        for title, spread in spreads.items()
    ]  # fmt: skip
    columns = (
        "score", "spread of trainings", "of their games alone", "of the seed alone", "if trainings are equal",
        "found in 80 % of such runs",
    )  # fmt: skip
    every = _every(spreads)
    return run.report(
        "How much the seed of a training matters",
        [SIZES, "Spreads are standard deviations of the score, in points of a hundred."],
        [Table("Spreads of the score against the teacher", columns, rows, corner="learner"), every],
        [lambda: comparison("trainings", every, x_label="score against the teacher, %")],
        seed_conclusion(spreads),
    )
