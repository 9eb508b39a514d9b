"""The map as shapes: the corners of hexes, the outlines of areas, and where their labels stand.

Hexes come in doubled coordinates (`board.map_hexes`) and stand on a corner; half a hex is one step to the
right, and three steps down are one row, so that corners are whole numbers until they are drawn:

            (0, -2)
    (-1, -1)       (1, -1)
             (0, 0)
    (-1, 1)        (1, 1)
            (0, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from parlour.games.dicewars.maps import COLUMNS, LEFT, ROWS, TOP
from parlour.svg import Point

__all__ = [
    "HEIGHT", "WIDTH", "Corner", "Hex", "bounds", "centre", "corners", "label_place", "outline", "place",
]  # fmt: skip

Hex = tuple[int, int]
Corner = tuple[int, int]

STEP_X, STEP_Y = 10.0, 10.0 / sqrt(3)
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_STEPS = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))

WIDTH = STEP_X * (2 * COLUMNS + 1)
HEIGHT = STEP_Y * (3 * ROWS + 1)


def place(corner: Corner) -> Point:
    """Where a corner is drawn; the whole grid lies between (0, 0) and (WIDTH, HEIGHT)."""
    return STEP_X * (corner[0] - LEFT + 1), STEP_Y * (corner[1] - 3 * TOP + 2)


def corners(cell: Hex) -> list[Corner]:
    """The six corners of a hex, clockwise from the top."""
    return [(cell[0] + x, 3 * cell[1] + y) for x, y in _CORNERS]


def centre(cell: Hex) -> Point:
    """The middle of a hex as it is drawn."""
    return place((cell[0], 3 * cell[1]))


def outline(hexes: Sequence[Hex]) -> list[list[Corner]]:
    """The closed lines round an area, clockwise, and round its holes the other way.

    A side between two hexes of the area is walked both ways; those that are walked once are the outline.
    """
    sides = {side for cell in hexes for side in _sides(cell)}
    onward = {start: end for start, end in sorted(sides) if (end, start) not in sides}
    lines = []
    while onward:
        start, corner = onward.popitem()
        line = [start]
        while corner != start:
            line.append(corner)
            corner = onward.pop(corner)
        lines.append(line)
    return lines


def _sides(cell: Hex) -> list[tuple[Corner, Corner]]:
    around = corners(cell)
    return list(zip(around, around[1:] + around[:1], strict=True))


def bounds(areas: list[list[list[Corner]]]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the outlines of all areas."""
    places = [place(corner) for lines in areas for line in lines for corner in line]
    across, down = [x for x, _ in places], [y for _, y in places]
    return min(across), min(down), max(across), max(down)


def label_place(hexes: Sequence[Hex]) -> Point:
    """The middle of one of the hexes that lie deepest in an area, of that nearest to the area's middle."""
    deepest = set(hexes)
    while inner := {cell for cell in deepest if all(near in deepest for near in _neighbours(cell))}:
        deepest = inner
    x, y = (sum(axis) / len(hexes) for axis in zip(*hexes, strict=True))
    return centre(min(sorted(deepest), key=lambda cell: hypot(cell[0] - x, sqrt(3) * (cell[1] - y))))


def _neighbours(cell: Hex) -> list[Hex]:
    return [(cell[0] + x, cell[1] + y) for x, y in _STEPS]
