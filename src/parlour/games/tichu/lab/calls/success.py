"""Who goes out first, as far as the cards and the calls tell."""

from __future__ import annotations

from parlour.games.tichu.lab.calls.cases import Task
from parlour.games.tichu.lab.calls.hands import STAGES, Dataset
from parlour.games.tichu.lab.calls.training import train
from parlour.report import Cell, Table
from parlour.report.study import Run

__all__ = ["success_table"]

# What is known and of which rounds: a title, the features and the rounds.
KNOWING = (
    ("the cards alone, all rounds", "rich", "all"),
    ("and who called Grand Tichu", "table", "all"),
    ("the same in rounds with such a call", "table", "called"),
)
SUCCESS = (
    "Nobody has published such figures. Cards alone leave out the hands of callers' partners, as the clean "
    "protocol does; who knows the calls keeps them. The fourteen cards as dealt, of which the eight are a "
    "part, show the limit of what eight can tell."
)


def success_table(run: Run, data: Dataset) -> Table:
    """Who goes out first, from the cards of each stage and from what else is known."""
    rows = []
    for title, features, rounds in KNOWING:
        cells = []
        for stage in STAGES:
            task = Task("tichu", stage, "first-out", features, seed=run.seed, rounds=rounds)
            model = train("lr", data, task, workers=run.workers, track=run.track)
            cells.append(Cell(model.auc(), decimals=3))
        rows.append((title, cells))
    columns = ("8 cards", "14 as dealt", "14 after the exchange")
    return Table("Who goes out first: AUC of logistic regression", columns, rows, SUCCESS, corner="known")
