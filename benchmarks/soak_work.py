"""Work under bad luck: matches and training that are killed and go on, and bots that mean harm."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
from soak_world import Ledger

MATCH = ("match", "reversi", "mcts:playouts=500", "random", "--games", "200", "--seed", "5", "--workers", "2")
TRAIN = (
    "train",
    "isolation:size=3",
    "--rounds",
    "4",
    "--trial",
    "0",
    "--workers",
    "1",
    "--decisions",
    "8192",
)
PAUSE = 20.0
"""Seconds between two runs."""
TRIES = 60
"""A run that was killed so often may end in peace."""

BOT = """
import json, os, subprocess, sys, time
kind = sys.argv[1]
for line in sys.stdin:
    m = json.loads(line)
    if m['type'] == 'begin':
        print(json.dumps({'type': 'ready', 'id': m['id']}), flush=True)
    elif m['type'] == 'turn':
        if kind == 'hang': time.sleep(600)
        if kind == 'garbage': os.write(1, os.urandom(1000) + b'\\n')
        if kind == 'flood': os.write(1, b'x' * (2 << 20))
        if kind == 'crash': os._exit(3)
        if kind == 'memory': hoard = [bytearray(b'x' * (1 << 20)) for _ in range(2000)]
        if kind == 'daemon': subprocess.Popen(['sleep', '600'], start_new_session=True, env={})
        print(json.dumps({'type': 'action', 'id': m['id'], 'action': m['legal'][0]}), flush=True)
"""
KINDS = {
    "hang": "timeout", "garbage": "illegal", "flood": "illegal", "crash": "crash", "memory": "memory",
    "daemon": "",
}  # fmt: skip


def _start(*words: str, place: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "parlour", *words], cwd=place, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip


def _end(run: subprocess.Popen[str]) -> str:
    """What a command printed, once it has ended."""
    return run.communicate(timeout=1200)[0] or ""


def _workers(process: int) -> list[int]:
    """The processes that a command has started, in any of its threads."""
    with contextlib.suppress(OSError):
        threads = Path(f"/proc/{process}/task").glob("*/children")
        return [int(number) for children in threads for number in children.read_text().split()]
    return []


def _until_done(words: tuple[str, ...], place: Path, ledger: Ledger, random: Random, longest: float) -> str:
    """Start a command, kill it or one of its workers, start it again until it is done; what it printed."""
    for attempt in range(TRIES):
        run = _start(*words, place=place)
        if attempt < TRIES - 1 and not ledger.stopped():
            with contextlib.suppress(subprocess.TimeoutExpired):
                run.wait(random.uniform(1.0, longest))
            _kill_some(run, ledger, random)
        text = _end(run)
        if run.returncode == 0:
            return text
        if run.returncode != -signal.SIGKILL:
            ledger.problem(f"{' '.join(words)} ended with {run.returncode}: {text[-500:]}")
            return text
    return ""


def _kill_some(run: subprocess.Popen[str], ledger: Ledger, random: Random) -> None:
    """Kill a command that still runs, or one of its workers."""
    if run.poll() is not None:
        return
    workers = _workers(run.pid)
    victim = random.choice(workers) if workers and random.random() < 0.5 else run.pid
    with contextlib.suppress(ProcessLookupError):
        os.kill(victim, signal.SIGKILL)
        ledger.count("commands killed" if victim == run.pid else "workers killed")


def matches(place: Path, ledger: Ledger, random: Random) -> None:
    """A match that is killed again and again has the same records as one that is not."""
    _end(_start(*MATCH, "--records", "whole.jsonl", place=place))
    whole = (place / "whole.jsonl").read_bytes()
    while not ledger.stopped(PAUSE):
        words = (*MATCH, "--store", "games.sqlite", "--records", "killed.jsonl")
        _until_done(words, place, ledger, random, 6.0)
        if (place / "killed.jsonl").read_bytes() != whole:
            ledger.problem("a match that was killed has other records")
        ledger.count("matches with equal records")
        for path in place.glob("games.sqlite*"):
            path.unlink()


def training(place: Path, ledger: Ledger, random: Random) -> None:
    """A training run that is killed learns the same model as one that is not."""
    _end(_start(*TRAIN, "--out", "whole.npz", place=place))
    whole = _arrays(place / "whole.npz")
    while not ledger.stopped(6 * PAUSE):
        _until_done((*TRAIN, "--out", "killed.npz"), place, ledger, random, 20.0)
        killed = _arrays(place / "killed.npz")
        if any(not np.array_equal(whole[name], killed[name]) for name in whole if name != "header"):
            ledger.problem("a training run that was killed learned another model")
        ledger.count("training runs with equal models")
        for path in (place / "killed.npz", place / "killed.checkpoint", *place.glob("results/killed*")):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _arrays(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return dict(file)


def bots(place: Path, ledger: Ledger, random: Random) -> None:
    """Bots that mean harm lose as they should, within their limits."""
    bot = place / "nasty.py"
    bot.write_text(BOT)
    while not ledger.stopped(PAUSE):
        kind = random.choice(list(KINDS))
        words = ("match", "isolation:size=3", f"exec:{sys.executable} {bot} {kind}", "random", "--games", "2")
        began = time.monotonic()
        limits = ("--move", "5", "--memory", "300M", "--records", "nasty.jsonl")
        text, records = _end(_start(*words, *limits, place=place)), (place / "nasty.jsonl").read_text()
        if KINDS[kind] not in records or (not KINDS[kind] and "forfeits" in records):
            ledger.problem(f"the bot '{kind}' was judged otherwise: {text[-300:]} {records[-300:]}")
        if time.monotonic() - began > 120:
            ledger.problem(
                f"the bot '{kind}' held a match of two games up for {time.monotonic() - began:.0f} s"
            )
        ledger.count(f"matches with the bot '{kind}'")
