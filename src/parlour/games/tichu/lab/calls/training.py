"""Training and judging models of calls.

Clean: settings and threshold come from ten folds of the training games, and the test games are looked at
once. As in the thesis: chosen by F1 on the test hands, every threshold, and the settings of support vector
regression.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from parlour.errors import ParlourError, unknown
from parlour.games.tichu.calls.models import CallModel
from parlour.games.tichu.lab.calls.cases import Cases, Task, split
from parlour.games.tichu.lab.calls.fitting import GRIDS, MODELS, NEEDED, Point, fit, predict, refined, used
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.learn.grid import folds, grid_search
from parlour.learn.measures import THRESHOLDS, Sweep, auc, bootstrap, sweep
from parlour.learn.threads import one_thread
from parlour.progress import Track, silent
from parlour.stats.estimate import Estimate

__all__ = ["TrainedModel", "check_training", "out_of_fold", "sweeps", "train"]

FOLDS = 10
BREAK_EVEN = 0.5  # a call pays when it succeeds in more than half


@dataclass(frozen=True)
class TrainedModel:
    """A model with what it showed on the test hands."""

    model: CallModel
    point: Point
    labels: np.ndarray
    confidence: np.ndarray
    games: np.ndarray
    hands: int  # trained on

    @property
    def sweep(self) -> Sweep:
        """Its measures on the test hands at every threshold."""
        return sweep(self.labels, self.confidence)

    @property
    def at(self) -> int:
        """The place of its threshold."""
        return min(round(self.model.threshold / 0.0005), THRESHOLDS.size - 1)

    def auc(self) -> Estimate:
        """The area under its ROC curve, with the interval by games."""
        return bootstrap(self.games, lambda rows: auc(self.labels[rows], self.confidence[rows]))

    def measured(self, name: str) -> Estimate:
        """A measure at its threshold (accuracy, precision, recall, f1), with the interval by games."""

        def measure(rows: np.ndarray) -> float:
            return float(getattr(sweep(self.labels[rows], self.confidence[rows]), name)[self.at])

        return bootstrap(self.games, measure, times=200)


def out_of_fold(name: str, cases: Cases, point: Point, seed: int, count: int | None = None) -> np.ndarray:
    """The confidence for each case of a model that was trained on the other folds, ten by default."""
    count = count or FOLDS
    fold, confidence = folds(cases.game, count, seed), np.zeros(cases.y.size)
    with one_thread():
        for number in range(count):
            held = fold == number
            model = fit(name, cases.x[~held], cases.y[~held], point, seed)
            confidence[held] = predict(model, cases.x[held])
    return confidence


def search(
    name: str,
    points: Sequence[Point],
    cases: Cases,
    test: Cases | None,
    seed: int,
    *,
    progress: Path | None = None,
    about: str = "",
    workers: int = 1,
    track: Track = silent,
) -> Point:
    """The point of a grid with the best area under the curve over ten folds, or the best F1 on test hands."""

    def score(point: Point) -> float:
        if test is not None:
            return float(_swept(name, cases, test, point, seed).f1.max())
        return auc(cases.y, out_of_fold(name, cases, point, seed))

    scores = grid_search(points, score, file=progress, about=about, workers=workers, track=track)
    return dict(points[int(np.argmax(scores))])


def sweeps(
    name: str,
    points: Sequence[Point],
    data: Dataset,
    task: Task,
    *,
    workers: int = 1,
    track: Track = silent,
) -> list[Sweep]:
    """The measures on the test hands of a model with each of some settings."""
    from joblib import Parallel, delayed

    known, test = split(data, task)
    run = Parallel(n_jobs=workers, return_as="generator")
    each = run(delayed(_swept)(name, known, test, point, task.seed) for point in points)
    return list(track(each, "models", len(points)))


def _swept(name: str, known: Cases, test: Cases, point: Point, seed: int) -> Sweep:
    return sweep(test.y, predict(fit(name, known.x, known.y, point, seed), test.x))


def check_training(name: str, grid: str) -> None:
    """Say what would go wrong, before any hands are gathered."""
    if name not in MODELS:
        raise unknown("model", name, MODELS)
    if grid not in ("coarse", "full"):
        raise ParlourError(f"--grid {grid}: expected coarse or full")
    if find_spec("sklearn") is None:
        raise ParlourError(NEEDED)


def _settle(
    name: str, task: Task, grid: str, points: Sequence[Point], best_of: Callable[[Sequence[Point]], Point]
) -> Point:
    """The settings of a model: the best of some points or of its grid, refined where the thesis does so."""
    points = points or (GRIDS[name][grid] if name in GRIDS else [{}])
    if name == "svr" and task.label == "first-out":
        points = [{**point, "balance": 1.0} for point in points]
    point = best_of(points) if len(points) > 1 else points[0]
    return best_of([point, *refined(point["C"])]) if name == "lr" and grid == "full" else point


def _threshold(name: str, task: Task, point: Point, known: Cases, test: Sweep) -> float:
    """Success is claimed from even chances on; a call is imitated from the threshold with the best F1."""
    if task.label == "first-out":
        return BREAK_EVEN
    if task.protocol == "thesis":
        return float(THRESHOLDS[test.best])
    return float(THRESHOLDS[sweep(known.y, out_of_fold(name, known, point, task.seed)).best])


def train(
    name: str,
    data: Dataset,
    task: Task,
    *,
    grid: str = "coarse",
    points: Sequence[Point] = (),
    threshold: float | None = None,
    progress: Path | None = None,
    workers: int = 1,
    track: Track = silent,
) -> TrainedModel:
    """Train a model for a task, with the best settings of a grid, and judge it on games that it never saw.

    A search that is stopped goes on from the file `progress`.
    """
    check_training(name, grid)
    known, test = split(data, task)
    judges = test if name == "svr" and task.protocol == "thesis" else None
    about = f"{name} {task} {grid} {hashlib.sha256(known.x.tobytes()).hexdigest()[:12]}"

    best_of = partial(
        search, name, cases=known, test=judges, seed=task.seed, progress=progress, about=about,
        workers=workers, track=track,
    )  # fmt: skip
    point = _settle(name, task, grid, points, best_of)
    form, parameters = fit(name, known.x, known.y, point, task.seed)
    confidence = predict((form, parameters), test.x)
    if threshold is None:
        threshold = _threshold(name, task, point, known, sweep(test.y, confidence))
    hands = used(name, known.y.size, point)
    model = CallModel(name, form, task.columns, task.stage, task.label, threshold, parameters)
    return TrainedModel(model, point, test.y, confidence, test.game, hands)
