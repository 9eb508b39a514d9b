"""A training run as a page: what it is, and how everything that was measured went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from parlour.learn.curves import Step, Value, read_run
from parlour.report.figure import Figure, curve
from parlour.report.page import Report, as_facts
from parlour.report.table import Cell, Table
from parlour.stats.estimate import Estimate

__all__ = ["training_report"]


def _estimate(value: Value) -> Estimate:
    return Estimate(*value) if isinstance(value, tuple) else Estimate(value, value, value)


def _cell(step: Step, name: str) -> Cell:
    value = step.values.get(name)
    return Cell("") if value is None else Cell(_estimate(value) if isinstance(value, tuple) else value)


def training_report(path: Path) -> Report:
    """The report on the run whose curve a file holds."""
    run = read_run(path)
    names = list(dict.fromkeys(name for step in run.steps for name in step.values))
    rows = [(f"{step.games}", [_cell(step, name) for name in names]) for step in run.steps]
    seconds = f"{run.steps[-1].seconds:.0f} s" if run.steps else "0 s"
    return Report(
        run.run,
        f"Training: {run.run}",
        [f"What was measured after each round of learning {run.game}, with 95 % intervals."],
        [Table("After each round", tuple(names), rows, corner="games")] if names else [],
        [partial(_figure, name, run.steps) for name in names],
        as_facts({**run.settings, "time": seconds}),
    )


def _figure(name: str, steps: Sequence[Step]) -> Figure:
    """How one measure went."""
    points = [(step.games, _estimate(step.values[name])) for step in steps if name in step.values]
    xs, ys = [games for games, _ in points], [value for _, value in points]
    title, slug = name.capitalize(), "".join(c if c.isalnum() else "-" for c in name)
    return curve(slug, title, xs, {name: ys}, x_label="games", y_label=name)
