"""The statistics of one match: two agents, many games."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from parlour.stats.estimate import Estimate
from parlour.stats.ratings import normal_chance
from parlour.stats.result import Result

__all__ = ["MatchStatistics", "elo_of_score", "score_of_elo"]


def elo_of_score(score: float) -> float:
    """The Elo difference at which this mean score (0 to 1) is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The mean score (0 to 1) expected at this Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class MatchStatistics:
    """How an agent fared against another.

    The games of a block share a deal or a start, so that a block counts as one observation: its mean score.
    """

    name: str
    other: str
    wins: int
    draws: int
    losses: int
    block_scores: tuple[float, ...]
    points: Estimate
    """The mean difference of rewards, by blocks."""

    @classmethod
    def from_results(cls, results: Iterable[Result], name: str, other: str) -> MatchStatistics:
        """The match of two agents; games where they are not opponents are left out.

        An agent at several seats gets the mean of their rewards.
        """
        if name == other:
            raise ValueError(
                f"a match needs two names, not {name!r} twice: give the second agent another name"
            )
        games = [
            (result.block, _margin(result, name, other))
            for result in results
            if _are_opponents(result, name, other)
        ]
        margins = [margin for _, margin in games]
        return cls(
            name=name,
            other=other,
            wins=sum(margin > 0 for margin in margins),
            draws=sum(margin == 0 for margin in margins),
            losses=sum(margin < 0 for margin in margins),
            block_scores=_block_means([(block, _score(margin)) for block, margin in games]),
            points=_points(_block_means(games)),
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def blocks(self) -> int:
        """The number of independent blocks."""
        return len(self.block_scores)

    @property
    def score(self) -> Estimate:
        """The mean score of a block, where a win is 1 and a draw 1/2."""
        return Estimate.mean_share(self.block_scores) if self.blocks else Estimate(0.5, 0.0, 1.0)

    @property
    def elo(self) -> Estimate:
        """The Elo difference that explains the score; an end is infinite where the score may be 0 or 1."""
        score = self.score
        return Estimate(elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high))

    @property
    def superiority(self) -> float:
        """The chance that the true score is above one half."""
        if not self.blocks:
            return 0.5
        uniform = len(set(self.block_scores)) == 1
        spread = 0.5 if uniform else float(np.std(self.block_scores, ddof=1))
        return normal_chance(self.score.value - 0.5, spread / math.sqrt(self.blocks))

    def __str__(self) -> str:
        return (
            f"{self.name} v {self.other}: +{self.wins} ={self.draws} -{self.losses}, "
            f"score {self.score:.3f}, Elo {self.elo:+z.0f}, superiority {self.superiority:.3f}"
        )


def _are_opponents(result: Result, name: str, other: str) -> bool:
    """Whether both were in the game, and on different sides."""
    if name not in result.seats or other not in result.seats:
        return False
    return not any(name in side.members and other in side.members for side in result.sides)


def _margin(result: Result, name: str, other: str) -> float:
    return _reward(result, name) - _reward(result, other)


def _reward(result: Result, name: str) -> float:
    rewards = [side.reward for side in result.sides if name in side.members]
    return sum(rewards) / len(rewards)


def _score(margin: float) -> float:
    return 0.5 + 0.5 * (margin > 0) - 0.5 * (margin < 0)


def _block_means(games: list[tuple[int, float]]) -> tuple[float, ...]:
    blocks: dict[int, list[float]] = {}
    for block, value in games:
        blocks.setdefault(block, []).append(value)
    return tuple(sum(values) / len(values) for values in blocks.values())


def _points(margins: tuple[float, ...]) -> Estimate:
    """The mean margin; if all are alike, as if a block were won or lost by just this much."""
    if not margins:
        return Estimate(0.0, -math.inf, math.inf)
    if len(set(margins)) > 1:
        return Estimate.mean(margins)
    most = abs(margins[0])
    share = Estimate.share(len(margins) * (margins[0] > 0), len(margins))
    return Estimate(margins[0], most * (2 * share.low - 1), most * (2 * share.high - 1))
