"""A server and a real Chromium for the tests of the web page."""

from __future__ import annotations

import json
import os
import re
import shutil
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


@pytest.fixture
def open_page(chromium: Any, served: Served) -> Iterator[Callable[..., Any]]:
    """Open the page; the test fails if it throws, or asks anyone but this machine for anything."""
    contexts, mistakes = [], []

    def watch(request: Any) -> None:
        if not re.match(r"(https?|ws)://127\.0\.0\.1[:/]|data:|blob:", request.url):
            mistakes.append(f"asked for {request.url}")

    def open_one(path: str = "#/", **options: Any) -> Any:
        settings = options.pop("settings", {"motion": "off", "confirm": "touch"})
        url = options.pop("at", served).url
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE)
        stored = json.dumps(json.dumps(settings))
        context.add_init_script(
            "if (location.protocol === 'http:') "
            f"localStorage.getItem('parlour.settings') ?? localStorage.setItem('parlour.settings', {stored})"
        )
        context.on("request", watch)
        page = context.new_page()
        page.wait_for_function = partial(page.wait_for_function, polling=POLLING)
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.on("console", lambda said: mistakes.append(said.text) if said.type == "error" else None)
        contexts.append(context)
        page.goto(f"{url}/{path}")
        page.wait_for_selector("main h1")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not mistakes
