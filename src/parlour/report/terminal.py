"""Tables for the terminal: a grid when it fits, else one line a cell."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from parlour.report.table import Cell, Table

__all__ = ["table_lines"]

STYLES = {True: "green", False: "bold red", None: ""}
UNBOUNDED = 10_000
ASCII = str.maketrans({"✓": "+", "✗": "x", "–": "-", "—": "-", "×": "x", "≥": ">="})


def table_lines(table: Table, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
    """The title, the cells, the note and the summary, as wide as the console allows."""
    plain = options.ascii_only
    yield _text(table.title, plain, "bold")
    for form in (_grid, _listing, _narrow):
        grid = form(table, plain)
        if _width(grid, console, options) <= options.max_width:
            break
    yield grid
    for line in (table.note, table.basis, table.summary()):
        if line:
            yield _text(line, plain)


def _width(grid: Grid, console: Console, options: ConsoleOptions) -> int:
    return Measurement.get(console, options.update(max_width=UNBOUNDED), grid).maximum


def _grid(table: Table, plain: bool) -> Grid:
    grid = _empty(plain)
    grid.add_column(_text(table.corner, plain))
    for column in table.columns:
        grid.add_column(_text(column, plain), justify="right", no_wrap=True)
    for label, cells in table.rows:
        grid.add_row(_text(label, plain), *(_stacked(cell, plain) for cell in cells))
    return grid


def _stacked(cell: Cell, plain: bool) -> Text:
    """Ours with its interval, the published figure, and below it the difference with its mark."""
    lines = [_text(" ".join(filter(None, (cell.ours_text, cell.interval_text))), plain)]
    if cell.published_text:
        lines.append(_text(f"published {cell.published_text}", plain))
    if cell.difference:
        lines.append(_text(cell.difference_text, plain).append_text(_mark(cell, plain, before=" ")))
    return Text("\n").join(lines)


def _listing(table: Table, plain: bool) -> Grid:
    grid = _empty(plain)
    grid.add_column(_text(table.corner, plain))
    grid.add_column("")
    for heading in ("ours", "95 % interval", "published", "difference"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    for label, cells in table.rows:
        for place, (column, cell) in enumerate(zip(table.columns, cells, strict=True)):
            names = (label if place == 0 else "", column)
            figures = (cell.ours_text, cell.interval_text, cell.published_text, cell.difference_text)
            grid.add_row(*(_text(text, plain) for text in names + figures), _mark(cell, plain))
    return grid


def _narrow(table: Table, plain: bool) -> Grid:
    grid = _empty(plain)
    grid.add_column(_text(table.corner, plain))
    grid.add_column("ours [95 % interval]", justify="right")
    for label, column, cell in table.cells():
        grid.add_row(_text(f"{label}, {column}", plain), _stacked(cell, plain))
    return grid


def _empty(plain: bool) -> Grid:
    return Grid(box=box.ASCII2 if plain else box.SIMPLE_HEAD, pad_edge=False, header_style="")


def _mark(cell: Cell, plain: bool, before: str = "") -> Text:
    return _text(before + cell.mark if cell.mark else "", plain, STYLES[cell.agrees])


def _text(text: str, plain: bool, style: str = "") -> Text:
    # Text objects, because a name in square brackets must not be read as markup.
    return Text(text.translate(ASCII) if plain else text, style)
