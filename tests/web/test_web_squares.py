"""Boards of squares in a real browser: what is seen of moves, and whether it can be seen well."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_helpers import Client, Served

GAMES = ("reversi", "isolation", "jungle")
SMALL = {"width": 320, "height": 640}
COLOURS = """(element) => [...document.querySelectorAll(element)].flatMap((one) => {
  const styles = [getComputedStyle(one), getComputedStyle(one, '::before')];
  const fields = ['backgroundColor', 'backgroundImage', 'fill'];
  return styles.flatMap((style) => fields.map((field) => style[field]));
}).join(' ')"""
GROUNDS = {
    "reversi": [".board-reversi .squares"],
    "isolation": [".cell.legal"],
    "jungle": [".board-jungle .squares", ".pond path:first-child", ".scene rect"],
}


def sit(open_page: Any, served: Served, game: str, **options: Any) -> Any:
    """The page of a new table, with one person for both sides."""
    table, tokens = served.new_table(game, "me", "me", **options.pop("variant", {}))
    page = open_page(f"#/sit/{table}/0/{tokens['0']}", **options)
    page.wait_for_selector(".cell.legal, .cell.movable")
    return page


def offer(page: Any) -> None:
    """Have legal squares shown: where a piece must be picked first, pick one."""
    if page.locator(".cell.movable").count():
        page.click(".cell.movable >> nth=0")
    page.wait_for_selector(".cell.legal .sign-legal")


def luminance(colour: tuple[int, ...]) -> float:
    parts = [part / 255 for part in colour]
    lines = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * lines[0] + 0.7152 * lines[1] + 0.0722 * lines[2]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours(page: Any, selector: str) -> set[tuple[int, ...]]:
    """The opaque colours that an element is painted with."""
    text = page.evaluate(COLOURS, selector)
    return {tuple(map(int, rgb)) for rgb in re.findall(r"rgb\((\d+), (\d+), (\d+)\)", text)}


@pytest.mark.parametrize("game", GAMES)
def test_dots_on_legal_squares_stand_out_from_the_ground(open_page: Any, served: Served, game: str) -> None:
    page = sit(open_page, served, game)
    offer(page)
    (dot,) = colours(page, ".cell.legal .sign-legal") - {(0, 0, 0)}
    assert page.eval_on_selector(".sign-legal", "(dot) => getComputedStyle(dot).fillOpacity") == "1"
    grounds = set.union(*(colours(page, selector) for selector in GROUNDS[game])) - {(0, 0, 0)}
    assert grounds
    worst = min(contrast(dot, ground) for ground in grounds)
    assert worst >= 3, (dot, grounds)


@pytest.mark.parametrize("game", GAMES)
def test_the_mark_of_the_last_move_is_ten_pixels_wide_on_the_smallest_phone(
    open_page: Any, served: Served, game: str
) -> None:
    table, tokens = served.new_table(game, "me", "me")
    client = Client(served.url, table, list(tokens.values()))
    client.act()
    client.until_mine()
    client.close()
    page = open_page(f"#/sit/{table}/0/{tokens['0']}", viewport=SMALL)
    page.wait_for_selector(".sign-last .edge")
    for box in page.locator(".sign-last .edge").all():
        assert box.bounding_box()["width"] >= 10


def test_a_disc_keeps_its_old_colour_until_half_of_its_turn(open_page: Any, served: Served) -> None:
    page = sit(open_page, served, "reversi", settings={"motion": "on", "speed": "normal"})
    page.evaluate("""() => {
      window.held = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        const motion = animate.apply(this, how);
        motion.pause();
        if (this.closest('[data-square=e5]')) held.push(motion);
        return motion;
      };
    }""")
    page.click("[data-square=f5]")
    page.wait_for_selector("[data-square=e5] .old")
    seen = """(at) => {
      for (const motion of held) motion.currentTime = at;
      const widths = [...document.querySelectorAll('[data-square=e5] .face')].map((face) =>
        [face.getAttribute('fill'), face.getBoundingClientRect().width]);
      return widths.filter(([, width]) => width > 1).map(([fill]) => fill);
    }"""
    white, black = "#F7F7F2", "#15181C"
    assert [page.evaluate(seen, at) for at in (0, 60, 105)] == [[white]] * 3
    assert [page.evaluate(seen, at) for at in (120, 199)] == [[black]] * 2
    page.evaluate("() => held.forEach((motion) => motion.finish())")
    page.wait_for_selector("[data-square=e5] .old", state="detached")


def test_a_tile_falls_when_a_pawn_leaves_it(open_page: Any, served: Served) -> None:
    variant = {"size": 5, "start": "a1-e5"}
    page = sit(open_page, served, "isolation", variant=variant, settings={"motion": "off"})
    page.click("[data-square=b2]")
    page.wait_for_selector("[data-square=a1].gone .shards")
    assert "last move" in page.get_attribute("[data-square=a1]", "aria-label")
    assert page.locator("[data-square=b2].gone").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_waits_is_shown_as_its_piece(open_page: Any, served: Served, game: str) -> None:
    page = sit(open_page, served, game, settings={"motion": "off", "confirm": "always"})
    if game == "jungle":
        page.click("[data-square=a3]")
    page.click(".cell.legal >> nth=0")
    page.wait_for_selector(".cell .ghost, .cell .plate.pending")
    assert page.locator(".ghost").count() == 1
    assert page.locator(".plate.pending rect").count() == 0
    page.keyboard.press("Escape")
    page.wait_for_selector(".ghost", state="detached")


def test_what_was_read_out_goes_with_the_move(open_page: Any, served: Served) -> None:
    page = sit(open_page, served, "jungle")
    page.click("[data-square=a3]")
    page.hover("[data-square=a4]")
    page.wait_for_selector(".readout:has-text('Elephant 8 → a4')")
    page.click("[data-square=a4]")
    page.wait_for_selector("[data-square=a4][aria-label*=Elephant]")
    page.wait_for_selector(".readout:empty", state="attached")


@pytest.mark.parametrize("game", GAMES)
def test_a_flipped_board_is_seen_from_the_other_side(open_page: Any, served: Served, game: str) -> None:
    page = sit(open_page, served, game)
    names = "() => [...document.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square)"
    labels = "() => ['.files', '.ranks'].map((at) => document.querySelector(at).textContent)"
    squares, (files, ranks) = page.evaluate(names), page.evaluate(labels)
    page.keyboard.press("f")
    page.wait_for_function(f"(first) => ({names})()[0] === first", arg=squares[-1])
    assert page.evaluate(names) == squares[::-1]
    assert page.evaluate(labels) == [files[::-1], ranks[::-1]]


def test_one_disc_is_one_disc(open_page: Any, served: Served) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    client = Client(served.url, table, list(tokens.values()))
    client.act("f5")
    client.until_mine()
    client.close()
    page = open_page(f"#/sit/{table}/0/{tokens['0']}")
    page.wait_for_selector("[data-seat='1'] .count:text-is('1 disc')")
    page.wait_for_selector("[data-seat='0'] .count:text-is('4 discs')")


def test_a_first_game_of_jungle_draws_when_quiet_and_the_sheet_is_a_choice(
    open_page: Any, served: Served
) -> None:
    page = open_page("#/new/jungle")
    page.wait_for_selector("form.setup")
    assert page.locator("select >> option:checked:has-text('quiet games are drawn')").count() == 1
    page.click("button[type=submit]")
    page.wait_for_selector(".cell.movable")
    assert newest(served)["variant"] == "jungle:rules=judge"
    page.goto(f"{served.url}/#/new/jungle")
    page.wait_for_selector("form.setup summary")
    choice = page.locator("select:has(option[value=sheet])")
    if not choice.is_visible():
        page.click("form.setup summary")
    choice.select_option("sheet")
    page.click("button[type=submit]")
    page.wait_for_selector(".cell.movable")
    assert newest(served)["variant"] == "jungle"
    page.goto(f"{served.url}/#/new/jungle")
    page.wait_for_selector("form.setup")
    assert page.locator("select >> option[value=sheet]:checked").count() == 1


def newest(served: Served) -> dict[str, Any]:
    """The table that was used last."""
    tables: list[dict[str, Any]] = served.get("/api/tables")
    return max(tables, key=lambda table: table["updated"])


def test_the_page_says_in_words_why_a_game_ended(open_page: Any, served: Served) -> None:
    table, tokens = served.new_table("isolation", "me", "me", size=3)
    client = Client(served.url, table, list(tokens.values()))
    while not (view := client.until_mine()).get("result"):
        client.act()
    client.close()
    loser = 1 + view["result"]["rewards"].index(-1)
    page = open_page(f"#/table/{table}")
    page.wait_for_selector(f".result p:text-is('Player {loser} cannot move.')")


def test_an_animal_follows_the_pointer_and_its_ground_stays(open_page: Any, served: Served) -> None:
    page = sit(open_page, served, "jungle")
    box = page.locator("[data-square=a3]").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] - 30, steps=3)
    lifted = "() => document.querySelector('[data-square=a3] svg').getBoundingClientRect().top"
    page.wait_for_selector("[data-square=a3].lifted")
    assert page.evaluate(lifted) < box["y"] - 20
    assert page.locator(".cell .pond, .cell .trap, .cell .den").count() == 0
    page.mouse.up()
    page.wait_for_selector("[data-square=a3]:not(.lifted)")


def test_dens_and_traps_stand_upright_on_a_flipped_board(open_page: Any, served: Served) -> None:
    page = sit(open_page, served, "jungle")
    mouths = """() => [...document.querySelectorAll('.scene .den')].map((den) => {
      const [whole, mouth] = [den.querySelector('rect'), den.querySelectorAll('path')[1]]
        .map((part) => part.getBoundingClientRect());
      return mouth.top - whole.top > whole.bottom - mouth.bottom;
    })"""
    assert page.evaluate(mouths) == [True, True]
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('[data-square]').dataset.square === 'g1'")
    assert page.evaluate(mouths) == [True, True]
