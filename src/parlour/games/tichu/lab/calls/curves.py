"""The thesis's figures 8-1 to 8-15: measures by threshold and ROC curves, as it made them and clean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

import numpy as np

from parlour.games.tichu.lab.calls.runs import sure
from parlour.games.tichu.lab.calls.training import TrainedModel
from parlour.learn.measures import THRESHOLDS, Sweep, calibration, roc
from parlour.report import Figure, curve
from parlour.stats.estimate import Estimate

__all__ = ["envelope", "figures", "roc_figure"]

NUMBERS = {  # of the thesis's figures: of SVR, of LR, and of both
    "accuracy": "8-1, 8-6, 8-11",
    "precision": "8-2, 8-7, 8-12",
    "recall": "8-3, 8-8, 8-13",
    "f1": "8-4, 8-9, 8-14",
}
WORDS = {"f1": "F1"}
BINS = 10

Models = Mapping[str, TrainedModel]


def envelope(each: Sequence[Sweep]) -> Sweep:
    """The best value of each measure at each threshold, whichever model has it."""
    return Sweep(*(np.max([getattr(one, f.name) for one in each], axis=0) for f in fields(Sweep)))


def _at(threshold: float, figure: float | None) -> list[float | None]:
    """A published figure at its threshold."""
    points: list[float | None] = [None] * THRESHOLDS.size
    points[round(threshold / 0.0005)] = figure
    return points


def _threshold_figure(
    name: str, thesis: Models, best: Sweep, clean: Models, published: Mapping[str, Mapping[str, float]]
) -> Figure:
    word = WORDS.get(name, name)
    labels = {"LR": "LR", "SVR": "SVR, best of the grid"}
    values = {"LR": getattr(thesis["LR"].sweep, name), "SVR": getattr(best, name)}
    series = {labels[model]: sure(values[model]) for model in labels}
    series |= {f"{model}, clean, one model": sure(getattr(one.sweep, name)) for model, one in clean.items()}
    theirs = {
        labels[model]: _at(figures["threshold"], figures.get(word)) for model, figures in published.items()
    }
    return curve(
        name,
        f"{word.capitalize()} against the threshold (figures {NUMBERS[name]})",
        THRESHOLDS.tolist(),
        series,
        published=theirs if name in ("accuracy", "f1") else None,
        x_label="threshold",
        y_label=word,
    )


def roc_figure(name: str, title: str, curves: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> Figure:
    """ROC curves of labels and confidences."""
    xs = np.linspace(0, 1, 201)
    series = {label: sure(np.interp(xs, *roc(*pair))) for label, pair in curves.items()}
    return curve(
        name,
        title,
        xs.tolist(),
        series,
        x_label="share of other hands claimed",
        y_label="share of calls found",
    )


def _calibration_figure(models: Models) -> Figure:
    nothing = Estimate(float("nan"), float("nan"), float("nan"))
    series = {}
    for label, one in models.items():
        points = [nothing] * BINS
        for mean, share, _ in calibration(one.labels, one.confidence, BINS):
            points[min(int(mean * BINS), BINS - 1)] = share
        series[label] = points
    xs = [(place + 0.5) / BINS for place in range(BINS)]
    return curve(
        "calibration",
        "Calibration, clean: calls among the hands of each confidence",
        xs,
        {**series, "perfect": sure(np.array(xs))},
        x_label="confidence",
        y_label="share of calls",
    )


def figures(
    thesis: Models, best: Sweep | None, clean: Models, published: Mapping[str, Mapping[str, float]]
) -> list[Callable[[], Figure]]:
    """All figures of the chapter, each with both protocols, and the calibration."""
    assert best is not None
    pairs = {label: (one.labels, one.confidence) for label, one in thesis.items()}
    pairs |= {f"{label}, clean": (one.labels, one.confidence) for label, one in clean.items()}
    return [
        *(lambda name=name: _threshold_figure(name, thesis, best, clean, published) for name in NUMBERS),
        lambda: roc_figure("roc", "ROC curves on the test games (figures 8-5, 8-10, 8-15)", pairs),
        lambda: _calibration_figure(clean),
    ]
