"""Write the tables of docs/encodings.md from the encodings themselves: ``python tools/encodings_page.py``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import parlour
from parlour.encoding import Block, Encoding, size_of
from parlour.files import write_text
from parlour.game import Game, game_names
from parlour.testing.encodings import has_encoding

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "encodings.md"
EXAMPLES = ("connect_four/", "tictactoe.py", "kuhn.py")
SHORT = 100  # labels of more characters are listed once, below the tables


class Labels:
    """The long lists of labels of one game, each with a name."""

    def __init__(self) -> None:
        self.lists: dict[tuple[str, ...], str] = {}

    def show(self, labels: Sequence[str]) -> str:
        text = ", ".join(labels)
        if len(text) <= SHORT:
            return text
        name = self.lists.setdefault(tuple(labels), f"list {len(self.lists) + 1}")
        return f"{labels[0]} … {labels[-1]} ({name})"

    def listed(self) -> str:
        return "\n\n".join(
            f"*{name.capitalize()}:* {', '.join(labels)}" for labels, name in self.lists.items()
        )


def games() -> list[Game]:
    named = [parlour.game(name) for name in game_names()]
    named += [parlour.game(str(ROOT / "examples" / name)) for name in EXAMPLES]
    return [game for game in named if has_encoding(game)]


def section(game: Game) -> str:
    encoding, labels = game.encoding, Labels()
    parts = [f"## {game.title}", *paragraph(game), summary(encoding)]
    for title, blocks in tables(encoding):
        parts += [f"### {title}: {size_of(blocks):,}", table(blocks, labels)]
    return "\n\n".join([*parts, labels.listed()] if labels.lists else parts)


def paragraph(game: Game) -> list[str]:
    """What the game's encoding says of itself."""
    words = game.room("encoding").__doc__ if not game.one_file else None
    return [" ".join(line.strip() for line in words.strip().splitlines())] if words else []


def summary(encoding: Encoding) -> str:
    return f"Version {encoding.version}."


def tables(encoding: Encoding) -> list[tuple[str, Sequence[Block]]]:
    every = [("Observation", encoding.observation), ("Codes of actions", encoding.actions)]
    pictured = encoding.features is not encoding.actions
    return [*every, ("Features of an action", encoding.features)] if pictured else every


def table(blocks: Sequence[Block], labels: Labels) -> str:
    rows, start = [], 0
    for block in blocks:
        end = start + len(block.labels) - 1
        where = f"{start}-{end}" if end > start else f"{start}"
        rows.append(f"| {where} | {block.name} | {block.meaning} | {labels.show(block.labels)} |")
        start = end + 1
    return "\n".join(["| numbers | name | meaning | one for each of |", "|---|---|---|---|", *rows])


def page(text: str) -> str:
    """The page with its tables made anew."""
    start, end = "<!-- games -->", "<!-- end of games -->"
    written = "\n\n".join(section(game) for game in games())
    return re.sub(f"{start}.*{end}", lambda _: f"{start}\n{written}\n{end}", text, flags=re.DOTALL)


if __name__ == "__main__":
    write_text(PAGE, page(PAGE.read_text(encoding="utf-8")))
