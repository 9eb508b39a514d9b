"""Engines: where work is done, such as the games of a match. The answers are the same for all of them."""

from __future__ import annotations

import abc
import pickle
import queue
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from parlour.agent import FREE, Terms
from parlour.arena.crew import Death, Worker
from parlour.arena.entrants import Makers
from parlour.arena.player import Player
from parlour.arena.schedule import Slot
from parlour.arena.work import Answer, Item, Job
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record

__all__ = ["TRIES", "Engine", "Processes", "Serial", "Threads", "engine_at"]

AHEAD = 2
"""How many items a worker has in hand, so that it never waits for the next."""

TRIES = 5
"""How often an item is begun again after its worker died, before the run is given up."""


class Engine(abc.ABC):
    """Does the items of a job, in any order, and yields each with its answer."""

    began = 0.0  # when it was ready to work, by `time.perf_counter`
    makers: Makers | None = None  # agents that are objects: only one process can have them

    @abc.abstractmethod
    def work(self, job: Job[Item, Answer], items: Iterable[Item]) -> Iterator[tuple[Item, Answer]]:
        """Do these items."""

    def run(
        self, game: Game, slots: Iterable[Slot], terms: Terms = FREE, *, trust: bool = False
    ) -> Iterator[tuple[Slot, Record]]:
        """Play these games; trusted agents of files play in the process that plays the games."""
        games = list(slots)
        specs = list(dict.fromkeys(spec for slot in games for spec in slot.seats))
        return self.work(Player(game, terms, specs, self.makers, trust=trust), games)


class Serial(Engine):
    """Works in this process, one item after the other; only here can agents be objects."""

    def __init__(self, makers: Makers | None = None) -> None:
        self.makers = makers

    def work(self, job: Job[Item, Answer], items: Iterable[Item]) -> Iterator[tuple[Item, Answer]]:
        """Do these items in order."""
        try:
            job.begin()
            self.began = time.perf_counter()
            for item in items:
                yield item, job.do(item)
        finally:
            job.end()


class Threads(Engine):
    """Works in threads of this process: for jobs of compiled code that can be done side by side."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def work(self, job: Job[Item, Answer], items: Iterable[Item]) -> Iterator[tuple[Item, Answer]]:
        """Do these items, as many at a time as there are threads; they are yielded in order."""
        job.begin()
        self.began, every = time.perf_counter(), list(items)
        with ThreadPoolExecutor(self.workers) as pool:
            yield from zip(every, pool.map(job.do, every), strict=True)
        job.end()


Inbox = queue.SimpleQueue[tuple["_Desk", list[Any] | Exception]]


class _Desk:
    """A worker with the items that it has in hand."""

    def __init__(self, job: bytes, inbox: Inbox) -> None:
        self.worker, self.hand = Worker(), deque[Any]()
        self.worker.begin(job)
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()

    def _listen(self, inbox: Inbox) -> None:
        try:
            while True:
                inbox.put((self, pickle.loads(self.worker.receive())))
        except (Death, ParlourError) as error:
            inbox.put((self, error))

    def give(self, item: Any) -> None:
        self.hand.append(item)
        self.worker.give(pickle.dumps([item]))


class Processes(Engine):
    """Works in several processes; one that dies is replaced and its items are done again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def work(self, job: Job[Item, Answer], items: Iterable[Item]) -> Iterator[tuple[Item, Answer]]:
        """Do these items, as many at a time as there are workers."""
        waiting, inbox = deque(items), Inbox()
        order, size = pickle.dumps(job), min(self.workers, len(waiting))
        self.began, deaths = 0.0, 0
        desks = [_Desk(order, inbox) for _ in range(size)]
        try:
            for desk in desks * AHEAD:
                self._fill(desk, waiting)
            while any(desk.hand for desk in desks):
                desk, news = inbox.get()
                if isinstance(news, ParlourError):
                    raise news
                if isinstance(news, list):
                    self.began = self.began or time.perf_counter()
                    for answer in news:
                        deaths = 0
                        yield desk.hand.popleft(), answer
                        self._fill(desk, waiting)
                elif desk in desks:
                    deaths += 1
                    if deaths > TRIES:
                        raise ParlourError("workers die again and again; try --workers 1 to see why")
                    desks[desks.index(desk)] = replacement = _Desk(order, inbox)
                    waiting.extendleft(reversed(desk.hand))
                    desk.worker.stop()
                    self._fill(replacement, waiting)
        finally:
            for desk in desks:
                desk.worker.stop()

    def _fill(self, desk: _Desk, waiting: deque[Any]) -> None:
        """Give a worker the next item; towards the end nobody takes two while another has none."""
        most = AHEAD if len(waiting) >= self.workers else 1
        if waiting and len(desk.hand) < most:
            desk.give(waiting.popleft())


def engine_at(workers: int, cluster: str | None = None) -> Engine:
    """What plays on this machine, in so many processes, or on the cluster of a Dask scheduler."""
    if cluster is not None:
        from parlour.arena.cluster import Cluster

        return Cluster(cluster)
    return Processes(workers) if workers > 1 else Serial()
