"""Ratings by maximum likelihood, with the interval of every difference.

Two sides: Bradley and Terry (1952, "Rank analysis of incomplete block designs"), with draws after Davidson
(1970, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments") and the
first seat after Davidson and Beaver (1977, "On extending the Bradley-Terry model to incorporate within-pair
order effects"): with strengths a and b, the advantage h of the first seat and the draw parameter nu, wins,
losses and draws of the first seat stand as

    exp(a + h) : exp(b) : nu * exp((a + h + b) / 2)

More sides: Plackett (1975, "The analysis of permutations") and Luce (1959, "Individual Choice Behavior"): the
first place is chosen in proportion to exp(strength), then the second among the rest, and so on. The
log-likelihood of a tie is the mean over the orders of the tied.

A team's strength is the sum of its members'. 400 Elo are a factor of ten in the odds of finishing ahead.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from parlour.stats.choices import Array, Fit, fit
from parlour.stats.estimate import Z95, Estimate
from parlour.stats.placings import Parameters, Placings, bradley_terry, plackett_luce
from parlour.stats.result import Result

__all__ = ["ELO", "Ratings", "normal_chance", "rate"]

ELO = 400 / math.log(10)
"""Elo points per unit of log-odds."""


def normal_chance(value: float, error: float) -> float:
    """The chance that a normal quantity with this value and standard error is above zero."""
    if value == 0 or math.isinf(error):
        return 0.5
    return 0.5 * (1 + math.erf(value / error / math.sqrt(2))) if error > 0 else float(value > 0)


@dataclass(frozen=True, eq=False)
class Ratings:
    """The strengths of agents in Elo, and how far each comparison can be trusted.

    Agents that the games do not compare differ by an infinite interval. Elo are relative to the mean of all
    agents, or to the anchor if there is one.
    """

    names: tuple[str, ...]
    model: str
    games: int
    blocks: int
    anchor: str | None
    parameters: Parameters
    fit: Fit = field(repr=False)

    @property
    def elo(self) -> dict[str, float]:
        """The rating of each agent, best first."""
        values = {name: self.estimate(name).value for name in self.names}
        return dict(sorted(values.items(), key=lambda item: (-round(item[1], 6), item[0])))

    def estimate(self, name: str) -> Estimate:
        """The rating of an agent relative to the mean, or to the anchor."""
        return self._elo(self._unit(name) - self._origin())

    def difference(self, name: str, other: str) -> Estimate:
        """By how many Elo an agent is stronger than another."""
        return self._elo(self._unit(name) - self._unit(other))

    def superiority(self, name: str, other: str) -> float:
        """The chance that an agent is stronger than another; one half if the games cannot say."""
        return normal_chance(*self.fit.contrast(self._unit(name) - self._unit(other)))

    @property
    def advantage(self) -> Estimate | None:
        """What the first seat is worth in Elo, or None if the model leaves it out."""
        if not self.parameters.advantage:
            return None
        return self._elo(self._axis(len(self.names)))

    @property
    def draw(self) -> float:
        """Davidson's draw parameter: the odds of a draw against a decision between equals are half of it."""
        if not self.parameters.draws:
            return 0.0
        value, _ = self.fit.contrast(self._axis(-1))
        return math.exp(value)

    def __str__(self) -> str:
        width = max(map(len, self.names), default=0)
        head = f"{self.model}, {self.games} games in {self.blocks} blocks"
        return "\n".join([head, *(f"{name:{width}}  {self.estimate(name):+z.0f}" for name in self.elo)])

    def _axis(self, number: int) -> Array:
        weights = np.zeros(self.parameters.size)
        weights[number] = 1
        return weights

    def _unit(self, name: str) -> Array:
        return self._axis(self.names.index(_check_name(name, self.names)))

    def _origin(self) -> Array:
        if self.anchor is not None:
            return self._unit(self.anchor)
        weights = np.zeros(self.parameters.size)
        weights[: len(self.names)] = 1 / len(self.names)
        return weights

    def _elo(self, weights: Array) -> Estimate:
        value, error = self.fit.contrast(weights)
        if math.isinf(error):
            return Estimate(value * ELO, -math.inf, math.inf)
        return Estimate(value * ELO, (value - Z95 * error) * ELO, (value + Z95 * error) * ELO)


def rate(
    results: Iterable[Result],
    *,
    advantage: bool = True,
    draws: bool = True,
    prior: float = 0.25,
    anchor: str | None = None,
    by_block: bool = True,
) -> Ratings:
    """The ratings that make these results most likely.

    Games of two sides are rated by Bradley-Terry; if any game has more sides, all by Plackett-Luce.

    Args:
        results: The games. Games of one block may depend on each other, blocks may not.
        advantage: Whether the first seat may be worth something.
        draws: Whether draws have a parameter of their own; otherwise each is half a win of either side.
        prior: Virtual drawn games of each agent against an average one, and as many even trials of the first
            seat and of draws, so that one who won everything is rated finite; 0 is pure maximum likelihood.
        anchor: The agent whose rating is zero, instead of the mean of all.
        by_block: Whether intervals count blocks; otherwise every game is taken as independent.
    """
    if prior < 0:
        raise ValueError(f"prior must be 0 or more virtual games, not {prior}")
    placings = Placings.of(results)
    names = placings.names
    paired = placings.widest <= 2
    parameters = Parameters(names, advantage, draws and paired and placings.has_draws)
    choices = (bradley_terry if paired else plackett_luce)(placings, parameters)
    kinds, blocks = np.array(placings.kind_of_game, int), np.array(placings.block_of_game, int)
    return Ratings(
        names=names,
        model=_model(paired, parameters),
        games=len(kinds),
        blocks=len(np.unique(blocks)),
        anchor=anchor if anchor is None else _check_name(anchor, names),
        parameters=parameters,
        fit=fit(choices, prior, (kinds, blocks) if by_block else None),
    )


def _model(paired: bool, parameters: Parameters) -> str:
    parts = ["Davidson draws"] * parameters.draws + ["seat advantage"] * parameters.advantage
    name = "Bradley-Terry" if paired else "Plackett-Luce"
    return f"{name} ({', '.join(parts)})" if parts else name


def _check_name(name: str, names: tuple[str, ...]) -> str:
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"the rated agents are {', '.join(names) or 'none'}"
    raise ValueError(f"unknown agent {name!r}: {hint}")
