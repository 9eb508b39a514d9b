"""Dicewars' studies and training commands, at a small size."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.game import game
from parlour.games.dicewars.best.network import ENDS, FEATURES
from parlour.games.dicewars.lab.fitting import fit_network, fit_wpm, new_network
from parlour.games.dicewars.lab.gathering import NETWORK, gather
from parlour.report.study import find_study


def test_the_reference_study_tells_the_published_order() -> None:
    report = find_study("dicewars-reference").start(games=400)
    pairs, field = report.tables
    ours = {(row, column): cell.value for row, column, cell in pairs.cells() if cell.value is not None}
    assert len(ours) == 10
    assert all(ours[name, "random"] > 0.58 for name in ("difference", "ste", "stei", "wpm"))
    order = [label for label, _ in field.rows]
    assert set(order[:2]) == {"ste", "stei"}
    assert set(order[-2:]) == {"random", "two"}


def test_the_statistics_study_shows_every_stage(monkeypatch) -> None:
    monkeypatch.setattr("parlour.games.dicewars.lab.studies.STAGES", (0, 40))
    report = find_study("dicewars-statistics").start(games=80)
    labels = [label for label, _ in report.tables[0].rows]
    assert labels == ["0", "40"]
    shares = [cell.value for _, column, cell in report.tables[0].cells() if column == "statistics"]
    assert all(0 <= share <= 1 for share in shares if share is not None)


def test_the_network_learns_who_wins() -> None:
    pytest.importorskip("jax")
    its, net = game("dicewars:players=3"), new_network(0)
    positions, games = gather(its, [0, 1, NETWORK], 6000, 1, net, np.zeros(16))
    assert 10 < games < 6000
    assert positions.features.shape == (6000, 3, FEATURES)
    assert (positions.features[:, :, ENDS].sum(axis=1) == 1).all()
    fitted, _ = fit_network(net, positions, 60, 0)
    losses = [fit_network(each, positions, 1, 0)[1] for each in (net, fitted)]
    assert losses[1] < 0.75 < losses[0]


def test_fitting_wpm_finds_that_own_dice_help() -> None:
    pytest.importorskip("sklearn")
    its = game("dicewars:players=2")
    weights = fit_wpm(gather(its, [1], 4000, 1, new_network(0), np.zeros(16))[0])
    assert weights.shape == (4,)
    assert (weights[:2] > 0).all()
    assert (weights[2:] < 0).all()


def test_the_field_of_the_learner_is_checked(parlour) -> None:
    done = parlour("train", "dicewars", "--method", "statistics", "--field", "stie")
    assert done.returncode == 2
    assert "did you mean 'ste" in done.stderr
