"""A server of the page in a process of its own, and a table as a program sees it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

WAIT = 90
"""Seconds: the machine may be busy, and rules may have to be compiled first."""


SERVING = Path(__file__).with_name("serving.py")


class Served:
    """`parlour serve` in a process of its own, over a store that outlives it, at one address."""

    def __init__(
        self,
        store: Path,
        *games: Path,
        package: Path | None = None,
        host: str = "127.0.0.1",
        options: Sequence[str] = (),
    ) -> None:
        self.store, self.results, self.package, self.port = store, store.parent / "results", package, "0"
        self.games, self.host, self.options = [str(path) for path in games], host, options
        self.results.mkdir(exist_ok=True)
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            str(SERVING),
            "serve",
            *self.games,
            "--host",
            self.host,
            "--port",
            self.port,
        ]
        command += ["--store", str(self.store), "--results", str(self.results), *self.options]
        places = filter(None, (str(self.package or ""), os.environ.get("PYTHONPATH")))
        path = {"PYTHONPATH": os.pathsep.join(places)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **path},
            cwd=self.results,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.lines: list[str] = []
        for line in self.process.stdout:
            self.lines.append(line)
            link = re.search(r"(http://[\d.]+:\d+)/\S*", line)
            if link:
                self.link, self.url = link.group(), link.group(1)
                self.port = self.url.rpartition(":")[2]
                break
        else:
            raise AssertionError(f"the server did not start: {''.join(self.lines)}")
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

    def post(self, path: str, body: Any, method: str = "POST", **headers: str) -> tuple[int, Any]:
        """The status and the answer of a POST or the like, by default from the page itself."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, {"Origin": self.url, **headers}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, json.loads(text) if text.startswith("{") else text

    def new_table(self, game: str, *seats: str, **options: Any) -> tuple[str, dict[str, str]]:
        """A new table; a seat is ``me``, ``guest`` or an agent such as ``mcts:playouts=20``."""
        wanted = {"game": game, "options": options, "seats": [as_seat(seat) for seat in seats], "seed": 1}
        status, table = self.post("/api/tables", wanted)
        assert status == 200, table
        return table["id"], table["tokens"]


def as_seat(text: str) -> dict[str, Any]:
    if text in ("me", "guest"):
        return {"kind": text}
    name, _, rest = text.partition(":")
    options = dict(pair.split("=") for pair in rest.split(",") if pair)
    return {"kind": "agent", "choice": {"agent": name, "options": options}}


class Client:
    """One connection to a table; `view` is the newest position."""

    def __init__(self, url: str, table: str, tokens: list[str], origin: str | None = None) -> None:
        self._open = ExitStack()
        address = url.replace("http", "ws") + "/ws"
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, origin=origin or url, close_timeout=1)
        )
        self.view: dict[str, Any] = {}
        self.ask(t="hello", table=table, tokens=tokens)

    def ask(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; views are noted on the way."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(WAIT))
            if message["t"] == "welcome":
                self.view = message["view"]
            elif message["t"] == "view" and message["live"]:
                self.view = message
            if message["t"] in kinds:
                return message

    def until_mine(self) -> dict[str, Any]:
        """Wait for a turn, or the end."""
        while not self.view or not (self.view.get("legal") or self.view.get("result")):
            self.hear("welcome", "view")
        return self.view

    def act(self, action: str | None = None) -> None:
        """Play an action, by default the first that is legal."""
        view = self.until_mine()
        chosen = action or view["legal"][0]["a"]
        self.ask(t="act", seat=view["mover"], ply=view["ply"], action=chosen)
        self.view = {}

    def close(self) -> None:
        self._open.close()


def findings(page: Any, *rules: str) -> list[str]:
    """What axe finds serious or critical on a page, by some of its rules or all."""
    try:
        from axe_playwright_python.base import AXE_SCRIPT
    except ImportError:
        return []
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], "preload": False, **({"runOnly": list(rules)} if rules else {})}
    violations = page.evaluate("async (options) => (await axe.run(document, options)).violations", options)
    return [
        f"{one['id']}: {one['help']} {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]


def visit(page: Any, route: str, wait: str) -> None:
    """Go to another view without loading the page anew, and wait until it shows something."""
    page.evaluate("""(route) => {
      document.querySelector('main').firstElementChild?.classList.add('before');
      location.hash = route;
    }""", route)  # fmt: skip
    page.wait_for_function(
        "(wait) => !document.querySelector('main .before') && document.querySelector(wait)", arg=wait
    )
