"""How games ended, place by place, and the choices that the rating models read in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np

from parlour.stats.choices import CLOSED, Array, Choices
from parlour.stats.result import Result

__all__ = ["Entrant", "Parameters", "Placings", "bradley_terry", "plackett_luce"]


class Entrant(NamedTuple):
    """One side of a game, and whether it had the first seat."""

    members: tuple[str, ...]
    first: bool


Placing = tuple[tuple[Entrant, ...], ...]
"""The entrants from the first place to the last; those who share a place stand together."""


def placing(result: Result) -> Placing:
    """The sides of a game by their rewards."""
    places: dict[float, list[Entrant]] = {}
    for number, side in enumerate(result.sides):
        places.setdefault(side.reward, []).append(Entrant(tuple(sorted(side.members)), number == 0))
    return tuple(tuple(sorted(places[reward])) for reward in sorted(places, reverse=True))


@dataclass
class Placings:
    """The distinct placings among many games, and which game ended in which."""

    kinds: list[Placing] = field(default_factory=list)
    kind_of_game: list[int] = field(default_factory=list)
    block_of_game: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, results: Iterable[Result]) -> Placings:
        """The placings of these games."""
        placings, numbers, cache = cls(), dict[Placing, int](), dict[object, int]()
        for result in results:
            key = (result.seats, result.rewards, result.teams)
            if key not in cache:
                cache[key] = numbers.setdefault(placing(result), len(numbers))
            placings.kind_of_game.append(cache[key])
            placings.block_of_game.append(result.block)
        placings.kinds = list(numbers)
        return placings

    @property
    def counts(self) -> Array:
        """How many games ended in each placing."""
        return np.bincount(np.array(self.kind_of_game, int), minlength=len(self.kinds)).astype(float)

    @property
    def names(self) -> tuple[str, ...]:
        """All agents, in alphabetical order."""
        return tuple(sorted({name for kind in self.kinds for side in _sides(kind) for name in side.members}))

    @property
    def widest(self) -> int:
        """The number of sides of the largest game."""
        return max((len(_sides(kind)) for kind in self.kinds), default=0)

    @property
    def has_draws(self) -> bool:
        """Whether a game of two sides ended in a draw."""
        return any(len(kind) == 1 and len(kind[0]) == 2 for kind in self.kinds)


@dataclass(frozen=True)
class Parameters:
    """Where each parameter stands: the agents' strengths, then the first seat, then draws."""

    names: tuple[str, ...]
    advantage: bool
    draws: bool

    @property
    def size(self) -> int:
        """The number of parameters."""
        return len(self.names) + self.advantage + self.draws

    def strength(self, entrant: Entrant) -> Array:
        """The features of a side: its members, and the first seat if it had it."""
        features = np.zeros(self.size)
        for name in entrant.members:
            features[self.names.index(name)] += 1
        if self.advantage and entrant.first:
            features[len(self.names)] = 1
        return features

    def draw(self, pair: Sequence[Entrant]) -> Array:
        """The features of a draw: half of either side, and the draw itself."""
        features: Array = (self.strength(pair[0]) + self.strength(pair[1])) / 2
        features[-1] = 1
        return features


def bradley_terry(standings: Placings, parameters: Parameters) -> Choices:
    """One choice per game of two sides: one wins, the other wins, or they draw.

    Without a parameter for draws, a draw is half a win of either side.
    """
    sheet = _Sheet(parameters)
    for kind, places in enumerate(standings.kinds):
        pair = _sides(places)
        if len(pair) != 2:
            continue
        sides, is_draw = [sheet.side(side) for side in pair], len(places) == 1
        if parameters.draws:
            sheet.add(kind, [*sides, sheet.draw(pair)], [0.0, 0.0, 1.0] if is_draw else [1.0, 0.0, 0.0])
        else:
            sheet.add(kind, sides, [0.5, 0.5] if is_draw else [1.0, 0.0])
    return sheet.choices(standings.counts)


def plackett_luce(standings: Placings, parameters: Parameters) -> Choices:
    """A choice per place, from the first to the last but one, among those not yet placed."""
    sheet = _Sheet(parameters)
    for kind, places in enumerate(standings.kinds):
        options = [[sheet.side(side) for side in place] for place in places]
        for number, tied in enumerate(options):
            _place(sheet, kind, tied, list(chain(*options[number + 1 :])))
    return sheet.choices(standings.counts)


def _place(sheet: _Sheet, kind: int, tied: list[int], behind: list[int]) -> None:
    """Place the tied ahead of those behind, in all their orders alike.

    Over all orders of k tied sides, each set of s of them is what is left of the tie in one order of
    comb(k, s), and each of the set is equally often the next: 2^k choices instead of k! orders.
    """
    for size in range(1, len(tied) + 1):
        if size + len(behind) == 1:
            continue
        share = 1 / comb(len(tied), size) / size
        for left in combinations(tied, size):
            sheet.add(kind, [*left, *behind], [share] * size + [0.0] * len(behind))


def _sides(places: Placing) -> list[Entrant]:
    return [entrant for place in places for entrant in place]


class _Sheet:
    """Choices as they are written down, one by one."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._numbers: dict[object, int] = {}
        self._features: list[Array] = []
        self._rows: list[tuple[int, list[int], list[float]]] = []

    def side(self, entrant: Entrant) -> int:
        if entrant not in self._numbers:
            self._numbers[entrant] = self._option(self._parameters.strength(entrant))
        return self._numbers[entrant]

    def draw(self, pair: Sequence[Entrant]) -> int:
        key = frozenset(pair)
        if key not in self._numbers:
            self._numbers[key] = self._option(self._parameters.draw(pair))
        return self._numbers[key]

    def _option(self, features: Array) -> int:
        self._features.append(features)
        return len(self._features) - 1

    def add(self, kind: int, options: list[int], shares: list[float]) -> None:
        self._rows.append((kind, options, shares))

    def choices(self, counts: Array) -> Choices:
        widest = max((len(options) for _, options, _ in self._rows), default=1)
        options = np.full((len(self._rows), widest), CLOSED)
        shares = np.zeros((len(self._rows), widest))
        for row, (_, numbers, weights) in enumerate(self._rows):
            options[row, : len(numbers)] = numbers
            shares[row, : len(numbers)] = weights
        features = np.array(self._features) if self._features else np.zeros((0, self._parameters.size))
        return Choices(features, options, shares, np.array([row[0] for row in self._rows], int), counts)
