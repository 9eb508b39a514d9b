"""Matches: many games between the same agents."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from parlour.agent import agent
from parlour.arena.engines import Engine, Serial
from parlour.arena.play import FREE
from parlour.arena.results import Results
from parlour.arena.schedule import Slot, match_slots
from parlour.arena.terms import Terms
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record

__all__ = ["Track", "canonical", "match", "run"]

Track = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Passes items on and shows how far they have come: the items, what they are, how many."""


def canonical(game: Game, specs: Sequence[str]) -> list[str]:
    """The specs in their shortest form; building each agent once says what is wrong before any game."""
    names = []
    for spec in specs:
        made = agent(game, spec)
        names.append(made.spec)
        made.close()
    return names


def run(
    results: Results,
    slots: Sequence[Slot],
    *,
    engine: Engine | None = None,
    terms: Terms = FREE,
    on_game: Callable[[Slot, Record], None] | None = None,
    track: Track | None = None,
) -> Results:
    """Play the games and count them; `track` wraps the games to show progress."""
    began = time.perf_counter()
    played: Iterable[tuple[Slot, Record]] = (engine or Serial()).run(results.game, slots, terms)
    for slot, record in track(played, "games", len(slots)) if track else played:
        results.add(slot, record)
        if on_game:
            on_game(slot, record)
    results.seconds += time.perf_counter() - began
    return results


def match(
    game: Game,
    agents: Sequence[str],
    games: int = 100,
    seed: int = 0,
    *,
    engine: Engine | None = None,
    terms: Terms = FREE,
    on_game: Callable[[Slot, Record], None] | None = None,
    track: Track | None = None,
) -> Results:
    """Pit agents against each other; every deal is replayed with the seats rotated."""
    if games < 1:
        raise ParlourError(f"games={games}: expected at least 1")
    entered = canonical(game, agents)
    slots = match_slots(game, entered, games, seed)
    return run(Results(game, entered, seed), slots, engine=engine, terms=terms, on_game=on_game, track=track)
