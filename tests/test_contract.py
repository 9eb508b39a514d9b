"""The contract of a game: every hook has one place, defaults, a page, and nobody misspells one unnoticed."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest

import contract as tool
import parlour
from parlour.contract import ROOMS, Board, Notation, furnish, unknown_hooks
from parlour.game import game_names
from parlour.testing import check_game

ROOT = Path(__file__).resolve().parents[1]


def test_the_page_lists_every_hook() -> None:
    text = tool.PAGE.read_text(encoding="utf-8")
    assert text == tool.page(text), "run tools/contract.py"
    for room in ROOMS.values():
        for hook in fields(room):
            assert f"`{hook.name}{hook.metadata['takes']}`" in text


def test_every_game_has_what_it_needs() -> None:
    for name in game_names():
        game = parlour.game(name)
        for room in ROOMS.values():
            hooks = game.hooks(room)
            assert all(getattr(hooks, hook.name) is not MISSING for hook in fields(room))
        assert unknown_hooks(game) == []


def test_a_game_without_a_board_is_shown_as_text(examples: Path) -> None:
    kuhn = parlour.game(str(examples / "kuhn.py"))
    state = kuhn.new()
    assert kuhn.board.describe(state) == {"text": str(state)}
    assert kuhn.board.targets(state, 0) == {}
    assert str(state).splitlines()[0] in state.svg


def test_a_missing_hook_is_named() -> None:
    with pytest.raises(parlour.ParlourError, match="lacks format, parse, draw"):
        furnish(Notation, pytest)
    assert furnish(Board, None).ADVISERS == {}


def copy_of(example: Path, folder: Path, old: str, new: str) -> Path:
    """An example game with something changed in it."""
    text = example.read_text()
    assert old in text
    path = folder / example.name
    path.write_text(text.replace(old, new))
    return path


def test_a_hook_that_nobody_knows_is_named(examples: Path, tmp_path: Path) -> None:
    misspelt = "def featurs(position, seat):\n    return {}\n\n\ndef draw("
    path = copy_of(examples / "tictactoe.py", tmp_path, "def draw(", misspelt)
    with pytest.raises(AssertionError, match=r"featurs is no hook \(did you mean features\?\)"):
        check_game(parlour.game(str(path)), games=1)


def test_a_position_that_reads_back_as_another_is_found(examples: Path, tmp_path: Path) -> None:
    text = "def text(state):\n    return 'start'\n\n\n"
    wrong = f"{text}def position(game, text):\n    return game.new()\n\n\ndef draw("
    path = copy_of(examples / "tictactoe.py", tmp_path, "def draw(", wrong)
    with pytest.raises(AssertionError, match="reads back as another"):
        check_game(parlour.game(str(path)), games=1)
