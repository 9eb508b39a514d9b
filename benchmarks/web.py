"""How the page answers while agents think: ``python benchmarks/web.py [TABLES]``.

So many tables of agents play at once, each watched; meanwhile a person at one more table makes moves. The
answer to a click is the view that shows the own move. The first page is timed in a Chromium, from nothing
to its cards with everything that they show.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from web_helpers import Client, Served  # noqa: E402 - the tests' own server

CLICKS = 40
LOADED = """() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const pictures = all.filter((entry) => entry.name.endsWith('card.svg'));
  const rest = all.filter((entry) => !pictures.includes(entry));
  const end = (entries) => Math.max(...entries.map((entry) => entry.responseEnd));
  return [all.reduce((sum, entry) => sum + entry.transferSize, 0), end(rest), end(all)];
}"""


def clicks(served: Served) -> list[float]:
    """Milliseconds from an act to the view that shows it, as a person at a hot seat."""
    table, tokens = served.new_table("reversi", "me", "me")
    client, found = Client(served.url, table, list(tokens.values())), []
    while len(found) < CLICKS and not client.until_mine().get("result"):
        ply = client.view["ply"]
        began = time.perf_counter()
        client.act()
        while client.hear("view")["ply"] == ply:
            pass
        found.append(1000 * (time.perf_counter() - began))
        time.sleep(0.05)
    client.close()
    return found


def first_page(served: Served) -> None:
    """Tell the bytes that the lobby loads, and when it can be used."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as manager:
        browser = manager.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        found = []
        for _ in range(5):
            page = browser.new_context().new_page()
            page.goto(served.url)
            page.wait_for_selector(".card .button")
            page.wait_for_load_state("networkidle")
            found.append(page.evaluate(LOADED))
            page.context.close()
        browser.close()
    sizes, usable, whole = zip(*found, strict=True)
    print(f"first page: {max(sizes) / 1000:.0f} KB over the wire")
    told("first page usable, five visits without a cache", list(usable))
    told("first page with all pictures", list(whole))


def watch(served: Served, game: str, moves: list[int]) -> None:
    """One table of agents, played without a pause and begun again when it is over."""
    while True:
        table, _ = served.new_table(game, "mcts:playouts=2000", "mcts:playouts=2000")
        client = Client(served.url, table, [])
        client.ask(t="pace", playing=True, delay=0.0)
        while "result" not in client.hear("view"):
            moves[0] += 1
        client.close()


def until_the_end(served: Served, game: str, moves: list[int]) -> None:
    """Watch until the server is gone."""
    with contextlib.suppress(Exception):
        watch(served, game, moves)


def memory(process: int) -> float:
    """Megabytes that a process holds, on Linux."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1000


def told(name: str, found: list[float]) -> None:
    """The middle and the worst of some times."""
    ordered = sorted(found)
    late = ordered[int(0.95 * len(ordered))]
    print(f"{name}: median {statistics.median(found):.1f} ms, 95 % {late:.1f} ms, most {ordered[-1]:.1f} ms")


def main(tables: int) -> None:
    """Measure an idle server, then a busy one."""
    with tempfile.TemporaryDirectory() as place:
        served = Served(Path(place) / "tables.sqlite")
        clicks(served)  # everything is compiled or loaded
        first_page(served)
        told("click on an idle server", clicks(served))
        moves, games = [0], ("reversi", "isolation", "jungle")
        for number in range(tables):
            game = games[number % len(games)]
            threading.Thread(target=until_the_end, args=(served, game, moves), daemon=True).start()
        time.sleep(20)
        before, began = moves[0], time.perf_counter()
        told(f"click while {tables} tables of agents play", clicks(served))
        pace = (moves[0] - before) / (time.perf_counter() - began)
        print(f"{len(served.get('/api/tables'))} tables kept; agents' messages: {pace:.0f} a second")
        print(f"memory of the server: {memory(served.process.pid):.0f} MB")
        served.kill()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
