"""The cluster engine: games on an existing Dask cluster, for those who outgrow one machine."""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from asyncio import CancelledError
from collections.abc import Iterable, Iterator
from typing import Any

from parlour.agent import FREE, Terms
from parlour.arena.player import Player
from parlour.arena.schedule import Slot
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.record import Record

__all__ = ["Cluster", "play_batch"]

LONG_ENOUGH = 0.25
"""Seconds that a task should take, so that sending it costs little."""

LARGEST = 64
"""The most games of a task."""

PATIENCE = 10
"""Seconds that a scheduler may take to answer."""

_worker = threading.local()  # the player of each thread of a worker, with what it was built for


def play_batch(spec: str, terms: dict[str, Any], slots: list[dict[str, Any]]) -> tuple[list[str], float]:
    """Play some games on a worker of the cluster; their records, and the seconds they took."""
    key = (spec, tuple(terms.items()))
    if getattr(_worker, "key", None) != key:
        _worker.player, _worker.key = Player(game(spec), Terms(**terms)), key
    began = time.perf_counter()
    texts = [_worker.player.play(Slot.read(slot)).text(times=True) for slot in slots]
    return texts, time.perf_counter() - began


class Cluster:
    """Plays on the workers of a Dask scheduler; the games of a lost worker are played again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.began = 0.0

    def run(self, game: Game, slots: Iterable[Slot], terms: Terms = FREE) -> Iterator[tuple[Slot, Record]]:
        """Play these games, in tasks of several when they are short."""
        client = self._connect()
        try:
            self.began = time.perf_counter()
            yield from _Tasks(client, game, slots, terms).results()
        except (Exception, CancelledError) as error:
            if isinstance(error, ParlourError) or client.status == "running":
                raise
            raise ParlourError(
                f"lost the Dask scheduler at {self.address}: start it again and give the same command; with "
                "--store it goes on with the games that are missing"
            ) from None
        finally:
            client.close(timeout=2)

    def _connect(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise ParlourError("--cluster needs Dask: pip install 'parlour[cluster]'") from None
        for name in ("distributed", "distributed.client"):  # a lost scheduler is told in one line instead
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            return Client(self.address, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise ParlourError(f"cannot reach a Dask scheduler at {self.address}: {error}") from None


class _Tasks:
    """The games of one run as tasks of a cluster, several games a task."""

    def __init__(self, client: Any, game: Game, slots: Iterable[Slot], terms: Terms) -> None:
        from distributed import as_completed

        self._client, self._spec, self._terms = client, game.spec, dataclasses.asdict(terms)
        self._waiting = list(reversed(list(slots)))
        self._size = 1  # games of the next task
        self._threads: int = max(1, sum(client.nthreads().values()))
        self._running = as_completed()
        self._batches: dict[str, list[Slot]] = {}  # the games of each task, by its key

    def results(self) -> Iterator[tuple[Slot, Record]]:
        """The games as they end; two tasks a thread are under way, so that none waits."""
        for _ in range(2 * self._threads):
            self._send()
        for task in self._running:
            batch = self._batches.pop(task.key)
            texts, seconds = task.result()
            self._size = self._fair_size(seconds / len(batch))
            self._send()
            yield from zip(batch, map(Record.parse, texts), strict=True)

    def _send(self) -> None:
        batch = [self._waiting.pop() for _ in range(min(self._size, len(self._waiting)))]
        if batch:
            slots = [dataclasses.asdict(slot) for slot in batch]
            task = self._client.submit(play_batch, self._spec, self._terms, slots, pure=False)
            self._batches[task.key] = batch
            self._running.add(task)

    def _fair_size(self, seconds: float) -> int:
        """How many games of so many seconds make a task; towards the end all workers have about as many."""
        share = -(-len(self._waiting) // (2 * self._threads))
        return max(1, min(LARGEST, int(LONG_ENOUGH / (seconds + 1e-6)), share))
