"""Yang's study: which calls succeed, by four models on five feature sets, and his rules to remember."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from parlour.games.tichu.calls.features import feature_names
from parlour.games.tichu.lab.calls import yang_index
from parlour.games.tichu.lab.calls.cases import Cases
from parlour.games.tichu.lab.calls.curves import roc_figure
from parlour.games.tichu.lab.calls.fitting import fit, predict
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.runs import claims_of, hands_of, limits, of_people, said
from parlour.games.tichu.lab.calls.training import out_of_fold
from parlour.games.tichu.lab.calls.yang_index import MINIMAL, TITLES, cases_of, waiting_sentence
from parlour.learn.grid import folds
from parlour.learn.measures import auc, bootstrap, ranks_within, resampled
from parlour.report import Cell, Claim, Figure, Report, Table, comparison, findable
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["Foresight", "minimal_claim", "report", "size_sentence"]

FOLDS = 5
MODELS = {"LR": "lr", "NB": "nb", "AdaBoost": "adaboost", "RF": "rf"}
AUC = {  # by model: raw, compressed, minimal, full, full+compressed
    "grand": {
        "LR": (0.619, 0.624, 0.626, 0.628, 0.624),
        "NB": (0.605, 0.619, 0.552, 0.582, 0.595),
        "AdaBoost": (0.591, 0.609, 0.625, 0.622, 0.618),
        "RF": (0.612, 0.627, 0.627, 0.620, 0.622),
    },
    "tichu": {
        "LR": (0.785, 0.791, 0.827, 0.834, 0.837),
        "NB": (0.783, 0.789, 0.827, 0.74, 0.80),
        "AdaBoost": (0.786, 0.804, 0.82, 0.832, 0.833),
        "RF": (0.783, 0.802, 0.827, 0.837, 0.835),
    },
}
FIGURES = {"grand": "4-19", "tichu": "4-22"}
HANDS = {"grand": 20_484, "tichu": 38_057}  # calls that Yang had
WEIGHTS = {"grand": (1.0, 2.8, 2.8, 3.4), "tichu": (2.0, -1.9, 5.9, 5.7, 4.7, 1.0, -1.1)}
SHARES = (0.25, 0.5, 1.0)  # of the games, to see what more of them bring
FEWEST = 10  # games that a model learns from
LITTLE = 0.01  # of area: what more features may add to the minimal ones


@dataclass(frozen=True)
class Foresight:
    """What each model makes of each hand in a feature set, as ranks within the folds."""

    cases: Cases
    ranks: dict[str, np.ndarray]

    def area(self, model: str) -> Estimate:
        """The area under a model's curve, with the interval by games."""
        y, ranks = self.cases.y, self.ranks[model]
        return bootstrap(self.cases.game, lambda rows: auc(y[rows], ranks[rows]), times=200)


def _foresee(data: Dataset, call: str, columns: str, seed: int) -> Foresight:
    cases = cases_of(data, call, columns)
    fold = folds(cases.game, FOLDS, seed)
    ranks = {
        label: ranks_within(fold, out_of_fold(model, cases, {}, seed, FOLDS))
        for label, model in MODELS.items()
    }
    return Foresight(cases, ranks)


def _foresights(run: Run, data: Dataset, call: str) -> dict[str, Foresight]:
    sets = ["raw", "compressed", MINIMAL[call], "full", "full+compressed"]
    return {name: _foresee(data, call, name, run.seed) for name in run.track(sets, f"feature sets of {call}")}


def _areas(each: Mapping[str, Foresight], call: str, counts: bool) -> Table:
    rows = []
    for place, (name, one) in enumerate(each.items()):
        cells, size = [], one.cases.y.size
        for model in MODELS:
            area = one.area(model)
            published = area.of_sample(AUC[call][model][place], HANDS[call] / size).rounded(0.001)
            cells.append(Cell(area, published, decimals=3))
        rows.append((name, cells))
    return Table(
        f"{TITLES[call]}: AUC of success, {size} hands",
        tuple(MODELS),
        rows,
        corner="features",
        basis=f"Published: {HANDS[call]:,} calls, as Yang says; that his figures scatter as ours do is "
        "assumed.",
        independent=False,
        counts=counts,
    )


def minimal_claim(each: Mapping[str, Foresight], call: str) -> Claim:
    """Yang found that his few features hold most of what the cards tell; None when ours cannot tell."""
    few, most = each[MINIMAL[call]], each["full+compressed"]

    def gain(rows: np.ndarray) -> float:
        labels = few.cases.y[rows]
        return auc(labels, most.ranks["LR"][rows]) - auc(labels, few.ranks["LR"][rows])

    ours = bootstrap(few.cases.game, gain, times=200)
    text = f"{TITLES[call]}: all features foresee hardly better than the minimal ones (by {ours:.3f})"
    holds = None if ours.holds(LITTLE) else ours.value < LITTLE
    return Claim(text, holds, findable([ours], "a gain", "of area", 1))


