"""Tables that print our measurements beside the published figures."""

from __future__ import annotations

import csv
import io
import math
import numbers
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

__all__ = ["Cell", "Table", "Tally"]

MISSING = "–"
MARKS = {True: "✓ inside", False: "✗ outside", None: ""}
CSV_COLUMNS = ("row", "column", "ours", "low", "high", "published", "inside")

ROUNDING = 1e-9
"""A border computed in floating point may miss an exact 0 or 1 by this share of the interval's size."""


@dataclass(frozen=True)
class Cell:
    """One measurement of ours and the published figure, both in the same plain unit.

    `scale` and `unit` only change what is shown: a share of 0.446 with scale 100 and unit "%" reads 44.6 %.
    """

    ours: Estimate | float | int | str
    published: float | str | None = None
    decimals: int = 2
    scale: float = 1.0
    unit: str = ""

    @staticmethod
    def percent(
        ours: Estimate | float | str, published: float | str | None = None, decimals: int = 1
    ) -> Cell:
        """A cell of shares from 0 to 1, shown in percent."""
        return Cell(ours, published, decimals, scale=100.0, unit="%")

    @property
    def value(self) -> float | None:
        """Our figure, or None when it is text or not finite."""
        return _finite(self.ours.value if isinstance(self.ours, Estimate) else self.ours)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Our 95 % interval, or None when there is none or it says nothing."""
        if not isinstance(self.ours, Estimate) or self.value is None:
            return None
        low, high = _finite(self.ours.low), _finite(self.ours.high)
        return None if low is None or high is None else (low, high)

    @property
    def published_value(self) -> float | None:
        """The published figure, or None when it is missing, text or not finite."""
        return _finite(self.published)

    @property
    def inside(self) -> bool | None:
        """Whether the published figure lies inside our 95 % interval; None when it cannot be said."""
        if self.interval is None or self.published_value is None:
            return None
        low, high = self.interval
        slack = ROUNDING * max(abs(low), abs(high))
        return low - slack <= self.published_value <= high + slack

    @property
    def ours_text(self) -> str:
        """Our figure as shown, without its interval."""
        return self.ours if isinstance(self.ours, str) else self._format(self.value, self.unit)

    @property
    def interval_text(self) -> str:
        """Our interval as shown, empty when there is none."""
        return "" if self.interval is None else "[{}, {}]".format(*map(self._format, self.interval))

    @property
    def published_text(self) -> str:
        """The published figure as shown, empty when there is none."""
        if self.published is None or isinstance(self.published, str):
            return self.published or ""
        return self._format(self.published_value, self.unit)

    @property
    def mark(self) -> str:
        """The verdict in words: inside, outside or nothing."""
        return MARKS[self.inside]

    def record(self) -> dict[str, float | str | bool | None]:
        """What the cell holds, unscaled and at full precision, for machines."""
        low, high = self.interval or (None, None)
        return {
            "ours": self.ours if isinstance(self.ours, str) else self.value,
            "low": low,
            "high": high,
            "published": self.published if isinstance(self.published, str) else self.published_value,
            "inside": self.inside,
        }

    def _format(self, value: float | None, unit: str = "") -> str:
        if value is None:
            return MISSING
        whole = isinstance(value, int) and self.scale == 1
        text = str(value) if whole else f"{value * self.scale:z.{self.decimals}f}"
        return f"{text} {unit}" if unit else text


class Tally(NamedTuple):
    """How many published figures lie inside our intervals, outside them, or cannot be judged."""

    inside: int
    outside: int
    unjudged: int

    def __str__(self) -> str:
        count = self.inside + self.outside
        if not count:
            return f"{_figures(self.unjudged)} cannot be judged" if self.unjudged else ""
        lies = "lies" if count == 1 else "lie"
        rest = f"; {self.unjudged} more cannot be judged" if self.unjudged else ""
        return f"{self.inside} of {_figures(count)} {lies} inside our 95 % interval{rest}"


@dataclass(frozen=True)
class Table:
    """Rows of cells under column headings; `corner` heads the column of row labels."""

    title: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    note: str = ""
    corner: str = ""

    def __post_init__(self) -> None:
        for label, cells in self.rows:
            if len(cells) != len(self.columns):
                raise ValueError(
                    f"table {self.title!r}, row {label!r}: {len(cells)} cells for {len(self.columns)} columns"
                )

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """Every cell with its row label and its column heading, row by row."""
        for label, cells in self.rows:
            for column, cell in zip(self.columns, cells, strict=True):
                yield label, column, cell

    def tally(self) -> Tally:
        """The verdicts on the published figures, counted."""
        verdicts = [cell.inside for _, _, cell in self.cells() if cell.published_text]
        return Tally(verdicts.count(True), verdicts.count(False), verdicts.count(None))

    def summary(self) -> str:
        """One sentence on how many published figures lie inside our intervals; empty without any."""
        return str(self.tally())

    def csv(self) -> str:
        """The table as CSV, one line a cell, unscaled and at full precision."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(CSV_COLUMNS)
        for label, column, cell in self.cells():
            writer.writerow([label, column, *map(_csv_field, cell.record().values())])
        return text.getvalue()

    def html(self) -> str:
        """The table as an HTML fragment with a caption and scoped headings."""
        from parlour.report.html import table_html

        return table_html(self)

    def record(self) -> dict[str, Any]:
        """The whole table for machines."""
        return {
            "title": self.title,
            "corner": self.corner,
            "columns": list(self.columns),
            "rows": [{"label": label, "cells": [c.record() for c in cells]} for label, cells in self.rows],
            "note": self.note,
            **self.tally()._asdict(),
        }

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from parlour.report.terminal import table_lines

        yield from table_lines(self, console, options)


def _finite(value: object) -> float | None:
    """`value` as a plain finite number, whatever kind of number it is; None for anything else."""
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real) and math.isfinite(value):
        return float(value)
    return None


def _figures(count: int) -> str:
    return "1 published figure" if count == 1 else f"{count} published figures"


def _csv_field(value: float | str | bool | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
