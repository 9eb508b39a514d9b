"""Waiting for a game that was never compiled: the page answers, and says how far it is."""

from __future__ import annotations

import contextlib
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from web_helpers import WAIT, Client, Served

import parlour
from parlour.kernel import cache_root
from parlour.stopping import children_of
from parlour.web.messages import Choice
from parlour.web.seats import TableSeat
from parlour.web.store import TableRow, TableStore

GAME = "tictactoe"


@pytest.fixture
def start(tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Served]]:
    """Starts a server whose cache holds all but the game and the searches."""
    root, servers = tmp_path / "cache", list[Served]()
    shutil.copytree(cache_root() / "warm", root / "warm", ignore=shutil.ignore_patterns(f"{GAME}-*"))
    for folder in cache_root().glob("*-*"):
        if not folder.name.startswith((f"{GAME}-", "search-")):
            (root / folder.name).symlink_to(folder)
    monkeypatch.setenv("PARLOUR_CACHE", str(root))

    def start() -> Served:
        servers.append(Served(tmp_path / "tables.sqlite", examples / "tictactoe.py"))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def cold(start: Callable[[], Served]) -> Served:
    return start()


def ask_for_table(server: Served) -> threading.Thread:
    """Ask for a table whose agent must be compiled, beside what the test does."""

    def ask() -> None:
        with contextlib.suppress(OSError):  # the server may be stopped meanwhile
            server.new_table(GAME, "me", "mc:playouts=20")

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    return thread


def wait_for(server: Served, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first news of what is being compiled of which something holds."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        news = server.get(f"/api/compiling/{GAME}")
        if news and holds(news):
            return dict(news)
        time.sleep(0.05)
    raise AssertionError("nothing is being compiled")


def test_the_lobby_answers_while_a_game_is_compiled_for_its_first_table_only(
    cold: Served, tmp_path: Path
) -> None:
    asking = ask_for_table(cold)
    news = wait_for(cold, lambda news: news["done"] > 0)
    assert 0 < news["done"] < news["total"]
    assert cold.get("/api/tables") == []
    assert cold.get("/api/games")["games"]
    assert asking.is_alive(), "the table was made before the lobby had answered"
    asking.join(WAIT)
    assert [table["game"] for table in cold.get("/api/tables")] == [GAME]
    assert cold.get(f"/api/compiling/{GAME}") is None
    marks = sorted((tmp_path / "cache" / "warm").glob(f"{GAME}-*"))
    times = [mark.stat().st_mtime_ns for mark in marks]
    ask_for_table(cold).join(WAIT)
    assert len(cold.get("/api/tables")) == 2
    assert len(marks) == 2  # the rules, and the agent
    assert [mark.stat().st_mtime_ns for mark in marks] == times


def test_stopping_the_server_ends_what_it_compiles(cold: Served) -> None:
    ask_for_table(cold)
    wait_for(cold, lambda news: news["total"] > 0)
    children = children_of(cold.process.pid)
    assert children
    cold.process.send_signal(signal.SIGTERM)  # SIGINT may be ignored where tests run in the background
    cold.process.wait(WAIT)
    assert not [child for child in children if Path(f"/proc/{child}/exe").exists()]


def lay_table(store_at: Path, file: Path) -> str:
    """A table in the store of a server that is not running, with an agent that must be compiled."""
    game, agent = parlour.game(str(file)), Choice(agent="mcts", options={"playouts": 20})
    seats = [TableSeat("me").row(), TableSeat("agent", "mcts:playouts=20", agent).row()]
    store = TableStore(store_at)
    store.create(TableRow("laid", game.spec, game.rules_version, 1, seats, None, 0.0), [])
    store.close()
    return "laid"


def test_the_page_shows_how_far_it_is_where_the_button_was_pressed_and_again_after_a_reload(
    start: Callable[[], Served], tmp_path: Path, examples: Path, open_page: Callable[..., Any]
) -> None:
    table = lay_table(tmp_path / "tables.sqlite", examples / "tictactoe.py")
    server = start()
    page = open_page(at=server)
    card = page.locator(f"[data-game={GAME}]")
    card.locator("button.primary").click()
    page.wait_for_selector(f"[data-game={GAME}] .compiling progress")
    assert "this once" in card.locator(".compiling").inner_text()
    later = open_page(at=server)
    later.goto(f"{server.url}/#/table/{table}")
    later.wait_for_selector("main .compiling progress")
    later.reload()
    later.wait_for_selector("main .compiling progress")
    later.wait_for_selector(".board")
    later.wait_for_selector(".compiling", state="detached")
    page.wait_for_url("**/#/table/*")


def test_hints_and_judgements_are_compiled_beside_the_server(cold: Served, tmp_path: Path) -> None:
    table, tokens = cold.new_table(GAME, "me", "me")
    client = Client(cold.url, table, list(tokens.values()))
    client.until_mine()
    client.ask(t="hint", ply=0)
    wait_for(cold, lambda news: news["total"] > 0)
    assert client.hear("analysis")["moves"]
    client.ask(t="resign", seat=0)
    client.hear("view")
    client.ask(t="analyse")
    assert client.hear("analysis")["purpose"] == "replay"
    marks = (tmp_path / "cache" / "warm").glob(f"{GAME}-*")
    assert len(list(marks)) == 4  # the rules, the adviser, and what hints and judgements need beside it
    client.close()
