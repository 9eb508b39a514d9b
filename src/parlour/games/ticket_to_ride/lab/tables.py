"""Games of self-play as the thesis's tables and figures show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from parlour.games.ticket_to_ride.lab import published
from parlour.games.ticket_to_ride.lab.published import COLUMNS, Row
from parlour.report import Cell, Figure, Table, distribution
from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.lab.selfplay import Games

__all__ = ["closeness", "drawings", "figure_of", "mean_scores", "scores_of", "table_of"]

CLOSE = 8.0  # points by which a mean may differ


def scores_of(games: Games) -> np.ndarray:
    """The final scores of all players of the games that were finished."""
    return np.asarray(games.scores[games.finished].ravel(), float)


def figure_of(row: str, games: Sequence[Games]) -> Estimate | float | int:
    """One figure of a table, over some of the games."""
    scores = np.concatenate([scores_of(g) for g in games])
    broken = sum(int((~g.finished).sum()) for g in games)
    done = np.concatenate([g.done[g.finished].ravel() for g in games])
    failed = np.concatenate([g.failed[g.finished].ravel() for g in games])
    if row == "games with a forbidden move":
        return broken
    if row == "games finished":
        return sum(g.turns.size for g in games) - broken
    if scores.size == 0:
        return float("nan")
    if row.startswith("at least"):
        return Estimate.share(int((scores >= int(row.split()[-1])).sum()), scores.size)
    figures: dict[str, Estimate | float | int] = {
        "min": int(scores.min()),
        "max": int(scores.max()),
        "mean": Estimate.mean(scores),
        "median": float(np.median(scores)),
        "tickets done": Estimate.mean(done),
        "tickets failed": Estimate.mean(failed),
        "all tickets done": int(done.sum()),
        "all tickets failed": int(failed.sum()),
    }
    return figures[row]


def _cell(row: str, games: Sequence[Games], figure: float | None) -> Cell:
    ours = figure_of(row, games)
    if row.startswith("at least"):
        return Cell.percent(ours, figure, decimals=2)
    return Cell(ours, figure)


def table_of(title: str, games: list[Games], figures: dict[str, Row]) -> Table:
    """Our figures beside the published ones, by number of players and over all."""
    groups = [*([g] for g in games), games]
    rows = [
        (row, [_cell(row, group, figure) for group, figure in zip(groups, values, strict=True)])
        for row, values in figures.items()
    ]
    return Table(title, COLUMNS, rows)


def _samples(games: list[Games]) -> dict[str, np.ndarray]:
    """The scores by number of players and over all, for a figure."""
    samples = {column: scores_of(g) for column, g in zip(COLUMNS, games, strict=False)}
    return {**samples, "all": np.concatenate(list(samples.values()))}


def drawings(name: str, games: list[Games]) -> list[Callable[[], Figure]]:
    """The figures of some games: all scores, and their spread."""
    samples = _samples(games)
    return [
        lambda: distribution(
            f"{name}-scores", "Scores by number of players", samples, kind="histogram", x_label="points"
        ),
        lambda: distribution(f"{name}-spread", "Spread of the scores", samples, x_label="points"),
    ]


def mean_scores(title: str, versions: dict[str, list[Games]]) -> Table:
    """The mean scores of several versions beside the published ones."""
    rows = []
    for name, games in versions.items():
        groups = [*([g] for g in games), games]
        figures = published.ALGORITHM["mean"]
        rows.append((name, [_cell("mean", group, f) for group, f in zip(groups, figures, strict=True)]))
    return Table(title, COLUMNS, rows, corner="version")


def closeness(name: str, games: list[Games]) -> str:
    """How far the mean scores of a version are from the published ones, in a sentence."""
    gaps = [
        float(scores_of(g).mean()) - float(figure or 0)
        for g, figure in zip(games, published.ALGORITHM["mean"], strict=False)
    ]
    distances = ", ".join(f"{gap:+.1f}" for gap in gaps)
    close = sum(abs(gap) <= CLOSE for gap in gaps)
    return f"{name}: {distances} points for 2, 3, 4 and 5 players; {close} of 4 within {CLOSE:g} points."
