"""What the games of a match or tournament show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from parlour.game import Game
from parlour.record import Forfeit, Record
from parlour.stats.estimate import Estimate
from parlour.stats.pairs import MatchStatistics
from parlour.stats.result import Result
from parlour.stats.sprt import Sprt
from parlour.stats.standings import Standings, standings_of

__all__ = ["MOST_WORK", "Failure", "Line", "Results", "labels"]

MOST_WORK = 10**15
"""No seat of one game is credited with more playouts or positions."""

MOST_REWARD, MOST_SCORE = 1 + 1e-9, 1e15
"""No seat gets more."""

_EDGES = np.geomspace(1e-6, 1e4, 462)  # seconds; one bin is 5 % wide


def labels(agents: Sequence[str]) -> list[str]:
    """Names for agents: their specs, numbered where the same one entered twice."""
    return [
        f"{spec} #{agents[: i + 1].count(spec)}" if agents.count(spec) > 1 else spec
        for i, spec in enumerate(agents)
    ]


_DEEDS = {
    "crash": "crashed",
    "timeout": "ran out of time",
    "illegal": "made no legal move",
    "memory": "took too much memory",
    "resigned": "gave up",
}


@dataclass
class Failure:
    """How an agent broke the rules of play: in how many games, and what happened first."""

    first: Forfeit
    games: int = 0

    def told(self, games: int) -> str:
        """What it did, in so many games of its own, and why."""
        deed = _DEEDS.get(self.first.reason, self.first.reason)
        why = f": {self.first.detail}" if self.first.detail else ""
        return f"{deed} in {self.games} of {games} games{why}"


@dataclass
class Line:
    """What one agent did, over all its games."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    seconds: float = 0.0
    decisions: int = 0
    work: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    failures: dict[str, Failure] = field(default_factory=dict)  # by their reasons
    blocks: dict[int, list[float]] = field(default_factory=dict)  # rewards as shares from 0 to 1
    leads: dict[int, list[float]] = field(default_factory=dict)  # points above the others' mean
    times: np.ndarray = field(default_factory=lambda: np.zeros(_EDGES.size + 1, np.int64))

    @property
    def score(self) -> Estimate:
        """The share of the points to be had; games on one deal count as one observation."""
        return Estimate.mean_share([sum(shares) / len(shares) for shares in self.blocks.values()])

    @property
    def lead(self) -> Estimate:
        """The points above the others' mean; games on one deal count as one observation."""
        return Estimate.mean([sum(leads) / len(leads) for leads in self.leads.values()])

    @property
    def mean_points(self) -> float:
        """The mean of the game's own points."""
        return self.points / self.games if self.games else 0.0

    @property
    def mean_time(self) -> float:
        """The mean seconds of a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    @property
    def slow_time(self) -> float:
        """The seconds within which 95 % of the decisions were made."""
        return self._time_of(0.95)

    @property
    def median_time(self) -> float:
        """The seconds within which half of the decisions were made."""
        return self._time_of(0.5)

    def _time_of(self, share: float) -> float:
        """The seconds within which a share of the decisions was made, to 5 %."""
        if not self.decisions:
            return 0.0
        place = int(np.searchsorted(np.cumsum(self.times), share * self.decisions))
        return float(_EDGES[min(place, _EDGES.size - 1)])

    @property
    def speed(self) -> float:
        """Playouts or positions searched a second."""
        return self.work / self.seconds if self.seconds else 0.0

    @property
    def reasons(self) -> list[str]:
        """What it did against the rules of play, the most frequent first."""
        failures = sorted(self.failures.values(), key=lambda failure: -failure.games)
        return [f"{self.name} {failure.told(self.games)}" for failure in failures]

    def blame(self, forfeits: Sequence[Forfeit]) -> None:
        """Count what the agent did against the rules of play in one game."""
        self.forfeits.update(forfeit.reason for forfeit in forfeits)
        for reason, forfeit in {forfeit.reason: forfeit for forfeit in reversed(forfeits)}.items():
            self.failures.setdefault(reason, Failure(forfeit)).games += 1


class Results:
    """The games of a match or tournament, counted as they come in."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[str],
        seed: int,
        timed: Sequence[str] = (),
        files: Mapping[str, str] | None = None,
    ) -> None:
        self.game, self.seed = game, seed
        self.timed = list(dict.fromkeys(timed))  # agents that decide by time
        self.files = dict(files or {})  # what agents of files rest on, as hashes
        self.names = labels(list(agents))
        self.lines = [Line(name) for name in self.names]
        self.games: list[tuple[tuple[int, ...], tuple[float, ...], int]] = []
        self.seconds = 0.0
        self.unfit = 0  # games whose record tells no result, which are left out
        self.sprt: Sprt | None = None

    def fits(self, record: Record) -> bool:
        """Whether a record tells what every seat got; one that somebody has damaged may not."""
        rows = ((record.rewards, MOST_REWARD), (record.scores, MOST_SCORE))
        return all(len(row) == self.game.players and all(abs(x) <= most for x in row) for row, most in rows)

    def add(self, entrants: Sequence[int], record: Record, block: int) -> None:
        """Count one finished game: which agent sat at each seat, how it ended, and on which deal."""
        if not self.fits(record):
            self.unfit += 1
            return
        self.games.append((tuple(entrants), record.rewards, block))
        best = max(record.rewards)
        sides = zip(self.game.team_of, record.rewards, strict=True)
        winners = {team for team, reward in sides if reward == best}
        teams: set[tuple[int, int]] = set()  # entrants with their teams, each of which counts once
        for seat, entrant in enumerate(entrants):
            line, team = self.lines[entrant], self.game.team_of[seat]
            self._count_time(line, record, seat)
            if (entrant, team) in teams:
                continue
            teams.add((entrant, team))
            line.games += 1
            line.points += record.scores[seat]
            line.leads.setdefault(block, []).append(self._lead(record, team, seat))
            line.wins += record.rewards[seat] == best and len(winners) == 1
            line.draws += record.rewards[seat] == best and len(winners) > 1
            line.losses += record.rewards[seat] < best
            line.blocks.setdefault(block, []).append((record.rewards[seat] + 1) / 2)
        for entrant in set(entrants):
            seats = [seat for seat, one in enumerate(entrants) if one == entrant]
            self.lines[entrant].blame([one for one in record.forfeits if one.seat in seats])

    def _lead(self, record: Record, team: int, seat: int) -> float:
        seats = zip(record.scores, self.game.team_of, strict=True)
        others = [points for points, side in seats if side != team]
        return record.scores[seat] - sum(others) / len(others) if others else 0.0

    @staticmethod
    def _count_time(line: Line, record: Record, seat: int) -> None:
        """Count the times and the work of a seat, as far as its record tells them."""
        if seat >= len(record.times):
            return
        times = np.array([time for time in record.times[seat] if math.isfinite(time) and time >= 0])
        line.seconds += float(times.sum())
        line.decisions += times.size
        if seat < len(record.work):
            line.work += max(0, min(record.work[seat], MOST_WORK))
        line.times += np.bincount(np.searchsorted(_EDGES, times), minlength=_EDGES.size + 1)

    @cached_property
    def _teams(self) -> tuple[int, ...] | None:
        return self.game.team_of if len(set(self.game.team_of)) < self.game.players else None

    def results(self) -> list[Result]:
        """The games as the rating models read them."""
        return [
            Result(tuple(self.names[i] for i in entrants), rewards, self._teams, block)
            for entrants, rewards, block in sorted(self.games, key=lambda item: item[2])
        ]

    def pair(self, name: str, other: str) -> MatchStatistics:
        """How one agent fared against another."""
        return MatchStatistics.from_results(self.results(), name, other)

    def standings(self) -> Standings:
        """Who stands where, with ratings, and who beat whom."""
        return standings_of(self)

    def summary(self) -> dict[str, Any]:
        """Everything for machines."""
        return {
            "game": self.game.spec,
            "seed": self.seed,
            "games": len(self.games),
            "seconds": self.seconds,
            **({"unfit": self.unfit} if self.unfit else {}),
            **({"timed": self.timed} if self.timed else {}),
            **({"files": self.files} if self.files else {}),
            **self.standings().summary(),
            **({"sprt": self.sprt.summary()} if self.sprt else {}),
        }

    def __str__(self) -> str:
        lines = [f"{self.game.spec}: {len(self.games)} games, seed {self.seed}"]
        for rank, one in enumerate(self.standings().agents, 1):
            lines.append(
                f"{rank}. {one.name}: {one.line.score:.1%}, Elo {one.elo:+z.0f}, {one.line.games} games"
            )
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Results of {len(self.games)} games of {self.game.spec}>"

    def _repr_html_(self) -> str:
        from html import escape

        head = "<tr><th>agent<th>games<th>won<th>drawn<th>lost<th>score, 95 % interval<th>Elo, 95 % interval"
        rows = "".join(
            f"<tr><td>{escape(one.name)}<td>{one.line.games}<td>{one.line.wins}<td>{one.line.draws}"
            f"<td>{one.line.losses}<td>{one.line.score:.1%}<td>{one.elo:+z.0f}"
            for one in self.standings().agents
        )
        caption = f"{self.game.spec}: {len(self.games)} games, seed {self.seed}"
        return f"<table><caption>{escape(caption)}</caption>{head}{rows}</table>"
