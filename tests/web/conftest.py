"""A server and a real Chromium for the tests of the web page."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PATIENCE = 120_000  # milliseconds: the machine may be busy, and rules may have to be compiled first


class Served:
    """`parlour serve` in a process of its own, over a store that outlives it."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--store", str(self.store)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        self.lines: list[str] = []
        for line in self.process.stdout:
            self.lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                self.url = found.group()
                break
        else:
            pytest.fail(f"the server did not start: {''.join(self.lines)}")
        threading.Thread(target=self.lines.extend, args=(self.process.stdout,), daemon=True).start()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=120) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """The status and the answer of a POST, by default from the page itself."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, {"Origin": self.url, **headers})
        try:
            with urllib.request.urlopen(asked, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, json.loads(text) if text.startswith("{") else text

    def new_table(self, game: str, *seats: str, **options: Any) -> tuple[str, dict[str, str]]:
        """A new table; a seat is ``me``, ``guest`` or an agent such as ``mcts:playouts=20``."""
        wanted = {"game": game, "options": options, "seats": [as_seat(seat) for seat in seats], "seed": 1}
        status, made = self.post("/api/tables", wanted)
        assert status == 200, made
        return made["id"], made["tokens"]


def as_seat(text: str) -> dict[str, Any]:
    if text in ("me", "guest"):
        return {"kind": text}
    name, _, rest = text.partition(":")
    options = dict(pair.split("=") for pair in rest.split(",") if pair)
    return {"kind": "agent", "choice": {"agent": name, "options": options}}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that only use it."""
    server = Served(tmp_path_factory.mktemp("web") / "tables.sqlite")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real browser, or a skip that says what is missing."""
    path = os.environ.get("PARLOUR_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium")
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
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, **options)
        context.set_default_timeout(PATIENCE)
        stored = json.dumps(json.dumps(settings))
        context.add_init_script(f"localStorage.getItem('parlour.settings') ?? localStorage.setItem('parlour.settings', {stored})")
        context.on("request", watch)
        page = context.new_page()
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.on("console", lambda said: mistakes.append(said.text) if said.type == "error" else None)
        contexts.append(context)
        page.goto(f"{served.url}/{path}")
        page.wait_for_selector("main h1")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not mistakes
