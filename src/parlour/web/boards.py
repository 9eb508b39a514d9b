"""The board that a game brings along: a folder beside its rules with what the page needs to show it.

``board/`` in a package, or ``my_game_board/`` beside ``my_game.py``, may hold ``board.js`` (its board),
``board.css`` (how that looks), ``card.svg`` (its picture in the lobby) and ``words.json`` (its words).
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from parlour.game import Game

__all__ = ["Words", "board_folder", "has_file", "words_of"]

Words = dict[str, str | dict[str, str]]
"""Sentences of the page by their keys; one that counts things has a form for one and for many."""

_WORDS: TypeAdapter[Words] = TypeAdapter(Words)


def board_folder(game: Game) -> Path | None:
    """Where a game keeps its board, whether or not it has one; None when the game comes from no file."""
    module = importlib.import_module(game.module)
    if module.__file__ is None:
        return None
    home = Path(module.__file__)
    return home.parent / "board" if hasattr(module, "__path__") else home.with_name(f"{home.stem}_board")


def has_file(game: Game, name: str) -> bool:
    """Whether the folder of a game's board holds a file."""
    folder = board_folder(game)
    return folder is not None and (folder / name).is_file()


def words_of(game: Game) -> Words:
    """What the page says of a game: only keys that begin with its name, so that it changes no other words."""
    folder = board_folder(game)
    if folder is None or not (folder / "words.json").is_file():
        return {}
    try:
        words = _WORDS.validate_json((folder / "words.json").read_bytes())
    except (ValidationError, OSError):
        text = f'parlour: {folder / "words.json"} is left out: expected {{"{game.name}.title": "...", ...}}'
        print(text, file=sys.stderr, flush=True)
        return {}
    return {key: text for key, text in words.items() if key.startswith(f"{game.name}.")}
