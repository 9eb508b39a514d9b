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
from web_helpers import WAIT, Served

from parlour.kernel import cache_root
from parlour.stopping import children_of

GAME = "tictactoe"


@pytest.fixture
def cold(tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server whose cache holds all but the game and the searches."""
    root = tmp_path / "cache"
    shutil.copytree(cache_root() / "warm", root / "warm", ignore=shutil.ignore_patterns(f"{GAME}-*"))
    for folder in cache_root().glob("*-*"):
        if not folder.name.startswith((f"{GAME}-", "search-")):
            (root / folder.name).symlink_to(folder)
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    server = Served(tmp_path / "tables.sqlite", examples / "tictactoe.py")
    yield server
    server.stop()


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


def test_the_lobby_answers_while_a_game_is_compiled(cold: Served) -> None:
    asking = ask_for_table(cold)
    news = wait_for(cold, lambda news: news["done"] > 0)
    assert 0 < news["done"] < news["total"]
    assert cold.get("/api/tables") == []
    assert cold.get("/api/games")["games"]
    assert asking.is_alive(), "the table was made before the lobby had answered"
    asking.join(WAIT)
    assert [table["game"] for table in cold.get("/api/tables")] == [GAME]
    assert cold.get(f"/api/compiling/{GAME}") is None


def test_a_game_is_compiled_for_its_first_table_only(cold: Served, tmp_path: Path) -> None:
    ask_for_table(cold).join(WAIT)
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


def test_the_page_shows_how_far_it_is_where_the_button_was_pressed(
    cold: Served, open_page: Callable[..., Any]
) -> None:
    page = open_page(at=cold)
    card = page.locator(f"[data-game={GAME}]")
    card.locator("button.primary").click()
    page.wait_for_selector(f"[data-game={GAME}] .compiling progress")
    assert "this once" in card.locator(".compiling").inner_text()
    page.wait_for_url("**/#/table/*")
