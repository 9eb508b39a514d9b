"""The frame of a table in a real browser: the board is large, and nothing moves while a game goes on."""

from __future__ import annotations

from typing import Any

import pytest
from web_helpers import Client, Served, visit

LAPTOP = {"width": 1366, "height": 768}
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
BOX = """(at) => {
  const box = document.querySelector(at).getBoundingClientRect();
  return [box.left, box.top + scrollY, box.width, box.height].map(Math.round);
}"""
PARTS = (".status", ".above", ".place", ".under", ".actions", ".story", ".tabs")
LEAST = {"reversi": (560, 560), "isolation": (560, 560), "jungle": (430, 553)}


def boxes(page: Any) -> dict[str, list[int]]:
    """Where the parts of the table are on the page."""
    return {part: page.evaluate(BOX, part) for part in PARTS}


def finished_table(served: Served, game: str) -> str:
    """A game between agents that is over."""
    table, _ = served.new_table(game, "random", "random")
    client = Client(served.url, table, [])
    client.ask(t="pace", playing=True, delay=0.0)
    while not client.hear("view").get("result"):
        pass
    client.close()
    return table


@pytest.mark.parametrize("game", LEAST)
def test_the_board_is_as_high_as_the_window_allows(open_page: Any, served: Served, game: str) -> None:
    page = open_page(viewport=LAPTOP)
    table, tokens = served.new_table(game, "me", "random")
    least = LEAST[game]
    for route in (f"#/sit/{table}/0/{tokens['0']}", f"#/table/{finished_table(served, game)}"):
        visit(page, route, ".squares .cell")
        for size in (LAPTOP, DESKTOP):
            page.set_viewport_size(size)
            width, height = page.evaluate(BOX, ".squares")[2:]
            assert width >= least[0]
            assert height >= least[1]
            assert page.evaluate("() => document.documentElement.scrollHeight") <= size["height"]


def test_a_laptop_with_a_touch_screen_scrolls_no_more_than_any_other(open_page: Any, served: Served) -> None:
    page = open_page(viewport=LAPTOP, has_touch=True)
    table, tokens = served.new_table("reversi", "me", "random")
    visit(page, f"#/sit/{table}/0/{tokens['0']}", ".squares .cell")
    page.wait_for_selector("[data-action='action.confirm']")
    assert page.evaluate("() => document.documentElement.scrollHeight") <= LAPTOP["height"]
    first = boxes(page)
    page.tap("[data-action='action.resign']")
    page.wait_for_selector("dialog[open]")
    assert boxes(page) == first


@pytest.mark.parametrize("game", LEAST)
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_on_a_phone_the_board_starts_near_the_top(
    open_page: Any, served: Served, game: str, size: dict[str, int]
) -> None:
    page = open_page(viewport=size, has_touch=True, is_mobile=True)
    table, tokens = served.new_table(game, "me", "random")
    visit(page, f"#/sit/{table}/0/{tokens['0']}", ".squares .cell")
    left, top, width, _ = page.evaluate(BOX, ".squares")
    assert top <= 150
    assert left + width <= size["width"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("size", [LAPTOP, DESKTOP, PHONE, SMALL], ids=["1366", "1280", "390", "320"])
def test_nothing_moves_from_the_first_move_to_the_result(
    open_page: Any, served: Served, size: dict[str, int]
) -> None:
    touch = size["width"] < 768
    page = open_page(viewport=size, has_touch=touch, is_mobile=touch)
    table, tokens = served.new_table("reversi", "me", "random")
    visit(page, f"#/sit/{table}/0/{tokens['0']}", ".cell.legal")
    first = boxes(page)
    buttons = page.evaluate(BOX, "[data-action='action.hint']")
    if touch:
        page.tap(".cell.legal >> nth=0")
        page.wait_for_selector(".status:has-text('play it?')")
        assert boxes(page) == first
        page.tap("[data-action='action.confirm']")
    else:
        page.click(".cell.legal >> nth=0")
    page.wait_for_function("() => document.querySelectorAll('.moves button').length === 2")
    assert boxes(page) == first
    page.click("[data-action='action.hint']")
    page.wait_for_selector(".plate")
    assert boxes(page) == first
    assert page.evaluate(BOX, "[data-action='action.hint']") == buttons
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('after move 1')")
    assert boxes(page) == first
    page.keyboard.press("Escape")
    page.wait_for_selector(".cell.legal")
    page.click("[data-action='action.resign']")
    page.click("dialog button:has-text('Resign')")
    page.wait_for_selector(".result")
    over = boxes(page)
    fixed = PARTS[:4] if touch else PARTS
    moved = {part for part in fixed if part != ".actions" and over[part] != first[part]}
    assert not moved, (first, over)
