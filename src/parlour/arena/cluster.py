"""The cluster engine: work on an existing Dask cluster, for those who outgrow one machine."""

from __future__ import annotations

import hashlib
import logging
import pickle
import shutil
import threading
import time
from asyncio import CancelledError
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple

from parlour import __version__
from parlour.arena.crew import Death, Worker
from parlour.arena.engines import TRIES, Engine
from parlour.arena.work import Answer, Item, Job
from parlour.errors import ParlourError
from parlour.luggage import Luggage, noted_files, pack_files

__all__ = ["Cluster", "perform"]

LONG_ENOUGH = 1.0
"""Seconds that a task should take, so that sending it costs little."""

LARGEST = 256
"""The most items of a task."""

PATIENCE = 10
"""Seconds that a scheduler may take to answer."""


class Order(NamedTuple):
    """A pickled job, the files that it needs, what tells it from others, and whose pickle it is."""

    job: bytes
    luggage: Luggage
    key: str
    version: str


class _Thread(threading.local):
    """What each thread of a Dask worker has: a process of its own, the job that it has begun, its files."""

    worker: Worker | None = None
    key = ""
    root: Path | None = None

    def ready(self, order: Order) -> Worker:
        """The process with a job begun, which it keeps from task to task."""
        if self.worker is None or self.key != order.key:
            self.worker, self.key = self.worker or Worker(), order.key
            root = order.luggage.unpack(_scratch())
            self.worker.begin(order.job, root, order.luggage.folder)
            self.worker.receive()
            if self.root and self.root != root:
                shutil.rmtree(self.root, ignore_errors=True)
            self.root = root
        return self.worker

    def drop(self) -> None:
        """Let go of a process that died, or whose job cannot begin."""
        if self.worker is not None:
            self.worker.stop()
        self.worker, self.key = None, ""


_thread = _Thread()


def _scratch() -> Path:
    """A folder of this thread of a Dask worker, which is deleted with the worker."""
    from distributed import get_worker

    return Path(get_worker().local_directory) / "parlour" / str(threading.get_ident())


def perform(order: Order, items: bytes) -> tuple[bytes, float]:
    """Do some items of a job on a worker of the cluster; the answers, and the seconds they took.

    Both are pickled lists, which the Dask worker hands on unread.
    """
    if order.version != __version__:
        raise ParlourError(
            f"a worker of the cluster has Parlour {__version__}, not {order.version}: install that one there"
        )
    for _ in range(TRIES):
        try:
            worker = _thread.ready(order)
            began = time.perf_counter()
            worker.give(items)
            return worker.receive(), time.perf_counter() - began
        except Death:
            _thread.drop()
        except ParlourError:
            _thread.drop()
            raise
    raise ParlourError("workers die again and again; try --workers 1 without --cluster to see why")


def _same(order: Order) -> Order:
    return order


class Cluster(Engine):
    """Works on the workers of a Dask scheduler; the items of a lost worker are done again."""

    def __init__(self, address: str) -> None:
        self.address = address

    def work(self, job: Job[Item, Answer], items: Iterable[Item]) -> Iterator[tuple[Item, Answer]]:
        """Do these items, in tasks of several when they are short."""
        order, client = _order_for(job), self._connect()
        try:
            self.began = time.perf_counter()
            yield from _Tasks[Item, Answer](client, order, items).results()
        except (Exception, CancelledError) as error:
            if isinstance(error, ModuleNotFoundError):
                raise ParlourError(f"a worker of {self.address} lacks a library: {error}") from None
            if isinstance(error, ParlourError) or client.status == "running":
                raise
            raise ParlourError(
                f"lost the Dask scheduler at {self.address}: start it again and give the same command; where "
                "the work is kept (--store, --out) it goes on with what is missing"
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


def _order_for(job: Job[Item, Answer]) -> Order:
    """A job with the files of the user's that it opens: a twin begins here to tell which."""
    content = pickle.dumps(job)
    with noted_files() as paths:
        twin = pickle.loads(content)
        twin.begin()
        twin.end()
    luggage = pack_files(paths)
    key = hashlib.sha256(content + luggage.digest.encode()).hexdigest()
    return Order(content, luggage, key, __version__)


class _Tasks(Generic[Item, Answer]):
    """The items of one job as tasks of a cluster, several items a task."""

    def __init__(self, client: Any, order: Order, items: Iterable[Item]) -> None:
        from distributed import as_completed

        # A result of its own, so that it goes to each worker once; the scheduler can make it again.
        self._order = client.submit(_same, order, key=f"parlour-{order.key}")
        self._client, self._waiting = client, list(reversed(list(items)))
        self._size = 1  # items of the next task
        self._threads: int = max(1, sum(client.nthreads().values()))
        self._running = as_completed()
        self._batches: dict[str, list[Item]] = {}  # the items of each task, by its key

    def results(self) -> Iterator[tuple[Item, Answer]]:
        """The items as they are done; two tasks a thread are under way, so that none waits."""
        for _ in range(2 * self._threads):
            self._send()
        for task in self._running:
            batch = self._batches.pop(task.key)
            answers, seconds = task.result()
            self._size = self._fair_size(seconds / len(batch))
            self._send()
            yield from zip(batch, pickle.loads(answers), strict=True)

    def _send(self) -> None:
        batch = [self._waiting.pop() for _ in range(min(self._size, len(self._waiting)))]
        if batch:
            task = self._client.submit(perform, self._order, pickle.dumps(batch), pure=False)
            self._batches[task.key] = batch
            self._running.add(task)

    def _fair_size(self, seconds: float) -> int:
        """How many items of so many seconds make a task; towards the end all workers have about as many."""
        share = -(-len(self._waiting) // (2 * self._threads))
        return max(1, min(LARGEST, int(LONG_ENOUGH / (seconds + 1e-6)), share))
