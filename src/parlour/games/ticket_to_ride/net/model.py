"""The network of the thesis: two hidden layers that choose the general decision, and its training."""

from __future__ import annotations

import io
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from parlour.errors import ParlourError
from parlour.files import make_folder, write_bytes

__all__ = ["CLASSES", "Model", "Network", "Trainer", "load_model", "new_model", "train"]

CLASSES = ("pass", "draw cards", "draw tickets", "claim")
HIDDEN = (160, 120)
RATE, START = 0.05, 0.1  # AdaGrad (Duchi, Hazan and Singer 2011): learning rate and first sum of squares


class Network(NamedTuple):
    """A model as compiled code reads it: the scaling of its inputs, then three layers."""

    mean: np.ndarray
    scale: np.ndarray
    weights_0: np.ndarray
    biases_0: np.ndarray
    weights_1: np.ndarray
    biases_1: np.ndarray
    weights_2: np.ndarray
    biases_2: np.ndarray


@dataclass
class Model:
    """Weights and biases of each layer, and the scaling of the inputs."""

    weights: list[np.ndarray]
    biases: list[np.ndarray]
    mean: np.ndarray
    scale: np.ndarray
    better_for: tuple[int, ...] = ()  # numbers of players for which the universal model plays better

    @property
    def network(self) -> Network:
        """Everything that inference needs."""
        pairs = zip(self.weights, self.biases, strict=True)
        layers = (np.ascontiguousarray(array, float) for pair in pairs for array in pair)
        return Network(self.mean, self.scale, *layers)

    def layers(self, inputs: np.ndarray) -> list[np.ndarray]:
        """The values of all layers for rows of inputs, the last as probabilities."""
        values = [(inputs - self.mean) / self.scale]
        for i, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            values.append(values[-1] @ weight + bias)
            if i + 1 < len(self.weights):
                np.maximum(values[-1], 0.0, out=values[-1])
        odds = np.exp(values[-1] - values[-1].max(axis=1, keepdims=True))
        values[-1] = odds / odds.sum(axis=1, keepdims=True)
        return values

    def judge(self, inputs: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
        """Mean loss (cross-entropy) and accuracy on labelled rows."""
        odds = self.layers(inputs)[-1]
        loss = -np.log(np.maximum(odds[np.arange(labels.size), labels], 1e-12)).mean()
        return float(loss), float((odds.argmax(axis=1) == labels).mean())

    def save(self, path: Path) -> None:
        """Write the model with its game, rules version and feature names."""
        from parlour.games.ticket_to_ride import GAME
        from parlour.games.ticket_to_ride.net.features import FEATURES

        arrays: dict[str, np.ndarray] = {"mean": self.mean, "scale": self.scale}
        for i, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            arrays[f"weight{i}"], arrays[f"bias{i}"] = weight, bias
        content = io.BytesIO()
        np.savez_compressed(
            content,
            game=np.array(GAME.name),
            rules=np.array(GAME.rules_version),
            features=np.array(FEATURES),
            better_for=np.array(self.better_for, np.int64),
            **{name: array.astype(np.float16) for name, array in arrays.items()},  # type: ignore[arg-type]
        )
        make_folder(path.parent)
        write_bytes(path, content.getvalue())


def new_model(inputs: np.ndarray, seed: int, hidden: tuple[int, ...] = HIDDEN) -> Model:
    """An untrained model scaled to its inputs (weights after Glorot and Bengio 2010)."""
    rng = np.random.default_rng(seed)
    sizes = (inputs.shape[1], *hidden, len(CLASSES))
    weights = []
    for fan_in, fan_out in pairwise(sizes):
        bound = np.sqrt(6.0 / (fan_in + fan_out))
        weights.append(rng.uniform(-bound, bound, (fan_in, fan_out)))
    scale = inputs.std(axis=0)
    biases = [np.zeros(size) for size in sizes[1:]]
    return Model(weights, biases, inputs.mean(axis=0), np.where(scale > 0, scale, 1.0))


class Trainer:
    """Trains a model batch by batch."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.squares = [np.full_like(array, START) for array in (*model.weights, *model.biases)]

    def step(self, inputs: np.ndarray, labels: np.ndarray) -> None:
        """One step against the gradient of the cross-entropy of a batch."""
        model, n = self.model, labels.size
        values = model.layers(inputs)
        slope = values[-1].copy()
        slope[np.arange(n), labels] -= 1.0
        slope /= n
        weights, biases = [], []
        for i in range(len(model.weights) - 1, -1, -1):
            weights.append(values[i].T @ slope)
            biases.append(slope.sum(axis=0))
            slope = (slope @ model.weights[i].T) * (values[i] > 0)
        slopes = [*reversed(weights), *reversed(biases)]
        for array, square, change in zip((*model.weights, *model.biases), self.squares, slopes, strict=True):
            square += change * change
            array -= RATE * change / np.sqrt(square)


def train(
    inputs: np.ndarray, labels: np.ndarray, seed: int = 0, *, epochs: int = 40, batch: int = 250
) -> Model:
    """A model trained on labelled rows: every epoch shows all of them once, shuffled, in batches."""
    model, rng = new_model(inputs, seed), np.random.default_rng(seed + 1)
    trainer = Trainer(model)
    for _ in range(epochs):
        order = rng.permutation(labels.size)
        for start in range(0, labels.size, batch):
            rows = order[start : start + batch]
            trainer.step(inputs[rows], labels[rows])
    return model


def load_model(path: Path | None = None, name: str = "") -> Model:
    """A model from a file, or one of those in the package by its name."""
    from parlour.games.ticket_to_ride import GAME
    from parlour.games.ticket_to_ride.net.features import FEATURES

    file = path or Path(__file__).parents[1] / "models" / f"{name}.npz"
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as content:
            arrays = dict(content)
    except (OSError, ValueError) as error:
        raise ParlourError(f"cannot read the model {file}: parlour train ttr-net makes it") from error
    purpose = (str(arrays.get("game")), int(arrays.get("rules", -1)), tuple(arrays.get("features", ())))
    if purpose != (GAME.name, GAME.rules_version, FEATURES):
        raise ParlourError(f"the model {file} is for another game, rules version or set of features")
    layers = sum(key.startswith("weight") for key in arrays)
    return Model(
        [arrays[f"weight{i}"].astype(float) for i in range(layers)],
        [arrays[f"bias{i}"].astype(float) for i in range(layers)],
        arrays["mean"].astype(float),
        arrays["scale"].astype(float),
        tuple(int(n) for n in arrays["better_for"]),
    )
