"""The marks that figures share: points, outlines, legends and labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.report.canvas import OUTLINE, Style, clean

__all__ = ["glyph", "legend", "outlined", "sample_mark", "short"]

LONGEST_LABEL = 36


def glyph(style: Style, fill: str = "") -> dict[str, Any]:
    """How matplotlib draws a point of this style, hollow when `fill` is another colour."""
    edge = OUTLINE if not fill or fill == style.colour else style.colour
    size = 10 if style.marker == "*" else 7
    return {
        "color": style.colour,
        "linestyle": "none",
        "marker": style.marker,
        "markersize": size,
        "markerfacecolor": fill or style.colour,
        "markeredgecolor": edge,
        "markeredgewidth": 1.0 if edge == OUTLINE else 1.8,
    }


def sample_mark(style: Style, fill: str = "", **changes: Any) -> Any:
    """A point for the legend alone."""
    from matplotlib.lines import Line2D

    return Line2D([], [], **glyph(style, fill) | changes)


def outlined() -> list[Any]:
    """A thin outline that keeps pale lines visible on white and dark lines on black."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=3.0, foreground=OUTLINE)]


def legend(canvas: Any, handles: Mapping[str, Any]) -> None:
    """Name the marks above the drawing, in as many columns as fit."""
    # A leading space keeps matplotlib before 3.10 from dropping names that begin with an underscore.
    labels = [" " + short(label) for label in handles]
    columns = max(1, min(len(labels), 72 // (max(map(len, labels), default=0) + 6)))
    canvas.legend(list(handles.values()), labels, loc="outside upper left", ncols=columns)


def short(label: str) -> str:
    """`label` as it may stand in a drawing: printable, and not longer than there is room."""
    label = clean(label)
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
