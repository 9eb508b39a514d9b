"""Fitting the models with scikit-learn, and taking them out of it as plain arrays.

The thesis's: logistic regression and support vector regression. Yang's: logistic regression, naive Bayes,
AdaBoost and random forest. Torres's: perceptron and averaged perceptron. Ours: gradient boosting.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.errors import ParlourError, unknown
from parlour.games.tichu.calls.models import FORMS, Parameters

__all__ = ["GRIDS", "MODELS", "NEEDED", "RATE", "Point", "fit", "predict", "refined", "used"]

Point = dict[str, float]
Fit = tuple[str, Parameters]
"""The form of a model and its arrays."""

SVR_HANDS = 10_000  # the most that support vector regression takes: its time grows with their square
SVR_STEPS = 200_000  # after which its solver gives up
NEEDED = "training needs scikit-learn: pip install 'parlour[learn]'"
RATE = 0.06  # of gradient boosting


def _grid(**axes: list[float]) -> list[Point]:
    points: list[Point] = [{}]
    for name, values in axes.items():
        points = [{**point, name: value} for point in points for value in values]
    return points


# The thesis's grids in full, and coarse ones over the same ranges. A penalty of C = 0 would leave no model
# at all: 0.01 stands for it. The full grid of logistic regression is refined round its best (`refined`).
GRIDS: dict[str, dict[str, list[Point]]] = {
    "lr": {
        "coarse": _grid(C=[0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0]),
        "full": _grid(C=[0.01, *(float(c) for c in range(1, 11))]),
    },
    "svr": {
        "coarse": _grid(C=[2.0**k for k in (-5, -1, 3)], gamma=[2.0**k for k in (-11, -8, -5, -2)]),
        "full": _grid(C=[2.0**k for k in range(-5, 16)], gamma=[2.0**k for k in range(-15, 4)]),
    },
    "gb": {
        "coarse": _grid(trees=[60.0, 150.0], leaves=[6.0]),
        "full": _grid(trees=[40.0, 80.0, 150.0, 300.0], leaves=[4.0, 6.0, 10.0, 16.0]),
    },
}


def refined(best: float) -> list[Point]:
    """More values of C round the best one, in tenths and hundredths: about forty."""
    tenths = [best + 0.1 * step for step in range(-10, 11)]
    hundredths = [best + 0.01 * step for step in range(-9, 10)]
    values = sorted({round(c, 4) for c in tenths + hundredths if c > 0.009})
    return [{"C": c} for c in values]


def _folded(weights: np.ndarray, bias: float, scale: np.ndarray) -> Fit:
    """A sum over scaled columns as one over the columns themselves."""
    return "sum", {
        "weights": weights / scale,
        "squares": np.zeros_like(scale),
        "bias": np.asarray(bias, float),
    }


def _scale(x: np.ndarray) -> np.ndarray:
    """What brings columns beyond 1 to 0..1; the thesis's columns stay as they are."""
    return np.asarray(np.maximum(np.abs(x).max(axis=0), 1.0))


