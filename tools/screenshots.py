"""Take pictures of every view, light, dark and on a phone: ``python tools/screenshots.py [FOLDER]``.

The boards are also taken as people see them who do not tell some colours apart. Needs Chromium, playwright.
The README's picture is among them and is put into ``docs/images``.
"""

from __future__ import annotations

import argparse
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
PLAYERS = {
    "reversi": ("mcts:playouts=50", "mcts:playouts=400"),
    "isolation": ("mcts:playouts=50", "mcts:playouts=400"),
    "jungle": ("best:depth=2", "best:depth=3"),
    "dicewars": ("ste", "wpm", "best:depth=1", "wpm"),
    "ticket-to-ride": ("labno", "planner"),
    "tichu": ("plan", "plan", "plan", "fsm"),
}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1366, "height": 768}},
    "dark": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
OPTIONS: dict[str, dict[str, Any]] = {"isolation": {"size": 7}, "jungle": {"rules": "judge"}}
SIGHTS = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
SOME_MOVES = 5
SHOWN = "replay-reversi-light.png"  # in the README


def finished_table(served: Served, game: str) -> str:
    """A game between agents, played and analysed."""
    table, _ = served.new_table(game, *PLAYERS[game], **OPTIONS.get(game, {}))
    client = Client(served.url, table, [])
    client.ask(t="pace", playing=True, delay=0.0)
    while "result" not in client.hear("view"):
        pass
    client.ask(t="analyse")
    while client.hear("progress")["running"]:
        pass
    client.close()
    return table


def begun_table(served: Served, game: str) -> tuple[str, str]:
    """A game of a person with some moves played, and the person's token."""
    table, tokens = served.new_table(game, "me", *PLAYERS[game][1:], **OPTIONS.get(game, {}))
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


def fill_results(served: Served) -> None:
    """A small tournament, and the courses of two training runs."""
    import parlour
    from parlour.arena.match import carry_out
    from parlour.arena.plan import Plan
    from parlour.games.reversi.lab.training import Trainer
    from parlour.learn.curves import Curve

    game, agents = (
        parlour.game("isolation:size=5"),
        ["random", "mc:playouts=20", "mcts:playouts=20", "minimax:depth=3"],
    )
    plan = Plan.make(game, agents, mode="round-robin", games=20)
    carry_out(plan, game=game, store=served.results / "isolation.sqlite")
    for rate in (1.0, 0.3):
        trainer = Trainer()
        trainer.settings["rate"] = rate
        curve = Curve(
            served.results / f"rate-{rate}.curve.jsonl", f"rate {rate}", "reversi", trainer.settings
        )
        for _ in range(40):
            curve.add(trainer.games + 50, {"error in discs": trainer.play(50)})


class Photographer:
    """One browser window in one look."""

    def __init__(self, browser: Any, served: Served, look: str, folder: Path) -> None:
        context = browser.new_context(**LOOKS.get(look, LOOKS["light"]))
        context.set_default_timeout(120_000)
        stored = json.dumps(json.dumps({"theme": "dark" if look == "dark" else "light", "motion": "off"}))
        context.add_init_script(
            f"location.protocol === 'http:' && localStorage.setItem('parlour.settings', {stored})"
        )
        self.page, self.served, self.look, self.folder = context.new_page(), served, look, folder
        if look in SIGHTS:
            context.new_cdp_session(self.page).send("Emulation.setEmulatedVisionDeficiency", {"type": look})

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
        ("watch", "#/watch", ".tiles"),
        ("games", "#/games", ".tables"),
        ("standings", "#/standings", ".tables"),
        ("tournament", "#/standings/isolation", ".cross"),
        ("pair", "#/standings/isolation/0/1", ".sheet tbody tr"),
        ("training", "#/training", ".chart"),
        ("help", "#/help", ".facts"),
    ):
        camera.visit(path, wait)
        camera.shoot(name)
    for game in PLAYERS:
        table, token = games[game]
        camera.visit(f"#/help/{game}", ".diagram")
        camera.shoot(f"help-{game}")
        camera.visit(f"#/sit/{table}/0/{token}", "[data-action='action.hint']:not([aria-disabled])")
        camera.page.keyboard.press("h")
        camera.page.wait_for_selector(".status:not(:has-text('Looking for'))")
        camera.page.keyboard.press("h")
        camera.page.wait_for_selector(".candidates")
        camera.shoot(f"play-{game}")
        camera.visit(f"#/table/{replays[game]}?ply=8", ".story .graph > *")
        camera.shoot(f"replay-{game}")
    for name, button in (
        ("keys", "header button:nth-of-type(2)"),
        ("settings", "header button:last-of-type"),
    ):
        camera.page.click(button)
        camera.page.wait_for_selector("dialog[open]")
        camera.shoot(name)
        camera.page.keyboard.press("Escape")


def take_boards(camera: Photographer, games: dict[str, tuple[str, str]]) -> None:
    """The boards in one way of seeing."""
    for game, (table, token) in games.items():
        camera.visit(f"#/sit/{table}/0/{token}", ".place > *")
        camera.shoot(f"board-{game}")


def main(folder: Path) -> None:
    """Start a server, play, and take the pictures."""
    from playwright.sync_api import sync_playwright

    for place in (folder, ROOT / "docs" / "images"):
        place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as manager:
        served = Served(Path(store) / "tables.sqlite")
        browser = manager.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            fill_results(served)
            replays = {game: finished_table(served, game) for game in PLAYERS}
            games = {game: begun_table(served, game) for game in PLAYERS}
            for look in LOOKS:
                print(f"taking {look}", flush=True)
                take(Photographer(browser, served, look, folder), replays, games)
            for sight in SIGHTS:
                take_boards(Photographer(browser, served, sight, folder), games)
        finally:
            browser.close()
            served.stop()
    shutil.copy(folder / SHOWN, ROOT / "docs" / "images" / SHOWN)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "results" / "screenshots")
    main(parser.parse_args().folder)
