"""Sketches: what the page makes a board from, and what is said of one that cannot be drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.errors import ParlourError
from parlour.sketch import Card, Cards, Grid, Row, Square


def test_squares_are_named_from_the_bottom_left_unless_told() -> None:
    six = [Square() for _ in range(6)]
    assert Grid(2, six).fields()["grid"]["names"] == ["a3", "b3", "a2", "b2", "a1", "b1"]
    assert Grid(2, six, "uvwxyz").places == set("uvwxyz")


def test_a_card_is_called_by_its_text_unless_told_and_a_back_by_nothing() -> None:
    cards = Cards(
        [Row("hand", [Card("K"), Card("K", "red", "red king")]), Row("deck", [Card(), Card()], "2 left")]
    )
    hand, deck = cards.fields()["cards"]
    assert [card["name"] for card in hand["cards"]] == ["K", "red king"]
    assert [card["name"] for card in deck["cards"]] == ["", ""]


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: Grid(2, [Square()] * 3), "a grid of 3 squares has no whole rows of 2"),
        (lambda: Grid(3, []), "a grid of 0 squares has no whole rows of 3"),
        (lambda: Grid(16, [Square()] * 16), "a grid of more than 15 columns needs names"),
        (lambda: Grid(2, [Square()] * 2, "aa"), "a grid of 2 squares needs as many different names"),
        (lambda: Grid(2, [Square()] * 2, "abc"), "a grid of 2 squares needs as many different names"),
        (lambda: Square(ground="wter"), "unknown ground 'wter': did you mean 'water'?"),
        (lambda: Card("7", "rot"), "unknown suit 'rot'"),
        (lambda: Cards([Row("a", [Card("7")]), Row("b", [Card("7")])]), "two cards are called 7"),
    ],
)
def test_a_sketch_that_cannot_be_drawn_is_refused_with_the_fix(make: Callable[[], object], line: str) -> None:
    with pytest.raises(ParlourError) as refusal:
        make()
    assert str(refusal.value).startswith(line)
