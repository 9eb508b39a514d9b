"""The running Elo of the Tichu log sites.

Everyone starts at 1500. A team's rating is the mean of its players'; after each game both teams move by
K = 15 times what they scored beyond the expected, and each partner moves by the change of the team.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.stats.pairs import score_of_elo
from parlour.stats.result import Result

__all__ = ["RunningElo"]


class RunningElo:
    """Ratings that move after every game."""

    def __init__(self, start: float = 1500.0, k: float = 15.0) -> None:
        self.start, self.k = start, k
        self.ratings: dict[str, float] = {}

    @classmethod
    def of(cls, results: Iterable[Result], start: float = 1500.0, k: float = 15.0) -> RunningElo:
        """The ratings after these games of two sides, in this order."""
        running = cls(start, k)
        for result in results:
            running.record(result)
        return running

    def rating(self, team: str | Sequence[str]) -> float:
        """The rating of a player, or the mean rating of a team."""
        players = [team] if isinstance(team, str) else team
        return sum(self.ratings.get(player, self.start) for player in players) / len(players)

    def expected(self, team: str | Sequence[str], other: str | Sequence[str]) -> float:
        """The score (0 to 1) that a team is expected to make against another."""
        return score_of_elo(self.rating(team) - self.rating(other))

    def play(self, team: Sequence[str], other: Sequence[str], score: float) -> float:
        """Count a game in which `team` scored 1, 1/2 or 0, and return its change."""
        change = self.k * (score - self.expected(team, other))
        self._move(team, change)
        self._move(other, -change)
        return change

    def record(self, result: Result) -> float:
        """Count a finished game, and return the change of the side of the first seat."""
        if len(result.sides) != 2:
            raise ValueError(f"the running Elo needs games of two sides, not {len(result.sides)}")
        (team, reward), (other, against) = result.sides
        return self.play(team, other, 0.5 + 0.5 * (reward > against) - 0.5 * (reward < against))

    def _move(self, team: Sequence[str], change: float) -> None:
        for player in dict.fromkeys(team):
            self.ratings[player] = self.rating(player) + change
