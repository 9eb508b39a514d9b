"""Fitting: the network of `best` by gradient descent, the logistic model of `wpm` by Newton's method."""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.best.network import ENDS, INCOME, LOG_DICE, LOG_REGION
from parlour.games.dicewars.lab.gathering import Positions
from parlour.games.dicewars.weights import FEATURE_NAMES, HIDDEN, Network

__all__ = ["chances", "fit_network", "fit_wpm", "log_loss", "new_network"]

BATCH = 1024
NEWTON_STEPS = 30
RATE = 3e-3  # of Adam (Kingma and Ba 2015), falling to nothing along a cosine


def new_network(seed: int) -> Network:
    """A network with small random weights."""
    random = np.random.default_rng(seed)
    features = len(FEATURE_NAMES)
    hidden = random.normal(0, features**-0.5, (features, HIDDEN))
    return Network(hidden, np.zeros(HIDDEN), random.normal(0, 0.1, HIDDEN))


def chances(net: Network, features: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Each seat's chance to win, by position."""
    hidden, bias, output = net
    strengths = np.maximum(features @ hidden + bias, 0) @ output
    strengths = np.where(alive > 0, strengths, -np.inf)
    shares = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def log_loss(net: Network, positions: Positions) -> float:
    """The mean surprise at who won."""
    shares = chances(net, positions.features, positions.alive)
    return float(-np.log(shares[np.arange(len(shares)), positions.winners] + 1e-12).mean())


def fit_network(net: Network, positions: Positions, epochs: int, seed: int) -> Network:
    """The network after some passes over the positions."""
    random = np.random.default_rng(seed)
    weights = [part.astype(np.float32) for part in net]
    means = [np.zeros_like(part) for part in weights]
    squares = [np.zeros_like(part) for part in weights]
    steps = epochs * (len(positions.winners) // BATCH)
    for step in range(steps):
        batch = random.integers(0, len(positions.winners), BATCH)
        slopes = _slopes(weights, positions, batch)
        rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        for part, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair_mean, fair_square = mean / (1 - 0.9 ** (step + 1)), square / (1 - 0.999 ** (step + 1))
            part -= rate * fair_mean / (np.sqrt(fair_square) + 1e-8)
    return Network(*(part.astype(float) for part in weights))


def _slopes(weights: list[np.ndarray], positions: Positions, batch: np.ndarray) -> list[np.ndarray]:
    """How the log loss of some positions changes with each weight."""
    hidden, bias, output = weights
    features, alive = positions.features[batch], positions.alive[batch]
    before = features @ hidden + bias
    active = np.maximum(before, 0)
    strengths = np.where(alive > 0, active @ output, -np.inf)
    error = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    error /= error.sum(axis=1, keepdims=True)
    error[np.arange(batch.size), positions.winners[batch]] -= 1
    error /= batch.size
    back = error[..., None] * output * (before > 0)
    by_hidden = features.reshape(-1, features.shape[2]).T @ back.reshape(-1, back.shape[2])
    return [by_hidden, back.sum(axis=(0, 1)), np.einsum("nsh,ns->h", active, error)]


def fit_wpm(positions: Positions) -> np.ndarray:
    """The logistic model for the seat that ends its turn: two weights a seat, in turn order from that one."""
    x, y = _wpm_samples(positions)
    weights, calm = np.zeros(x.shape[1]), 1e-3 * len(y) * np.eye(x.shape[1])
    for _ in range(NEWTON_STEPS):
        p = 1 / (1 + np.exp(-(x @ weights)))
        slope = x.T @ (y - p) - calm @ weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + calm
        weights = weights + np.linalg.solve(curve, slope)
    return np.asarray(weights)


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
