"""A match that stops as soon as it has its answer.

The sequential probability ratio test of Wald (1945, "Sequential tests of statistical hypotheses"), in the
generalised form for hypotheses about a mean whose spread is not known (Li, Liu and Ying 2014, "Generalized
sequential probability ratio test for separate families of hypotheses"; in chess engine testing after Van den
Bergh, "A practical introduction to the GSPRT").
"""

from __future__ import annotations

import math
from typing import Literal

from parlour.stats.pairs import score_of_elo

__all__ = ["Decision", "Sprt"]

Decision = Literal["H0", "H1"]
"""The hypothesis that won: the difference is elo0, or it is elo1."""

WIDEST = 0.25
"""The largest variance of a score between 0 and 1."""


class Sprt:
    """A test of Elo difference `elo0` (H0) against `elo1` (H1), fed one block after another.

    `alpha` is the risk of accepting H1 at elo0, `beta` of accepting H0 at elo1. Blocks are independent, the
    games of one need not be. The variance of block scores is estimated as the test goes; one virtual block of
    the widest variance keeps it from being zero while all blocks are alike.
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise ValueError(f"the test needs elo0 below elo1, both finite, not {elo0} and {elo1}")
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            raise ValueError(f"alpha and beta must lie between 0 and 0.5, not at {alpha} and {beta}")
        self.elo0, self.elo1, self.alpha, self.beta = elo0, elo1, alpha, beta
        self.blocks = 0
        self.decision: Decision | None = None
        self._mean = 0.0
        self._squares = 0.0

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """The test written as "elo0,elo1", such as "0,10"."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise ValueError(f"expected two Elo differences such as '0,10', not {text!r}") from None
        return cls(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides for H0, and where for H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 to H0."""
        if not self.blocks:
            return 0.0
        score0, score1 = score_of_elo(self.elo0), score_of_elo(self.elo1)
        variance = (self._squares + WIDEST) / self.blocks
        return self.blocks * (score1 - score0) * (2 * self._mean - score0 - score1) / (2 * variance)

    def update(self, block_score: float) -> Decision | None:
        """Count the mean score (0 to 1) of one more block; a decision once made stands."""
        if not 0 <= block_score <= 1:
            raise ValueError(f"a block's score lies between 0 and 1, not at {block_score}")
        self.blocks += 1
        shift = block_score - self._mean
        self._mean += shift / self.blocks
        self._squares += shift * (block_score - self._mean)
        self.decision = self.decision or self._decide()
        return self.decision

    def _decide(self) -> Decision | None:
        low, high = self.bounds
        if self.llr <= low:
            return "H0"
        return "H1" if self.llr >= high else None

    @property
    def verdict(self) -> str:
        """The state of the test in plain words."""
        if self.decision == "H1":
            return f"stronger: the difference is nearer {self.elo1:+g} Elo than {self.elo0:+g}"
        if self.decision == "H0":
            return f"not stronger: the difference is nearer {self.elo0:+g} Elo than {self.elo1:+g}"
        return f"undecided between {self.elo0:+g} and {self.elo1:+g} Elo"

    def summary(self) -> dict[str, object]:
        """Everything for machines."""
        low, high = self.bounds
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "decision": self.decision,
            "verdict": self.verdict,
            "llr": self.llr,
            "bounds": [low, high],
            "blocks": self.blocks,
        }

    def __str__(self) -> str:
        low, high = self.bounds
        return f"{self.verdict} (LLR {self.llr:.2f} in {low:.2f}..{high:.2f}, {self.blocks} blocks)"
