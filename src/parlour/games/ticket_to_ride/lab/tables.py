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

__all__ = [
    "COLUMNS", "ONE_TRAINING", "closeness", "drawings", "figure_of", "mean_scores", "run_cell", "scores_of",
    "share_above", "table_of", "trained_table", "usual_scores",
]  # fmt: skip

CLOSE = 8.0  # points by which a mean may differ
MODE = 106  # the most frequent score of the thesis


def scores_of(games: Games) -> np.ndarray:
    """The final scores of all players of the games that were finished."""
    return np.asarray(games.scores[games.finished].ravel(), float)


def figure_of(row: str, games: Sequence[Games]) -> Estimate | float | int:
    """One figure of a table, over some of the games."""
    broken = sum(int((~g.finished).sum()) for g in games)
    if row == "games with a forbidden move":
        return broken
    if row == "games finished":
        return sum(g.turns.size for g in games) - broken
    if row == "players who finished":
        return sum(int(g.finished.sum()) * int(g.scores.shape[1]) for g in games)
    if row == "turns":
        return Estimate.mean(np.concatenate([g.turns / g.scores.shape[1] for g in games]))
    scores = np.concatenate([scores_of(g) for g in games])
    if scores.size == 0:
        return float("nan")
    if row.startswith("at least"):
        most = int(row.split()[-1])
        return _by_game([g.scores[g.finished] >= most for g in games])
    done, failed = ([getattr(g, name)[g.finished] for g in games] for name in ("done", "failed"))
    figures: dict[str, Estimate | float | int] = {
        "min": int(scores.min()),
        "max": int(scores.max()),
        "mean": _by_game([g.scores[g.finished] for g in games]),
        "median": float(np.median(scores)),
        "tickets done": _by_game(done),
        "tickets failed": _by_game(failed),
        "all tickets done": int(sum(d.sum() for d in done)),
        "all tickets failed": int(sum(f.sum() for f in failed)),
    }
    return figures[row]


def share_above(games: Sequence[Games], points: int) -> Estimate:
    """The share of all players who score more."""
    return _by_game([g.scores[g.finished] > points for g in games])


def usual_scores(games: list[Games], points: int) -> Table:
    """The score that most players have, and how many score more than some points."""
    values, counts = np.unique(np.concatenate([scores_of(g) for g in games]), return_counts=True)
    above = Cell.percent(share_above(games, points), "most")
    rows = [("most frequent score", [Cell(int(values[counts.argmax()]), MODE)]), (f"above {points}", [above])]
    return Table("What players usually score", ("all",), rows, counts=False)


def _by_game(values: Sequence[np.ndarray]) -> Estimate:
    """The mean over all players, or the share of those for whom something holds; a game is one group."""
    sums = np.concatenate([part.sum(axis=1, dtype=float) for part in values])
    counts = np.concatenate([np.full(len(part), part.shape[1], float) for part in values])
    shares = all(part.dtype == bool for part in values)
    return Estimate.share_of_groups(sums, counts) if shares else Estimate.ratio(sums, counts)


def _cell(row: str, games: Sequence[Games], figure: float | None, sample: int) -> Cell:
    """Our figure beside the published one of `sample` games for each number of players."""
    ours = figure_of(row, games)
    published: Estimate | float | None = figure
    if isinstance(ours, Estimate) and figure is not None:
        step = 0.0001 if row.startswith("at least") else 0.01
        share = sample * len(games) / sum(g.turns.size for g in games)
        published = ours.of_sample(figure, share).rounded(step)
    if row.startswith("at least"):
        return Cell.percent(ours, published, decimals=2)
    return Cell(ours, published)


def basis(sample: int) -> str:
    """What the published figures rest on."""
    return (
        f"Published: {sample} games for each number of players, as the thesis says; that they scatter as "
        "ours do is assumed."
    )


def table_of(
    title: str, games: list[Games], figures: dict[str, Row], sample: int, *, counts: bool = True
) -> Table:
    """Our figures beside the published ones, by number of players and over all."""
    groups = [*([g] for g in games), games]
    rows = [
        (row, [_cell(row, group, figure, sample) for group, figure in zip(groups, values, strict=True)])
        for row, values in figures.items()
    ]
    return Table(title, COLUMNS, rows, basis=basis(sample), independent=False, alike=False, counts=counts)


def _trained_cell(row: str, trainings: Sequence[Sequence[Games]], figure: float | None) -> Cell:
    """A figure over several trainings beside the published one, which is of a single training."""
    values = [_number(figure_of(row, games)) for games in trainings]
    finite = [value for value in values if np.isfinite(value)]
    percent = row.startswith("at least")
    return run_cell(finite, figure, percent=percent)


def run_cell(values: Sequence[float], figure: float | None, *, percent: bool = False) -> Cell:
    """The mean of some runs with Student's interval, beside a published figure of one such run."""
    if not values:
        return Cell(float("nan"), figure)
    ours = Estimate.of_runs(values)
    published: Estimate | float | None = figure
    if figure is not None and ours.high > ours.low and np.isfinite(ours.low):
        published = ours.of_sample(figure, 1 / len(values)).rounded(0.0001 if percent else 0.01)
    return Cell.percent(ours, published, decimals=2) if percent else Cell(ours, published)


def _number(figure: Estimate | float) -> float:
    return figure.value if isinstance(figure, Estimate) else float(figure)


def trained_table(
    title: str, trainings: Sequence[list[Games]], figures: dict[str, Row], *, counts: bool = True
) -> Table:
    """Figures over several trainings beside the published ones of one, by number of players and over all."""
    groups = [[[games[i]] for games in trainings] for i in range(len(trainings[0]))] + [list(trainings)]
    rows = [
        (row, [_trained_cell(row, group, figure) for group, figure in zip(groups, values, strict=True)])
        for row, values in figures.items()
    ]
    return Table(title, COLUMNS, rows, basis=ONE_TRAINING, independent=False, alike=False, counts=counts)


ONE_TRAINING = (
    "Published: one training, with as many games as each of ours unless told otherwise; that trainings "
    "scatter as ours do is assumed."
)


def _samples(games: list[Games]) -> dict[str, np.ndarray]:
    """The scores by number of players and over all, for a figure."""
    samples = {column: scores_of(g) for column, g in zip(COLUMNS, games, strict=False)}
    return {**samples, "all": np.concatenate(list(samples.values()))}


def drawings(name: str, games: list[Games]) -> list[Callable[[], Figure]]:
    """The figures of some games: all scores, and their spread; none where no game was finished."""
    samples = _samples(games)
    if not samples["all"].size:
        return []
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
        cells = [_cell("mean", group, f, published.GAMES) for group, f in zip(groups, figures, strict=True)]
        rows.append((name, cells))
    return Table(
        title, COLUMNS, rows, corner="version", basis=basis(published.GAMES), independent=False, counts=False
    )


def closeness(name: str, games: list[Games]) -> str:
    """How far the mean scores of a version are from the published ones, in a sentence."""
    gaps = [
        float(scores_of(g).mean()) - float(figure or 0)
        for g, figure in zip(games, published.ALGORITHM["mean"], strict=False)
    ]
    distances = ", ".join(f"{gap:+.1f}" for gap in gaps)
    close = sum(abs(gap) <= CLOSE for gap in gaps)
    return f"{name}: {distances} points for 2, 3, 4 and 5 players; {close} of 4 within {CLOSE:g} points."
