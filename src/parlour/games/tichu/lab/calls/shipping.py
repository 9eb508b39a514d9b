"""The models of calls that the package ships: what each learns, and how it is made."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from parlour.games.tichu.calls.models import Model
from parlour.games.tichu.lab.calls.fitting import Point, fit, predict
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.training import Task, games_to_test, prepare
from parlour.learn.measures import auc
from parlour.learn.threads import one_thread

__all__ = ["SHIPPED", "ship"]

# What each model learns, with which settings, and when it calls.
# Who calls gets the partner's best card and help, so a Grand Tichu succeeds in more than half of the cases
# from less than even chances on.
SHIPPED: dict[str, tuple[str, Task, Point, float]] = {
    "grand-lr": ("lr", Task("grand", "eight", "first-out"), {"C": 0.3}, 0.42),
    "grand-svr": (
        "svr", Task("grand", "eight", "first-out"),
        {"C": 0.1, "gamma": 2.0**-6, "balance": 1.0, "hands": 1000.0}, 0.40,
    ),
    "dealt-lr": ("lr", Task("tichu", "fourteen", "first-out", "rich"), {"C": 0.3}, 0.5),
    "tichu-gb": (
        "gb", Task("tichu", "exchanged", "first-out", "rich"), {"trees": 150.0, "leaves": 6.0}, 0.55,
    ),
}  # fmt: skip


def ship(data: Dataset, origin: str) -> Iterator[tuple[str, Model, float]]:
    """The models that the package ships, each with its area under the curve on games it never saw."""
    for title, (name, task, point, threshold) in SHIPPED.items():
        cases = prepare(data, task)
        held = np.isin(cases.game, games_to_test(data.game, task.seed))
        with one_thread():
            form, parameters = fit(name, cases.x[~held], cases.y[~held], point, task.seed)
        facts = {
            "hands": str(int((~held).sum())),
            "origin": origin,
            **{k: f"{v:g}" for k, v in point.items()},
        }
        model = Model(name, form, task.features, task.stage, task.label, parameters, threshold, facts)
        yield title, model, auc(cases.y[held], predict((form, parameters), cases.x[held]))
