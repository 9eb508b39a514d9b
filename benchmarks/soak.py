"""What lasts an hour of bad luck: ``python benchmarks/soak.py --minutes 60 [--json soak.json]``.

A server is killed every minute and started again, while people play at its tables, strangers read slowly,
send half requests and upload damaged records. Beside it matches and a training run are killed and go on,
their workers too, and bots that mean harm play. Every minute one line tells how quickly the page answered and
what the server held; in the end everything must be as if nobody had been killed. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from soak_work import bots, matches, training
from soak_world import BACK, Ledger, Server, descendants, lobby, memory, people, strangers, uploads

KILL_EVERY = 60.0
"""Seconds between the deaths of the server."""
COLUMNS = ("minute", "click ms", "95 %", "lobby ms", "95 %", "server MB", "files", "processes", "problems")


def _figures(times: list[float]) -> tuple[float, float]:
    """The middle of some times, and what 95 of 100 stay below."""
    ordered = sorted(times) or [float("nan")]
    return statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]


def _look(minute: int, server: Server, ledger: Ledger) -> dict[str, Any]:
    """How the last minute was."""
    clicks, lobbies = ledger.take("click"), ledger.take("lobby")
    held, files = memory(server.served.process.pid)
    return {
        "minute": minute, "click": _figures(clicks), "lobby": _figures(lobbies), "clicks": len(clicks),
        "memory": held, "files": files, "processes": len(descendants()), "problems": len(ledger.problems),
    }  # fmt: skip


def _tell(row: dict[str, Any]) -> None:
    held = (row[name] for name in ("memory", "files", "processes", "problems"))
    cells = (row["minute"], *row["click"], *row["lobby"], *held)
    print("".join(f"{cell:>11.1f}" if isinstance(cell, float) else f"{cell:>11}" for cell in cells))
    sys.stdout.flush()


def _kill_now_and_then(server: Server, ledger: Ledger, random: Random) -> None:
    while not ledger.stopped(random.uniform(0.5, 1.5) * KILL_EVERY):
        server.die_and_rise()
        ledger.count("servers killed")


def soak(minutes: float, seed: int, place: Path) -> tuple[list[dict[str, Any]], Ledger]:
    """Let everything happen at once, and look at it every minute."""
    ledger, server, rows = Ledger(), Server(place), list[dict[str, Any]]()
    works = [_kill_now_and_then, people, people, lobby, strangers, uploads]
    threads = [
        threading.Thread(target=work, args=(server, ledger, Random(f"{seed} {n}")), name=work.__name__)
        for n, work in enumerate(works)
    ] + [
        threading.Thread(
            target=work, args=(place, ledger, Random(f"{seed} {work.__name__}")), name=work.__name__
        )
        for work in (matches, training, bots)
    ]
    for thread in threads:
        thread.start()
    print("".join(f"{name:>11}" for name in COLUMNS), flush=True)
    for minute in range(1, int(minutes) + 1):
        time.sleep(60)
        rows.append(_look(minute, server, ledger))
        _tell(rows[-1])
    ledger.stop()
    for thread in threads:
        thread.join(300)
    server.close()
    return rows, ledger


def _check_bounds(rows: list[dict[str, Any]], ledger: Ledger) -> None:
    """Nothing that a server holds grows from its first quarter to its last."""
    quarter = max(1, len(rows) // 4)
    for name, most in (("memory", 1.3), ("files", 1.5), ("processes", 2.0)):
        first, last = (
            statistics.median(row[name] for row in part) for part in (rows[:quarter], rows[-quarter:])
        )
        if last > most * first + 10:
            ledger.problem(f"{name} grew from {first:.0f} to {last:.0f}")


def main() -> int:
    """Soak, print what happened, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-soak-") as place:
        rows, ledger = soak(options.minutes, options.seed, Path(place))
        time.sleep(BACK)
        if left := descendants():
            ledger.problem(f"{len(left)} processes are left: {left[:5]}")
    _check_bounds(rows, ledger)
    times = {name: _figures(ledger.times[name]) for name in ("click", "lobby", "return")}
    for name, (middle, late) in times.items():
        print(f"{name}: median {middle:.1f} ms, 95 % {late:.1f} ms")
    for name, count in sorted(ledger.counts.items()):
        print(f"{name}: {count}")
    for problem in ledger.problems:
        print(f"PROBLEM: {problem}")
    if options.json:
        summary = {"counts": ledger.counts, "problems": ledger.problems, "times": times, "minutes": rows}
        options.json.write_text(json.dumps(summary, indent=1))
    return bool(ledger.problems)


if __name__ == "__main__":
    sys.exit(main())
