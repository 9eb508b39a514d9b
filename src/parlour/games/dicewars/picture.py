"""Dicewars drawn: the map in its owners' colours, the dice on each area, and what each player has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from parlour.games.dicewars.hexes import HEIGHT, WIDTH, Corner, Hex, bounds, label_place, outline, place
from parlour.games.dicewars.maps import map_hexes
from parlour.games.dicewars.notation import last_battle, owner_of
from parlour.state import Position
from parlour.svg import (
    ACCENT,
    ALERT,
    CARD,
    LINE,
    LOOKS,
    MUTED,
    OUTLINE,
    PANEL,
    Look,
    Point,
    group,
    number,
    path,
    picture,
    rect,
    sign,
    standing,
    text,
)

__all__ = ["svg"]

MARGIN = 16
BOX = Look(CARD, OUTLINE, "")  # what is written on an area stands on light ground
SEATS_IN_ROW, SEAT_HEIGHT = 4, 52
DIE, RISE = 24, 2.4  # the side of a die, and how much each die behind the front one shows


def svg(position: Position) -> str:
    """The map of a position with its players below."""
    players = int(position.data["players"])
    foot = HEIGHT + 2 * MARGIN + (SEAT_HEIGHT + 8) * -(-players // SEATS_IN_ROW)
    return picture(
        f"Dicewars: {standing(position)}",
        WIDTH + 2 * MARGIN,
        foot + 40,
        _map(position),
        *(_seat(position, seat) for seat in range(players)),
        _status(position, foot + 22),
        pixels=680,
    )


class Chart(NamedTuple):
    """What never changes on a map: the outlines of areas, where their labels stand, its place and scale."""

    outlines: Sequence[str]
    spots: Sequence[Point]
    at: Point
    scale: float


@lru_cache(maxsize=32)
def _chart(areas: Sequence[Sequence[Hex]]) -> Chart:
    """All areas, as large as there is room."""
    lines = [outline(hexes) for hexes in areas]
    left, top, right, bottom = bounds(lines)
    scale = min(WIDTH / (right - left), HEIGHT / (bottom - top))
    at = MARGIN + (WIDTH - scale * (left + right)) / 2, MARGIN + (HEIGHT - scale * (top + bottom)) / 2
    return Chart([_outline(line) for line in lines], [label_place(hexes) for hexes in areas], at, scale)


def _map(position: Position) -> str:
    """All areas with what stands on them."""
    chart = _chart(map_hexes(position))
    owners = [owner_of(position, area) for area in range(len(chart.spots))]
    return group(
        *(_area(d, seat) for d, seat in zip(chart.outlines, owners, strict=True)),
        _attack(position, chart.spots),
        *(_label(position, area, owners[area], spot) for area, spot in enumerate(chart.spots)),
        at=chart.at,
        scale=chart.scale,
    )


def _line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _outline(lines: Sequence[Sequence[Corner]]) -> str:
    return "".join(_line(place(corner) for corner in line) for line in lines)


def _area(d: str, seat: int) -> str:
    """An area in its owner's colour, its border light on the inside so that it shows on dark areas too."""
    return group(
        path(d, fill=LOOKS[seat].fill, stroke=PANEL, stroke_opacity=0.45, stroke_width=6),
        path(d, fill="none", stroke=OUTLINE, stroke_width=3),
        stroke_linejoin="round",
    )


def _label(position: Position, area: int, seat: int, spot: Point) -> str:
    """Who owns an area, how many dice stand on it, and its number."""
    dice = int(position.data["dice"][area])
    return group(
        sign(BOX._replace(shape=LOOKS[seat].shape), -14, -3, 24, seat + 1),
        _stack(dice),
        text(area + 1, -14, 23, 12, fill=LOOKS[seat].ink, text_anchor="middle", font_weight=600),
        at=spot,
        data_area=area + 1,
        data_owner=seat + 1,
        data_dice=dice,
    )


@lru_cache(maxsize=16)
def _stack(dice: int) -> str:
    """Dice behind each other, the more the higher, and how many there are on the front one."""
    return group(
        *(
            rect(0, -RISE * behind, DIE, DIE, rx=5, fill=CARD, stroke=OUTLINE, stroke_width=1.5)
            for behind in reversed(range(dice))
        ),
        text(dice, DIE / 2, DIE / 2 + 7.5, 21, text_anchor="middle", font_weight=800),
        at=(1, RISE * (dice - 1) / 2 - 17),
    )


def _attack(position: Position, places: Sequence[Point]) -> str:
    """The last battle as an arrow."""
    if last_battle(position) is None:
        return ""
    (x0, y0), (x1, y1) = places[position.data["last_source"]], places[position.data["last_target"]]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    x, y = (x1 - x0) / far, (y1 - y0) / far
    tail, gap, head = min(24, 0.2 * far), min(26, 0.24 * far), min(18, 0.3 * far)
    start, end = (x0 + tail * x, y0 + tail * y), (x1 - gap * x, y1 - gap * y)
    back = end[0] - head * x, end[1] - head * y
    points = [start, back, (back[0] - 9 * y, back[1] + 9 * x), end, (back[0] + 9 * y, back[1] - 9 * x), back]
    d = _line(points)
    style = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(
        path(d, fill=PANEL, stroke=PANEL, stroke_width=9, **style),
        path(d, fill=ALERT, stroke=ALERT, stroke_width=4, **style),
    )


def _seat(position: Position, seat: int) -> str:
    """What a player has: areas, dice on them, and dice in reserve."""
    areas, turn = int(position.data["owned"][seat]), seat == position.mover
    dice = sum(int(n) for area, n in enumerate(position.data["dice"]) if areas >> area & 1)
    row, column = divmod(seat, SEATS_IN_ROW)
    width = (WIDTH + 8) / min(int(position.data["players"]), SEATS_IN_ROW) - 8
    count = f"{areas.bit_count()} area{'s' if areas.bit_count() > 1 else ''}" if areas else "out"
    edge, thick = (ACCENT, 3) if turn else (LINE, 1.5)
    return group(
        rect(0, 0, width, SEAT_HEIGHT, rx=6, fill=PANEL, stroke=edge, stroke_width=thick),
        sign(LOOKS[seat], 23, 26, 34, seat + 1),
        text(count, 46, 23, 16, font_weight=700),
        text(f"{dice} dice", 46, 42, 14, fill=MUTED),
        text(f"+{position.data['reserve'][seat]}", width - 8, 23, 16, fill=MUTED, text_anchor="end"),
        text("reserve", width - 8, 42, 12, fill=MUTED, text_anchor="end"),
        at=(MARGIN + (width + 8) * column, HEIGHT + 2 * MARGIN + (SEAT_HEIGHT + 8) * row),
        data_seat=seat + 1,
    )


def _status(position: Position, y: float) -> str:
    """Who is to move or has won, and how the last battle went."""
    battle, words = last_battle(position), ""
    if battle:
        source, target = int(position.data["last_source"]) + 1, int(position.data["last_target"]) + 1
        ours, theirs = sum(battle[0]), sum(battle[1])
        words = (
            f"last battle {source}-{target}: {ours} against {theirs}, {'won' if ours > theirs else 'lost'}"
        )
    return group(
        text(standing(position), MARGIN, y, 17, font_weight=600),
        text(words, MARGIN + WIDTH, y, 15, fill=MUTED, text_anchor="end"),
    )
