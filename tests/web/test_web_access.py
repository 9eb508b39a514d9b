"""Accessibility: no serious finding on any view, every word in the catalogue, status lines that are read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Client, findings, visit

from parlour.game import game_names

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "parlour"
STATIC, GAMES = PACKAGE / "web" / "static", PACKAGE / "games"
PAGE_WORDS = json.loads((STATIC / "locales" / "en.json").read_text())
GAME_WORDS = {
    path.parents[1].name.replace("_", "-"): json.loads(path.read_text())
    for path in sorted(GAMES.glob("*/board/words.json"))
}
WORDS = {**PAGE_WORDS, **{key: text for words in GAME_WORDS.values() for key, text in words.items()}}
MODULES = [*sorted(STATIC.rglob("*.js")), *sorted(GAMES.glob("*/board/board.js"))]


@pytest.fixture(scope="module")
def finished(served: Any) -> dict[str, str]:
    """One finished and analysed table of each game."""
    tables = {}
    for game in ("reversi", "isolation", "jungle"):
        table, _ = served.new_table(game, "random", "mcts:playouts=10")
        client = Client(served.url, table, [])
        client.ask(t="pace", playing=True, delay=0.0)
        while "result" not in client.hear("view"):
            pass
        client.ask(t="analyse", choice={"agent": "mcts", "options": {"playouts": 20}})
        while client.hear("progress")["running"]:
            pass
        client.close()
        tables[game] = table
    return tables


def test_nothing_serious_on_any_view(open_page: Any, served: Any, finished: dict[str, str]) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python: pip install '.[test]'")
    page = open_page()
    wrong = {}

    def look(name: str) -> None:
        for theme, rules in (("light", ()), ("dark", ("color-contrast",))):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            if faults := findings(page, *rules):
                wrong[f"{name} {theme}"] = faults

    page.evaluate("() => document.querySelector('main').append(document.createElement('img'))")
    assert findings(page, "image-alt")
    look("lobby")
    assert list(wrong) == ["lobby light"]
    wrong.clear()
    for path, wait in (
        ("#/new/reversi", "form.setup"),
        ("#/new/isolation?watch=1", "form.setup"),
        ("#/new/chess", ".lead"),
        ("#/watch", ".tiles"),
        ("#/games", ".tables"),
        ("#/standings", ".lead"),
        ("#/training", ".lead"),
        ("#/help", ".facts"),
    ):
        visit(page, path, wait)
        look(path)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    look("keys")
    page.keyboard.press("Escape")
    page.click("header button:last-of-type")
    page.wait_for_selector("dialog[open]")
    look("settings")
    page.keyboard.press("Escape")
    for game, table in finished.items():
        visit(page, f"#/help/{game}", ".diagram .cell")
        look(f"help {game}")
        visit(page, f"#/table/{table}?ply=2", ".legend .key")
        look(f"replay {game}")
        page.click("#tab-why")
        page.wait_for_selector(".candidates")
        look(f"why {game}")
        running, tokens = served.new_table(game, "me", "random")
        visit(page, f"#/sit/{running}/0/{tokens['0']}", ".cell.legal, .cell.movable")
        page.keyboard.press("h")
        page.wait_for_selector(".plate")
        look(f"play {game}")
        watched, _ = served.new_table(game, "random", "random")
        visit(page, f"#/table/{watched}", "[data-action='action.step'], .result")
        look(f"watch {game}")
    assert not wrong, json.dumps(wrong, ensure_ascii=False, indent=1)


def test_a_board_is_a_grid_with_one_tab_stop_and_names(open_page: Any, served: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "random")
    page = open_page(f"#/sit/{table}/0/{tokens['0']}")
    page.wait_for_selector(".cell.legal")
    assert page.locator("[role=grid] > [role=row] > [role=gridcell]").count() == 64
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    assert page.get_attribute("[data-square=e4]", "aria-label") == "e4, Black"
    assert page.get_attribute("[data-square=f5]", "aria-label") == "f5, empty, legal"
    page.click("[data-square=f5]")
    page.wait_for_selector(".cell.legal:not([data-square=f5])")
    said = r"White played \w\d\. (One disc was|\d+ discs were) turned\. Your turn"
    page.wait_for_function(
        "(said) => RegExp(said).test(document.querySelector('.status[aria-live]').textContent)", arg=said
    )


def test_every_word_of_the_page_is_in_the_catalogue() -> None:
    missing = []
    for module in MODULES:
        text = module.read_text()
        for key in re.findall(r'\bt\(\s*"([\w.]+)"', text):
            if key not in WORDS:
                missing.append(f"{module.name}: {key}")
    assert not missing


def test_every_word_of_the_catalogue_is_used() -> None:
    """A key is named in full, or built from a prefix that a module writes before ``${``."""
    code = "\n".join(module.read_text() for module in MODULES)
    named = set(re.findall(r'["`]([\w.]+)["`]', code))
    prefixes = tuple(re.findall(r"`([\w.]+\.)\$\{", code))
    assert not [key for key in PAGE_WORDS if key not in named and not key.startswith(prefixes)]


def test_every_game_brings_its_own_words_and_no_others() -> None:
    assert sorted(GAME_WORDS) == game_names()
    for game, words in GAME_WORDS.items():
        assert all(key.startswith(f"{game}.") for key in words)
        assert not any(key.startswith(f"{game}.") for key in PAGE_WORDS)


PSEUDO = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
UNTOLD = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { nodeValue: text, parentElement: place } = walker.currentNode;
    let bare = text;
    while (/⟦[^⟦⟧]*⟧/.test(bare)) bare = bare.replace(/⟦[^⟦⟧]*⟧/g, " "); // words may hold words
    const named = place.closest("[translate=no], [lang]:not(html), time, noscript");
    if (/[a-zA-Z]{3}/.test(bare) && !named) texts.push(text);
  }
  return texts;
}"""


def lengthened(text: str) -> str:
    """The words of the catalogue in a language that nobody speaks: a third longer, and easy to spot."""
    parts = re.split(r"(\{\w+\})", text)
    longer = "".join(part if part.startswith("{") else part.translate(PSEUDO) for part in parts)
    return f"⟦{longer}{' ~~~' * (len(text) // 12 + 1)}⟧"


def test_no_word_is_outside_the_catalogue_and_longer_ones_fit(
    open_page: Any, served: Any, finished: dict[str, str]
) -> None:
    def strange(words: dict[str, Any]) -> dict[str, Any]:
        return {
            key: {form: lengthened(one) for form, one in text.items()}
            if isinstance(text, dict)
            else lengthened(text)
            for key, text in words.items()
        }

    page = open_page()
    page.route("**/locales/en.json", lambda route: route.fulfill(json=strange(PAGE_WORDS)))
    page.route("**/api/words", lambda route: route.fulfill(json=strange(route.fetch().json())))
    page.reload()
    page.wait_for_selector(".card")
    running, tokens = served.new_table("jungle", "me", "random")
    views = {
        "#/new/isolation": "form.setup", "#/": ".card", "#/watch": ".tiles", "#/games": ".tables",
        "#/standings": ".lead", "#/training": ".lead", "#/help": ".facts",
        **{f"#/help/{game}": ".diagram .cell" for game in finished},
        **{f"#/table/{table}?ply=2": ".legend .key" for table in finished.values()},
        f"#/sit/{running}/0/{tokens['0']}": ".cell.movable",
    }  # fmt: skip
    wrong = {}
    for path, wait in views.items():
        visit(page, path, wait)
        if untold := page.evaluate(UNTOLD):
            wrong[path] = untold
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("() => document.documentElement.scrollWidth") > width:
                wrong[f"{path} is too wide for {width}"] = []
    assert not wrong, json.dumps(wrong, ensure_ascii=False, indent=1)


def test_nothing_is_cut_off_at_the_width_of_a_small_phone(
    open_page: Any, served: Any, finished: dict[str, str]
) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    for path in ("#/help/jungle", "#/games", f"#/table/{finished['reversi']}?ply=2", "#/"):
        visit(page, path, ".card, .tables, .board")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320, path


def test_each_game_with_a_board_has_its_words() -> None:
    for board in sorted(GAMES.glob("*/board/board.js")):
        game = board.parents[1].name.replace("_", "-")
        for word in (
            "title",
            "summary",
            "time",
            "board",
            "must",
            "seat.0",
            "seat.1",
            "rule.1",
            "tip.1",
            *(f"lesson.{n}" for n in range(1, 6)),
        ):
            assert f"{game}.{word}" in WORDS, f"{game}.{word}"
        for diagram in re.findall(r'key: "(\w+)",\s+data', board.read_text()):
            assert f"{game}.diagram.{diagram}" in WORDS
