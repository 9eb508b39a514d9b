"""Matches and tournaments: plans carried out, counted, kept and resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from parlour.agent import FREE, Terms
from parlour.arena.engines import Engine, Serial
from parlour.arena.plan import Plan
from parlour.arena.results import Results
from parlour.arena.schedule import Slot
from parlour.arena.sprt import Sprt
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record

__all__ = ["Track", "carry_out", "match"]

Track = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Passes items on and shows how far they have come: the items, what they are, how many."""

OnGame = Callable[[Slot, Record], None]


def carry_out(
    plan: Plan,
    *,
    game: Game | None = None,
    engine: Engine | None = None,
    store: Path | None = None,
    sprt: Sprt | None = None,
    on_game: OnGame | None = None,
    track: Track | None = None,
) -> Results:
    """Play what is missing of a plan; with a store, finished games are kept and never played twice.

    With a sequential test, the games end with the block that decides it, whoever played them and when.
    """
    opened, where, began = game or plan.open_game(), engine or Serial(), time.perf_counter()
    slots = plan.slots(opened)
    if sprt and (plan.mode != "match" or len(set(opened.team_of)) != 2):
        raise ParlourError("--sprt needs a match of two sides")
    if store is None:
        played = where.run(opened, slots, plan.terms())
        results = _count(plan, opened, slots, played, sprt, on_game, track)
    else:
        with closing(Store(store)) as kept:
            kept.begin(plan)
            played = _resumed(kept, slots, plan, opened, where)
            results = _count(plan, opened, slots, played, sprt, on_game, track)
    results.seconds = time.perf_counter() - max(began, where.began)
    return results


def _resumed(
    store: Store, slots: Sequence[Slot], plan: Plan, game: Game, engine: Engine
) -> Iterator[tuple[Slot, Record]]:
    """The kept games, then the missing ones as they are played and kept."""
    finished = store.numbers
    yield from store.games()
    missing = [slot for slot in slots if slot.number not in finished]
    for slot, record in engine.run(game, missing, plan.terms()):
        store.add(slot, record)
        yield slot, record


def _count(
    plan: Plan,
    game: Game,
    slots: Sequence[Slot],
    played: Iterator[tuple[Slot, Record]],
    sprt: Sprt | None,
    on_game: OnGame | None,
    track: Track | None,
) -> Results:
    results = Results(game, plan.agents, plan.seed)
    results.plan = plan
    watch = _Blocks(slots, sprt, results) if sprt else None
    seen: list[tuple[Slot, Record]] = []
    for slot, record in track(played, "games", len(slots)) if track else played:
        if on_game:
            on_game(slot, record)
        if watch is None:
            results.add(slot, record)
            continue
        seen.append((slot, record))
        if watch.decided(slot, record):
            break
    if watch is not None:
        for slot, record in seen:
            if watch.last is None or slot.block <= watch.last:
                results.add(slot, record)
        results.sprt = sprt
    if hasattr(played, "close"):
        played.close()
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
    agents: Sequence[str],
    games: int = 100,
    seed: int = 0,
    *,
    engine: Engine | None = None,
    terms: Terms = FREE,
    on_game: OnGame | None = None,
    track: Track | None = None,
) -> Results:
    """Pit agents against each other; every deal is replayed with the seats rotated."""
    limits = {} if terms == FREE else _fields(terms)
    plan = Plan.make(game, agents, games=games, seed=seed, **limits)
    return carry_out(plan, game=game, engine=engine, on_game=on_game, track=track)


def _fields(terms: Terms) -> dict[str, Any]:
    """Limits as a plan writes them."""
    return {
        "clock": None if terms.bank is None else f"{terms.bank:g}+{terms.increment:g}",
        "move": terms.move,
        "memory": None if terms.memory is None else str(terms.memory),
    }
