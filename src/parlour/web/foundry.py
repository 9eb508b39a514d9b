"""Where compiling happens: in processes of its own, so that the page answers meanwhile.

What a person waits for goes first: what is compiled in the background stops, and begins anew afterwards. That
costs little, since every function is kept as soon as it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import Compiling, expected, name_of
from parlour.warming import RULES, is_warm, need_of, warm_commands
from parlour.web.answers import CompilingInfo
from parlour.web.messages import Choice

__all__ = ["Foundry", "spec_of"]

_BACKGROUND = 10  # by how much the rank of what nobody waits for is lower


@dataclass(eq=False)
class _Job:
    """What is compiled for some seats of a game, and how far it is."""

    game: Game
    needs: tuple[str, ...]
    waited_for: bool
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)
    news: dict[tuple[int, str], Compiling] = field(default_factory=dict)

    def note(self, process: int, news: Compiling) -> None:
        """One of its processes begins to compile a function."""
        self.news[process, news.name] = news

    @property
    def info(self) -> CompilingInfo:
        """How far it is: the functions of the game, and those of others that were needed beside them."""
        usual = expected(self.name)
        own = [news for news in self.news.values() if news.name == self.name]
        done, beside = sum(news.done for news in own), len(self.news) - len(own)
        total = max(usual.total, done + 1)
        pace = max(news.left / (news.total - news.done) for news in [usual, *own])
        seconds = pace * (total - done) / max(len(self.processes), 1)
        return CompilingInfo(
            game=self.game.name, done=done + beside, total=total + beside, seconds=round(seconds)
        )

    @property
    def name(self) -> str:
        """What its functions are called in the news."""
        return name_of(Path(str(self.game.home.__file__)).resolve())

    def stop(self) -> None:
        """End its processes, and whatever they have started."""
        for process in self.processes:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


class Foundry:
    """Compiles for the tables of one server; used on its event loop only."""

    def __init__(self) -> None:
        self._jobs: list[_Job] = []
        self._turns: dict[str, asyncio.Lock] = {}
        self._idle, self._open = asyncio.Event(), True
        self._idle.set()

    def under_way(self, game: str) -> CompilingInfo | None:
        """How far the compiling of a game is that somebody waits for."""
        return next((job.info for job in self._jobs if job.waited_for and job.game.name == game), None)

    async def ready(self, game: Game, agents: Iterable[str], *, background: bool = False) -> None:
        """Wait until the rules of a game and some agents are compiled, behind who waits for that already."""
        specs, turn = list(agents), asyncio.Lock()
        if not background:
            turn = self._turns.setdefault(game.name, turn)
        async with turn:
            while self._open and (needs := await asyncio.to_thread(_missing, game, specs)):
                if await self._compile(_Job(game, needs, not background)):
                    return

    async def _compile(self, job: _Job) -> bool:
        """Compile; whether that came to its end, and was not stopped for somebody who waits."""
        if job.waited_for:
            self._idle.clear()
            self._stop(waited_for=False)
        else:
            await self._idle.wait()
        self._jobs.append(job)
        try:
            return await self._run(job)
        finally:
            job.stop()
            self._jobs.remove(job)
            if not any(other.waited_for for other in self._jobs):
                self._idle.set()

    async def _run(self, job: _Job) -> bool:
        """Run what compiles it: at once for who waits, else one after the other; whether none was stopped."""
        runs = [self._follow(job, command) for command in warm_commands(job.game, job.needs)]
        if job.waited_for:
            return all(await asyncio.gather(*runs))
        return all([await run for run in runs])

    async def _follow(self, job: _Job, command: list[str]) -> bool:
        rank = [] if job.waited_for else ["nice", "-n", str(_BACKGROUND)]
        process = await asyncio.create_subprocess_exec(
            *rank, *command, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        job.processes.append(process)
        assert process.stdout is not None
        async for line in process.stdout:
            with contextlib.suppress(ValueError, TypeError):  # a game of somebody's own may print anything
                job.note(process.pid, Compiling(**json.loads(line)))
        return await process.wait() != -signal.SIGKILL

    def _stop(self, *, waited_for: bool) -> None:
        for job in self._jobs:
            if job.waited_for == waited_for:
                job.stop()

    def close(self) -> None:
        """Nobody waits any more."""
        self._open = False
        self._stop(waited_for=True)
        self._stop(waited_for=False)


def spec_of(choice: Choice) -> str:
    """The agent that somebody has chosen, as text; it was not checked."""
    options = ",".join(f"{name}={value}" for name, value in choice.options.items() if value is not None)
    return f"{choice.agent}:{options}"


def _missing(game: Game, agents: Iterable[str]) -> tuple[str, ...]:
    """What some agents need and is not compiled yet."""
    needs = dict.fromkeys([RULES, *(_need(game, spec) for spec in agents)])
    return tuple(need for need in needs if not is_warm(game, need))


def _need(game: Game, spec: str) -> str:
    """What an agent needs; the rules only where no such agent can be made, which is told when it is."""
    try:
        return need_of(game, spec)
    except (ParlourError, ValueError, LookupError):
        return RULES
