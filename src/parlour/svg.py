"""Drawing in SVG: a few elements, and the colours and signs that all games share.

A drawing is plain text without ids, styles, scripts or fonts of its own: many may stand on one page. The
same drawing is the same text; numbers have two decimals at most. `data_` attributes say what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape

from parlour.state import Position

__all__ = [
    "ACCENT", "ALERT", "BLACK", "BLUE", "BRIGHT", "CARD", "FONT", "GOOD", "GREEN", "INK", "LINE", "LOOKS",
    "MUTED", "OUTLINE", "PANEL", "PAPER", "RED", "SUNK", "VIOLET", "WHITE", "YELLOW", "Grid", "Look", "Point",
    "circle", "element", "group", "number", "path", "picture", "picture_of_text", "rect", "sign", "standing",
    "text", "text_width",
]  # fmt: skip

Point = tuple[float, float]
Attribute = str | float

# The page's light colours; a board keeps them on a dark page too.
PAPER, PANEL, SUNK, CARD = "#F6F7F9", "#FFFFFF", "#E9EDF0", "#FFFDF7"
INK, MUTED, LINE, OUTLINE = "#1B1F24", "#56606B", "#C9D0D8", "#111418"
ACCENT, GOOD, ALERT, BRIGHT = "#0B63B5", "#0E7A5F", "#D23B3B", "#FFD24A"
BLACK, WHITE, RED, BLUE, GREEN, YELLOW = "#17191C", "#F5F6F4", "#B3261E", "#1659C3", "#4EA17F", "#F0F385"
VIOLET = "#5B3A8E"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


class Look(NamedTuple):
    """How something is told apart: a colour, what is written on it, and a shape in a box of 100 x 100."""

    fill: str
    ink: str
    shape: str


LOOKS = (
    Look(BLUE, PANEL, "M50 8A42 42 0 1 1 49.9 8Z"),
    Look("#E6841B", OUTLINE, "M12 12H88V88H12Z"),
    Look("#4D3219", PANEL, "M50 8L94 88H6Z"),
    Look("#9DDBF1", OUTLINE, "M50 4L96 50L50 96L4 50Z"),
    Look(YELLOW, OUTLINE, "M50 4L62 38L98 38L69 60L80 95L50 74L20 95L31 60L2 38L38 38Z"),
    Look("#A61A60", PANEL, "M34 6H66V34H94V66H66V94H34V66H6V34H34Z"),
    Look(GREEN, OUTLINE, "M50 92L94 12H6Z"),
    Look("#AC7FF2", OUTLINE, "M50 4L92 27V73L50 96L8 73V27Z"),
)  # of each seat, where a game has no looks of its own


def number(value: float) -> str:
    """A number with at most two decimals."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _attribute(name: str, value: Attribute) -> str:
    words = escape(value, {'"': "&quot;"}) if isinstance(value, str) else number(value)
    return f' {name.replace("_", "-")}="{words}"'


def element(tag: str, *inside: str, **attributes: Attribute) -> str:
    """An element; an attribute's `_` is written as `-`."""
    head = tag + "".join(_attribute(name, value) for name, value in attributes.items())
    return f"<{head}>{''.join(inside)}</{tag}>" if inside else f"<{head}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Attribute) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def path(d: str, **attributes: Attribute) -> str:
    """A path."""
    return element("path", d=d, **attributes)


def text(words: object, x: float, y: float, size: float, **attributes: Attribute) -> str:
    """Words whose base line starts (or with `text_anchor` ends or has its middle) at a point."""
    style: dict[str, Attribute] = {"x": x, "y": y, "font_size": size, "fill": INK, **attributes}
    return element("text", escape(str(words)), **style)


def text_width(words: str, size: float) -> float:
    """About how wide bold words are, whatever the font: rather too wide than too narrow."""
    return size * sum(0.36 if letter in " .,:;iIljt'-·|" else 0.64 for letter in words)


def _transform(at: Point, scale: float) -> dict[str, Attribute]:
    steps = [f"translate({number(at[0])} {number(at[1])})"] if at != (0, 0) else []
    steps += [f"scale({scale:.4g})"] if scale != 1 else []
    return {"transform": " ".join(steps)} if steps else {}


def group(*inside: str, at: Point = (0, 0), scale: float = 1, **attributes: Attribute) -> str:
    """Elements moved to a point and scaled."""
    return element("g", *inside, **_transform(at, scale), **attributes)


