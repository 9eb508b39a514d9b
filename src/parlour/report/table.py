"""Tables that print our measurements beside the published figures."""

from __future__ import annotations

import csv
import io
import math
import numbers
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parlour.stats.agreement import Agreement, agreement
from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

__all__ = ["Cell", "Table", "p_text", "percent_text"]

MISSING = "–"
MARKS = {True: "✓ agrees", False: "✗ differs", None: ""}
CSV_COLUMNS = (
    "row", "column", "ours", "low", "high", "published", "published_low", "published_high", "difference",
    "difference_low", "difference_high", "agrees",
)  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """One measurement of ours and the published figure, both in the same plain unit.

    A published figure is an `Estimate` where it is known how much it rests on; only then can the two be
    compared. `scale` and `unit` only change what is shown: a share of 0.446 with scale 100 and unit "%"
    reads 44.6 %.
    """

    ours: Estimate | float | int | str
    published: Estimate | float | str | None = None
    decimals: int = 2
    scale: float = 1.0
    unit: str = ""

    @staticmethod
    def percent(
        ours: Estimate | float | str, published: Estimate | float | str | None = None, decimals: int = 1
    ) -> Cell:
        """A cell of shares from 0 to 1, shown in percent."""
        return Cell(ours, published, decimals, scale=100.0, unit="%")

    @property
    def value(self) -> float | None:
        """Our figure, or None when it is text or not finite."""
        return _value(self.ours)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Our 95 % interval, or None when there is none or it says nothing."""
        return _interval(self.ours)

    @property
    def published_value(self) -> float | None:
        """The published figure, or None when it is missing, text or not finite."""
        return _value(self.published)

    @property
    def difference(self) -> Estimate | None:
        """Ours less the published figure, with both their errors; None when one of them is not known."""
        if _interval(self.ours) is None or _interval(self.published) is None:
            return None
        assert isinstance(self.ours, Estimate)
        assert isinstance(self.published, Estimate)
        return self.ours - self.published

    @property
    def agrees(self) -> bool | None:
        """Whether both figures could be the same (95 %); None when it cannot be said."""
        return None if self.difference is None else self.difference.holds(0.0)

    @property
    def ours_text(self) -> str:
        """Our figure as shown, without its interval."""
        return self.ours if isinstance(self.ours, str) else self._format(self.value, self.unit)

    @property
    def interval_text(self) -> str:
        """Our interval as shown, empty when there is none."""
        return self._range(self.interval)

    @property
    def published_text(self) -> str:
        """The published figure as shown, empty when there is none."""
        if self.published is None or isinstance(self.published, str):
            return self.published or ""
        return self._format(self.published_value, self.unit)

    @property
    def published_interval_text(self) -> str:
        """The interval of the published figure as shown, empty when it is not known."""
        return self._range(_interval(self.published))

    @property
    def difference_text(self) -> str:
        """Ours less the published figure with its interval as shown, empty when it is not known."""
        if self.difference is None:
            return ""
        return f"{self._format(self.difference.value, sign='+')} {self._range(_interval(self.difference))}"

    @property
    def mark(self) -> str:
        """The verdict in words: agrees, differs or nothing."""
        return MARKS[self.agrees]

    def record(self) -> dict[str, float | str | bool | None]:
        """What the cell holds, unscaled and at full precision, for machines."""
        low, high = self.interval or (None, None)
        published_low, published_high = _interval(self.published) or (None, None)
        gap = self.difference
        apart = (gap.value, gap.low, gap.high) if gap else (None, None, None)
        return {
            "ours": self.ours if isinstance(self.ours, str) else self.value,
            "low": low,
            "high": high,
            "published": self.published if isinstance(self.published, str) else self.published_value,
            "published_low": published_low,
            "published_high": published_high,
            **dict(zip(("difference", "difference_low", "difference_high"), apart, strict=True)),
            "agrees": self.agrees,
        }

    def shown(self, value: float) -> str:
        """A number of the cell's kind as it is shown."""
        return self._format(value, self.unit)

    def _range(self, interval: tuple[float, float] | None) -> str:
        return "[{}, {}]".format(*map(self._format, interval)) if interval else ""

    def _format(self, value: float | None, unit: str = "", sign: str = "") -> str:
        if value is None:
            return MISSING
        whole = isinstance(value, int) and self.scale == 1
        text = str(value) if whole else f"{value * self.scale:{sign}z.{self.decimals}f}"
        return f"{text} {unit}" if unit else text


