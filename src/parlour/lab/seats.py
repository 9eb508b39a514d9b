"""How much the first seat is worth in every game, between equal players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.game import Game, game
from parlour.lab.registry import STUDIES, listing, win_share
from parlour.record import Record
from parlour.report import Cell, Report, Table, comparison, power
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["Setting", "first_seat", "seat_conclusion"]


class Setting(NamedTuple):
    """A game, and who plays it at every seat."""

    game: str
    agent: str

    @property
    def label(self) -> str:
        """Its name in a table."""
        return f"{self.game} ({self.agent})"


SETTINGS = tuple(
    Setting(spec, agent)
    for spec, agents in {
        "reversi": ("random", "best:depth=2,slips=0.1"),
        "jungle": ("random", "best:depth=2,slips=0.1"),
        "jungle:rules=judge": ("best:depth=2,slips=0.1",),
        "isolation": ("random", "alphabeta:depth=6"),
        "isolation:size=7": ("random", "alphabeta:depth=4"),
        "dicewars:players=2": ("stei", "best:depth=1"),
        "dicewars": ("stei", "best:depth=1"),
        "dicewars:players=8": ("stei",),
        "ticket-to-ride": ("labno", "planner"),
        "ticket-to-ride:players=5": ("labno", "planner"),
        "tichu": ("plan",),
    }.items()
    for agent in agents
)
"""Agents that would repeat the same game from the same start slip now and then."""


class Seats(NamedTuple):
    """What the first and the last seat win beyond their fair share."""

    fair: float
    first: Estimate
    last: Estimate


def _seats(variant: Game, records: Sequence[Record]) -> Seats:
    teams = variant.team_of
    fair = 1 / len(set(teams))
    first, last = (
        Estimate.mean([win_share(record.rewards, seat, teams) - fair for record in records])
        for seat in (0, variant.players - 1)
    )
    return Seats(fair, first, last)


def seat_conclusion(rows: dict[str, Seats]) -> list[str]:
    """Where the first seat is worth more or less than a fair share, beyond doubt."""
    more = [label for label, seats in rows.items() if seats.first.low > 0]
    less = [label for label, seats in rows.items() if seats.first.high < 0]
    rest = len(rows) - len(more) - len(less)
    largest = max(rows, key=lambda label: abs(rows[label].first.value))
    return [
        f"The first seat wins more than its fair share in: {listing(more)}.",
        f"It wins less in: {listing(less)}. In {rest} of {len(rows)} rows these games cannot tell; by chance "
        f"alone about {len(rows) / 20:.1f} rows would seem to tell.",
        f"It matters most in {largest}: {rows[largest].first * 100:+.1f} points.",
    ]


@STUDIES.add("first-seat", games=400)
def first_seat(run: Run) -> Report:
    """How much the first seat is worth in all six games, between equal players, seats as played."""
    rows = {}
    for setting in SETTINGS:
        variant = game(setting.game)
        (records,) = run.play(variant, [[setting.agent] * variant.players], setting.label)
        rows[setting.label] = _seats(variant, records)
    shares = Table(
        "What a seat wins",
        ("fair share", "first seat's gain", "last seat's gain"),
        [
            (label, [Cell.percent(seats.fair), Cell.percent(seats.first), Cell.percent(seats.last)])
            for label, seats in rows.items()
        ],
        corner="game and players",
    )
    gains = Table(
        "The first seat's gain", ("gain",), [(label, [Cell.percent(s.first)]) for label, s in rows.items()]
    )
    return run.report(
        "What the first seat is worth",
        [
            f"{run.games} games a row, the same agent at every seat, seats as played. A gain is what a seat "
            "wins beyond one over the number of sides, in points of a hundred; a draw is shared.",
            "In Tichu the seat has no part in who begins, so that a gain there would be an error.",
        ],
        [shares],
        [lambda: comparison("gains", gains, x_label="won by the first seat beyond its fair share, points")],
        [*seat_conclusion(rows), power((row.first for row in rows.values()), "a gain")],
    )
