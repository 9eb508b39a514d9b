"""Engines: where the games of a match are played. The results are the same for all of them."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import queue
import re
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, Protocol, cast

from parlour.agent import FREE, Terms
from parlour.arena.entrants import Makers
from parlour.arena.player import Player
from parlour.arena.schedule import Slot
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record
from parlour.stopping import whole

__all__ = ["DECIDING", "READY", "Engine", "Processes", "Serial", "local_engine"]

AHEAD = 2
"""How many games a worker has in hand, so that it never waits for the next."""

TRIES = 5
"""How often a game is started again after its worker died, before the run is given up."""

READY = "ready"
"""What a worker says when it has loaded everything and can play."""

DECIDING = "?"
"""How the lines begin that say which seat decides, and for which time."""
_DECISION = re.compile(rf"{re.escape(DECIDING)}([0-9]{{1,3}}) ([0-9]{{1,9}})\n")


class Engine(Protocol):
    """Plays games, in any order, and yields each as it ends."""

    began: float  # when it was ready to play, by `time.perf_counter`

    def run(self, game: Game, slots: Iterable[Slot], terms: Terms = FREE) -> Iterator[tuple[Slot, Record]]:
        """Play these games."""


class Serial:
    """Plays in this process, one game after the other; only here can agents be objects."""

    def __init__(self, makers: Makers | None = None) -> None:
        self.makers = makers
        self.began = 0.0

    def run(self, game: Game, slots: Iterable[Slot], terms: Terms = FREE) -> Iterator[tuple[Slot, Record]]:
        """Play these games in order."""
        player = Player(game, terms, self.makers)
        self.began = time.perf_counter()
        try:
            for slot in slots:
                yield slot, player.play(slot)
        finally:
            player.close()


class _Worker:
    """A process that plays the games written to it and writes back the records."""

    def __init__(
        self,
        game: Game,
        terms: Terms,
        agents: Sequence[str],
        inbox: queue.SimpleQueue[tuple[_Worker, str]],
    ) -> None:
        with whole():  # nothing is started any more once the command is stopped
            self.process = subprocess.Popen(
                [sys.executable, "-m", "parlour.arena.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C is for the main process, which stops its workers itself
            )
        self.hand: deque[Slot] = deque()
        self.deciding: tuple[int, int] | None = None  # the seat and the decision of code of others
        self.send({"game": game.spec, "terms": dataclasses.asdict(terms), "agents": list(agents)})
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()

    def _listen(self, inbox: queue.SimpleQueue[tuple[_Worker, str]]) -> None:
        for line in cast(IO[str], self.process.stdout):
            decision = _DECISION.fullmatch(line)
            self.deciding = (int(decision[1]), int(decision[2])) if decision else None
            if not decision:
                inbox.put((self, line))
        inbox.put((self, ""))

    def give(self, slot: Slot) -> None:
        self.hand.append(slot)
        self.send(dataclasses.asdict(slot))

    def send(self, message: dict[str, Any]) -> None:
        stdin = cast(IO[str], self.process.stdin)
        with contextlib.suppress(OSError):  # the listener notices a dead worker
            stdin.write(json.dumps(message) + "\n")
            stdin.flush()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()


class Processes:
    """Plays in several processes; a process that dies is replaced and its games are played again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.began = 0.0

    def run(self, game: Game, slots: Iterable[Slot], terms: Terms = FREE) -> Iterator[tuple[Slot, Record]]:
        """Play these games, as many at a time as there are workers."""
        waiting: deque[Slot] = deque(slots)
        agents = list(dict.fromkeys(spec for slot in waiting for spec in slot.seats))
        self.began = 0.0
        inbox: queue.SimpleQueue[tuple[_Worker, str]] = queue.SimpleQueue()
        size = max(1, min(self.workers, len(waiting)))
        workers = [_Worker(game, terms, agents, inbox) for _ in range(size)] if waiting else []
        deaths, suspects = 0, dict[int, tuple[int, int]]()
        try:
            for worker in workers * AHEAD:
                self._fill(worker, waiting)
            while any(worker.hand for worker in workers):
                worker, line = inbox.get()
                if line.strip() == READY:
                    self.began = self.began or time.perf_counter()
                elif line:
                    deaths = 0
                    yield self._result(worker, line)
                    self._fill(worker, waiting)
                elif worker in workers:
                    deaths += 1
                    if deaths > TRIES:
                        raise ParlourError("workers die again and again; try --workers 1 to see why")
                    workers[workers.index(worker)] = replacement = _Worker(game, terms, agents, inbox)
                    waiting.extendleft(reversed(_left_by(worker, suspects)))
                    worker.stop()
                    self._fill(replacement, waiting)
        finally:
            for worker in workers:
                worker.stop()

    def _fill(self, worker: _Worker, waiting: deque[Slot]) -> None:
        """Give a worker the next game; towards the end nobody takes two while another has none."""
        most = AHEAD if len(waiting) >= self.workers else 1
        if waiting and len(worker.hand) < most:
            worker.give(waiting.popleft())

    @staticmethod
    def _result(worker: _Worker, line: str) -> tuple[Slot, Record]:
        if line.startswith("!"):
            raise ParlourError(line[1:].strip())
        if not worker.hand:
            raise ParlourError("a worker tells of a game that it was not given: an agent prints its lines")
        return worker.hand.popleft(), Record.parse(line)


def _left_by(worker: _Worker, suspects: dict[int, tuple[int, int]]) -> list[Slot]:
    """The games that a dead worker had in hand; in the first, a decision that killed twice is a crash."""
    games = list(worker.hand)
    if games and worker.deciding is not None:
        number = games[0].number
        if suspects.get(number) == worker.deciding:
            games[0] = dataclasses.replace(games[0], gone=worker.deciding)
        suspects[number] = worker.deciding
    return games


def local_engine(workers: int) -> Engine:
    """What plays on this machine, in so many processes."""
    return Processes(workers) if workers > 1 else Serial()
