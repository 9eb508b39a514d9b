"""The board that a game brings along: the folder `Game.art`, with what the page needs to show it.

It may hold ``board.js`` (the board), ``board.css`` (how that looks), ``card.svg`` (the game's picture in the
lobby) and ``words.json`` (what the page says of it).
"""

from __future__ import annotations

import sys

from pydantic import TypeAdapter, ValidationError

from parlour.game import Game

__all__ = ["Words", "has_file", "words_of"]

Words = dict[str, str | dict[str, str]]
"""Sentences of the page by their keys; one that counts things has a form for one and for many."""

_WORDS: TypeAdapter[Words] = TypeAdapter(Words)


def has_file(game: Game, name: str) -> bool:
    """Whether a game brings a file for its board."""
    return game.art is not None and (game.art / name).is_file()


def words_of(game: Game) -> Words:
    """What the page says of a game: only keys that begin with its name, so that it changes no other words."""
    if game.art is None or not has_file(game, "words.json"):
        return {}
    path = game.art / "words.json"
    try:
        words = _WORDS.validate_json(path.read_bytes())
    except (ValidationError, OSError):
        text = f'parlour: {path} is left out: expected {{"{game.name}.title": "...", ...}}'
        print(text, file=sys.stderr, flush=True)
        return {}
    return {key: text for key, text in words.items() if key.startswith(f"{game.name}.")}
