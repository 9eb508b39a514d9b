"""Take pictures of every view, light, dark and on a phone: ``python tools/screenshots.py [FOLDER]``.

Needs Chromium and playwright; the README's picture is made by it too.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from web_helpers import Client, Served  # noqa: E402 - the tests' own server

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
GAMES = ("reversi", "isolation", "jungle")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 900}},
    "dark": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True},
}
OPTIONS: dict[str, dict[str, int]] = {"reversi": {}, "isolation": {"size": 7}, "jungle": {}}
SOME_MOVES = 5


def finished(served: Served, game: str) -> str:
    """A game between agents, played and analysed."""
    table, _ = served.new_table(game, "mcts:playouts=50", "mcts:playouts=400", **OPTIONS[game])
    client = Client(served.url, table, [])
    client.ask(t="pace", playing=True, delay=0.0)
    while "result" not in client.hear("view"):
        pass
    client.ask(t="analyse")
    while client.hear("progress")["running"]:
        pass
    client.close()
    return table


def begun(served: Served, game: str) -> tuple[str, str]:
    """A game of a person with some moves played, and the person's token."""
    table, tokens = served.new_table(game, "me", "mcts:playouts=200", **OPTIONS[game])
    client = Client(served.url, table, [tokens["0"]])
    for number in range(SOME_MOVES):
        view = client.until_mine()
        if view.get("result"):
            break
        legal = view["legal"]
        client.act(legal[(3 * number) % len(legal)]["a"])
    client.until_mine()
    client.close()
    return table, tokens["0"]


class Photographer:
    """One browser window in one look."""

    def __init__(self, browser: Any, served: Served, look: str, folder: Path) -> None:
        context = browser.new_context(**LOOKS[look])
        context.set_default_timeout(120_000)
        stored = json.dumps(json.dumps({"theme": "dark" if look == "dark" else "light", "motion": "off"}))
        context.add_init_script(f"localStorage.setItem('parlour.settings', {stored})")
        self.page, self.served, self.look, self.folder = context.new_page(), served, look, folder

    def visit(self, path: str, wait: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(f"{self.served.url}/{path}")
        self.page.wait_for_selector(wait)

    def shoot(self, name: str) -> None:
        self.page.screenshot(path=self.folder / f"{name}-{self.look}.png")


def take(camera: Photographer, replays: dict[str, str], games: dict[str, tuple[str, str]]) -> None:
    """All views in one look."""
    for name, path, wait in (
        ("lobby", "#/", ".card"),
        ("setup", "#/new/isolation", "form.setup"),
        ("games", "#/games", ".tables"),
        ("help", "#/help", ".facts"),
    ):
        camera.visit(path, wait)
        camera.shoot(name)
    for game in GAMES:
        table, token = games[game]
        camera.visit(f"#/help/{game}", ".diagram .cell")
        camera.shoot(f"help-{game}")
        camera.visit(f"#/sit/{table}/0/{token}", ".cell.legal, .cell.movable, .result")
        camera.page.click("[data-action='action.hint']")
        camera.page.wait_for_selector(".plate.best")
        camera.page.click("[data-action='action.hint']")
        camera.page.wait_for_selector(".candidates")
        camera.shoot(f"play-{game}")
        camera.visit(f"#/table/{replays[game]}?ply=12", ".graph polyline")
        camera.page.click("#tab-moves")
        camera.shoot(f"replay-{game}")
    camera.page.keyboard.press("?")
    camera.page.wait_for_selector("dialog[open]")
    camera.shoot("keys")


def main(folder: Path) -> None:
    """Start a server, play, and take the pictures."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as manager:
        served = Served(Path(place) / "tables.sqlite")
        browser = manager.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            replays = {game: finished(served, game) for game in GAMES}
            games = {game: begun(served, game) for game in GAMES}
            for look in LOOKS:
                print(f"taking {look}", flush=True)
                take(Photographer(browser, served, look, folder), replays, games)
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
