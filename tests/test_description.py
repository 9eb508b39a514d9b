"""What bot writers are told of a game: every field and move is explained, and any language reads them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fields as tool
import parlour
from parlour.forms import default_form
from parlour.game import game_names
from parlour.testing import check_game, random_positions
from parlour.testing.descriptions import check_description
from support import Run
from variants import VARIANTS, view_after

GAMES = game_names()


@pytest.mark.parametrize("spec", VARIANTS)
@settings(max_examples=10)
@given(seed=st.integers(0, 1000), choices=st.lists(st.integers(0, 50), max_size=80))
def test_the_fields_of_a_view_read_back(spec: str, seed: int, choices: list[int]) -> None:
    check_description(view_after(parlour.game(spec), seed, choices), spec)


@pytest.mark.parametrize("spec", [spec for spec in VARIANTS if parlour.game(spec).hidden])
@settings(max_examples=10)
@given(seed=st.integers(0, 1000), choices=st.lists(st.integers(0, 50), max_size=80))
def test_what_is_hidden_never_changes_a_turn(spec: str, seed: int, choices: list[int]) -> None:
    view = view_after(parlour.game(spec), seed, choices)
    for guess in range(3):
        other = view.sample(guess).view(view.seat)
        assert view.game.description.write(other) == view.game.description.write(view)


@pytest.mark.parametrize("name", GAMES)
def test_every_field_and_every_kind_of_move_is_explained(name: str) -> None:
    game = parlour.game(name)
    for field, about in game.description.fields.items():
        assert len(about.meaning) > 7, f"{field} has no sentence"
        assert not about.meaning.endswith("."), field
    assert game.description.moves
    views = random_positions(game, 60)
    for example in game.description.moves:
        assert any(reads(view, example) for view in views), f"nobody reads '{example}'"


def reads(view: parlour.View, text: str) -> bool:
    try:
        view.game.notation.parse(view, text)
    except parlour.ParlourError:
        return False
    return True


def test_the_page_of_fields_is_up_to_date() -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(), "run tools/fields.py"


def test_a_field_that_is_not_there_is_named(examples: Path, tmp_path: Path) -> None:
    text = (examples / "tictactoe.py").read_text()
    lines = 'from parlour.description import Field\n\nFIELDS = {"bord": Field("the squares")}\n'
    path = tmp_path / "tictactoe.py"
    path.write_text(text + "\n\n" + lines)
    with pytest.raises(parlour.ParlourError, match=r"unknown field in FIELDS of tictactoe 'bord'"):
        _ = parlour.game(str(path)).description


def test_a_form_that_reads_back_as_another_is_found(examples: Path, tmp_path: Path) -> None:
    text = (examples / "tictactoe.py").read_text()
    form = "per_seat(as_set('12345678', 'squares'), 2, 2)"  # the ninth square is missing
    lines = "from parlour.description import Field\nfrom parlour.forms import as_set, per_seat\n\n"
    path = tmp_path / "tictactoe.py"
    path.write_text(f"{text}\n\n{lines}FIELDS = {{'marks': Field('the squares', {form})}}\n")
    with pytest.raises(AssertionError, match=r"FIELDS\['marks'\] reads back as another value"):
        check_game(parlour.game(str(path)), games=2)


def test_wide_numbers_of_a_game_that_declares_nothing_are_text() -> None:
    form = default_form(np.dtype((np.uint64, (2,))))
    wide = np.array([1, (1 << 64) - 1], np.uint64)
    assert form.write(wide) == ["1", "18446744073709551615"]
    assert form.read(form.write(wide)) == wide.tolist()


def test_describe_prints_for_people_and_machines(parlour: Run) -> None:
    people, machines = parlour("describe", "jungle"), parlour("describe", "jungle", "--json", "-")
    assert people.returncode == machines.returncode == 0
    assert "a7-a6" in people.stdout
    assert "list by seat: object by animal: square" in " ".join(people.stdout.split())
    facts = json.loads(machines.stdout)
    assert facts["options"]["rules"]["default"] == "sheet"
    assert facts["fields"]["places"]["at_start"][0]["elephant"] == "a3"
    assert facts["fields"]["quiet"]["type"] == "uint8"
