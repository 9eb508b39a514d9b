"""Jungle drawn: the board as on the page, the animals as heads, their side by shape and colour."""

from __future__ import annotations

from parlour.games.jungle.figures import DEN, NAMES, POND, TRAP, figure, scenery
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

__all__ = ["LAND", "SIDES", "piece", "svg"]

SIDES = ("blue", "red")
SIDE_LOOKS = (Look(BLUE, PANEL, LOOKS[0].shape), Look(RED, PANEL, LOOKS[1].shape))
LAND, LINES, EDGE = "#DCE5C8", "#7B8A5F", "#56606B"
GROUNDS = {"#": ("#E8C79A", TRAP), "*": ("#E8C79A", DEN)}
PONDS = (22, 25)  # the top left squares of the two
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
        *(group(scenery(*POND), at=GRID.corner(square)) for square in PONDS),
        *(_animal(square, letter) for square, letter in enumerate(cells) if letter != "."),
        _status(position, words),
        _taken(losses),
        pixels=480,
    )


def _ground(square: int) -> str:
    """A square of trap or den."""
    colour, strokes = GROUNDS[GROUND[square]]
    return group(rect(0, 0, 100, 100, fill=colour), scenery(*strokes), at=GRID.corner(square))


def _animal(square: int, letter: str) -> str:
    """An animal on its square; on a trap it has no strength, in the river it swims."""
    waves = path(SPLASH, fill="none", stroke=PANEL, stroke_width=6, stroke_linecap="round")
    parts = [piece(letter, GROUND[square] == "#"), waves if GROUND[square] == "~" else ""]
    return group(*parts, at=GRID.corner(square), data_animal=letter)


def piece(letter: str, weak: bool = False) -> str:
    """The side's shape, the animal's head, and its rank (0 while it is weak) in the corner."""
    rank, seat = ANIMALS.index(letter.lower()), 0 if letter.islower() else 1
    name = element("title", f"{SIDES[seat]} {NAMES[rank]} ({rank + 1})")
    return group(
        name,
        sign(SIDE_LOOKS[seat], 50, 50, 102 if seat == 0 else 110, edge=4),
        group(figure(rank), at=(15, 17), scale=0.7),
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
        *(group(piece(letter), at=at, scale=0.46) for letter, at in zip(losses, places, strict=True))
    )
