"""Small reports with known texts."""

from __future__ import annotations

from parlour.report import Cell, Table
from parlour.stats.estimate import Estimate

HOSTILE = '<script>alert("1")</script> & \' --> ]]> [bold]x[/bold] $\\frac{1}{0}$'


def won() -> Table:
    """Two rows, two columns: one figure agrees, one differs, one is exact, one missing."""
    half = Estimate(0.5, 0.4, 0.6)
    return Table(
        "Games won",
        ["basic", "offensive"],
        [
            (
                "1",
                [Cell.percent(half, Estimate(0.55, 0.5, 0.6)), Cell.percent(half, Estimate(0.7, 0.65, 0.75))],
            ),
            ("3", [Cell(12, 13), Cell("none")]),
        ],
        note="100 games a cell.",
        corner="depth",
        basis="Published: 400 games a cell.",
    )


def scores() -> Table:
    """One row of three means."""
    means = [
        Cell(Estimate(mean, mean - 1.5, mean + 1.5), Estimate(mean + 1, mean, mean + 2))
        for mean in (107.0, 98.25, -3.0)
    ]
    return Table("Mean score", ["2", "3", "4"], [("mean", means)], basis="Published: 90 games a cell.")


def hostile() -> Table:
    """A table whose every text tries to break out."""
    return Table(HOSTILE, [HOSTILE], [(HOSTILE, [Cell(HOSTILE, HOSTILE)])], note=HOSTILE, corner=HOSTILE)
