"""Models of calls as small files: they say what they were made for, and play with NumPy alone.

A model gives a confidence from 0 to 1 for each hand. Its kinds are sums of columns (logistic regression,
naive Bayes, perceptrons), a radial kernel over known hands (support vector regression) and trees (forests
and boosting).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.games.tichu import GAME
from parlour.games.tichu.calls.features import FEATURE_SETS, feature_names, features
from parlour.games.tichu.calls.patterns import Hands
from parlour.games.tichu.kinds import CALLS
from parlour.model import Arrays, ModelKind, find_model, read_header, read_model

__all__ = ["FORMS", "CallModel", "Parameters", "kind_of", "read_call_model", "shipped"]

Parameters = Mapping[str, np.ndarray]


def logistic(odds: np.ndarray) -> np.ndarray:
    """A share from 0 to 1 of log odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -50, 50))))


def _sum(x: np.ndarray, p: Parameters) -> np.ndarray:
    return logistic(x @ p["weights"] + x**2 @ p["squares"] + p["bias"])


def _by_kernel(x: np.ndarray, p: Parameters) -> np.ndarray:
    distance = (x**2).sum(axis=1)[:, None] + (p["support"] ** 2).sum(axis=1) - 2 * x @ p["support"].T
    return np.asarray(np.exp(-p["gamma"] * distance) @ p["weights"] + p["bias"])


def _kernel(x: np.ndarray, p: Parameters) -> np.ndarray:
    """Support vector regression, clipped."""
    return np.asarray(np.clip(_by_kernel(x, p), 0.0, 1.0))


def _chances(x: np.ndarray, p: Parameters) -> np.ndarray:
    """Support vector regression, turned into chances."""
    return logistic(p["chances"][0] * _by_kernel(x, p) + p["chances"][1])


def _leaves(x: np.ndarray, p: Parameters) -> np.ndarray:
    """The leaf that each hand reaches in each tree; a leaf leads to itself."""
    at = np.broadcast_to(p["roots"].astype(np.int64), (len(x), p["roots"].size)).copy()
    column, low, high = (p[name].astype(np.int64) for name in ("column", "low", "high"))
    rows, x = np.arange(len(x))[:, None], x.astype(np.float32)  # as scikit-learn compares
    while True:
        after = np.where(x[rows, column[at]] <= p["threshold"][at], low[at], high[at])
        if (after == at).all():
            return at
        at = after


def _boosted(x: np.ndarray, p: Parameters) -> np.ndarray:
    return logistic(p["value"][_leaves(x, p)].sum(axis=1) + p["bias"])


def _forest(x: np.ndarray, p: Parameters) -> np.ndarray:
    return np.asarray(p["value"][_leaves(x, p)].mean(axis=1))


FORMS: dict[str, Callable[[np.ndarray, Parameters], np.ndarray]] = {
    "sum": _sum,
    "kernel": _kernel,
    "chances": _chances,
    "boosted": _boosted,
    "forest": _forest,
}

# The shape of each array: `k` columns, any number of hands or nodes (n) and of trees (t).
_SHAPES = {
    "sum": {"weights": "k", "squares": "k", "bias": ""},
    "kernel": {"support": "nk", "weights": "n", "gamma": "", "bias": ""},
    "forest": {"roots": "t", **dict.fromkeys(("column", "low", "high", "threshold", "value"), "n")},
}
_SHAPES["chances"] = {**_SHAPES["kernel"], "chances": "2"}
_SHAPES["boosted"] = {**_SHAPES["forest"], "bias": ""}


def kind_of(form: str, features: str) -> ModelKind:
    """The kind of a model of some form that looks at a set of features."""
    columns = feature_names(features)
    sizes = {"k": len(columns), "2": 2}
    shapes = {name: tuple(sizes.get(letter) for letter in text) for name, text in _SHAPES[form].items()}
    arrays = {name: ("float64", shape) for name, shape in shapes.items()}
    return ModelKind(CALLS, "parlour train tichu --method grand", arrays, [form, features, *columns])


@dataclass(frozen=True)
class CallModel:
    """A trained model: the hands it looks at, how, and from which confidence it calls."""

    name: str  # lr, svr, gb, ...
    form: str
    features: str
    stage: str
    label: str
    threshold: float
    parameters: Parameters

    def confidence(self, hands: Hands) -> np.ndarray:
        """How sure the model is of each hand."""
        return FORMS[self.form](features(self.features, hands), self.parameters)

    @property
    def kind(self) -> ModelKind:
        """What kind of model it is in a file."""
        return kind_of(self.form, self.features)

    @property
    def facts(self) -> dict[str, Any]:
        """Everything but its arrays."""
        return {**{name: getattr(self, name) for name in _FACTS}, "threshold": round(self.threshold, 4)}

    @property
    def arrays(self) -> Arrays:
        """Its arrays as a file has them."""
        return {name: np.asarray(array, float) for name, array in self.parameters.items()}


_FACTS: dict[str, type] = {
    "name": str, "form": str, "features": str, "stage": str, "label": str, "threshold": Real,
}  # fmt: skip


def read_call_model(path: Path) -> CallModel:
    """The model of a file, refused when it was made for anything else than these rules and features."""
    facts = read_header(path).facts
    form, columns = str(facts.get("form")), str(facts.get("features"))
    kind = kind_of(form if form in FORMS else "sum", columns if columns in FEATURE_SETS else "thesis")
    model = read_model(path, kind, GAME)
    for name, kind_of_fact in _FACTS.items():
        if not isinstance(model.facts.get(name), kind_of_fact):
            raise ParlourError(f"{path} is damaged: it does not tell its {name}: {kind.remedy}")
    call = CallModel(**{name: model.facts[name] for name in _FACTS}, parameters=model.arrays)
    _check_lengths(path, call)
    if "roots" in call.parameters:
        _check_trees(path, call)
    return call


def _check_lengths(path: Path, model: CallModel) -> None:
    """Arrays of one value for each hand or node must be equally long."""
    lengths = {len(model.parameters[name]) for name, shape in _SHAPES[model.form].items() if shape[:1] == "n"}
    if len(lengths) > 1:
        raise ParlourError(f"{path} is damaged: its arrays are of different lengths: {model.kind.remedy}")


def _check_trees(path: Path, model: CallModel) -> None:
    """Every step down a tree must lead to one of its nodes, and ask for one of the columns."""
    nodes, columns = model.parameters["value"].size, len(feature_names(model.features))
    limits = {"roots": nodes, "low": nodes, "high": nodes, "column": columns}
    for name, limit in limits.items():
        numbers = model.parameters[name]
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < limit):
            raise ParlourError(f"{path} is damaged: its '{name}' leads nowhere: {model.kind.remedy}")


@cache
def shipped(name: str) -> CallModel:
    """A model that comes with the package: ``grand-lr``, ``grand-svr``, ``tichu-gb`` or ``dealt-lr``."""
    return read_call_model(find_model(GAME, name, CALLS))
