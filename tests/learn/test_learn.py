"""Measures of a confidence, folds and grid searches."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from parlour.errors import ParlourError
from parlour.learn.grid import folds, grid_search
from parlour.learn.measures import THRESHOLDS, auc, bootstrap, calibration, ranks_within, roc, sweep

LABELS = np.array([0, 0, 1, 1])
SURE = np.array([0.1, 0.4, 0.35, 0.8])


def test_measures_at_a_threshold() -> None:
    found = sweep(LABELS, SURE)
    at = int(np.flatnonzero(THRESHOLDS == 0.375)[0])  # claims 0.4 (wrong) and 0.8 (right)
    assert THRESHOLDS.size == 2000
    assert found.accuracy[at] == 0.5
    assert (found.precision[at], found.recall[at], found.f1[at]) == (0.5, 0.5, 0.5)
    assert found.recall[0] == 1
    assert found.f1[found.best] == pytest.approx(0.8)  # from 0.1 on: two right, one wrong
    assert 0.1 <= THRESHOLDS[found.best] < 0.35


def test_area_under_the_curve() -> None:
    assert auc(LABELS, SURE) == 0.75  # three of the four pairs are in order
    assert auc(LABELS, np.zeros(4)) == 0.5  # ties count half
    assert auc(LABELS, 1.0 * LABELS) == 1
    false, true = roc(LABELS, SURE)
    assert (false[0], true[0], false[-1], true[-1]) == (0, 0, 1, 1)


def test_area_agrees_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    random = np.random.default_rng(0)
    labels, sure = random.integers(0, 2, 300), np.round(random.random(300), 1)
    assert auc(labels, sure) == pytest.approx(metrics.roc_auc_score(labels, sure))


def test_calibration_counts_each_bin() -> None:
    found = calibration(LABELS, SURE, bins=2)
    assert [(share.value, count) for _, share, count in found] == [(1 / 3, 3), (1.0, 1)]
    assert found[0][0] == pytest.approx(0.85 / 3)


def test_bootstrap_draws_whole_groups() -> None:
    values = np.array([0.0, 0.0, 1.0, 1.0])
    pairs = bootstrap(np.array(["a", "a", "b", "b"]), lambda rows: float(values[rows].mean()), times=200)
    assert pairs.value == 0.5
    assert (pairs.low, pairs.high) == (0, 1)  # two groups: all from one of them now and then
    alone = bootstrap(np.array(["a"] * 4), lambda rows: float(values[rows].mean()), times=20)
    assert (alone.low, alone.high) == (0.5, 0.5)


def test_ranks_are_those_within_a_group() -> None:
    groups, values = np.array([0, 1, 0, 1, 0]), np.array([5.0, 0.2, 7.0, 0.1, 5.0])
    assert ranks_within(groups, values).tolist() == pytest.approx([1 / 3, 3 / 4, 5 / 6, 1 / 4, 1 / 3])


def test_folds_keep_groups_together() -> None:
    groups = np.repeat(np.arange(20), 3)
    found = folds(groups, 10, seed=1)
    assert (found.reshape(-1, 3) == found[::3, None]).all()
    assert np.bincount(found).tolist() == [6] * 10
    assert (found == folds(groups, 10, seed=1)).all()
    with pytest.raises(ParlourError, match="10 folds need at least 10 games, not 2"):
        folds(np.array([1, 2]), 10, seed=0)


def test_a_stopped_search_goes_on(tmp_path: Path) -> None:
    file, asked = tmp_path / "grid", list[float]()

    def score(point: dict[str, float]) -> float:
        asked.append(point["C"])
        if point["C"] == 3 and asked.count(3) == 1:
            raise KeyboardInterrupt
        return -point["C"]

    points = [{"C": 1.0}, {"C": 2.0}, {"C": 3.0}]
    with pytest.raises(KeyboardInterrupt):
        grid_search(points, score, file=file, about="a test")
    file.write_text(file.read_text() + '\n{"about": "a te')  # as if killed in the middle of a line
    assert grid_search(points, score, file=file, about="a test") == [-1, -2, -3]
    assert asked == [1, 2, 3, 3]
    assert len([line for line in file.read_text().splitlines() if '"score"' in line]) == 3
    with pytest.raises(ParlourError, match="holds another search"):
        grid_search(points, score, file=file, about="another test")


def test_searches_run_in_parallel(tmp_path: Path) -> None:
    file = tmp_path / "grid"
    assert grid_search([{"C": 4.0}, {"C": 9.0}], _root, file=file, workers=2) == [2, 3]
    assert {json.loads(line)["score"] for line in file.read_text().split("\n") if line} == {2, 3}


def _root(point: dict[str, float]) -> float:
    return float(point["C"] ** 0.5)
