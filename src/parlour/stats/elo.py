"""The running Elo of the Tichu log sites.

Everyone starts at 1500. A team's rating is the mean of its players'; after each game both teams move by
K = 15 times what they scored beyond the expected, and each partner moves by the change of the team.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.stats.pairs import score_of_elo

__all__ = ["RunningElo"]

START, K = 1500.0, 15.0


class RunningElo:
    """Ratings that move after every game."""

    def __init__(self) -> None:
        self.ratings: dict[str, float] = {}

    def rating(self, team: Sequence[str]) -> float:
        """The mean rating of a team."""
        return sum(self.ratings.get(player, START) for player in team) / len(team)

    def expected(self, team: Sequence[str], other: Sequence[str]) -> float:
        """The score (0 to 1) that a team is expected to make against another."""
        return score_of_elo(self.rating(team) - self.rating(other))

    def play(self, team: Sequence[str], other: Sequence[str], score: float) -> float:
        """Count a game in which `team` scored 1, 1/2 or 0, and return its change."""
        change = K * (score - self.expected(team, other))
        self._move(team, change)
        self._move(other, -change)
        return change

    def _move(self, team: Sequence[str], change: float) -> None:
        for player in dict.fromkeys(team):
            self.ratings[player] = self.ratings.get(player, START) + change
