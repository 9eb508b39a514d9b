"""The standings of a match or tournament: who stands where, how sure that is, and who beat whom.

The table in the terminal, the page and ``--json`` all show these.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from parlour.stats.estimate import Estimate
from parlour.stats.pairs import MatchStatistics
from parlour.stats.ratings import Ratings, rate
from parlour.stats.result import Result

if TYPE_CHECKING:
    from parlour.stats.results import Line, Results

__all__ = ["Standing", "Standings", "standings_of"]


@dataclass(frozen=True)
class Standing:
    """One agent: what it did, its rating, and how sure it is that the one above is stronger."""

    line: Line
    elo: Estimate
    behind: float | None  # the chance that the agent above is the stronger one

    @property
    def name(self) -> str:
        """What the agent is called."""
        return self.line.name

    def summary(self) -> dict[str, Any]:
        """Everything for machines."""
        line = self.line
        return {
            "name": line.name,
            "games": line.games,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
            **_interval("score", line.score),
            **_interval("elo", self.elo),
            "mean_points": line.mean_points,
            **_interval("lead", line.lead),
            "mean_seconds": line.mean_time,
            "p95_seconds": line.slow_time,
            "work_per_second": line.speed,
            "forfeits": dict(line.forfeits),
            **({"failures": line.reasons} if line.failures else {}),
        }


@dataclass(frozen=True)
class Standings:
    """All agents, the strongest first, and every pair of them."""

    agents: Sequence[Standing]
    pairs: dict[tuple[str, str], MatchStatistics]
    ratings: Ratings

    def cross(self) -> list[list[MatchStatistics | None]]:
        """How each agent fared against each other one, in the order of the standings."""
        names = [standing.name for standing in self.agents]
        return [[self.pairs.get((one, other)) for other in names] for one in names]

    def summary(self) -> dict[str, Any]:
        """Everything for machines: the agents by rank, each pair once, and the model behind the ratings."""
        advantage = self.ratings.advantage
        return {
            "agents": [{"rank": rank, **one.summary()} for rank, one in enumerate(self.agents, 1)],
            "pairs": [_pair(pair) for (one, other), pair in self.pairs.items() if self._before(one, other)],
            "model": self.ratings.model,
            "deals": self.ratings.blocks,
            **(_interval("first_seat_elo", advantage) if advantage else {}),
        }

    def _before(self, one: str, other: str) -> bool:
        names = [standing.name for standing in self.agents]
        return names.index(one) < names.index(other)


def standings_of(results: Results) -> Standings:
    """The standings that the games so far give."""
    games = results.results()
    ratings = rate(games)
    lines, order = {line.name: line for line in results.lines}, list(ratings.elo)
    order += [name for name in lines if name not in order]  # who has not played yet
    agents = [
        Standing(lines[name], _rating(ratings, name), _behind(ratings, order[:place], name))
        for place, name in enumerate(order)
    ]
    pairs = {
        (one, other): MatchStatistics.from_results(shared, one, other)
        for (one, other), shared in _shared_games(games).items()
    }
    return Standings(agents, {names: pair for names, pair in pairs.items() if pair.games}, ratings)


def _shared_games(games: Sequence[Result]) -> dict[tuple[str, str], list[Result]]:
    """The games that each pair of agents was in."""
    shared: dict[tuple[str, str], list[Result]] = {}
    for game in games:
        for pair in permutations(dict.fromkeys(game.seats), 2):
            shared.setdefault(pair, []).append(game)
    return shared


def _rating(ratings: Ratings, name: str) -> Estimate:
    return ratings.estimate(name) if name in ratings.names else Estimate(math.nan, -math.inf, math.inf)


def _behind(ratings: Ratings, above: list[str], name: str) -> float | None:
    return ratings.superiority(above[-1], name) if above and name in ratings.names else None


def _interval(name: str, estimate: Estimate) -> dict[str, float | None]:
    """A value and its interval as fields; what is not finite is null, since JSON has no infinity."""
    ends = {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return {key: value if math.isfinite(value) else None for key, value in ends.items()}


def _pair(pair: MatchStatistics) -> dict[str, Any]:
    return {
        "agent": pair.name,
        "opponent": pair.other,
        "wins": pair.wins,
        "draws": pair.draws,
        "losses": pair.losses,
        **_interval("score", pair.score),
        **_interval("elo", pair.elo),
        "superiority": pair.superiority,
        "deals": pair.blocks,
    }
