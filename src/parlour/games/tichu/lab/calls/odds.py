"""Reid's posterior: how likely hands of some kind go out first, and how sure that is.

Reid 2015 takes going out first as a coin with an unknown chance, uniform before any hand is seen. He samples
the posterior; it is a Beta distribution, so here it is exact.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from parlour.errors import ParlourError, unknown
from parlour.games.tichu.cards import DRAGON, RANKS, card_rank, parse_card, parse_rank
from parlour.games.tichu.lab.calls.hands import STAGES, Dataset

__all__ = ["Beta", "Holding", "posterior"]


@dataclass(frozen=True)
class Beta:
    """What is known of a chance after some hands, of which some went out first."""

    hands: int
    first: int

    @property
    def mean(self) -> float:
        """The chance as a mean of the posterior."""
        return (self.first + 1) / (self.hands + 2)

    @property
    def spread(self) -> float:
        """The standard deviation of the posterior."""
        return math.sqrt(self.mean * (1 - self.mean) / (self.hands + 3))

    def density(self, chances: np.ndarray) -> np.ndarray:
        """The posterior's density at some chances strictly between 0 and 1."""
        a, b = self.first + 1, self.hands - self.first + 1
        log_beta = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
        return np.asarray(np.exp((a - 1) * np.log(chances) + (b - 1) * np.log1p(-chances) - log_beta))

    def quantile(self, share: float) -> float:
        """The chance below which that share of the posterior lies."""
        low, high = 0.0, 1.0
        while high - low > 1e-10:
            middle = (low + high) / 2
            low, high = (middle, high) if self.below(middle) < share else (low, middle)
        return (low + high) / 2

    def below(self, chance: float) -> float:
        """The share of the posterior below a chance: of hands + 1 coins, more than `first` show heads."""
        if not 0 < chance < 1:
            return float(chance >= 1)
        n = self.hands + 1
        k = np.arange(self.first + 1, n + 1)
        logs = _log_choose(n)[self.first + 1 :] + k * math.log(chance) + (n - k) * math.log1p(-chance)
        return float(min(np.exp(logs).sum(), 1.0))

    @property
    def interval(self) -> tuple[float, float]:
        """The middle 95 % of the posterior."""
        return self.quantile(0.025), self.quantile(0.975)


def _log_choose(n: int) -> np.ndarray:
    """The logarithms of the binomial coefficients of n."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])
    return np.asarray(logs[n] - logs - logs[::-1])


@dataclass(frozen=True)
class Holding:
    """Hands that hold certain cards: each of some cards, and at least so many of some ranks."""

    text: str
    cards: int  # a mask
    ranks: tuple[tuple[int, int], ...]  # a rank and how many

    @staticmethod
    def parse(text: str) -> Holding:
        """The holding that a text such as ``dragon``, ``Ar A`` (two aces) or ``A A phoenix`` names."""
        words = text.replace(",", " ").split()
        if not words:
            raise ParlourError("--hand: expected cards such as dragon, Ar or A A")
        ranks = Counter(parse_rank(word) for word in words if word.upper() in RANKS[2:])
        cards = {parse_card(word) for word in words if word.upper() not in RANKS[2:]}
        for rank in ranks:
            ranks[rank] += sum(card > DRAGON and card_rank(card) == rank for card in cards)
            if ranks[rank] > 4:
                raise ParlourError(f"--hand '{text}': there are only four cards of a rank")
        return Holding(" ".join(words), sum(1 << card for card in cards), tuple(sorted(ranks.items())))

    def among(self, masks: np.ndarray) -> np.ndarray:
        """Which of some hands it fits."""
        wanted = np.uint64(self.cards)
        fits = masks & wanted == wanted
        for rank, count in self.ranks:
            held = masks >> np.uint64(4 * (rank - 1)) & np.uint64(15)
            fits &= np.bitwise_count(held) >= count
        return np.asarray(fits)


def posterior(data: Dataset, holding: Holding, stage: str = "fourteen") -> Beta:
    """What a dataset says of the hands of a holding."""
    if stage not in STAGES:
        raise unknown("stage", stage, STAGES)
    fits = holding.among(getattr(data, stage))
    return Beta(int(fits.sum()), int((data.place[fits] == 1).sum()))
