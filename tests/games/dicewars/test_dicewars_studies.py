"""Dicewars' studies and training commands, at a small size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from parlour.game import game
from parlour.games.dicewars.best.network import ENDS, FEATURES
from parlour.games.dicewars.lab.fitting import chances, fit_network, fit_wpm, log_loss, new_network
from parlour.games.dicewars.lab.gathering import NETWORK, gather
from parlour.games.dicewars.weights import FEATURE_NAMES, load, save
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
    its, net = game("dicewars:players=3"), new_network(0)
    positions = gather(its, [0, 1, NETWORK], 6000, 1, net, np.zeros(16))
    assert positions.features.shape == (6000, 3, FEATURES)
    assert (positions.features[:, :, ENDS].sum(axis=1) == 1).all()
    fitted = fit_network(net, positions, 60, 0)
    assert log_loss(fitted, positions) < 0.75 < log_loss(net, positions)
    given = chances(fitted, positions.features, positions.alive)
    assert np.allclose(given.sum(axis=1), 1)
    assert (given[positions.alive == 0] == 0).all()


def test_fitting_wpm_finds_that_own_dice_help() -> None:
    its = game("dicewars:players=2")
    weights = fit_wpm(gather(its, [1], 4000, 1, new_network(0), np.zeros(16)))
    assert weights.shape == (4,)
    assert (weights[:2] > 0).all()
    assert (weights[2:] < 0).all()


def test_weights_survive_their_file(tmp_path: Path) -> None:
    hidden, bias, output = new_network(3)
    path = save(tmp_path / "net.json", FEATURE_NAMES, {"hidden": hidden, "bias": bias, "output": output})
    read = load(path, FEATURE_NAMES)
    assert np.abs(read["hidden"] - hidden).max() < 1e-6
    assert json.loads(path.read_text())["game"] == "dicewars"


def test_training_commands_write_where_they_are_told(parlour, tmp_path: Path) -> None:
    out = tmp_path / "wpm.json"
    done = parlour("train", "dicewars-wpm", "--positions", "1000", "--rounds", "0", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert set(json.loads(out.read_text())["weights"]) == {str(n) for n in range(2, 9)}
    table = tmp_path / "table.json"
    done = parlour("train", "dicewars-statistics", "--games", "5", "--players", "3", "--file", str(table))
    assert done.returncode == 0, done.stderr
    assert "5 games in all" in done.stdout
    done = parlour("train", "dicewars-statistics", "--games", "5", "--field", "stie")
    assert done.returncode == 2
    assert "did you mean 'ste" in done.stderr
