"""The page under bad luck: its server, the people at its tables, and strangers who do it no good."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import threading
import time
import urllib.error
from collections import Counter, defaultdict
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from web_helpers import Client, Served  # noqa: E402 - the tests' own server
from websockets.exceptions import WebSocketException  # noqa: E402

GONE = (OSError, WebSocketException, HTTPException, TimeoutError, json.JSONDecodeError)
"""What a client of a killed server meets."""
BACK = 3.0
"""Seconds after which a client tries again."""
PACE = 1.0
"""Seconds that a person thinks."""


class Ledger:
    """What happened, written by many threads."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self.times: dict[str, list[float]] = defaultdict(list)
        self._new: dict[str, list[float]] = defaultdict(list)
        self._over, self._lock = threading.Event(), threading.Lock()

    def problem(self, text: str) -> None:
        """Something that must not happen."""
        self.problems.append(text)
        print(f"PROBLEM: {text}", file=sys.stderr, flush=True)

    def count(self, name: str, number: int = 1) -> None:
        """Something that may happen."""
        with self._lock:
            self.counts[name] += number

    def time(self, name: str, began: float) -> None:
        """How long something took since it began."""
        milliseconds = 1000 * (time.perf_counter() - began)
        with self._lock:
            self.times[name].append(milliseconds)
            self._new[name].append(milliseconds)

    def take(self, name: str) -> list[float]:
        """The times since the last look."""
        with self._lock:
            return self._new.pop(name, [])

    def stop(self) -> None:
        """It is over."""
        self._over.set()

    def stopped(self, seconds: float = 0.0) -> bool:
        """Whether it is over, after so many seconds at most."""
        return self._over.wait(seconds)


class Server:
    """A server that dies and rises again, at the same address and over the same store."""

    def __init__(self, place: Path) -> None:
        self.served = Served(place / "tables.sqlite")

    def die_and_rise(self) -> None:
        """Kill it as a power cut would, and start it anew."""
        self.served.kill()
        self.served.start()

    def close(self) -> None:
        """Let it go."""
        self.served.stop()


def people(server: Server, ledger: Ledger, random: Random) -> None:
    """Somebody plays one game after the other; whatever the page has shown outlives the server."""
    while not ledger.stopped():
        with contextlib.suppress(*GONE):
            table, tokens = server.served.new_table("reversi", "me", "me")
            _play(server, ledger, table, list(tokens.values()))
        ledger.stopped(BACK)


def _play(server: Server, ledger: Ledger, table: str, tokens: list[str]) -> None:
    """One game to its end, however often the server dies."""
    moves, over = list[str](), False
    while not over and not ledger.stopped():
        try:
            over = _sit(server, ledger, table, tokens, moves)
        except GONE:
            ledger.count("connections lost")
            ledger.stopped(BACK)
    ledger.count("games of people")


def _sit(server: Server, ledger: Ledger, table: str, tokens: list[str], moves: list[str]) -> bool:
    """Sit down, look whether all moves are there, and play on; whether the game is over."""
    began = time.perf_counter()
    client = Client(server.served.url, table, tokens)
    with contextlib.closing(client):
        log = [event["text"] for event in client.hear("welcome")["log"]]
        if log[: len(moves)] != moves or len(log) > len(moves) + 1:
            ledger.problem(f"table {table} has {len(log)} moves, {len(moves)} were shown")
        ledger.time("return", began)
        ledger.count("moves found again", len(moves))
        moves[:] = log
        while not client.until_mine().get("result"):
            _act(client, ledger, moves)
            if ledger.stopped(PACE):
                return False
    return True


def _act(client: Client, ledger: Ledger, moves: list[str]) -> None:
    began = time.perf_counter()
    client.act()
    view = client.hear("view")
    ledger.time("click", began)
    ledger.count("moves of people")
    moves.append(view["event"]["text"])


def lobby(server: Server, ledger: Ledger, random: Random) -> None:
    """Somebody looks at the list of tables."""
    while not ledger.stopped(2 * PACE):
        began = time.perf_counter()
        try:
            server.served.get("/api/tables")
            ledger.time("lobby", began)
        except GONE:
            ledger.count("lobbies without a server")


def strangers(server: Server, ledger: Ledger, random: Random) -> None:
    """Slow readers, half requests and silence, from addresses of their own."""
    sockets: list[socket.socket] = []
    while not ledger.stopped(PACE):
        with contextlib.suppress(*GONE):
            sockets.append(_half(int(server.served.port), f"127.0.0.{random.randrange(2, 200)}", random))
            ledger.count("half requests")
        while len(sockets) > 40:
            sockets.pop(0).close()
    for one in sockets:
        one.close()


def _half(port: int, source: str, random: Random) -> socket.socket:
    """A connection on which a part of something is said, and then no more."""
    connection = socket.create_connection(("127.0.0.1", port), 5, (source, 0))
    host = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    rise = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    texts = (
        "GET / HTTP/1.1\r\nX: ", f"POST /api/tables HTTP/1.1\r\n{host}Content-Length: 999\r\n\r\n{{", "",
        f"GET /ws HTTP/1.1\r\n{host}{rise}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        f"GET /api/games HTTP/1.1\r\n{host}\r\n" * 20,
    )  # fmt: skip
    connection.sendall(random.choice(texts).encode())
    return connection


def uploads(server: Server, ledger: Ledger, random: Random) -> None:
    """Somebody sends records, whole and damaged."""
    lines = (ROOT / "tests" / "data" / "records" / "isolation.jsonl").read_bytes().splitlines()
    while not ledger.stopped(5 * PACE):
        line = random.choice(lines)
        cut = line[: random.randrange(len(line))] if random.random() < 0.5 else line
        with contextlib.suppress(*GONE, urllib.error.URLError):
            status, answer = server.served.post("/api/records?name=x.jsonl", cut)
            ledger.count(f"uploads answered with {status}")
            if status not in (200, 400) or (status == 200) != (cut == line):
                ledger.problem(f"an upload was answered with {status}: {answer}")


def memory(process: int) -> tuple[float, int]:
    """The megabytes and the files that a process holds; nothing when it has just died."""
    with contextlib.suppress(OSError, IndexError):
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(list(Path(f"/proc/{process}/fd").iterdir()))
    return float("nan"), 0


def descendants() -> list[str]:
    """The command lines of all processes that this one has started, and they."""
    parents, words = dict[int, int](), dict[int, str]()
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            number = int(place.name)
            parents[number] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            words[number] = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return [text for number, text in words.items() if _descends(number, os.getpid(), parents)]


def _descends(number: int, ancestor: int, parents: dict[int, Any]) -> bool:
    while number := parents.get(number, 0):
        if number == ancestor:
            return True
    return False
