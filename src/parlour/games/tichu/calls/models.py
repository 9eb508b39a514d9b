"""Models of calls as small files: they say what they were made for, and play with NumPy alone.

A model gives a confidence from 0 to 1 for each hand. Its kinds are sums of columns (logistic regression,
naive Bayes, perceptrons), a radial kernel over known hands (support vector regression) and trees (forests
and boosting).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError, unknown
from parlour.files import write_text
from parlour.games.tichu import GAME
from parlour.games.tichu.calls.features import feature_names, features
from parlour.games.tichu.calls.patterns import Hands

__all__ = ["FOLDER", "FORMS", "Model", "Parameters", "load_model", "shipped"]

Parameters = Mapping[str, np.ndarray]
FOLDER = Path(__file__).parents[1] / "models"


def logistic(odds: np.ndarray) -> np.ndarray:
    """A share from 0 to 1 of log odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -50, 50))))


def _sum(x: np.ndarray, p: Parameters) -> np.ndarray:
    return logistic(x @ p["weights"] + x**2 @ p["squares"] + p["bias"])


def _kernel(x: np.ndarray, p: Parameters) -> np.ndarray:
    """Support vector regression, clipped or turned into chances."""
    distance = (x**2).sum(axis=1)[:, None] + (p["support"] ** 2).sum(axis=1) - 2 * x @ p["support"].T
    value = np.exp(-p["gamma"] * distance) @ p["weights"] + p["bias"]
    if "chances" in p:
        return logistic(p["chances"][0] * value + p["chances"][1])
    return np.asarray(np.clip(value, 0.0, 1.0))


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
    "boosted": _boosted,
    "forest": _forest,
}


@dataclass(frozen=True)
class Model:
    """A trained model: the hands it looks at, how, and from which confidence it calls."""

    name: str  # lr, svr, gb, ...
    form: str
    features: str
    stage: str
    label: str
    parameters: Parameters
    threshold: float
    facts: Mapping[str, str] = field(default_factory=dict)

    def confidence(self, hands: Hands) -> np.ndarray:
        """How sure the model is of each hand."""
        return FORMS[self.form](features(self.features, hands), self.parameters)

    def save(self, path: Path) -> Path:
        """Write the model with what it was made for, six digits a number."""
        content = {
            "game": GAME.name,
            "rules": GAME.rules_version,
            "model": self.name,
            "form": self.form,
            "stage": self.stage,
            "label": self.label,
            "features": self.features,
            "columns": feature_names(self.features),
            "threshold": round(self.threshold, 4),
            "facts": dict(self.facts),
            "parameters": {name: _short(values) for name, values in self.parameters.items()},
        }
        return write_text(path, json.dumps(content, separators=(",", ":")) + "\n")


def _short(values: np.ndarray) -> Any:
    """Numbers as JSON, whole ones without a point."""
    if values.ndim:
        return [_short(part) for part in values]
    number = float(f"{float(values):.6g}")
    return int(number) if number.is_integer() else number


def load_model(path: Path, rules: int = GAME.rules_version) -> Model:
    """The model of a file, refused when it was made for anything else than these rules and features."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        purpose = content["game"], content["rules"], tuple(content["columns"])
        model = Model(
            content["model"], content["form"], content["features"], content["stage"], content["label"],
            {name: np.array(values, float) for name, values in content["parameters"].items()},
            content["threshold"], content["facts"],
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise ParlourError(
            f"{path} holds no model of calls: make it with parlour train tichu-grand"
        ) from None
    if purpose != (GAME.name, rules, feature_names(model.features)) or model.form not in FORMS:
        raise ParlourError(f"{path} was made for other rules or features: make it again with parlour train")
    return model


@cache
def shipped(name: str) -> Model:
    """A model that comes with the package: ``grand-lr``, ``grand-svr``, ``tichu-gb`` or ``dealt-lr``."""
    path = FOLDER / f"{name}.json"
    if not path.exists():
        raise unknown("model of calls", name, (file.stem for file in FOLDER.glob("*.json")))
    return load_model(path)