_MIDDLES = {LOOKS[2].shape: 72, LOOKS[6].shape: 54}  # where a letter stands on a triangle; elsewhere at 65


def sign(
    look: Look, x: float, y: float, size: float, label: object = "", edge: float = 6, **attributes: Attribute
) -> str:
    """A shape in its colour about a point, perhaps with a letter or number on it."""
    shape = path(look.shape, fill=look.fill, stroke=OUTLINE, stroke_width=edge)
    style: dict[str, Attribute] = {"fill": look.ink, "text_anchor": "middle", "font_weight": 800}
    words = text(label, 50, _MIDDLES.get(look.shape, 65), 42, **style) if label != "" else ""
    place = _transform((x - size / 2, y - size / 2), size / 100)
    return element("g", shape, words, **place, **attributes)


def picture(title: str, width: float, height: float, *inside: str, pixels: float = 600) -> str:
    """The whole drawing on its own light ground, so many pixels wide where there is room."""
    head: dict[str, Attribute] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(width)} {number(height)}",
        "width": pixels,
        "height": pixels * height / width,
        "role": "img",
        "font_family": FONT,
        "style": "max-width:100%;height:auto",
    }
    ground = rect(0, 0, width, height, rx=width / 80, fill=PAPER)
    return element("svg", element("title", escape(title)), ground, *inside, **head)


def picture_of_text(words: str, title: str) -> str:
    """Lines of text as a drawing, for a game that has no other."""
    lines = words.splitlines()
    width, height = 9 * max(map(len, lines), default=1) + 32, 20 * len(lines) + 24
    style: dict[str, Attribute] = {"font_family": "monospace", "style": "white-space:pre"}
    rows = [text(line, 16, 20 * place + 28, 14, **style) for place, line in enumerate(lines)]
    return picture(title, width, height, *rows, pixels=min(600, width))


def standing(position: Position, names: Sequence[str] = ()) -> str:
    """Who is to move, or who has won."""
    seats = range(position.game.players)
    players = [names[seat] if names else position.game.seat_name(seat) for seat in seats]
    if not position.over:
        return f"{players[position.mover]} to move"
    rewards = position.rewards
    winners = [players[seat] for seat in seats if rewards[seat] == max(rewards)]
    if len(winners) == len(players):
        return "a draw"
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"


@dataclass(frozen=True)
class Grid:
    """A board of squares of 100 x 100, with the names of its columns and rows along two sides."""

    files: Sequence[str]
    ranks: Sequence[str]
    left: float = 46
    top: float = 46

    @property
    def width(self) -> float:
        """The width of the board with its margins."""
        return 2 * self.left + 100 * len(self.files)

    @property
    def bottom(self) -> float:
        """Where the squares end."""
        return self.top + 100 * len(self.ranks)

    def corner(self, square: int) -> Point:
        """The upper left corner of a square, numbered row by row."""
        row, column = divmod(square, len(self.files))
        return self.left + 100 * column, self.top + 100 * row

    def board(self, fill: str, lines: str, edge: str, *squares: str) -> str:
        """The board with the squares that differ from its ground, its lines and names."""
        x, y, right, bottom = self.left, self.top, self.width - self.left, self.bottom
        columns = "".join(f"M{number(x + 100 * i)} {number(y)}V{bottom}" for i in range(1, len(self.files)))
        rows = "".join(f"M{number(x)} {number(y + 100 * i)}H{right}" for i in range(1, len(self.ranks)))
        return element(
            "g",
            rect(x, y, right - x, bottom - y, fill=fill),
            *squares,
            path(columns + rows, stroke=lines, stroke_width=2),
            rect(x - 2, y - 2, right - x + 4, bottom - y + 4, rx=6, fill="none", stroke=edge, stroke_width=6),
            *self._names(),
        )

    def _names(self) -> list[str]:
        """The names of columns and rows."""
        middles = [(self.left + 100 * i + 50, self.top - 14) for i in range(len(self.files))]
        middles += [(self.left / 2, self.top + 100 * i + 59) for i in range(len(self.ranks))]
        names = zip([*self.files, *self.ranks], middles, strict=True)
        return [text(name, x, y, 26, fill=MUTED, text_anchor="middle") for name, (x, y) in names]
