"""Targets that were learned: models of every game, and checkpoints of training."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

import parlour
from parlour.agent import Clock, agent_kinds
from parlour.errors import ParlourError
from parlour.learn.training import Run, find_method, train
from parlour.model import models_of

from .mutations import mutated
from .target import Target

__all__ = ["Checkpoints", "Models"]

LARGE = 200_000  # bytes: larger models are damaged like the small ones, only more slowly
SHAPES = ((0,), (1,), (), (3, 0), (2, 2), (1, 1, 1))
DTYPES = ("float64", "float32", "int8", "uint64", "complex64", "U3", "bool", "S5")


def _repacked(content: bytes, random: Random) -> bytes:
    """A file of arrays, one of them another, or its header."""
    with np.load(io.BytesIO(content)) as file:
        arrays = {name: file[name] for name in file.files}
    name = random.choice(list(arrays))
    if name == "header":
        arrays[name] = np.frombuffer(mutated([arrays[name].tobytes()], random), np.uint8)
    else:
        arrays.update({name: _spoilt(arrays[name], random)})
        if random.random() < 0.2:
            del arrays[name]
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    return packed.getvalue()


def _spoilt(array: np.ndarray, random: Random) -> np.ndarray:
    match random.randrange(5):
        case 0:
            return np.zeros(random.choice(SHAPES), array.dtype)
        case 1:
            return array[: max(0, len(array) - 1)] if array.ndim else array.reshape(1)
        case 2:
            return array.astype(random.choice(DTYPES), casting="unsafe")
        case 3:
            return np.ascontiguousarray(array.T)
        case _:
            other = array.copy()
            extreme = (np.nan, np.inf, 1e30) if array.dtype.kind == "f" else (-1, 10**9 % 2**30, 127)
            with np.errstate(all="ignore"):
                other.reshape(-1)[random.randrange(max(1, array.size)) :][:9] = np.array(
                    random.choice(extreme)
                ).astype(array.dtype, casting="unsafe")
            return other


class Models(Target):
    """Models of all games, each loaded by the agent that plays by it, which then makes a move."""

    name = "models"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.players: list[tuple[parlour.Game, str, bytes]] = []
        for game in map(parlour.game, ("dicewars", "jungle", "tichu", "ticket-to-ride", "reversi")):
            for path, header in models_of(game):
                self.players += [
                    (game, kind.name, path.read_bytes())
                    for kind in agent_kinds(game).values()
                    if any(header.kind in option.models for option in kind.own_options(game))
                    and path.stat().st_size < LARGE
                ]

    def samples(self) -> Sequence[bytes]:
        samples = [bytes([number]) + content for number, (_, _, content) in enumerate(self.players)]
        return [sample for sample in samples if self._fits(sample)]

    def _fits(self, sample: bytes) -> bool:
        """Whether a model is for the usual variant; its agent is compiled then."""
        try:
            self.read(sample)
        except ParlourError:
            return False
        return True

    def case(self, samples: Sequence[bytes], random: Random) -> bytes:
        sample = random.choice(samples)
        damage = mutated([sample[1:]], random) if random.random() < 0.3 else _repacked(sample[1:], random)
        return sample[:1] + damage

    def read(self, content: bytes) -> None:
        game, name, _ = self.players[content[0]]
        path = self.file(content[1:], "model.npz")
        agent = parlour.agent(game, f"{name}:model={path}")
        agent.begin(game, 0, 1)
        view = game.new(1).view()
        assert agent.choose(view, Clock(move=0.05)) in view.legal_moves


class Checkpoints(Target):
    """Checkpoints, from which training goes on."""

    name = "checkpoints"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        game = parlour.game("isolation:size=3")
        method = find_method(game, "values")
        settings = {"decisions": 8192, "epochs": 0.01}
        self.run = Run.make(method, game, settings, out=folder / "model.npz", rounds=2, trial=0)

    def samples(self) -> Sequence[bytes]:
        next(iter(train(self.run)))
        return [self.run.checkpoint.read_bytes()]

    def case(self, samples: Sequence[bytes], random: Random) -> bytes:
        return mutated(samples, random) if random.random() < 0.3 else _repacked(samples[0], random)

    def read(self, content: bytes) -> None:
        self.file(content, self.run.checkpoint.name)
        for done in train(self.run):
            assert json.dumps(done.number)
