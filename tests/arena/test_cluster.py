"""The cluster engine on a real Dask scheduler with two real workers on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.arena.cluster import Cluster
from parlour.arena.engines import Serial
from parlour.arena.schedule import Slot
from parlour.errors import ParlourError
from parlour.record import Record

pytest.importorskip("distributed")
REVERSI = parlour.game("reversi")
AGENTS = ["mcts:playouts=60", "alphabeta:depth=2"]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and the processes: the scheduler's, and those of its two workers."""
    log = tmp_path / "scheduler.log"
    started: list[subprocess.Popen[str]] = []

    def start(*words: str) -> subprocess.Popen[str]:
        with log.open("a") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", *words],
                stdout=out,
                stderr=out,
                text=True,
                cwd=tmp_path,
                start_new_session=True,
            )
        started.append(process)
        return process

    start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    until = time.monotonic() + 60
    found = None
    while not found and time.monotonic() < until:
        time.sleep(0.2)
        found = re.search(r"tcp://127\.0\.0\.1:\d+", log.read_text())
    assert found, log.read_text()
    address = found[0]
    for _ in range(2):
        start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    yield address, started
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, (_, *workers) = cluster
    alone = parlour.match(REVERSI, AGENTS, 60, 2, engine=Serial())
    found: dict[int, str] = {}

    def kill_one(slot: Slot, record: Record) -> None:
        assert slot.number not in found
        found[slot.number] = record.text()
        if len(found) == 10:
            workers[0].kill()

    results = parlour.match(REVERSI, AGENTS, 60, 2, engine=Cluster(address), on_game=kill_one)
    assert workers[0].wait(10) != 0
    assert sorted(found) == list(range(60))
    for ours, theirs in zip(results.lines, alone.lines, strict=True):
        assert (ours.wins, ours.draws, ours.losses) == (theirs.wins, theirs.draws, theirs.losses)
    texts: dict[int, str] = {}
    parlour.match(REVERSI, AGENTS, 6, 2, on_game=lambda s, r: texts.update({s.number: r.text()}))
    assert [found[number] for number in range(6)] == [texts[number] for number in range(6)]


def test_no_scheduler_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.arena.cluster.PATIENCE", 1)
    with pytest.raises(ParlourError, match="cannot reach a Dask scheduler at tcp://127.0.0.1:9"):
        parlour.match(REVERSI, ["random", "random"], 2, engine=Cluster("tcp://127.0.0.1:9"))


def test_a_scheduler_that_dies_is_told_in_one_line(cluster: tuple[str, list[subprocess.Popen[str]]]) -> None:
    address, (scheduler, *_) = cluster
    found: list[int] = []

    def kill_it(slot: Slot, record: Record) -> None:
        found.append(slot.number)
        if len(found) == 4:
            scheduler.kill()

    with pytest.raises(ParlourError, match=f"lost the Dask scheduler at {address}: start it again"):
        parlour.match(REVERSI, AGENTS, 5000, 2, engine=Cluster(address), on_game=kill_it)
    assert len(found) >= 4
