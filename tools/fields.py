"""Write docs/fields.md from what the games declare: ``python tools/fields.py``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import parlour
from parlour.description import declared_type
from parlour.files import write_text
from parlour.game import Game, game_names

PAGE = Path(__file__).resolve().parents[1] / "docs" / "fields.md"

HEAD = """# Moves and fields of every game

What a [bot](bots.md) of the second protocol reads: how moves are written, and the fields of `state`.
`parlour describe GAME` prints the same for any game or variant, one of your own too, and
`parlour describe GAME --json -` adds what each field holds at the start.

- *list by seat* has a place for each seat, from seat 0 on.
- *object by colour* has a name for each colour; those with nothing are left out.
- What you may not know is left out or null, as the meaning says. A field that is *never sent* is hidden from
  everybody.
- No number is beyond 2^53. One that could be is sent as text.

`type` is what the field is in Python (`view.data`) and in the first protocol.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(section(parlour.game(name)) for name in game_names())])


def section(game: Game) -> str:
    description = game.description
    moves = [(f"`{example}`", meaning) for example, meaning in description.moves.items()]
    fields = [
        (
            f"`{name}`",
            f"`{declared_type(game.dtype[name])}`",
            description.forms[name].kind if name in description.forms else "never sent",
            field.meaning,
        )
        for name, field in description.fields.items()
    ]
    return "\n".join(
        [
            f"## [{game.title}](games/{game.name}.md)\n",
            table(("move", "meaning"), moves),
            table(("field", "type", "sent as", "meaning"), fields),
        ]
    )


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(columns)
    lines = [f"| {' | '.join(cells)} |" for cells in (titles, *rows)]
    return "\n".join([lines[0], "|---" * len(titles) + "|", *lines[1:], ""])


if __name__ == "__main__":
    write_text(PAGE, page())
