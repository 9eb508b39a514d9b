"""Plain figures of a study: comparisons, curves and distributions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from parlour.report.canvas import (
    INK,
    MUTED,
    OUTLINE,
    PAPER,
    SERIES,
    Figure,
    MissingMatplotlib,
    Style,
    can_draw,
    clean,
    draw,
)
from parlour.report.marks import glyph, legend, outlined, sample_mark, short
from parlour.report.table import Cell, Table
from parlour.stats.estimate import Estimate

__all__ = ["Figure", "MissingMatplotlib", "can_draw", "comparison", "curve", "distribution"]

LINE_HEIGHT = 0.27
BAND_FROM = 16
"""A curve of at least this many points shows its intervals as a band, a shorter one as whiskers."""

Entry = tuple[str, Cell | None]
"""A line of a comparison: a cell with its label, or a heading without a cell."""


def comparison(name: str, table: Table, *, x_label: str = "") -> Figure:
    """Our figures with their intervals beside the published ones, one line a cell, grouped by row."""
    entries = _entries(table)
    if not entries:
        raise ValueError(f"figure {name!r}: table {table.title!r} holds no numbers to draw")
    cells = [cell for _, cell in entries if cell is not None]

    def paint(canvas: Any) -> None:
        axes = canvas.subplots()
        _name_lines(axes, entries)
        for place, (_, cell) in enumerate(entries):
            if cell is not None:
                _compare(axes, place, cell)
        axes.set_xlabel(clean(x_label or cells[0].unit))
        legend(canvas, _comparison_legend(cells))

    summary = table.summary()
    text = f"{table.title}: {len(cells)} figures of ours" + (f"; {summary}." if summary else ".")
    return draw(name, table.title, text, paint, 1.3 + LINE_HEIGHT * len(entries))


def curve(
    name: str,
    title: str,
    xs: Sequence[float] | Mapping[str, Sequence[float]],
    series: Mapping[str, Sequence[Estimate]],
    *,
    published: Mapping[str, Sequence[float | None]] | None = None,
    x_label: str = "",
    y_label: str = "",
    log: bool = False,
) -> Figure:
    """Named series of estimates, with published points hollow beside them.

    All are over the same `xs`, or each over its own; `log` spaces these by their ratios.
    """
    figures = published or {}
    labels = [*series, *(label for label in figures if label not in series)]
    styles, places = _styles(name, labels), xs if isinstance(xs, Mapping) else dict.fromkeys(labels, xs)
    for label, points in [*series.items(), *figures.items()]:
        if len(points) != len(places[label]):
            raise ValueError(
                f"figure {name!r}, series {label!r}: {len(points)} points for {len(places[label])} places"
            )

    def paint(canvas: Any) -> None:
        axes = canvas.subplots()
        if log:
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
        handles = {label: _line(axes, places[label], series[label], styles[label]) for label in series}
        for label, points in figures.items():
            handles[f"{label}, published"] = _hollow(axes, places[label], points, styles[label])
        axes.set_xlabel(clean(x_label))
        axes.set_ylabel(clean(y_label))
        legend(canvas, handles)

    ends = (f"{label} from {_ends(points)}" for label, points in series.items())
    return draw(name, title, f"{title}: {'; '.join(ends)}.", paint, 4.2)


def distribution(
    name: str,
    title: str,
    samples: Mapping[str, Sequence[float] | np.ndarray],
    *,
    kind: Literal["box", "histogram"] = "box",
    bins: int = 24,
    x_label: str = "",
) -> Figure:
    """Named samples one below the other, as boxes or as histograms over the same bins."""
    finite = {label: _finite_values(sample) for label, sample in samples.items()}
    finite = {label: sample for label, sample in finite.items() if sample.size}
    if not finite:
        raise ValueError(f"figure {name!r}: no sample holds a number")

    def paint(canvas: Any) -> None:
        axes = _boxes(canvas, finite) if kind == "box" else _histograms(canvas, finite, bins)
        axes.set_xlabel(clean(x_label))

    medians = ", ".join(f"{label} {np.median(sample):.4g}" for label, sample in finite.items())
    line = 0.55 if kind == "box" else 1.2
    return draw(name, title, f"{title}: medians {medians}.", paint, 0.9 + line * len(finite))


def _entries(table: Table) -> list[Entry]:
    groups = [
        (label, [(c, cell) for c, cell in zip(table.columns, cells, strict=True) if cell.value is not None])
        for label, cells in table.rows
    ]
    groups = [(label, cells) for label, cells in groups if cells]
    if all(len(cells) == 1 for _, cells in groups):
        return [(label, cells[0][1]) for label, cells in groups]
    if len(groups) == 1:
        return [*groups[0][1]]
    corner = f"{table.corner} " if table.corner else ""
    return [entry for label, cells in groups for entry in [(corner + label, None), *cells]]


def _name_lines(axes: Any, entries: Sequence[Entry]) -> None:
    axes.set_yticks(range(len(entries)), [short(label) for label, _ in entries])
    for tick, (_, cell) in zip(axes.get_yticklabels(), entries, strict=True):
        tick.set_fontweight("normal" if cell else "bold")
    axes.set_ylim(len(entries) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")


def _compare(axes: Any, place: float, cell: Cell) -> None:
    ours, theirs = SERIES[:2]
    assert cell.value is not None
    if cell.interval is not None:
        reach = [bound * cell.scale for bound in cell.interval]
        axes.plot(reach, [place, place], color=INK, linewidth=1.5, marker="|", markersize=7)
    axes.plot(cell.value * cell.scale, place, **glyph(ours))
    if cell.published_value is not None:
        fill = PAPER if cell.agrees is False else theirs.colour
        if isinstance(cell.published, Estimate):
            reach = [bound * cell.scale for bound in (cell.published.low, cell.published.high)]
            axes.plot(reach, [place + 0.3] * 2, color=MUTED, linewidth=1, marker="|", markersize=5)
        axes.plot(cell.published_value * cell.scale, place + 0.3, **glyph(theirs, fill))


def _comparison_legend(cells: Iterable[Cell]) -> dict[str, Any]:
    ours, theirs = SERIES[:2]
    verdicts = {cell.agrees for cell in cells if cell.published_value is not None}
    handles = {"ours, 95 % interval": sample_mark(ours, color=INK, linestyle="solid")}
    if verdicts - {False}:
        handles["published"] = sample_mark(theirs)
    if False in verdicts:
        handles["published, differs"] = sample_mark(theirs, PAPER)
    return handles


def _line(axes: Any, xs: Sequence[float], points: Sequence[Estimate], style: Style) -> Any:
    low, high = ([_plottable(bound) for bound in bounds] for bounds in _bounds(points))
    if len(xs) >= BAND_FROM:
        axes.fill_between(xs, low, high, color=style.colour, alpha=0.25, linewidth=0)
    else:
        for x, reach in zip(xs, zip(low, high, strict=True), strict=True):
            axes.plot([x, x], reach, color=INK, linewidth=1, marker="_", markersize=7, zorder=2.5)
    ys = [_plottable(point.value) for point in points]
    stroke = {"color": style.colour, "linestyle": style.dash, "linewidth": 2.2, "path_effects": outlined()}
    line = axes.plot(xs, ys, zorder=3, **stroke)[0]
    marks = axes.plot(xs, ys, zorder=3.5, markevery=max(1, len(xs) // 12), **glyph(style))[0]
    return line, marks


def _hollow(axes: Any, xs: Sequence[float], points: Sequence[float | None], style: Style) -> Any:
    ys = [math.nan if y is None else _plottable(y) for y in points]
    return axes.plot(xs, ys, zorder=4, path_effects=outlined(), **glyph(style, PAPER))[0]


def _boxes(canvas: Any, samples: Mapping[str, np.ndarray]) -> Any:
    """A box between the quartiles, whiskers over 90 % of the sample, dots at its ends, the mean a diamond."""
    axes = canvas.subplots()
    _name_lines(axes, [(label, Cell(0)) for label in samples])
    for place, sample in enumerate(samples.values()):
        low, first, median, third, high = np.quantile(sample, [0.05, 0.25, 0.5, 0.75, 0.95])
        axes.plot([low, high], [place, place], color=INK, linewidth=1.2, marker="|", markersize=9, zorder=2)
        axes.barh(place, third - first, 0.5, first, color=SERIES[0].colour, edgecolor=OUTLINE, zorder=3)
        axes.plot([median, median], [place - 0.25, place + 0.25], color=PAPER, linewidth=2.5, zorder=4)
        axes.plot(sample.mean(), place, marker="D", markersize=7, color=PAPER, markeredgecolor=INK, zorder=5)
        ends = [sample.min(), sample.max()]
        axes.plot(ends, [place, place], linestyle="none", marker=".", color=MUTED)
    return axes


def _histograms(canvas: Any, samples: Mapping[str, np.ndarray], bins: int) -> Any:
    panels = canvas.subplots(len(samples), sharex=True, sharey=True, squeeze=False)[:, 0]
    edges = np.histogram_bin_edges(np.concatenate(list(samples.values())), bins)
    for axes, (label, sample) in zip(panels, samples.items(), strict=True):
        shares = np.histogram(sample, edges)[0] * (100 / sample.size)
        bars = {"color": SERIES[0].colour, "edgecolor": OUTLINE, "linewidth": 0.6}
        axes.bar(edges[:-1], shares, np.diff(edges), align="edge", **bars)
        axes.axvline(np.median(sample), color=INK, linestyle=(0, (4, 2)), linewidth=1.5)
        axes.set_title(f"{short(label)} (n = {sample.size}, median {np.median(sample):.4g})", loc="left")
        axes.set_ylabel("%")
    return panels[-1]


def _styles(name: str, labels: Sequence[str]) -> dict[str, Style]:
    if not 1 <= len(labels) <= len(SERIES):
        raise ValueError(f"figure {name!r}: {len(labels)} series, and it can show 1 to {len(SERIES)}")
    return dict(zip(labels, SERIES, strict=False))


def _bounds(points: Sequence[Estimate]) -> tuple[list[float], list[float]]:
    return [point.low for point in points], [point.high for point in points]


def _ends(points: Sequence[Estimate]) -> str:
    values = [point.value for point in points if math.isfinite(point.value)]
    return f"{values[0]:.4g} to {values[-1]:.4g}" if values else "nothing to nothing"


def _finite_values(sample: Sequence[float] | np.ndarray) -> np.ndarray:
    array: np.ndarray = np.asarray(sample, float)
    return np.extract(np.isfinite(array), array)


def _plottable(value: float) -> float:
    return value if math.isfinite(value) else math.nan
