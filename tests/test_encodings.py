"""Encodings: the page is current, and a wrong one is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import encodings_page as tool
import parlour
from parlour.encoding import Block, names_of, starts
from parlour.testing import check_game

SOUND = """
from parlour.encoding import Block

OBSERVATION = (Block("own", "an own mark", "123456789"), Block("other", "a mark of the other's", "123456789"))
ACTIONS = (Block("square", "a mark here", "123456789"),)


@rule
def observe(state, seat, out):
    s = fields(state)
    for square in range(9):
        out[square] = s.marks[seat] >> square & 1
        out[9 + square] = s.marks[1 - seat] >> square & 1
"""


def variant_of(example: Path, folder: Path, encoding: str) -> parlour.Game:
    """Tic-tac-toe with an encoding of its own."""
    path = folder / example.name
    path.write_text(example.read_text() + encoding)
    return parlour.game(str(path))


def test_the_page_lists_every_number_and_code() -> None:
    text = tool.PAGE.read_text(encoding="utf-8")
    assert text == tool.page(text), "run tools/encodings_page.py"


def test_blocks_name_their_numbers() -> None:
    blocks = (Block("own", "an own mark", ("a1", "b1")), Block("turn", "to move"))
    assert names_of(blocks) == ["own a1", "own b1", "turn"]
    assert starts(blocks) == [0, 2]


def test_a_game_without_an_encoding_says_so(examples: Path, tmp_path: Path) -> None:
    game = variant_of(examples / "tictactoe.py", tmp_path, "\nOBSERVATION = ()\n")
    with pytest.raises(parlour.ParlourError, match="tictactoe has no encoding"):
        _ = game.encoding


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("out[square] =", "out[square + 20] =", "writes more than its 18 numbers"),
        ("for square in range(9)", "out[0] = 5.0\n    for square in range(1, 9)", "keep to -1..1"),
        ("ACTIONS = (Block(", "ACTIONS = (Block('none', 'of nine', '1'),) or (Block(", "the code of 2 is 1"),
        ("@rule", "@rule\ndef code(state, action):\n    return action // 2\n\n\n@rule", "reads back as"),
        ("@rule", "@rule\ndef candidates(state, actions, n):\n    return 0\n\n\n@rule", "candidates keeps"),
        ("@rule", "@rule\ndef target(state, out):\n    out[0] = 3.0\n\n\n@rule", "encoding.target gives"),
    ],
)
def test_a_wrong_encoding_is_found(
    old: str, new: str, complaint: str, examples: Path, tmp_path: Path
) -> None:
    game = variant_of(examples / "tictactoe.py", tmp_path, SOUND.replace(old, new, 1))
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, games=1)


def test_a_sound_encoding_passes(examples: Path, tmp_path: Path) -> None:
    game = variant_of(examples / "tictactoe.py", tmp_path, SOUND)
    check_game(game, games=2)
    state = game.new()
    state.play("5")
    assert game.encoding.observe(state.view(0)).nonzero()[0].tolist() == [4]
    assert game.encoding.observe(state.view(1)).nonzero()[0].tolist() == [13]
