"""Connect Four, a folder outside the package, on its own board: offered, played by columns, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Served, findings, visit

PHONE = {"width": 390, "height": 844}
FILLED = "() => document.querySelectorAll('.cell circle[fill]').length"
FREE = """() => [...document.querySelectorAll('.cell.legal')].map((cell) => cell.dataset.square[0]).sort()"""
ANSWERED = """(played) => document.querySelector('.result') || (document.querySelector('.cell.legal')
  && document.querySelectorAll('.moves button').length >= played + 2)"""


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Served]:
    """A server that offers the folder."""
    server = Served(tmp_path_factory.mktemp("four") / "tables.sqlite", examples / "connect_four")
    yield server
    server.stop()


def begin(page: Any) -> None:
    """Start a game from the card in the lobby, against the agent that is offered."""
    page.click("[data-game=connect-four] .primary")
    page.wait_for_selector(".board-connect-four .cell.legal")


def drop(page: Any, square: str) -> None:
    """Click a square and wait for the answer to the move."""
    played = page.locator(".moves button").count()
    page.click(f"[data-square={square}]")
    page.wait_for_function(ANSWERED, arg=played)


def test_its_card_is_in_the_lobby_with_its_picture_and_words(open_page: Any, four: Served) -> None:
    page = open_page(at=four)
    card = "[data-game=connect-four]"
    page.wait_for_function("(at) => document.querySelector(at).naturalWidth > 0", arg=f"{card} .picture")
    assert page.inner_text(f"{card} h2") == "Connect Four"
    assert not findings(page)


def test_a_click_anywhere_in_a_column_drops_a_disc(open_page: Any, four: Served) -> None:
    page = open_page(at=four)
    begin(page)
    assert page.evaluate(FREE) == list("abcdefg")
    drop(page, "d6")
    assert page.get_attribute("[data-square=d1]", "aria-label").startswith("d1, Red")
    assert page.evaluate(FILLED) == 2
    assert page.locator(".cell.last").count() == 1
    assert not findings(page)


def test_a_game_is_played_to_the_end_and_replayed(open_page: Any, four: Served) -> None:
    page = open_page(at=four)
    begin(page)
    while not page.query_selector(".result"):
        drop(page, f"{page.evaluate(FREE)[0]}6")
    moves = page.locator(".moves button").count()
    assert page.evaluate(FILLED) == moves
    assert page.locator(".cell .won").count() >= 4
    assert page.locator(".cell[aria-label*='winning four']").count() >= 4
    assert not findings(page)
    page.reload()  # the board has the keys while a square has the focus
    page.wait_for_selector(".cell .won")
    page.keyboard.press("Home")
    page.wait_for_selector(".status:has-text('Move 0')")
    assert page.evaluate(FILLED) == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".status:has-text('Move 1')")
    assert page.evaluate(FILLED) == 1
    page.click("[data-action='analyse']")
    page.wait_for_selector(".graph polyline")


def test_the_other_side_sees_the_columns_mirrored_and_the_discs_still_at_the_bottom(
    open_page: Any, four: Served
) -> None:
    page = open_page(at=four)
    begin(page)
    squares = "() => [...document.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square)"
    assert page.evaluate(squares)[:7] == ["a6", "b6", "c6", "d6", "e6", "f6", "g6"]
    page.keyboard.press("f")
    page.wait_for_function(f"() => ({squares})()[0] === 'g6'")
    assert page.evaluate(squares)[-7:] == ["g1", "f1", "e1", "d1", "c1", "b1", "a1"]


def test_it_is_learned_and_fits_a_phone(open_page: Any, four: Served) -> None:
    page = open_page(at=four, viewport=PHONE)
    begin(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    assert not findings(page)
    visit(page, "#/help/connect-four", ".diagram .cell")
    assert page.locator(".rules >> nth=0 >> li").count() == 4
    assert page.locator(".diagram .won").count() == 4
    assert not findings(page)