def _lr(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    from sklearn.linear_model import LogisticRegression

    scale = _scale(x)
    model = LogisticRegression(C=point.get("C", 0.1), solver="newton-cholesky", max_iter=50).fit(x / scale, y)
    return _folded(model.coef_[0], float(model.intercept_[0]), scale)


def _svr(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    """Support vector regression on all hands, or on some of very many.

    Balanced, both labels weigh the same, and other hands, a quarter at least, turn its values into chances
    (Platt 1999): without that a rare label would have no value far from 0.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import SVR

    if (_scale(x) > 1).any():
        raise ParlourError("support vector regression needs columns from 0 to 1: take --features thesis")
    balanced, gamma = bool(point.get("balance")), point.get("gamma", 0.25)
    order, most = np.random.default_rng(seed).permutation(len(x)), _most(point)
    if balanced:
        most = min(most, 3 * len(x) // 4)
    chosen, others = order[:most], order[most : 4 * most]
    weight = np.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean())) if balanced else np.ones(len(y))
    model = SVR(C=point.get("C", 2.0), gamma=gamma, max_iter=SVR_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the corner of the grid with a huge C
        model.fit(x[chosen], y[chosen], weight[chosen])
    parameters = {
        "support": model.support_vectors_,
        "weights": model.dual_coef_[0],
        "gamma": np.asarray(gamma),
        "bias": np.asarray(float(model.intercept_[0])),
    }
    if balanced:
        trial = others if np.unique(y[others]).size == 2 else chosen
        chances = LogisticRegression(C=100.0).fit(model.predict(x[trial])[:, None], y[trial])
        parameters["chances"] = np.array([chances.coef_[0, 0], chances.intercept_[0]])
    return ("chances" if balanced else "kernel"), parameters


def _most(point: Point) -> int:
    """The most hands that support vector regression is to take."""
    return int(point.get("hands", SVR_HANDS))


def used(name: str, hands: int, point: Point) -> int:
    """How many of so many hands a model rests on: support vector regression takes some of very many."""
    if name != "svr":
        return hands
    return min(hands, 4 * _most(point) if point.get("balance") else _most(point))


def _nb(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    """Gaussian naive Bayes: its log odds are a sum over the columns and their squares."""
    from sklearn.naive_bayes import GaussianNB

    model = GaussianNB(var_smoothing=1e-3).fit(x, y)
    mean, spread, prior = model.theta_, model.var_, model.class_prior_
    squares = 0.5 / spread[0] - 0.5 / spread[1]
    weights = mean[1] / spread[1] - mean[0] / spread[0]
    logs = -0.5 * (np.log(spread) + mean**2 / spread).sum(axis=1)
    bias = np.log(prior[1] / prior[0]) + logs[1] - logs[0]
    return "sum", {"weights": weights, "squares": squares, "bias": np.asarray(bias)}


def _perceptron(x: np.ndarray, y: np.ndarray, point: Point, seed: int, average: bool = False) -> Fit:
    from sklearn.linear_model import SGDClassifier

    scale = _scale(x)
    model = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, max_iter=20, tol=None,
        average=average, random_state=seed,
    ).fit(x / scale, y)  # fmt: skip
    size = max(float(np.abs(model.coef_[0]).sum()), 1e-9) / 10  # so that confidences are not all 0 or 1
    return _folded(model.coef_[0] / size, float(model.intercept_[0]) / size, scale)


def _averaged(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    return _perceptron(x, y, point, seed, average=True)


def _joined(trees: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Trees one after another in flat arrays; a leaf leads to itself."""
    sizes = np.array([tree["value"].size for tree in trees])
    roots = np.cumsum(sizes) - sizes
    for tree, root in zip(trees, roots, strict=True):
        leaf = tree["low"] < 0
        itself = np.arange(tree["low"].size)
        for side in ("low", "high"):
            tree[side] = root + np.where(leaf, itself, tree[side])
        tree["column"] = np.where(leaf, 0, tree["column"])
        tree["threshold"] = np.where(leaf, 0.0, tree["threshold"])
    columns = {name: np.concatenate([tree[name] for tree in trees]) for name in trees[0]}
    return {**columns, "roots": roots}


def _tree(tree: Any, value: np.ndarray) -> dict[str, np.ndarray]:
    """One tree of scikit-learn's forests with the values of its nodes."""
    return {
        "column": tree.feature,
        "threshold": tree.threshold,
        "low": tree.children_left,
        "high": tree.children_right,
        "value": value,
    }


def _share(tree: Any) -> np.ndarray:
    counts = tree.value[:, 0, :]
    return np.asarray(counts[:, 1] / counts.sum(axis=1))


def _rf(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    from sklearn.ensemble import RandomForestClassifier

    model = RandomForestClassifier(100, min_samples_leaf=10, random_state=seed).fit(x.astype(np.float32), y)
    return "forest", _joined([_tree(one.tree_, _share(one.tree_)) for one in model.estimators_])


def _adaboost(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    """AdaBoost: the weighted votes of its stumps are log odds (Friedman, Hastie and Tibshirani 2000)."""
    from sklearn.ensemble import AdaBoostClassifier

    model = AdaBoostClassifier(n_estimators=60, learning_rate=0.5, random_state=seed).fit(x, y)
    trees = [
        _tree(one.tree_, weight * np.where(_share(one.tree_) > 0.5, 1.0, -1.0))
        for one, weight in zip(model.estimators_, model.estimator_weights_, strict=False)
    ]
    return "boosted", {**_joined(trees), "bias": np.asarray(0.0)}


def _gb(x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    from sklearn.ensemble import GradientBoostingClassifier

    model = GradientBoostingClassifier(
        learning_rate=RATE, n_estimators=int(point.get("trees", 150)), max_depth=None,
        max_leaf_nodes=int(point.get("leaves", 6)), min_samples_leaf=30, subsample=0.5, max_features=8,
        random_state=seed,
    ).fit(x, y)  # fmt: skip
    trees = [_tree(one.tree_, RATE * one.tree_.value[:, 0, 0]) for one in model.estimators_[:, 0]]
    prior = model.init_.class_prior_
    return "boosted", {**_joined(trees), "bias": np.asarray(np.log(prior[1] / prior[0]))}


MODELS: dict[str, tuple[Callable[[np.ndarray, np.ndarray, Point, int], Fit], str]] = {
    "lr": (_lr, "logistic regression"),
    "svr": (_svr, "support vector regression"),
    "nb": (_nb, "naive Bayes"),
    "adaboost": (_adaboost, "AdaBoost"),
    "rf": (_rf, "random forest"),
    "perceptron": (_perceptron, "perceptron"),
    "averaged": (_averaged, "averaged perceptron"),
    "gb": (_gb, "gradient boosting"),
}


def fit(name: str, x: np.ndarray, y: np.ndarray, point: Point, seed: int) -> Fit:
    """Train a model on rows of features and their labels; its form and its arrays."""
    if name not in MODELS:
        raise unknown("model", name, MODELS)
    if len(np.unique(y)) < 2:
        raise ParlourError("all hands have the same label, so there is nothing to learn: take more hands")
    try:
        return MODELS[name][0](x, y.astype(int), point, seed)
    except ImportError:
        raise ParlourError(NEEDED) from None


def predict(model: Fit, x: np.ndarray) -> np.ndarray:
    """The confidence of a fitted model for rows of features."""
    return FORMS[model[0]](x, model[1])
