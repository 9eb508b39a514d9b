"""Jungle drawn: the board as on the page, the animals as heads, their side by shape and colour."""

from __future__ import annotations

from parlour.games.jungle.figures import NAMES, figure
from parlour.games.jungle.notation import FILES, board_text
from parlour.games.jungle.rules import QUIET_LIMITS
from parlour.games.jungle.terrain import ANIMALS, GROUND
from parlour.state import Position
from parlour.svg import (
    BLUE,
    CARD,
    LOOKS,
    MUTED,
    OUTLINE,
    PANEL,
    RED,
    Grid,
    Look,
    circle,
    element,
    group,
    path,
    picture,
    rect,
    sign,
    standing,
    text,
)

__all__ = ["SIDES", "svg"]

SIDES = ("blue", "red")
SIDE_LOOKS = (Look(BLUE, PANEL, LOOKS[0].shape), Look(RED, PANEL, LOOKS[1].shape))
LAND, LINES, EDGE = "#DCE5C8", "#7B8A5F", "#56606B"
GROUNDS = {"~": "#5BA3CF", "#": "#E8C79A", "*": "#C98F5A"}
PATTERNS = {
    "~": "M6 30Q20 18 34 30T62 30T90 30M6 55Q20 43 34 55T62 55T90 55M6 80Q20 68 34 80T62 80T90 80",
    "#": "M8 8L92 92M8 36L64 92M36 8L92 64M92 8L8 92M64 8L8 64M92 36L36 92",
    "*": "M20 88V48L50 18L80 48V88H60V62H40V88Z",
}
SPLASH = "M6 88Q20 78 34 88T62 88T94 88"
GRID = Grid(FILES, "987654321")


def svg(position: Position) -> str:
    """The board of a position."""
    cells = board_text(position)
    losses = _losses(cells)
    names = [f"{side} ({position.game.seat_name(seat)})" for seat, side in enumerate(SIDES)]
    words = standing(position, names)
    return picture(
        f"Jungle: {words}",
        GRID.width,
        GRID.bottom + (176 if losses else 120),
        GRID.board(LAND, LINES, EDGE, *(_ground(i) for i in range(len(GROUND)) if GROUND[i] in GROUNDS)),
        *(_animal(square, letter) for square, letter in enumerate(cells) if letter != "."),
        _status(position, words),
        _taken(losses),
        pixels=480,
    )


def _ground(square: int) -> str:
    """A square of river, trap or den."""
    kind = GROUND[square]
    lines = path(
        PATTERNS[kind],
        fill="none",
        stroke=OUTLINE,
        stroke_width=3,
        stroke_opacity=0.55 if kind == "*" else 0.3,
    )
    return group(rect(0, 0, 100, 100, fill=GROUNDS[kind]), lines, at=GRID.corner(square))


def _animal(square: int, letter: str) -> str:
    """An animal on its square; on a trap it has no strength, in the river it swims."""
    waves = path(SPLASH, fill="none", stroke=PANEL, stroke_width=6, stroke_linecap="round")
    parts = [_piece(letter, GROUND[square] == "#"), waves if GROUND[square] == "~" else ""]
    return group(*parts, at=GRID.corner(square), data_animal=letter)


def _piece(letter: str, weak: bool = False) -> str:
    """The side's shape, the animal's head, and its rank (0 while it is weak) in the corner."""
    rank, seat = ANIMALS.index(letter.lower()), 0 if letter.islower() else 1
    name = element("title", f"{SIDES[seat]} {NAMES[rank]} ({rank + 1})")
    return group(
        name,
        sign(SIDE_LOOKS[seat], 50, 50, 102 if seat == 0 else 110, edge=4),
        group(figure(rank), at=(17, 18), scale=0.66),
        circle(17, 17, 15, fill=CARD, stroke=OUTLINE, stroke_width=3),
        text(0 if weak else rank + 1, 17, 26, 25, text_anchor="middle", font_weight=800),
    )


def _status(position: Position, words: str) -> str:
    """Who is to move or has won, and how long nothing was taken."""
    x, y = GRID.left, GRID.bottom + 44
    quiet, limit = int(position.data["quiet"]), int(QUIET_LIMITS[position.data["judge"]])
    moves = f"{quiet} of {limit} moves in a row without a taking"
    mark = [] if position.over else [sign(SIDE_LOOKS[position.mover], x + 18, y, 36)]
    return group(
        *mark,
        text(words, x + (46 if mark else 0), y + 10, 30, font_weight=600),
        text(moves, x, y + 52, 26, fill=MUTED),
    )


def _losses(cells: str) -> list[str]:
    """The animals that are no longer on the board."""
    return [letter for letter in ANIMALS + ANIMALS.upper() if letter not in cells]


def _taken(losses: list[str]) -> str:
    """Animals in small, in a row under the board."""
    places = [(GRID.left + 49 * i, GRID.bottom + 116) for i in range(len(losses))]
    return group(
        *(group(_piece(letter), at=at, scale=0.46) for letter, at in zip(losses, places, strict=True))
    )
