"""Write Jungle's drawings for the page: ``python tools/jungle_art.py``.

The drawings are made once, in ``games/jungle/figures.py``; the picture in Python, the board of the page and
its card in the lobby show the same ones.
"""

from __future__ import annotations

import json

from parlour.files import write_text
from parlour.game import game
from parlour.games.jungle import figures
from parlour.games.jungle.figures import Stroke, scenery
from parlour.games.jungle.picture import LAND, piece
from parlour.svg import FONT, element, group, rect

ART = game("jungle").art
assert ART is not None
TARGET, CARD = ART / "art.js", ART / "card.svg"
SMALL = 0.52  # a square of the card
PIECES = {
    "l": (5, 5), "e": (61, 5), "c": (5, 63), "R": (134, 34), "W": (205, 5), "T": (261, 5), "J": (205, 63),
}  # fmt: skip
HEAD = """// deno-fmt-ignore-file
// @ts-check
/** Jungle's animals and ground. Made by tools/jungle_art.py from games/jungle/figures.py. */
"""


def animal(rank: int) -> dict[str, object]:
    """An animal: its colours and its strokes."""
    fur, shade = figures.COATS[rank]
    layers: dict[str, list[Stroke]] = {
        "behind": figures.BEHIND[rank],
        "head": figures.HEAD[rank],
        "front": figures.FRONT[rank],
    }
    return {"fur": fur, "shade": shade, **layers}


def paint() -> dict[str, dict[str, str | float]]:
    """How each kind of stroke is painted, with the names that SVG has."""
    return {
        kind: {name.replace("_", "-"): value for name, value in style.items()}
        for kind, style in figures.PAINT.items()
    }


def lines(value: list[object] | dict[str, object]) -> str:
    """JSON with one entry a line."""
    pairs = value.items() if isinstance(value, dict) else [("", entry) for entry in value]
    rows = [f"  {json.dumps(name) + ': ' if name else ''}{json.dumps(entry)}," for name, entry in pairs]
    start, end = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([start, *rows, end])


def module() -> str:
    """The module of the page."""
    scenery = {"trap": figures.TRAP, "den": figures.DEN, "pond": figures.POND}
    return "\n".join(
        [
            HEAD,
            "/** How each kind of stroke is painted.",
            " * @type {Record<string, Record<string, string | number>>} */",
            f"export const PAINT = {lines(dict(paint()))};",
            "",
            "/** Of each animal its colours, what lies behind (in pairs), the head, and what lies on it.",
            " * @typedef {{fur: string, shade: string, behind: string[][]}} Back",
            " * @type {(Back & {head: string[][], front: string[][]})[]} */",
            f"export const ANIMALS = {lines([animal(rank) for rank in range(8)])};",
            "",
            "/** Ground that is drawn as a picture; a pond covers 2 x 3 squares.",
            " * @type {Record<string, string[][]>} */",
            f"export const SCENERY = {lines(dict(scenery))};",
            "",
        ]
    )


def card() -> str:
    """The picture of the lobby: some animals at the river."""
    pond = group(scenery(*figures.POND), at=(120, 0), scale=0.4)
    trap = group(scenery(*figures.TRAP), at=(61, 63), scale=SMALL)
    den = group(scenery(*figures.DEN), at=(261, 64), scale=SMALL)
    pieces = [group(piece(letter), at=at, scale=SMALL) for letter, at in PIECES.items()]
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 320 120", "font_family": FONT}
    return element("svg", rect(0, 0, 320, 120, fill=LAND), pond, trap, den, *pieces, **head) + "\n"


if __name__ == "__main__":
    write_text(TARGET, module())
    write_text(CARD, card())
