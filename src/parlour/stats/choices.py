"""Choices among options by maximum likelihood: the engine under every rating model.

A game is seen as one or more choices: of the options open, chance picks one with a probability in proportion
to exp(utility), and an option's utility is the sum of its features times the parameters (McFadden, D. 1974,
"Conditional logit analysis of qualitative choice behavior"). Bradley-Terry is a choice of the winner,
Plackett-Luce a choice of the first, then of the second, and so on. The likelihood is concave, so Newton's
method finds its one summit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

__all__ = ["CLOSED", "Array", "Choices", "Fit", "fit"]

Array = np.ndarray
"""An array of numbers."""

CLOSED = -1
"""The option number that fills a choice with fewer options than the widest."""

FLAT = 1e-6
"""Directions with less information than this are not measured by the games."""

FAR = 10.0
"""Parameters farther than this along an unmeasured direction were on their way to infinity."""


@dataclass(frozen=True, eq=False)
class Choices:
    """What was open and what was chosen, in each kind of game.

    features  (options, parameters)  what makes an option attractive
    options   (choices, widest)      the options open, CLOSED where there are fewer
    shares    (choices, widest)      how much of the choice fell on each of them
    kinds     (choices,)             the kind of game that the choice belongs to, ascending
    counts    (kinds,)               how many games of this kind were played
    """

    features: Array
    options: Array
    shares: Array
    kinds: Array
    counts: Array

    def likelihood(self, parameters: Array) -> float:
        """The logarithm of the likelihood of all games."""
        logs = np.log(np.where(self.shares > 0, self._chances(parameters, slice(None)), 1.0))
        return float(self.counts[self.kinds] @ (self.shares * logs).sum(axis=1))

    def slope(self, parameters: Array) -> Array:
        """The gradient of the log-likelihood of all games."""
        surprise = self._surprise(self._chances(parameters, slice(None)), slice(None))
        pull = (self.counts[self.kinds][:, None] * surprise).ravel()
        size = len(self.features)
        slope: Array = np.bincount(self.options.ravel() % max(1, size), pull, size)[:size] @ self.features
        return slope

    def slopes(self, parameters: Array) -> Array:
        """The gradient of the log-likelihood of one game of each kind."""
        slopes = np.zeros((len(self.counts), len(parameters)))
        for rows in self._portions():
            features, chances = self._moments(parameters, rows)
            pull = np.einsum("co,cop->cp", self._surprise(chances, rows), features)
            kinds = slice(self.kinds[rows][0], self.kinds[rows][-1] + 1)
            slopes[kinds] += sum_by(self.kinds[rows] - kinds.start, pull, kinds.stop - kinds.start)
        return slopes

    def information(self, parameters: Array) -> Array:
        """Fisher's information of all games."""
        information = np.zeros((len(parameters), len(parameters)))
        for rows in self._portions():
            features, chances = self._moments(parameters, rows)
            weight = self.counts[self.kinds[rows]] * self.shares[rows].sum(axis=1)
            flat = features.reshape(-1, len(parameters))
            information += (flat * (weight[:, None] * chances).reshape(-1, 1)).T @ flat
        return information

    def _moments(self, parameters: Array, rows: slice) -> tuple[Array, Array]:
        """The features of the options about their expected value, and the chances of the options."""
        chances = self._chances(parameters, rows)
        features = self.features[self.options[rows]]
        features -= np.einsum("co,cop->cp", chances, features)[:, None, :]
        return features, chances

    def _surprise(self, chances: Array, rows: slice) -> Array:
        """By how much the shares exceed the expected ones."""
        shares = self.shares[rows]
        surprise: Array = shares - shares.sum(axis=1, keepdims=True) * chances
        return surprise

    def _chances(self, parameters: Array, rows: slice) -> Array:
        options = self.options[rows]
        utility = np.where(options == CLOSED, -np.inf, (self.features @ parameters)[options])
        odds = np.exp(utility - utility.max(axis=1, keepdims=True))
        chances: Array = np.maximum(odds / odds.sum(axis=1, keepdims=True), np.finfo(float).tiny)
        return np.where(options == CLOSED, 0.0, chances)

    def _portions(self) -> Iterator[slice]:
        """Slices of the choices that keep the working arrays small."""
        size = 1 + 2_000_000 // (1 + self.options.shape[1] * self.features.shape[1])
        return (slice(start, start + size) for start in range(0, len(self.options), size))


