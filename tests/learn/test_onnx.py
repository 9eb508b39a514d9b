"""Models of other libraries: ONNX files as agents over a game's encoding."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.agent import Clock, agent
from parlour.arena.engines import Processes
from parlour.errors import ParlourError

REVERSI = parlour.game("reversi")
ENCODING = REVERSI.encoding
WEIGHTS = np.random.default_rng(5).normal(size=(ENCODING.observation_size, ENCODING.action_count))
TASTE = np.random.default_rng(6).normal(size=(ENCODING.feature_size, 1))


def write(path: Path, inputs: dict[str, int], kind: str = "FLOAT", codes: int | None = None) -> str:
    """A model that scores codes by a matrix, or values actions by another; its spec."""
    onnx = pytest.importorskip("onnx", reason="needs onnx")
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    helper, float_ = onnx.helper, onnx.TensorProto.FLOAT
    weights = TASTE if "features" in inputs else WEIGHTS[:, :codes]
    source = "features" if "features" in inputs else next(iter(inputs))
    weights = np.resize(weights, (inputs[source], weights.shape[1])).astype(np.float32)
    nodes = [helper.make_node("MatMul", [source, "weights"], ["scores"])]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [
            helper.make_tensor_value_info(
                name, getattr(onnx.TensorProto, kind) if name == "action_mask" else float_, ["rows", size]
            )
            for name, size in inputs.items()
        ],
        [helper.make_tensor_value_info("scores", float_, None)],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path)
    return f"onnx:{path}"


SEEN = {"observation": ENCODING.observation_size}


@pytest.mark.parametrize("kind", ["BOOL", "INT8", "FLOAT"])
def test_it_plays_the_legal_code_of_the_highest_score(tmp_path: Path, kind: str) -> None:
    player = agent(REVERSI, write(tmp_path / "m.onnx", {**SEEN, "action_mask": ENCODING.action_count}, kind))
    state = REVERSI.new()
    for _ in range(20):
        view = state.view()
        scores = ENCODING.observe(view) @ WEIGHTS.astype(np.float32)
        best = max(view.legal_moves, key=lambda action: scores[ENCODING.code(view, action)])
        assert player.choose(view, Clock()) == best
        state.play(best)


def test_it_plays_the_action_of_most_value(tmp_path: Path) -> None:
    player = agent(REVERSI, write(tmp_path / "m.onnx", {**SEEN, "features": ENCODING.feature_size}))
    view = REVERSI.new().view()
    best = max(view.legal_moves, key=lambda action: float((ENCODING.depict(view, action) @ TASTE)[0]))
    assert player.choose(view, Clock()) == best


def test_it_plays_matches_in_other_processes(tmp_path: Path) -> None:
    spec = write(tmp_path / "m.onnx", SEEN)
    results = parlour.match(REVERSI, [spec, "random"], 4, engine=Processes(2))
    assert results.names[0] == spec
    assert not results.lines[0].forfeits
    assert results.lines[0].games == 4


@pytest.mark.parametrize(
    ("inputs", "codes", "reason"),
    [
        (
            {"board": 5},
            None,
            "has the inputs board: expected observation, alone or with action_mask or features",
        ),
        ({"observation": 7}, None, "its input observation is .*, not .*193"),
        (SEEN, 3, r"its first output is \[1, 3\]: expected 65 numbers"),
    ],
)
def test_a_model_that_does_not_fit_is_refused_in_one_line(
    tmp_path: Path, inputs: dict[str, int], codes: int | None, reason: str
) -> None:
    spec = write(tmp_path / "m.onnx", inputs, codes=codes)
    with pytest.raises(ParlourError, match=reason):
        agent(REVERSI, spec)


def test_a_missing_or_damaged_file_is_told(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    (tmp_path / "m.onnx").write_bytes(b"nonsense")
    with pytest.raises(ParlourError, match=r"m.onnx is no ONNX model: "):
        agent(REVERSI, f"onnx:{tmp_path}/m.onnx")
    with pytest.raises(ParlourError, match="there is no file nowhere.onnx"):
        agent(REVERSI, "onnx:nowhere.onnx")


def test_a_missing_library_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ParlourError, match=r"needs onnxruntime: pip install 'parlour\[onnx\]'"):
        agent(REVERSI, "onnx:m.onnx")


def test_the_page_offers_no_files() -> None:
    from parlour.web.catalogue import Choice, make_agent

    with pytest.raises(ParlourError, match="unknown agent of reversi"):
        make_agent(REVERSI, Choice(agent="onnx:m.onnx", options={}))
