"""Write Jungle's drawings for the page: ``python tools/jungle_art.py``.

The drawings are made once, in ``games/jungle/figures.py``; the picture in Python and the board of the page
show the same ones.
"""

from __future__ import annotations

import json

from parlour.files import write_text
from parlour.game import game
from parlour.games.jungle import figures
from parlour.games.jungle.figures import Stroke

ART = game("jungle").art
assert ART is not None
TARGET = ART / "art.js"
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


if __name__ == "__main__":
    write_text(TARGET, module())