@dataclass(frozen=True, eq=False)
class Fit:
    """Fitted parameters with their covariance, and the directions that the games leave open.

    There is no covariance if all games were one block.
    """

    parameters: Array
    covariance: Array | None
    unmeasured: Array

    def contrast(self, weights: Array) -> tuple[float, float]:
        """The weighted sum of the parameters and its standard error, infinite where the games cannot say."""
        value, loose = float(weights @ self.parameters), self.unmeasured.T @ weights
        if not weights.any():
            return 0.0, 0.0
        if np.abs(loose).max(initial=0.0) > FLAT:
            return self._limit(value, loose), math.inf
        if self.covariance is None:
            return value, math.inf
        return value, math.sqrt(max(0.0, float(weights @ self.covariance @ weights)))

    def _limit(self, value: float, loose: Array) -> float:
        """Where a sum goes if the likelihood kept rising along an unmeasured direction."""
        drift = self.unmeasured.T @ self.parameters
        distance = float(np.linalg.norm(drift))
        pull = float(loose @ drift)
        return math.copysign(math.inf, pull) if distance > FAR and abs(pull) > 0.01 * distance else value


def fit(choices: Choices, prior: float, games: tuple[Array, Array] | None) -> Fit:
    """The most likely parameters, with their covariance.

    `prior` is a number of virtual choices per parameter, each split evenly between the option that only this
    parameter favours and a neutral one. `games` gives the kind and the block of each game for the covariance
    by blocks (the sandwich of Liang, K.-Y. and Zeger, S. 1986, "Longitudinal data analysis using generalized
    linear models"); None trusts the model and takes every game as independent.
    """
    parameters = _summit(choices, prior)
    information, directions = np.linalg.eigh(_information(choices, prior, parameters))
    measured = information > FLAT
    axes = directions[:, measured]
    covariance = (axes / information[measured]) @ axes.T
    if games is None:
        return Fit(parameters, covariance, directions[:, ~measured])
    kinds, blocks = games
    if len(np.unique(blocks)) < 2:
        return Fit(parameters, None, directions[:, ~measured])
    spread = _spread(choices.slopes(parameters)[kinds], blocks, int(measured.sum()))
    spread += np.diag(_virtual_spread(prior, parameters))
    return Fit(parameters, covariance @ spread @ covariance, directions[:, ~measured])


def sum_by(index: Array, rows: Array, size: int) -> Array:
    """The sum of the rows that share an index."""
    columns = [np.bincount(index, weights=column, minlength=size) for column in rows.T]
    return np.stack(columns, axis=1) if columns else np.zeros((size, 0))


def _summit(choices: Choices, prior: float) -> Array:
    parameters = np.zeros(choices.features.shape[1])
    for _ in range(100):
        slope = choices.slope(parameters) + prior * (0.5 - _even(parameters))
        if np.abs(slope).max(initial=0.0) < 1e-8:
            break
        step = np.linalg.pinv(_information(choices, prior, parameters), rcond=1e-13, hermitian=True) @ slope
        step = _uphill(choices, prior, parameters, step)
        if np.abs(step).max() < 1e-11:
            break
        parameters = parameters + step
    return parameters


def _uphill(choices: Choices, prior: float, parameters: Array, step: Array) -> Array:
    """The step, halved until it does not lead down."""
    here = _likelihood(choices, prior, parameters)
    for _ in range(40):
        if _likelihood(choices, prior, parameters + step) >= here - 1e-12 * abs(here):
            break
        step = step / 2
    return step


def _likelihood(choices: Choices, prior: float, parameters: Array) -> float:
    virtual = np.logaddexp(0.0, parameters) + np.logaddexp(0.0, -parameters)
    return choices.likelihood(parameters) - prior / 2 * float(virtual.sum())


def _information(choices: Choices, prior: float, parameters: Array) -> Array:
    even = _even(parameters)
    return choices.information(parameters) + np.diag(prior * even * (1 - even))


def _even(parameters: Array) -> Array:
    """The chance of the favoured option in a virtual choice."""
    chance: Array = 1 / (1 + np.exp(-parameters))
    return chance


def _spread(slopes: Array, blocks: Array, measured: int) -> Array:
    """The covariance of the summed slopes, block by block."""
    _, index = np.unique(blocks, return_inverse=True)
    sums = sum_by(index, slopes, int(index.max()) + 1)
    freedom = max(1, len(sums) - measured)
    spread: Array = sums.T @ sums * (len(sums) / freedom)
    return spread


def _virtual_spread(prior: float, parameters: Array) -> Array:
    """The same for the virtual choices, where either half might have been what happened."""
    even = _even(parameters)
    spread: Array = prior / 2 * (even**2 + (1 - even) ** 2)
    return spread
