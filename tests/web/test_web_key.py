"""A server that others can reach: its printed link opens the page once and for all, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_helpers import WAIT, Served


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "tables.sqlite", host="0.0.0.0")
    yield server
    server.stop()


@pytest.fixture
def stranger(chromium: Any) -> Iterator[Any]:
    """A browser that was never here."""
    context = chromium.new_context()
    context.set_default_timeout(1000 * WAIT)
    yield context
    context.close()


def test_the_printed_link_opens_the_page_and_the_browser_keeps_its_key(locked: Served, stranger: Any) -> None:
    page = stranger.new_page()
    page.goto(locked.link)
    page.wait_for_selector("main h1")
    assert "key" not in page.url
    later = stranger.new_page()
    later.goto(f"{locked.url}/#/new/reversi")
    later.click("form.setup button[type=submit]")
    later.wait_for_selector(".cell.legal")


def test_without_the_key_the_page_says_which_link_to_open(locked: Served, stranger: Any) -> None:
    page = stranger.new_page()
    for address in (f"{locked.url}/", f"{locked.url}/?key=no-such-key-at-all"):
        answer = page.goto(address)
        assert answer.status == 401
        assert "open the whole link that parlour serve printed" in page.inner_text("body")
