"""Models of other libraries as agents: an ONNX file that reads the numbers of a game's encoding.

A file has an input `observation`, and judges in one of two ways. With an input `action_mask`, or with no
other, its first output has a score for each action code. With an input `features` it has a value for each row
of them, an action. The legal action of the highest score or value is played.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from parlour.agent import ONNX, Agent, Clock
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.luggage import locate
from parlour.state import View

__all__ = ["OnnxAgent", "onnx_agent"]

_TYPES = {"float": np.float32, "double": np.float64, "float16": np.float16, "bool": np.bool_, "int8": np.int8,
          "uint8": np.uint8, "int32": np.int32, "int64": np.int64}  # fmt: skip


def onnx_agent(game: Game, spec: str) -> Agent:
    """The agent of ``onnx:FILE``."""
    agent = OnnxAgent(game, spec.removeprefix(ONNX))
    agent.spec = spec
    return agent


def _session(file: str) -> Any:
    """A file, opened to be run on one thread, which makes its answers the same every time."""
    try:
        import onnxruntime
    except ImportError:
        raise ParlourError(f"{ONNX}{file} needs onnxruntime: pip install 'parlour[onnx]'") from None
    path = locate(Path(file))
    if not path.is_file():
        raise ParlourError(f"there is no file {file}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ParlourError(f"{file} is no ONNX model: {' '.join(str(error).split())[:120]}") from None


class OnnxAgent(Agent):
    """Plays the legal action that an ONNX model scores or values most."""

    def __init__(self, game: Game, file: str) -> None:
        self.encoding, self.file, self.session = game.encoding, file, _session(file)
        self.types = {
            each.name: _TYPES.get(each.type[7:-1], np.float32) for each in self.session.get_inputs()
        }
        self._check_inputs()
        rows = 2 if self.values_actions else 1
        self._run(**{name: np.zeros((rows, size)) for name, size in self._sizes().items()})

    @property
    def values_actions(self) -> bool:
        """Whether it values actions by their features, and does not score all codes at once."""
        return "features" in self.types

    def _sizes(self) -> dict[str, int]:
        """How many numbers a row of each input has."""
        encoding = self.encoding
        sizes = {"observation": encoding.observation_size, "action_mask": encoding.action_count}
        sizes["features"] = encoding.feature_size
        return {name: size for name, size in sizes.items() if name in self.types}

    def _check_inputs(self) -> None:
        sizes = self._sizes()
        if "observation" not in sizes or set(self.types) != set(sizes) or len(sizes) > 2:
            raise ParlourError(
                f"{self.file} has the inputs {', '.join(self.types)}: expected observation, alone or with "
                "action_mask or features"
            )
        for each in self.session.get_inputs():
            shape, size = list(each.shape), sizes[each.name]
            if len(shape) != 2 or (isinstance(shape[1], int) and shape[1] != size):
                raise ParlourError(f"{self.file}: its input {each.name} is {shape}, not ['rows', {size}]")

    def _run(self, **inputs: np.ndarray) -> np.ndarray:
        """The first output: scores of all codes, or values of all rows."""
        given = [name for name in inputs if name in self.types]
        feed: dict[str, np.ndarray] = {name: inputs[name].astype(self.types[name]) for name in given}
        try:
            answer = np.asarray(self.session.run(None, feed)[0])
        except Exception as error:
            raise ParlourError(f"{self.file}: {' '.join(str(error).split())[:120]}") from None
        size = len(inputs["observation"]) if self.values_actions else self.encoding.action_count
        if answer.size != size:
            raise ParlourError(
                f"{self.file}: its first output is {list(answer.shape)}: expected {size} numbers"
            )
        return answer.ravel()

    def choose(self, view: View, clock: Clock) -> int:
        """The action of most worth; the first of equals."""
        seen = self.encoding.observe(view)[None]
        if self.values_actions:
            actions = self.encoding.candidates(view)
            features = np.stack([self.encoding.depict(view, action) for action in actions])
            worth = self._run(observation=seen.repeat(len(actions), axis=0), features=features)
        else:
            actions = view.legal_moves
            scores = self._run(observation=seen, action_mask=self.encoding.mask(view)[None])
            worth = scores[[self.encoding.code(view, action) for action in actions]]
        self.work += len(actions)
        return actions[int(worth.argmax())]
