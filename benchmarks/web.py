"""How the page answers while agents think: ``python benchmarks/web.py [TABLES]``.

So many tables of agents play at once, each watched; meanwhile a person at one more table makes moves. The
answer to a click is the view that shows the own move. Pages are timed by fetching everything that the first
one loads.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from web_helpers import Client, Served  # noqa: E402 - the tests' own server

CLICKS = 40


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


def first_page(served: Served) -> tuple[int, float]:
    """Bytes and seconds of all that the lobby loads, one after the other."""
    began, size = time.perf_counter(), 0
    paths = ["/", "/api/games", "/api/tables", "/static/style.css", "/static/locales/en.json"]
    while paths:
        path = paths.pop()
        with urllib.request.urlopen(served.url + path) as answer:
            body = answer.read()
        size += len(body)
        if path == "/":
            paths += re.findall(r'(?:src|href)="(/static/[^"]+\.js)"', body.decode())
    return size, time.perf_counter() - began


def watch(served: Served, game: str, moves: list[int]) -> None:
    """One table of agents, played without a pause and begun again when it is over."""
    while True:
        table, _ = served.new_table(game, "mcts:playouts=2000", "mcts:playouts=2000")
        client = Client(served.url, table, [])
        client.ask(t="pace", playing=True, delay=0.0)
        while "result" not in client.hear("view"):
            moves[0] += 1
        client.close()


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
        size, seconds = first_page(served)
        print(f"first page: {size / 1000:.0f} KB, fetched in {seconds:.2f} s")
        told("click on an idle server", clicks(served))
        moves, games = [0], ("reversi", "isolation", "jungle")
        for number in range(tables):
            game = games[number % len(games)]
            threading.Thread(target=watch, args=(served, game, moves), daemon=True).start()
        time.sleep(20)
        before, began = moves[0], time.perf_counter()
        told(f"click while {tables} tables of agents play", clicks(served))
        pace = (moves[0] - before) / (time.perf_counter() - began)
        print(f"{len(served.get('/api/tables'))} tables kept; agents' messages: {pace:.0f} a second")
        served.kill()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
