"""Torres's study: the Tichu call by perceptrons, and which reading comes nearest to his figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from parlour.games.tichu.calls.features import features
from parlour.games.tichu.calls.patterns import PARTNER
from parlour.games.tichu.lab.calls.cases import Cases, games_to_test
from parlour.games.tichu.lab.calls.fitting import fit, predict
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.runs import claims_of, hands_of, limits, of_people, said
from parlour.learn.measures import bootstrap
from parlour.report import Cell, Claim, Report, Table, comparison, findable
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["averaging_claim", "nearest", "report", "trained_figure"]

RESULTS: dict[
    str, tuple[float | None, ...]
] = {  # accuracy and F1 of the perceptron, then of the averaged one
    "strength": (0.7164, 0.55, 0.8762, 0.65),
    "presence": (0.7044, 0.55, 0.8758, 0.65),
    "counts": (0.8044, 0.62, 0.8726, 0.64),
    "chosen": (None, None, 0.8868, 0.68),
}
STEPS = (0.0001, 0.01, 0.0001, 0.01)  # to which they are rounded
COLUMNS = ("perceptron accuracy", "perceptron F1", "averaged accuracy", "averaged F1")
MODELS = ("perceptron", "averaged")
BASIS = (
    "Published: one training on all games of the 45 best players; so many hands are assumed that only "
    "rounding and the order in which they were shown, which is taken to matter as here, make the figures "
    "uncertain."
)
SEEDS = 5  # trainings of each model: the order of the hands changes what a perceptron learns
TRIED = "counts"  # the set on which readings are compared


def _quiet_team(data: Dataset) -> np.ndarray:
    """Hands whose team has not called Grand Tichu."""
    return np.asarray(data.table_calls[:, [0, PARTNER]].sum(axis=1) == 0)


def _all(data: Dataset) -> np.ndarray:
    return np.ones(len(data), bool)


def _rounds_with_tichu(data: Dataset) -> np.ndarray:
    return np.repeat(data.by_round(data.tichu).any(axis=1), 4)


@dataclass(frozen=True)
class Reading:
    """A way to read what Torres learned: which label, of which hands, at which stage."""

    label: Callable[[Dataset], np.ndarray]
    hands: Callable[[Dataset], np.ndarray]
    stage: str = "exchanged"

    def cases(self, data: Dataset, columns: str) -> Cases:
        """The hands with their labels."""
        x = features(columns, data.hands(self.stage))
        return Cases(x, self.label(data).astype(np.int64), data.game).where(self.hands(data))


PLAIN = "Tichu; no Grand Tichu in the team"
READINGS = {
    PLAIN: Reading(lambda data: data.tichu, _quiet_team),
    "the same on the cards as dealt": Reading(lambda data: data.tichu, _quiet_team, "fourteen"),
    "Tichu; all hands": Reading(lambda data: data.tichu, _all),
    "Tichu; rounds with such a call": Reading(lambda data: data.tichu, _rounds_with_tichu),
    "Tichu or Grand Tichu; all hands": Reading(lambda data: data.tichu + data.grand, _all),
    "out first; all hands": Reading(lambda data: data.place == 1, _all),
}
"""What the source leaves open; the first is what its words say."""


def _claimed(model: str, known: Cases, test: Cases, seed: int) -> np.ndarray:
    """Which test hands a perceptron takes for calls, a row a training."""
    seeds = range(seed, seed + SEEDS)
    return np.array([predict(fit(model, known.x, known.y, {}, one), test.x) > 0.5 for one in seeds])


def accuracy(labels: np.ndarray, claims: np.ndarray) -> float:
    """The share of hands that are judged rightly, over all trainings."""
    return float((claims == (labels > 0)).mean())


def f1(labels: np.ndarray, claims: np.ndarray) -> float:
    """The mean F1 of the trainings."""
    hits, claimed = (claims & (labels > 0)).sum(axis=1), claims.sum(axis=1)
    return float((2 * hits / np.maximum(claimed + (labels > 0).sum(), 1)).mean())


class Trained(NamedTuple):
    """A figure of several trainings: their mean, and how far a single one lies from it."""

    mean: Estimate
    spread: Estimate


def _measured(data: Dataset, reading: Reading, columns: str, seed: int) -> list[Trained]:
    """Accuracy and F1 of both perceptrons, with intervals by games and by trainings."""
    cases = reading.cases(data, columns)
    held = np.isin(cases.game, games_to_test(data.game, seed))
    known, test = cases.where(~held), cases.where(held)
    figures = []
    for model in MODELS:
        claims = _claimed(model, known, test, seed)
        for measure in (accuracy, f1):
            figures.append(trained_figure(test, claims, measure))
    return figures


def trained_figure(
    test: Cases, claims: np.ndarray, measure: Callable[[np.ndarray, np.ndarray], float]
) -> Trained:
    """The mean of several trainings on the same test hands; their spread is a cause of error too."""
    by_games = bootstrap(test.game, lambda rows: measure(test.y[rows], claims[:, rows]), times=200)
    each = Estimate.of_runs([measure(test.y, one[None]) for one in claims])
    return Trained(by_games.also(each), each.of_sample(each.value, 1 / len(claims)))


def _cells(ours: Sequence[Trained], published: Sequence[float | None]) -> list[Cell]:
    theirs = [
        None if figure is None else one.spread.of_sample(figure, 1.0).rounded(step)
        for one, figure, step in zip(ours, published, STEPS, strict=True)
    ]
    return [Cell.percent(one.mean, other) for one, other in zip(ours, theirs, strict=True)]


def _sets_table(run: Run, data: Dataset) -> Table:
    rows = []
    for name, published in run.track(list(RESULTS.items()), "feature sets"):
        rows.append((name, _cells(_measured(data, READINGS[PLAIN], name, run.seed), published)))
    return Table(
        "The Tichu call by perceptrons",
        COLUMNS,
        rows,
        f"Means of {SEEDS} trainings, each with the hands in another order.",
        corner="features",
        basis=BASIS,
        independent=False,
        counts=of_people(run),
    )


def _readings_table(run: Run, data: Dataset) -> Table:
    rows = []
    for title, reading in run.track(list(READINGS.items()), "readings"):
        rows.append((title, _cells(_measured(data, reading, TRIED, run.seed), RESULTS[TRIED])))
    return Table(
        f"What was tried: other readings of what Torres learned, on {TRIED}",
        COLUMNS,
        rows,
        corner="what is foreseen; of which hands",
        basis=BASIS,
        counts=False,
    )


def nearest(table: Table) -> str:
    """Which reading comes nearest to the published figures, and how near."""

    def distance(cells: Sequence[Cell]) -> float:
        return float(np.mean([abs((cell.value or 0) - (cell.published_value or 0)) for cell in cells]))

    gaps = {title: distance(cells) for title, cells in table.rows}
    best, plain = min(gaps, key=lambda title: gaps[title]), table.rows[0][0]
    if best == plain:
        return f"No reading is nearer to the published figures than the plain one, {gaps[plain]:.1%} off."
    return (
        f"The reading nearest to the published figures is '{best}': {gaps[best]:.1%} off on the mean of the "
        f"four, against {gaps[plain]:.1%} for '{plain}'. The gap may lie in which hands Torres learned from, "
        "which the source does not say."
    )


def averaging_claim(table: Table) -> Claim:
    """Torres found averaging more accurate on every set; None when ours are too close on some."""
    gaps = []
    for label, cells in table.rows:
        plain, averaged = cells[0].ours, cells[2].ours
        if cells[0].published_text and isinstance(plain, Estimate) and isinstance(averaged, Estimate):
            gaps.append((label, averaged - plain))
    worse, better = [gap.high < 0 for _, gap in gaps], [gap.low > 0 for _, gap in gaps]
    text = "The averaged perceptron is more accurate than the plain one on every set"
    holds = False if any(worse) else True if all(better) else None
    return Claim(text, holds, findable((gap for _, gap in gaps), "a gap"))


def report(run: Run) -> Report:
    """The Tichu call by perceptron and averaged perceptron on Torres's feature sets."""
    data, where = hands_of(run)
    table, readings = _sets_table(run, data), _readings_table(run, data)
    claim = averaging_claim(table)
    return run.report(
        "Tichu: the call by perceptrons",
        [
            f"Hands of {where}, fourteen cards after the exchange, callers of Grand Tichu and their partners "
            "left out; games split 80:20, intervals count games and trainings. Torres learned from all games "
            "of the 45 best players; his best figures stand beside our choice among his features.",
            *limits(run),
        ],
        [table, readings],
        [
            lambda: comparison("perceptron", table, x_label="%"),
            lambda: comparison("readings", readings, x_label="%"),
        ],
        [nearest(readings), *said(run, [claim])],
        claims_of(run, [claim]),
    )
