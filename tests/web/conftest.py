"""A server and a real Chromium for the tests of the web page."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from web_helpers import WAIT, Served

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The shell first: the same engine without windows about it, which opens a page in a third of the time."""
PATIENCE = 1000 * WAIT
POLLING = 50
"""Milliseconds: who looks at every frame has every frame drawn."""
FRESH = """(settings) => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('parlour.settings', settings);
}"""


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that only use it."""
    server = Served(tmp_path_factory.mktemp("web") / "tables.sqlite")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real browser, or a skip that says what is missing."""
    path = os.environ.get("PARLOUR_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium-headless-shell")
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")
    with playwright.sync_playwright() as manager:
        browser = manager.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def spare() -> dict[str, list[Any]]:
    """Pages that earlier tests have left, by their options: one opens in half the time of a new one."""
    return defaultdict(list)


def new_page(chromium: Any, options: dict[str, Any]) -> Any:
    """A page that waits for long, and does not look for what it waits for more often than need be."""
    page = chromium.new_context(**options).new_page()
    page.context.set_default_timeout(PATIENCE)
    page.wait_for_function = partial(page.wait_for_function, polling=POLLING)
    return page


def leave(page: Any) -> None:
    """Leave nothing of a test in its page; what the page stores is cleared when it is opened again."""
    page.unroute_all()
    page.context.clear_cookies()
    page.mouse.move(0, 0)
    page.goto("about:blank")


@pytest.fixture
def open_page(chromium: Any, served: Served, spare: dict[str, list[Any]]) -> Iterator[Callable[..., Any]]:
    """Open the page; the test fails if it throws, or asks anyone but this machine for anything."""
    opened, mistakes = [], []

    def watch(request: Any) -> None:
        if not re.match(r"(https?|ws)://127\.0\.0\.1[:/]|data:|blob:", request.url):
            mistakes.append(f"asked for {request.url}")

    watches = {
        "request": watch,
        "pageerror": lambda error: mistakes.append(str(error)),
        "console": lambda said: mistakes.append(said.text) if said.type == "error" else None,
    }

    def open_one(path: str = "#/", **options: Any) -> Any:
        settings = options.pop("settings", {"motion": "off", "confirm": "touch"})
        url = options.pop("at", served).url
        options = {"viewport": {"width": 1280, "height": 900}, **options}
        pages = spare[json.dumps(options)]
        page = pages.pop() if pages else new_page(chromium, options)
        page.set_viewport_size(options["viewport"])
        page.goto(f"{url}/static/icon.svg")
        page.evaluate(FRESH, json.dumps(settings))
        for event, note in watches.items():
            page.on(event, note)
        opened.append((page, pages))
        page.goto(f"{url}/{path}")
        page.wait_for_selector("main h1")
        return page

    yield open_one
    for page, pages in opened:
        if page.is_closed():
            page.context.close()
            continue
        for event, note in watches.items():
            page.remove_listener(event, note)
        leave(page)
        pages.append(page)
    assert not mistakes
