"""Fitting: the network of `best` by gradient descent, and the logistic model of `wpm`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.games.dicewars.best.network import ENDS, INCOME, LOG_DICE, LOG_REGION
from parlour.games.dicewars.lab.gathering import Positions
from parlour.games.dicewars.weights import FEATURE_NAMES, HIDDEN, Network
from parlour.learn.descent import fit

__all__ = ["fit_network", "fit_wpm", "new_network"]

BATCH = 1024
RATE = 3e-3


def new_network(seed: int) -> Network:
    """A network with small random weights."""
    random = np.random.default_rng(seed)
    features = len(FEATURE_NAMES)
    hidden = random.normal(0, features**-0.5, (features, HIDDEN))
    return Network(hidden, np.zeros(HIDDEN), random.normal(0, 0.1, HIDDEN))


def _loss(net: Any, features: Any, alive: Any, winners: Any) -> Any:
    """The mean surprise at who won."""
    import jax
    import jax.numpy as jnp

    strengths = jnp.maximum(features @ net["hidden"] + net["bias"], 0) @ net["output"]
    chances = jax.nn.log_softmax(jnp.where(alive > 0, strengths, -1e9), axis=1)
    return -jnp.take_along_axis(chances, winners[:, None], axis=1).mean()


def fit_network(net: Network, positions: Positions, epochs: int, seed: int) -> tuple[Network, float]:
    """The network after some passes over the positions, and its mean loss on the way."""
    steps = max(1, epochs * len(positions.winners) // BATCH)
    weights, loss = fit(net._asdict(), _loss, _batches(positions, steps, seed), steps, RATE)
    return Network(**{name: array.astype(float) for name, array in weights.items()}), loss


def _batches(positions: Positions, steps: int, seed: int) -> Iterator[tuple[np.ndarray, ...]]:
    random = np.random.default_rng(seed)
    for _ in range(steps):
        sample = random.integers(0, len(positions.winners), BATCH)
        yield tuple(part[sample] for part in positions)


def fit_wpm(positions: Positions) -> np.ndarray:
    """The logistic model for the seat that ends its turn: two weights a seat, in turn order from that one."""
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise ParlourError("this method needs scikit-learn: pip install 'parlour[learn]'") from None
    x, y = _wpm_samples(positions)
    model = LogisticRegression(C=1e3 / len(y), fit_intercept=False, tol=1e-8, max_iter=1000).fit(x, y)
    return np.asarray(model.coef_[0])


def _wpm_samples(positions: Positions) -> tuple[np.ndarray, np.ndarray]:
    """What the model sees at the end of a turn, with the new dice, and whether that seat won.

    Only positions in which all seats still have areas count: a linear model cannot tell the dice of a beaten
    rival from dice that went to the strongest one.
    """
    everyone = positions.alive.all(axis=1)
    features, winners = positions.features[everyone].astype(float), positions.winners[everyone]
    count, seats, _ = features.shape
    dice = np.exp(features[:, :, LOG_DICE]) - 1 + 16 * features[:, :, INCOME]
    logs = np.stack([features[:, :, LOG_REGION], np.log(dice + 1)], axis=2)
    enders = features[:, :, ENDS].argmax(axis=1)
    order = (enders[:, None] + np.arange(seats)) % seats
    rows = logs[np.arange(count)[:, None], order].reshape(count, -1)
    return rows, (winners == enders).astype(float)
