"""Yang's study: which calls succeed, by four models on five feature sets."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.calls.features import feature_names, features
from parlour.games.tichu.lab.calls.cases import Cases
from parlour.games.tichu.lab.calls.fitting import fit
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.runs import claims_of, hands_of, limits, of_people
from parlour.games.tichu.lab.calls.training import out_of_fold
from parlour.learn.grid import folds
from parlour.learn.measures import auc, bootstrap, ranks_within
from parlour.report import Cell, Report, Table, comparison
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["report"]

FOLDS = 5
MODELS = ("lr", "nb", "adaboost", "rf")
AUC = {  # by model: raw, compressed, minimal, full, full+compressed
    "grand": {
        "lr": (0.619, 0.624, 0.626, 0.628, 0.624),
        "nb": (0.605, 0.619, 0.552, 0.582, 0.595),
        "adaboost": (0.591, 0.609, 0.625, 0.622, 0.618),
        "rf": (0.612, 0.627, 0.627, 0.620, 0.622),
    },
    "tichu": {
        "lr": (0.785, 0.791, 0.827, 0.834, 0.837),
        "nb": (0.783, 0.789, 0.827, 0.74, 0.80),
        "adaboost": (0.786, 0.804, 0.82, 0.832, 0.833),
        "rf": (0.783, 0.802, 0.827, 0.837, 0.835),
    },
}
HANDS = {"grand": 20_484, "tichu": 38_057}  # calls that Yang had
WEIGHTS = {"grand": (1.0, 2.8, 2.8, 3.4), "tichu": (2.0, -1.9, 5.9, 5.7, 4.7, 1.0, -1.1)}


def _cases(data: Dataset, call: str, columns: str) -> Cases:
    """Yang's cases: Grand Tichu callers on eight cards; for Tichu all hands after the exchange of rounds with
    a call, because whoever goes out first would have called with success.
    """
    if call == "grand":
        chosen, stage = data.grand > 0, "eight"
    else:
        chosen, stage = np.repeat(data.by_round(data.tichu).any(axis=1), 4), "exchanged"
    first = (data.place == 1).astype(np.int64)
    return Cases(features(columns, data.hands(stage)), first, data.game).where(chosen)


def _area(model: str, cases: Cases, seed: int) -> Estimate:
    """The area under the curve of a model over the folds, each ranked by itself."""
    confidence = out_of_fold(model, cases, {}, seed, FOLDS)
    ranks = ranks_within(folds(cases.game, FOLDS, seed), confidence)
    return bootstrap(cases.game, lambda rows: auc(cases.y[rows], ranks[rows]), times=200)


def _table(run: Run, data: Dataset, call: str) -> Table:
    sets = ["raw", "compressed", "minimal" if call == "grand" else "minimal-tichu", "full", "full+compressed"]
    rows = []
    for place, name in enumerate(run.track(sets, f"feature sets of {call}")):
        cases, cells = _cases(data, call, name), []
        for model in MODELS:
            area = _area(model, cases, run.seed)
            published = area.of_sample(AUC[call][model][place], HANDS[call] / cases.y.size).rounded(0.001)
            cells.append(Cell(area, published, decimals=3))
        rows.append((name, cells))
    title = "Grand Tichu" if call == "grand" else "Tichu"
    return Table(
        f"{title}: AUC of success, {cases.y.size} hands",
        ("LR", "NB", "AdaBoost", "RF"),
        rows,
        corner="features",
        basis=f"Published: {HANDS[call]:,} calls, as Yang says; that his figures scatter as ours do is "
        "assumed.",
        independent=False,
        counts=of_people(run),
    )


def _weights(data: Dataset, call: str) -> Table:
    """The weights of the minimal pattern, in units in which those of the aces agree."""
    name = "minimal" if call == "grand" else "minimal-tichu"
    cases = _cases(data, call, name)
    _, parameters = fit("lr", cases.x, cases.y, {"C": 1.0}, 0)
    weights = parameters["weights"] / abs(parameters["weights"][0]) * WEIGHTS[call][0]
    cells = [Cell(float(w), theirs) for w, theirs in zip(weights, WEIGHTS[call], strict=True)]
    return Table(f"Weights of the minimal pattern, {call}", feature_names(name), [("weight", cells)])


def report(run: Run) -> Report:
    """Success of Grand Tichu and Tichu calls by four models on five feature sets."""
    data, where = hands_of(run)
    tables = [_table(run, data, call) for call in AUC]
    tables += [_weights(data, call) for call in AUC]
    return run.report(
        "Tichu: which calls succeed",
        [
            f"Hands of {where}. Grand Tichu: only hands that called it, on eight cards; Tichu: all hands of "
            "rounds in which it was called, after the exchange, because Yang counts whoever goes out first "
            "against a call as one who called with success. Five folds of games, ranked each by itself; "
            "intervals draw games again. Yang had 20,484 Grand Tichu and 38,057 Tichu calls of people.",
            *limits(run),
        ],
        tables,
        [lambda: comparison("grand", tables[0], x_label="AUC"), lambda: comparison("tichu", tables[1])],
        [
            "Yang's rule, call Grand Tichu when its chance exceeds half the chance of a Tichu and .25, is "
            "grand=yang on any agent."
        ],
        claims_of(run, []),
    )
