"""What the games of a match or tournament show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from parlour.arena.estimate import Estimate
from parlour.arena.pairs import MatchStatistics
from parlour.arena.plan import Plan
from parlour.arena.ratings import Ratings, Result, rate
from parlour.arena.schedule import Slot
from parlour.arena.sprt import Sprt
from parlour.game import Game
from parlour.record import Record

__all__ = ["Line", "Results", "labels"]

_EDGES = np.geomspace(1e-6, 1e4, 462)  # seconds; one bin is 5 % wide


def labels(agents: Sequence[str]) -> list[str]:
    """Names for agents: their specs, numbered where the same one entered twice."""
    return [
        f"{spec} #{agents[: i + 1].count(spec)}" if agents.count(spec) > 1 else spec
        for i, spec in enumerate(agents)
    ]


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
    blocks: dict[int, list[float]] = field(default_factory=dict)  # shares of the points, from 0 to 1
    leads: dict[int, list[float]] = field(default_factory=dict)  # points more than the others' in the mean
    times: np.ndarray = field(default_factory=lambda: np.zeros(_EDGES.size + 1, np.int64))

    @property
    def score(self) -> Estimate:
        """The share of the points to be had; games on one deal count as one observation."""
        means = [sum(shares) / len(shares) for shares in self.blocks.values()]
        if len(set(means)) == 1:
            return Estimate.share(means[0] * len(means), len(means))
        found = Estimate.mean(means)
        return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))

    @property
    def lead(self) -> Estimate:
        """The points more than the others' in the mean; games on one deal count as one observation."""
        return Estimate.mean([sum(leads) / len(leads) for leads in self.leads.values()])

    @property
    def mean_points(self) -> float:
        """The game's own points, in the mean."""
        return self.points / self.games if self.games else 0.0

    @property
    def mean_time(self) -> float:
        """The mean seconds of a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    @property
    def slow_time(self) -> float:
        """The seconds within which 95 % of the decisions were made."""
        if not self.decisions:
            return 0.0
        place = int(np.searchsorted(np.cumsum(self.times), 0.95 * self.decisions))
        return float(_EDGES[min(place, _EDGES.size - 1)])

    @property
    def speed(self) -> float:
        """Playouts or positions searched a second."""
        return self.work / self.seconds if self.seconds else 0.0


class Results:
    """The games of a match or tournament, counted as they come in."""

    def __init__(self, game: Game, agents: Sequence[str], seed: int) -> None:
        self.game, self.seed = game, seed
        self.names = labels(list(agents))
        self.lines = [Line(name) for name in self.names]
        self.games: list[tuple[tuple[int, ...], tuple[float, ...], int]] = []
        self.seconds = 0.0
        self.plan: Plan | None = None
        self.sprt: Sprt | None = None

    def add(self, slot: Slot, record: Record) -> None:
        """Count one finished game."""
        self.games.append((slot.entrants, record.rewards, slot.block))
        best = max(record.rewards)
        winning = {team for team, got in zip(self.game.team_of, record.rewards, strict=True) if got == best}
        seen: set[tuple[int, int]] = set()
        for seat, entrant in enumerate(slot.entrants):
            line, team = self.lines[entrant], self.game.team_of[seat]
            self._count_time(line, record, seat)
            line.forfeits.update(forfeit.reason for forfeit in record.forfeits if forfeit.seat == seat)
            if (entrant, team) in seen:  # a partner: the team is counted once
                continue
            seen.add((entrant, team))
            line.games += 1
            line.points += record.scores[seat]
            line.leads.setdefault(slot.block, []).append(self._lead(record, team, seat))
            line.wins += record.rewards[seat] == best and len(winning) == 1
            line.draws += record.rewards[seat] == best and len(winning) > 1
            line.losses += record.rewards[seat] < best
            line.blocks.setdefault(slot.block, []).append((record.rewards[seat] + 1) / 2)

    def _lead(self, record: Record, team: int, seat: int) -> float:
        others = [points for points, its in zip(record.scores, self.game.team_of, strict=True) if its != team]
        return record.scores[seat] - sum(others) / len(others) if others else 0.0

    @staticmethod
    def _count_time(line: Line, record: Record, seat: int) -> None:
        if not record.times:
            return
        used = np.array(record.times[seat])
        line.seconds += float(used.sum())
        line.decisions += used.size
        line.work += record.work[seat]
        line.times += np.bincount(np.searchsorted(_EDGES, used), minlength=_EDGES.size + 1)

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

    def ratings(self, **options: Any) -> Ratings:
        """The agents' strengths in Elo."""
        return rate(self.results(), **options)

    def summary(self) -> dict[str, Any]:
        """Everything for machines."""
        return {
            "game": self.game.spec,
            "seed": self.seed,
            "games": len(self.games),
            "seconds": self.seconds,
            "agents": [_line_summary(line) for line in self.lines],
        }


def _line_summary(line: Line) -> dict[str, Any]:
    score, lead = line.score, line.lead
    return {
        "name": line.name,
        "games": line.games,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "score": score.value,
        "score_low": score.low,
        "score_high": score.high,
        "mean_points": line.mean_points,
        "lead": lead.value,
        "lead_low": lead.low if math.isfinite(lead.low) else None,
        "lead_high": lead.high if math.isfinite(lead.high) else None,
        "mean_seconds": line.mean_time,
        "p95_seconds": line.slow_time,
        "work_per_second": line.speed,
        "forfeits": dict(line.forfeits),
    }
