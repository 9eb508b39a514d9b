"""What all figures are drawn on: colours, glyphs and an SVG that depends on the data alone."""

from __future__ import annotations

import importlib.util
import io
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

__all__ = [
    "FAINT", "INK", "MUTED", "OUTLINE", "PAPER", "SERIES", "Figure", "MissingMatplotlib", "Style", "can_draw",
    "clean", "draw",
]  # fmt: skip

PAPER, INK, MUTED, FAINT, OUTLINE = "#ffffff", "#1b1f24", "#56606b", "#c9d0d8", "#111418"
"""The light tokens of the pages; a dark page swaps them for its own."""


class Style(NamedTuple):
    """A colour that colour-blind readers can tell, and the glyph and dash that say the same without it."""

    colour: str
    marker: str
    dash: str | tuple[float, tuple[float, ...]]


SERIES = (
    Style("#1659c3", "o", "solid"),
    Style("#e6841b", "s", (0, (5, 2))),
    Style("#4d3219", "^", (0, (1.5, 1.5))),
    Style("#9ddbf1", "D", (0, (6, 2, 1.5, 2))),
    Style("#f0f385", "*", (0, (9, 3))),
    Style("#a61a60", "P", (0, (4, 2, 1, 2, 1, 2))),
    Style("#4ea17f", "v", (0, (3, 4))),
    Style("#ac7ff2", "h", (0, (9, 2, 3, 2))),
)
"""The eight player colours in their order."""

SETTINGS = {
    "svg.hashsalt": "parlour",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 11,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}

WIDTH = 6.4
PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
REFERENCES = re.compile(r'(\bid="|href="#|url\(#)')


class MissingMatplotlib(ImportError):
    """Figures were asked for where matplotlib is not installed."""

    def __init__(self) -> None:
        super().__init__("figures need matplotlib: pip install 'parlour[learn]'")


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG text, with the sentence that stands for it where it cannot be seen."""

    name: str
    title: str
    svg: str
    alt: str


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def draw(name: str, title: str, alt: str, paint: Callable[[Any], None], height: float) -> Figure:
    """The figure that `paint` draws on a blank canvas of this height in inches."""
    title, alt = clean(title), clean(alt)
    with _matplotlib_settings():
        from matplotlib.figure import Figure as Canvas

        canvas = Canvas(figsize=(WIDTH, height), layout="constrained")
        paint(canvas)
        stream = io.StringIO()
        canvas.savefig(stream, format="svg")
    return Figure(name, title, _embeddable(stream.getvalue(), name, title, alt), alt)


def clean(text: str) -> str:
    """`text` without the control characters that XML forbids."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs") else c for c in text
    )


@contextmanager
def _matplotlib_settings() -> Iterator[None]:
    """Our own settings over matplotlib's defaults, so that a user's preferences change nothing."""
    try:
        import matplotlib
        import matplotlib.style
    except ImportError as error:
        raise MissingMatplotlib from error
    with matplotlib.rc_context(), warnings.catch_warnings():
        # Text stays text in the SVG, so a sign that the measuring font lacks does no harm.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        matplotlib.style.use("default")
        matplotlib.rcParams.update(SETTINGS)
        yield


def _embeddable(svg: str, name: str, title: str, alt: str) -> str:
    """The drawing without prologue, named for screen readers, with ids that no other figure uses."""
    prefix = escape(re.sub(r"[^\w-]", "-", name)) + "-"
    svg = METADATA.sub("", PROLOGUE.sub("", svg))
    svg = REFERENCES.sub(rf"\g<1>{prefix}", svg)
    root, rest = svg.split(">", 1)
    labels = f'<title id="{prefix}title">{escape(title)}</title><desc id="{prefix}alt">{escape(alt)}</desc>'
    return f'{root} role="img" aria-labelledby="{prefix}title {prefix}alt">\n {labels}{rest}'
