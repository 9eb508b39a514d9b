"""Matches and tournaments: plans carried out, counted, kept and resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
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

__all__ = ["OnGame", "carry_out", "match", "tournament"]

OnGame = Callable[[Slot, Record], None]


def carry_out(
    plan: Plan,
    *,
    game: Game | None = None,
    engine: Engine | None = None,
    store: Path | None = None,
    sprt: Sprt | None = None,
    on_game: OnGame | None = None,
    track: Track = silent,
) -> Results:
    """Play what is missing of a plan; with a store, finished games are kept and never played twice.

    With a sequential test, the games end with the block that decides it, whoever played them and when.
    """
    game, engine, began = game or plan.open_game(), engine or Serial(), time.perf_counter()
    if sprt and (plan.mode != "match" or len(set(game.team_of)) != 2):
        raise ParlourError("--sprt needs a match of two sides")
    if store is None:
        slots = plan.slots(game)
        games = engine.run(game, slots, plan.terms)
        results = _count(plan, game, slots, games, sprt, on_game, track)
    else:
        with closing(Store(store)) as archive:
            plan = archive.begin(plan)
            slots = plan.slots(game)
            games = _resume(archive, slots, plan, game, engine)
            results = _count(plan, game, slots, games, sprt, on_game, track)
    results.seconds = time.perf_counter() - max(began, engine.began)
    return results


def _resume(
    store: Store, slots: Sequence[Slot], plan: Plan, game: Game, engine: Engine
) -> Iterator[tuple[Slot, Record]]:
    """The games of the store, then the missing ones, each stored as it ends."""
    numbers = store.numbers
    yield from store.games()
    missing = [slot for slot in slots if slot.number not in numbers]
    for slot, record in engine.run(game, missing, plan.terms):
        store.add(slot, record)
        yield slot, record


def _count(
    plan: Plan,
    game: Game,
    slots: Sequence[Slot],
    games: Iterator[tuple[Slot, Record]],
    sprt: Sprt | None,
    on_game: OnGame | None,
    track: Track,
) -> Results:
    results = Results(game, plan.agents, plan.seed)
    watch = _Blocks(slots, sprt, results) if sprt else None
    candidates: list[tuple[Slot, Record]] = []  # games that count unless the test was decided before them
    for slot, record in track(games, "games", len(slots)):
        if on_game:
            on_game(slot, record)
        if watch is None:
            results.add(slot.entrants, record, slot.block)
            continue
        candidates.append((slot, record))
        if watch.decided(slot, record):
            break
    if watch is not None:
        for slot, record in candidates:
            if watch.last is None or slot.block <= watch.last:
                results.add(slot.entrants, record, slot.block)
        results.sprt = sprt
    if hasattr(games, "close"):
        games.close()
    return results


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
    on_game: OnGame | None = None,
    track: Track = silent,
) -> Results:
    """Pit agents against each other; every deal is replayed with the seats rotated.

    Everything that chance does follows from the seed; by default 0, and drawn where bots of others play.
    Agents are specs, objects, classes of `Agent` or functions ``choose(view)``.
    """
    return tournament(
        game, agents, games, seed, mode="match", engine=engine, terms=terms, on_game=on_game, track=track
    )


def tournament(
    game: Game,
    agents: Sequence[Entrant],
    games: int = 100,
    seed: int | None = None,
    *,
    mode: Literal["match", "round-robin", "gauntlet"] = "round-robin",
    engine: Engine | None = None,
    terms: Terms = FREE,
    on_game: OnGame | None = None,
    track: Track = silent,
) -> Results:
    """Let many agents play each other, `games` games of every line-up; the standings have their ratings."""
    names, makers = enter(game, agents)
    if makers and engine is not None:
        raise ParlourError("agents that are objects play in this process: give no engine, or give specs")
    plan = Plan.of(game, names, mode=mode, games=games, seed=seed, terms=terms)
    return carry_out(plan, game=game, engine=engine or Serial(makers), on_game=on_game, track=track)
