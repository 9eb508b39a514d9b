"""The examples of learning: deep Q-learning on a batch, and self-play read with pandas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.game import load_module


def test_deep_q_learning_on_a_batch_beats_random_in_connect_four(examples: Path) -> None:
    pytest.importorskip("jax", reason="needs jax")
    dqn, spec = load_module(examples / "dqn.py"), f"{examples / 'connect_four'}/"
    net = dqn.train(spec, steps=500)
    score = parlour.match(parlour.game(spec), [dqn.player(net), "random"], 40).lines[0].score
    assert score.value > 0.8


def test_the_notebook_reads_self_play(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pandas", reason="needs pandas")
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((examples / "selfplay.ipynb").read_text())
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            assert cell["outputs"] == []
    assert len(names["data"]) > 1000
    assert names["policy"].sum(axis=1).max() == pytest.approx(1)
    assert names["calibration"]["mean"].iloc[-1] > names["calibration"]["mean"].iloc[0]
    assert names["sureness"]["count"].sum() == len(names["tried"])
