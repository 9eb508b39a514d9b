"""The cluster engine: games on an existing Dask cluster, for those who outgrow one machine."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

from parlour.agent import FREE, Terms
from parlour.arena.engines import Player
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

_own = threading.local()


def play_batch(spec: str, terms: dict[str, Any], slots: list[dict[str, Any]]) -> tuple[list[str], float]:
    """Play some games on a worker of the cluster; their records, and the seconds they took."""
    if getattr(_own, "key", None) != (spec, tuple(terms.items())):
        _own.player = Player(game(spec), Terms(**terms))
        _own.key = (spec, tuple(terms.items()))
    began = time.perf_counter()
    texts = [_own.player.play(Slot.read(slot)).text(times=True) for slot in slots]
    return texts, time.perf_counter() - began


class Cluster:
    """Plays on the workers of a Dask scheduler; the games of a lost worker are played again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.began = 0.0

    def run(self, game: Game, slots: Iterable[Slot], terms: Terms = FREE) -> Iterator[tuple[Slot, Record]]:
        """Play these games, in tasks of several when they are short."""
        try:
            from distributed import Client, as_completed
        except ImportError:
            raise ParlourError("--cluster needs Dask: pip install 'parlour[cluster]'") from None
        try:
            client = Client(self.address, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise ParlourError(f"cannot reach a Dask scheduler at {self.address}: {error}") from None
        waiting, size, limits = list(reversed(list(slots))), 1, dataclasses.asdict(terms)
        try:
            self.began = time.perf_counter()
            threads = max(1, sum(client.nthreads().values()))
            tasks = as_completed()
            sent: dict[str, list[Slot]] = {}

            def send() -> None:
                batch = [waiting.pop() for _ in range(min(size, len(waiting)))]
                if batch:
                    told = [dataclasses.asdict(slot) for slot in batch]
                    future = client.submit(play_batch, game.spec, limits, told, pure=False)
                    sent[future.key] = batch
                    tasks.add(future)

            for _ in range(2 * threads):
                send()
            for future in tasks:
                batch = sent.pop(future.key)
                texts, spent = future.result()
                a_game = spent / len(batch) + 1e-6
                fair = -(-len(waiting) // (2 * threads))  # towards the end nobody has much more than others
                size = max(1, min(LARGEST, int(LONG_ENOUGH / a_game), fair))
                send()
                yield from zip(batch, map(Record.parse, texts), strict=True)
        finally:
            client.close(timeout=2)
