"""Fitting the thesis's network to decisions of the algorithm, by gradient descent."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from parlour.games.ticket_to_ride.net.kinds import CLASSES, HIDDEN
from parlour.games.ticket_to_ride.net.model import Network
from parlour.learn.descent import ADAGRAD, Descent

__all__ = ["Fitting", "new_network", "train"]

RATE = 0.05


def new_network(inputs: np.ndarray, seed: int, *, scaled: bool = True) -> Network:
    """An untrained network, its inputs scaled or as they are (weights after Glorot and Bengio 2010)."""
    rng, sizes = np.random.default_rng(seed), (inputs.shape[1], *HIDDEN, len(CLASSES))
    layers: list[np.ndarray] = []
    for fan_in, fan_out in pairwise(sizes):
        bound = np.sqrt(6.0 / (fan_in + fan_out))
        layers += [rng.uniform(-bound, bound, (fan_in, fan_out)), np.zeros(fan_out)]
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0)
    if not scaled:
        mean, scale = np.zeros_like(mean), np.ones_like(scale)
    return Network(mean, np.where(scale > 0, scale, 1.0), *layers)


def _loss(net: Any, inputs: Any, labels: Any) -> Any:
    """The mean cross-entropy of some decisions."""
    import jax
    import jax.numpy as jnp

    first = jnp.maximum(inputs @ net["weights_0"] + net["biases_0"], 0)
    second = jnp.maximum(first @ net["weights_1"] + net["biases_1"], 0)
    shares = jax.nn.log_softmax(second @ net["weights_2"] + net["biases_2"], axis=1)
    return -jnp.take_along_axis(shares, labels[:, None], axis=1).mean()


class Fitting:
    """Fits a network batch by batch."""

    def __init__(self, net: Network) -> None:
        self.start = net
        layers = {name: part for name, part in net._asdict().items() if name not in ("mean", "scale")}
        self._descent = Descent(layers, _loss, ADAGRAD)

    def step(self, inputs: np.ndarray, labels: np.ndarray) -> None:
        """One step against the slope of the loss of a batch."""
        scaled = ((inputs - self.start.mean) / self.start.scale).astype(np.float32)
        self._descent.step(RATE, scaled, labels)

    @property
    def network(self) -> Network:
        """The network as it is."""
        layers = {name: array.astype(float) for name, array in self._descent.parameters.items()}
        return self.start._replace(**layers)


def train(
    inputs: np.ndarray,
    labels: np.ndarray,
    seed: int = 0,
    *,
    epochs: int = 40,
    batch: int = 250,
    scaled: bool = True,
) -> Network:
    """A network fitted to labelled rows: every epoch shows all of them once, shuffled, in whole batches."""
    fitting = Fitting(new_network(inputs, seed, scaled=scaled))
    rng = np.random.default_rng(seed + 1)
    batch = min(batch, labels.size)
    for _ in range(epochs):
        order = rng.permutation(labels.size)
        for start in range(0, labels.size - batch + 1, batch):
            rows = order[start : start + batch]
            fitting.step(inputs[rows], labels[rows])
    return fitting.network
