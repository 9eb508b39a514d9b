"""Which features carry a call: weights with intervals, and what a model loses when columns are shuffled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from parlour.games.tichu.calls.features import feature_names
from parlour.games.tichu.calls.models import FORMS
from parlour.games.tichu.lab.calls.cases import Cases
from parlour.games.tichu.lab.calls.fitting import Point, fit
from parlour.games.tichu.lab.calls.training import TrainedModel
from parlour.learn.measures import auc, bootstrap, resampled
from parlour.report import Cell, Table
from parlour.stats.estimate import Estimate

__all__ = ["carriers", "shuffled_table", "weights_table"]

SHOWN = 12  # of the heaviest columns
REFITS = 200
SHUFFLES = 10


def _ranks(*letters: str) -> Callable[[str], bool]:
    return lambda name: name in {f"{letter}s" for letter in letters}


GROUPS: dict[str, Callable[[str], bool]] = {
    "Dragon": lambda name: name == "dragon",
    "Phoenix": lambda name: name == "phoenix",
    "Mahjong and Dog": lambda name: name in ("mahjong", "dog"),
    "aces": _ranks("A"),
    "kings and queens": _ranks("K", "Q"),
    "cards below the queen": _ranks(*"23456789J", "10"),
    "steps": lambda name: name.startswith("steps"),
    "straights": lambda name: name.startswith("straight"),
    "full houses": lambda name: name.startswith("full house"),
    "bombs": lambda name: name == "bombs" or "flush" in name,
    "score": lambda name: name.endswith("score"),
}
"""The columns of the thesis by what they are about."""


def columns_of(group: str, names: tuple[str, ...]) -> np.ndarray:
    """The places of a group's columns."""
    return np.flatnonzero([GROUPS[group](name) for name in names])


def weights_table(cases: Cases, point: Point, columns: str) -> Table:
    """The heaviest weights of logistic regression, by how far a standard deviation of the column moves it."""
    spread, names = cases.x.std(axis=0), feature_names(columns)

    def weights(rows: np.ndarray) -> np.ndarray:
        _, parameters = fit("lr", cases.x[rows], cases.y[rows], point, 0)
        return np.asarray(parameters["weights"] * spread)

    ours = resampled(cases.game, weights, REFITS)
    heaviest = sorted(range(len(names)), key=lambda place: -abs(ours[place].value))[:SHOWN]
    return Table(
        "The heaviest weights of logistic regression",
        ("log odds a standard deviation",),
        [(names[place], [Cell(ours[place])]) for place in heaviest],
        f"Of {len(names)} columns. Intervals fit the model anew to games drawn again, {REFITS} times.",
        corner="column",
    )


def _loss(one: TrainedModel, hands: np.ndarray, columns: np.ndarray) -> Estimate:
    """What the area loses when columns are shuffled among the test hands, with the interval by games."""
    random, shuffled = np.random.default_rng(0), []
    for _ in range(SHUFFLES):
        mixed = hands.copy()
        mixed[:, columns] = hands[np.ix_(random.permutation(len(hands)), columns)]
        shuffled.append(FORMS[one.model.form](mixed, one.model.parameters))

    def loss(rows: np.ndarray) -> float:
        labels = one.labels[rows]
        left = np.mean([auc(labels, confidence[rows]) for confidence in shuffled])
        return float(auc(labels, one.confidence[rows]) - left)

    return bootstrap(one.games, loss, times=100)


def shuffled_table(models: Mapping[str, TrainedModel], test: Cases) -> Table:
    """What each model's area under the curve loses without a group of columns."""
    names = feature_names(next(iter(models.values())).model.features)
    rows = []
    for group in GROUPS:
        columns = columns_of(group, names)
        losses = [_loss(one, test.x, columns) for one in models.values()]
        rows.append((group, [Cell(loss, decimals=3) for loss in losses]))
    return Table(
        "What carries the call: AUC lost when columns are shuffled",
        tuple(models),
        rows,
        "Columns of a group are shuffled together among the test hands, so that they tell nothing any more.",
        corner="columns",
    )


def carriers(table: Table) -> str:
    """Which groups carry the call, in a sentence, by the first model of the table."""
    losses = {label: cells[0].ours for label, cells in table.rows}
    sure = {label: loss for label, loss in losses.items() if isinstance(loss, Estimate) and loss.low > 0}
    if not sure:
        return "No group of columns is known to carry the call: none costs area when it is shuffled."
    heavy = sorted(sure, key=lambda label: -sure[label].value)
    words = ", ".join(f"{label} ({sure[label].value:.3f})" for label in heavy)
    return (
        f"What carries the call, by the area that {table.columns[0]} loses without it: {words}. "
        f"Of the other {len(losses) - len(sure)} groups none is known to matter."
    )
