"""How the page answers under attack: ``python benchmarks/siege.py [SECONDS]``.

Strangers, each with an address of its own, open 250 connections that say nothing and 1,100 that send half a
request, again as soon as they are let go of; one floods the server with requests for tables; seven watch
tables of the largest search. Meanwhile a person makes moves at one table, and plays against an agent at
another. Needs Linux, where a machine has many addresses of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "benchmarks")]

from web_helpers import Client, Served, as_seat  # noqa: E402 - the tests' own server
from websockets.asyncio.client import connect  # noqa: E402

from web import memory, told  # noqa: E402 - the other measurement of the page

SILENT, HALVES, SEARCHES = 250, 1_100, 7
LARGEST = "mcts:seconds=30"


async def stay_silent(port: int) -> None:
    """A connection to no table that says nothing, again and again."""
    url = f"127.0.0.1:{port}"
    while True:
        with contextlib.suppress(Exception):
            async with connect(
                f"ws://{url}/ws", origin=f"http://{url}", local_addr=("127.0.0.2", 0)
            ) as socket:
                await socket.wait_closed()
        await asyncio.sleep(0.5)


async def send_half(port: int) -> None:
    """Half a request, a byte at a time, again and again."""
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.3", 0))
            writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
            while not writer.is_closing():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
        await asyncio.sleep(0.5)


async def flood(port: int) -> None:
    """Requests for tables, one after the other."""
    seats = [as_seat("random"), as_seat("random")]
    body = json.dumps({"game": "reversi", "seats": seats})
    head = f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    request = f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.4", 0))
            writer.write(request)
            await reader.read()
            writer.close()


async def watch(port: int, number: int, table: str) -> None:
    """Look on while agents with the largest search play."""
    url = f"127.0.0.1:{port}"
    source = (f"127.0.0.{10 + number}", 0)
    async with connect(f"ws://{url}/ws", origin=f"http://{url}", local_addr=source) as socket:
        await socket.send(json.dumps({"t": "hello", "table": table, "tokens": []}))
        await socket.send(json.dumps({"t": "pace", "playing": True, "delay": 0.0}))
        async for _ in socket:
            pass


async def attack(port: int, tables: list[str]) -> None:
    """All of it at once."""
    works = [stay_silent(port) for _ in range(SILENT)] + [send_half(port) for _ in range(HALVES)]
    works += [flood(port) for _ in range(4)] + [watch(port, n, name) for n, name in enumerate(tables)]
    await asyncio.gather(*works, return_exceptions=True)


def strangers(port: int, tables: list[str]) -> None:
    """The attack, in a process of its own."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    asyncio.run(attack(port, tables))


def clicks(served: Served, opponent: str, until: float) -> list[float]:
    """Milliseconds from an act to the view that shows it, or to the turn after the opponent's answer."""
    times = list[float]()
    while time.monotonic() < until:
        table, tokens = served.new_table("reversi", "me", opponent)
        client = Client(served.url, table, list(tokens.values()))
        while time.monotonic() < until and not client.until_mine().get("result"):
            ply, began = client.view["ply"], time.perf_counter()
            client.act()
            while client.hear("view")["ply"] == ply:
                pass
            if opponent != "me":
                client.until_mine()
            times.append(1000 * (time.perf_counter() - began))
            time.sleep(0.1)
        client.close()
    return times


def measure(served: Served, seconds: float, note: Callable[[], None]) -> None:
    """Tell how a person at a hot seat and one against an agent fare."""
    until, answers = time.monotonic() + seconds, list[float]()
    beside = threading.Thread(target=lambda: answers.extend(clicks(served, "mcts:playouts=20", until)))
    watcher = threading.Thread(target=lambda: [note() or time.sleep(0.5) for _ in range(int(2 * seconds))])
    for thread in (beside, watcher):
        thread.start()
    told("a click", clicks(served, "me", until))
    for thread in (beside, watcher):
        thread.join()
    told("a move and the answer of a quick agent", answers)


def main(seconds: float) -> None:
    """Measure an idle server, then one under siege."""
    with tempfile.TemporaryDirectory() as place:
        served, peak = Served(Path(place) / "tables.sqlite"), list[float]()
        while len(clicks(served, "mcts:playouts=20", time.monotonic() + 5)) < 10:
            pass  # rules are still being compiled
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        measure(served, seconds / 3, lambda: peak.append(memory(served.process.pid)))
        print(f"memory of the idle server: at most {max(peak):.0f} MB; now the siege begins")
        tables = [served.new_table("reversi", LARGEST, LARGEST)[0] for _ in range(SEARCHES)]
        work = multiprocessing.Process(target=strangers, args=(int(served.port), tables), daemon=True)
        work.start()
        time.sleep(5)
        measure(served, seconds, lambda: peak.append(memory(served.process.pid)))
        print(f"load of the machine: {os.getloadavg()[0]:.1f}")
        print(f"memory of the server: at most {max(peak):.0f} MB; {len(served.lines)} lines of log")
        work.kill()
        served.kill()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