def _thinned(cases: Cases, share: float, seed: int) -> np.ndarray:
    """Ranks within the folds by logistic regression that learns from a share of the other folds' games."""
    fold, confidence = folds(cases.game, FOLDS, seed), np.zeros(cases.y.size)
    names = np.random.default_rng(seed).permutation(np.unique(cases.game))
    kept = np.isin(cases.game, names[: max(FEWEST, round(share * names.size))])
    for number in range(FOLDS):
        held, known = fold == number, (fold != number) & kept
        confidence[held] = predict(fit("lr", cases.x[known], cases.y[known], {}, seed), cases.x[held])
    return ranks_within(fold, confidence)


def _sizes_table(run: Run, data: Dataset) -> Table:
    """The area on all features by how many of the games are learned from."""
    rows = []
    for call, title in TITLES.items():
        cases = cases_of(data, call, "full+compressed")
        ranks = [_thinned(cases, share, run.seed) for share in SHARES]

        def areas(rows: np.ndarray, y: np.ndarray = cases.y, ranks: list[np.ndarray] = ranks) -> np.ndarray:
            each = [auc(y[rows], one[rows]) for one in ranks]
            return np.array([*each, each[-1] - each[0]])

        rows.append((title, [Cell(one, decimals=3) for one in resampled(cases.game, areas, 200)]))
    columns = (*(f"{share:.0%} of the games" for share in SHARES), "gain")
    return Table("What was tried: AUC of LR on all features, by games learned from", columns, rows)


def size_sentence(table: Table) -> str:
    """Whether more games would foresee better, call by call."""
    words = []
    for title, cells in table.rows:
        gain = cells[-1].ours
        assert isinstance(gain, Estimate)
        more = "more games foresee better" if gain.low > 0 else "more games are not known to foresee better"
        words.append(f"{title}: {more} (by {gain:.3f})")
    return f"Whether too few games are the reason for gaps to the published areas: {'; '.join(words)}."


def _weights(data: Dataset, call: str) -> Table:
    """The weights of the minimal pattern, scaled so that their sizes add up to the published ones."""
    cases, theirs = cases_of(data, call, MINIMAL[call]), WEIGHTS[call]

    def weights(rows: np.ndarray) -> np.ndarray:
        _, parameters = fit("lr", cases.x[rows], cases.y[rows], {"C": 1.0}, 0)
        ours = parameters["weights"]
        return np.asarray(ours / np.abs(ours).sum() * np.abs(theirs).sum())

    ours, share = resampled(cases.game, weights, 200), HANDS[call] / cases.y.size
    cells = [
        Cell(one, one.of_sample(published, share).rounded(0.1))
        for one, published in zip(ours, theirs, strict=True)
    ]
    return Table(
        f"Weights of the minimal pattern, {TITLES[call]}",
        feature_names(MINIMAL[call]),
        [("weight", cells)],
        "Yang gives them in units of his own: ours are scaled so that their sizes add up to the same. "
        "Intervals fit the model anew to games drawn again.",
        basis=f"Published: {HANDS[call]:,} calls; that his weights scatter as ours do is assumed.",
        independent=False,
        counts=False,
    )


def report(run: Run) -> Report:
    """Success of Grand Tichu and Tichu calls by four models on five feature sets."""
    data, where = hands_of(run)
    each = {call: _foresights(run, data, call) for call in AUC}
    areas = {call: _areas(each[call], call, of_people(run)) for call in AUC}
    claims = [minimal_claim(each[call], call) for call in AUC]
    rules = {call: yang_index.rule_table(cases_of(data, call, MINIMAL[call]), call) for call in AUC}
    waiting, sizes = yang_index.figure_five(data, run.seed), _sizes_table(run, data)
    rocs = [partial(_roc, call, each[call]["full+compressed"]) for call in AUC]
    return run.report(
        "Tichu: which calls succeed",
        [
            f"Hands of {where}. Grand Tichu: only hands that called it, on eight cards; Tichu: all hands of "
            "rounds in which it was called, after the exchange, because Yang counts whoever goes out first "
            "against a call as one who called with success. Five folds of games, ranked each by itself; "
            "intervals draw games again. Yang had 20,484 Grand Tichu and 38,057 Tichu calls of people.",
            *limits(run),
        ],
        [*areas.values(), *(_weights(data, call) for call in AUC), *rules.values(), waiting.table, sizes],
        [
            lambda: comparison("grand", areas["grand"], x_label="AUC"),
            lambda: comparison("tichu", areas["tichu"], x_label="AUC"),
            *rocs,
            waiting.figure,
        ],
        [
            *(yang_index.rule_of(rules[call], call) for call in AUC),
            waiting_sentence(waiting),
            size_sentence(sizes),
            *said(run, claims),
        ],
        claims_of(run, claims),
    )


def _roc(call: str, one: Foresight) -> Figure:
    title = f"{TITLES[call]}: ROC curves on all features (figure {FIGURES[call]})"
    return roc_figure(f"roc-{call}", title, {name: (one.cases.y, ranks) for name, ranks in one.ranks.items()})
