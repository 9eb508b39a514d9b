"""Matches and tournaments: plans carried out, counted, kept and resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Literal

from parlour.agent import FREE, Terms
from parlour.arena.engines import Engine, Serial
from parlour.arena.entrants import Entrant, enter
from parlour.arena.plan import Plan
from parlour.arena.schedule import Slot
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.progress import Track, silent
from parlour.record import Record
from parlour.stats.results import Results
from parlour.stats.sprt import Sprt
from parlour.stopping import ending, whole

__all__ = ["OnGame", "OnStop", "carry_out", "match", "tournament"]

OnGame = Callable[[Slot, Record], None]

OnStop = Callable[[Results], str | None]
"""What to do with the results so far when a command is stopped, and what to tell of it."""


def carry_out(
    plan: Plan,
    *,
    game: Game | None = None,
    engine: Engine | None = None,
    store: Path | None = None,
    sprt: Sprt | None = None,
    on_game: OnGame | None = None,
    on_stop: OnStop | None = None,
    track: Track = silent,
) -> Results:
    """Play what is missing of a plan; with a store, finished games are kept and never played twice.

    With a sequential test, the games end with the block that decides it, whoever played them and when. When
    the command is stopped before the end, `on_stop` gets the results so far.
    """
    game, engine = game or plan.open_game(), engine or Serial()
    if sprt and (plan.mode != "match" or len(set(game.team_of)) != 2):
        raise ParlourError("--sprt needs a match of two sides")
    with ExitStack() as stack:
        archive = stack.enter_context(closing(Store(store))) if store else None
        plan = archive.begin(plan) if archive else plan
        slots = plan.slots(game)
        results = Results(game, plan.agents, plan.seed, plan.timed, plan.files)
        tally = _Tally(results, slots, sprt, engine)
        stack.enter_context(ending(lambda: on_stop(tally.close()) if on_stop else None))
        if archive is None:
            return _count(tally, engine.run(game, slots, plan.terms, trust=plan.trust), on_game, track)
        stack.enter_context(ending(archive.settle))
        return _count(tally, _resume(archive, slots, plan, game, engine), on_game, track)


def _resume(
    store: Store, slots: Sequence[Slot], plan: Plan, game: Game, engine: Engine
) -> Iterator[tuple[Slot, Record]]:
    """The games of the store, then the missing ones, each stored as it ends."""
    numbers = set[int]()
    for slot, record in store.games():
        numbers.add(slot.number)
        yield slot, record
    missing = [slot for slot in slots if slot.number not in numbers]
    for slot, record in engine.run(game, missing, plan.terms, trust=plan.trust):
        with whole():
            store.add(slot, record)
        yield slot, record


def _count(
    tally: _Tally, games: Iterator[tuple[Slot, Record]], on_game: OnGame | None, track: Track
) -> Results:
    for slot, record in track(games, "games", tally.total):
        with whole():  # what is written of a game and what is counted stay together
            if on_game:
                on_game(slot, record)
            decided = tally.add(slot, record)
        if decided:
            break
    if hasattr(games, "close"):
        games.close()
    return tally.close()


class _Tally:
    """Counts games as they end, with a sequential test those up to the block that decides it."""

    def __init__(self, results: Results, slots: Sequence[Slot], sprt: Sprt | None, engine: Engine) -> None:
        self.results, self.total = results, len(slots)
        self._watch = _Blocks(slots, sprt, results) if sprt else None
        self._candidates: list[tuple[Slot, Record]] = []  # games that count unless it was decided before them
        self._engine, self._began = engine, time.perf_counter()
        results.sprt = sprt

    def add(self, slot: Slot, record: Record) -> bool:
        """Count one game; whether a test has ended with it."""
        if self._watch is None or not self.results.fits(record):
            self.results.add(slot.entrants, record, slot.block)
            return False
        self._candidates.append((slot, record))
        return self._watch.decided(slot, record)

    def close(self) -> Results:
        """What all the games show."""
        last = self._watch.last if self._watch else None
        for slot, record in self._candidates:
            if last is None or slot.block <= last:
                self.results.add(slot.entrants, record, slot.block)
        self._candidates.clear()
        self.results.seconds = time.perf_counter() - max(self._began, self._engine.began)
        return self.results


class _Blocks:
    """Feeds complete blocks to a sequential test in their order, however they come in."""

    def __init__(self, slots: Sequence[Slot], sprt: Sprt, results: Results) -> None:
        self.sprt, self.results = sprt, results
        self.last: int | None = None  # the block that decided
        self._sizes: dict[int, int] = {}
        for slot in slots:
            self._sizes[slot.block] = self._sizes.get(slot.block, 0) + 1
        self._scores: dict[int, list[float]] = {}
        self._next = 0

    def decided(self, slot: Slot, record: Record) -> bool:
        """Count one game; whether the test has ended."""
        seat = slot.entrants.index(0)
        self._scores.setdefault(slot.block, []).append((record.rewards[seat] + 1) / 2)
        while len(self._scores.get(self._next, ())) == self._sizes.get(self._next, -1):
            scores = self._scores.pop(self._next)
            if self.sprt.update(sum(scores) / len(scores)) is not None:
                self.last = self._next
                return True
            self._next += 1
        return False


def match(
    game: Game,
    agents: Sequence[Entrant],
    games: int = 100,
    seed: int | None = None,
    *,
    engine: Engine | None = None,
    terms: Terms = FREE,
    trust: bool = False,
    on_game: OnGame | None = None,
    track: Track = silent,
) -> Results:
    """Pit agents against each other; every deal is replayed with the seats rotated.

    Everything that chance does follows from the seed; by default 0, and drawn where bots of others play.
    Agents are specs, objects, classes of `Agent` or functions ``choose(view)``. Those of files play in
    processes of their own, where time and memory are limited, unless you trust them.
    """
    return tournament(
        game, agents, games, seed,
        mode="match", engine=engine, terms=terms, trust=trust, on_game=on_game, track=track,
    )  # fmt: skip


def tournament(
    game: Game,
    agents: Sequence[Entrant],
    games: int = 100,
    seed: int | None = None,
    *,
    mode: Literal["match", "round-robin", "gauntlet"] = "round-robin",
    engine: Engine | None = None,
    terms: Terms = FREE,
    trust: bool = False,
    on_game: OnGame | None = None,
    track: Track = silent,
) -> Results:
    """Let many agents play each other, `games` games of every line-up; the standings have their ratings."""
    names, makers, timed = enter(game, agents, trust=trust)
    if makers and engine is not None:
        raise ParlourError("agents that are objects play in this process: give no engine, or give specs")
    plan = Plan.of(game, names, mode=mode, games=games, seed=seed, terms=terms, trust=trust, timed=timed)
    return carry_out(plan, game=game, engine=engine or Serial(makers), on_game=on_game, track=track)