@dataclass(frozen=True)
class Table:
    """Rows of cells under column headings; `corner` heads the column of row labels.

    `basis` says what the published figures rest on, and what of it is assumed. The figures of a table are not
    `independent` when they describe the same games, and not `alike` when they are of several kinds, which no
    shift of all by the same amount fits. A table that `counts` has a part in the study's verdict.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    note: str = ""
    corner: str = ""
    basis: str = ""
    independent: bool = True
    alike: bool = True
    counts: bool = True
    links: Mapping[str, str] = field(default_factory=dict)  # where the labels of some rows lead

    def __post_init__(self) -> None:
        for label, cells in self.rows:
            if len(cells) != len(self.columns):
                raise ValueError(
                    f"table {self.title!r}, row {label!r}: {len(cells)} cells for {len(self.columns)} columns"
                )
        if self.differences and not self.basis:
            raise ValueError(f"table {self.title!r}: say in its basis what the published figures rest on")

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """Every cell with its row label and its column heading, row by row."""
        for label, cells in self.rows:
            for column, cell in zip(self.columns, cells, strict=True):
                yield label, column, cell

    @cached_property
    def agreement(self) -> Agreement | None:
        """What all published figures that can be compared say together."""
        return agreement(self.differences, self.independent, self.sizes)

    @property
    def differences(self) -> list[Estimate]:
        """Ours less the published figure, wherever both are known with their errors."""
        return [cell.difference for _, _, cell in self.cells() if cell.difference]

    @property
    def sizes(self) -> list[float]:
        """The published figures that can be compared."""
        return [cell.published_value or 0.0 for _, _, cell in self.cells() if cell.difference]

    def summary(self) -> str:
        """How the published figures compare with ours, in a sentence; empty without any."""
        cells = [cell for _, _, cell in self.cells() if cell.published_text]
        if self.agreement is None:
            return f"{_figures(len(cells))} cannot be judged" if cells else ""
        test, unjudged = self.agreement, len(cells) - self.agreement.figures
        rest = f"; {unjudged} more cannot be judged" if unjudged else ""
        loose = "; that is too uncertain to agree with anything" if test.holds and not test.tells else ""
        return (
            f"{test.figures - test.apart} of {_figures(test.figures)} "
            f"{'agrees' if test.figures == 1 else 'agree'} with ours{rest}. All together: {p_text(test.p)}; "
            f"{self._power(test, cells)} would be found in 80 % of such runs{loose}"
        )

    def _power(self, test: Agreement, cells: Sequence[Cell]) -> str:
        change = f"a change of all by {percent_text(test.change)} of themselves"
        if not self.alike:
            return change
        shift = next(cell for cell in cells if cell.difference).shown(test.shift)
        return f"a shift of all by {shift}, or {change},"

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
            "basis": self.basis,
            "agreement": {name: _finite(value) for name, value in asdict(self.agreement).items()}
            if self.agreement
            else None,
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


def p_text(p: float) -> str:
    """How often chance alone would do as much: ``p = .03``."""
    return "p < .001" if p < 0.001 else f"p = {p:.2g}".replace("0.", ".") if p < 1 else "p = 1"


def percent_text(share: float) -> str:
    """A share in percent: ``3.6 %``, ``29 %``."""
    return f"{100 * share:.{0 if share > 0.15 else 1}f} %" if math.isfinite(share) else "any size"


def _value(figure: Estimate | float | str | None) -> float | None:
    return _finite(figure.value if isinstance(figure, Estimate) else figure)


def _interval(figure: Estimate | float | str | None) -> tuple[float, float] | None:
    """The ends of an interval, or None when there is none or it says nothing."""
    if not isinstance(figure, Estimate) or _finite(figure.value) is None:
        return None
    low, high = _finite(figure.low), _finite(figure.high)
    return None if low is None or high is None else (low, high)


def _figures(count: int) -> str:
    return "1 published figure" if count == 1 else f"{count} published figures"


def _csv_field(value: float | str | bool | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
