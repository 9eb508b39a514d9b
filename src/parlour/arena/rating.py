"""The rating list of a game: all its agents at some budgets, each against those that tell most about it.

Games are played in rounds. In each, every agent meets those whose games are expected to tell most: the less
sure the difference of the two and the more open their game, the more (Glickman and Jensen 2005, "Adaptive
paired comparison design"; here by Fisher's information). So neighbours on the list meet, after a few games
that find them.
"""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from parlour.agent import agent_kinds
from parlour.arena.duels import interval, openings_of, protocol_of, two_sides
from parlour.arena.engines import Engine
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.files import write_text
from parlour.game import Game
from parlour.levels import Interval
from parlour.progress import Track, silent
from parlour.ratings import ANCHOR, Rated, RatingList, read_list, text_of
from parlour.spec import format_spec
from parlour.stats.estimate import Z95
from parlour.stats.ratings import ELO, rate
from parlour.stats.results import Results

__all__ = ["Budgets", "contenders", "next_pairs", "rate_agents"]

ROUNDS = 10  # in which the games of an agent are played
DEAL = 2  # games of a meeting: a deal with either seating
UNKNOWN = 3.0  # the standard error of an agent's rating before its first game, in logarithms of odds


@dataclass(frozen=True)
class Budgets:
    """What agents get: seconds for a decision, those that take them, and how many games at least."""

    seconds: Sequence[float]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        if self.games < DEAL:
            raise ParlourError(f"--games {self.games}: expected at least {DEAL}, one from either side")
        if not self.seconds or min(self.seconds) < 0.001:
            raise ParlourError("--seconds: expected times of at least 0.001, such as 0.01,0.1,1")


def contenders(game: Game, seconds: Sequence[float]) -> list[str]:
    """All agents that are ready to play a game, at each budget if they take one; a level is one of them."""
    names = []
    for kind in agent_kinds(game).values():
        if kind.name != "level" and kind.is_ready(game):
            options = kind.options_for(game)
            timed = any(option.name == "seconds" for option in options)
            budgets = [{"seconds": each} for each in seconds] if timed else [{}]
            names += [format_spec(kind.name, options, budget) for budget in budgets]
    return names


def rate_agents(
    game: Game,
    budgets: Budgets,
    store: Path,
    *,
    command: str = "",
    engine: Engine | None = None,
    track: Track = silent,
) -> RatingList:
    """Rate the agents of a game; games are kept in the store, the list beside it; agents may join later."""
    file = store.with_suffix(".json")
    plan, loads = _plan(game, budgets, store), [_load(), *(read_list(file).load if file.is_file() else ())]
    while True:
        results = carry_out(plan, game=game, engine=engine, store=store, track=track)
        loads.append(_load())
        pairs = next_pairs(results, plan.pairs, budgets.games)
        if not pairs:
            rated = _list(plan, results, command, loads)
            write_text(file, text_of(rated))
            return rated
        plan = plan.model_copy(update={"pairs": [*plan.pairs, *pairs]})


def _plan(game: Game, budgets: Budgets, store: Path) -> Plan:
    """The plan of the store with those who join, or a new one."""
    before = None
    if store.is_file():
        with closing(Store.open(store)) as archive:
            before = archive.plan
    names = list(dict.fromkeys([*(before.agents if before else ()), *contenders(game, budgets.seconds)]))
    openings = openings_of(game, budgets.seed)
    pairs = before.pairs if before else []
    return Plan.make(
        game, names, mode="ratings", games=DEAL, seed=budgets.seed, openings=openings, pairs=pairs
    )


def next_pairs(results: Results, before: Sequence[Sequence[int]], games: int) -> list[list[int]]:
    """Who meets in the next round, by their numbers; nobody when all have played so many games."""
    played = [DEAL * sum(number in pair for pair in before) for number in range(len(results.names))]
    values, errors = _outlook(results)
    openness = 1 / (2 + 2 * np.cosh(values[:, None] - values[None, :]))  # p (1 - p)
    met, chosen = np.zeros_like(errors), list[list[int]]()
    target = [min(games, count + DEAL * -(-games // (DEAL * ROUNDS))) for count in played]
    while short := [number for number, count in enumerate(played) if count < target[number]]:
        one = min(short, key=played.__getitem__)
        known = openness[one] * errors[one] ** 2
        tells = np.log1p(known / (1 + known * met[one]))
        tells[one] = -1.0
        other = max(range(len(played)), key=lambda number: (tells[number], -abs(number - one)))
        chosen.append([one, other])
        for number, rival in ((one, other), (other, one)):
            played[number] += DEAL
            met[number, rival] += DEAL
    return chosen


def _outlook(results: Results) -> tuple[np.ndarray, np.ndarray]:
    """The agents' strengths so far and the standard error of each difference, in logarithms of odds."""
    count = len(results.names)
    values, errors = np.zeros(count), np.full((count, count), UNKNOWN)
    if not results.games:
        return values, errors
    ratings = rate(two_sides(results), by_block=False)
    rated = [number for number, name in enumerate(results.names) if name in ratings.names]
    for number in rated:
        values[number] = ratings.estimate(results.names[number]).value / ELO
    for one, other in combinations(rated, 2):
        difference = ratings.difference(results.names[one], results.names[other])
        error = (difference.high - difference.low) / (2 * Z95 * ELO)
        errors[one, other] = errors[other, one] = min(error, UNKNOWN)
    return values, errors


def _list(plan: Plan, results: Results, command: str, loads: Sequence[float]) -> RatingList:
    games = two_sides(results)
    ratings = rate(games, anchor=ANCHOR)
    return RatingList(
        game=plan.game,
        command=command,
        protocol=protocol_of(results.game, plan.openings),
        date=datetime.date.today().isoformat(),
        machine=_machine(),
        load=(round(min(loads), 1), round(max(loads), 1)),
        games=len(games),
        model=ratings.model,
        agents=[_rated(results, name, interval(ratings.estimate(name), 0)) for name in ratings.elo],
    )


def _rated(results: Results, name: str, rating: Interval) -> Rated:
    """What the games tell of an agent."""
    number = results.names.index(name)
    line = results.lines[number]
    games = sum(number in entrants for entrants, _, _ in results.games)
    return Rated(name, rating, games, round(line.score.value, 4), round(1000 * line.median_time, 3))


def _load() -> float:
    """How many processes wanted a core in the last minute, where the system tells."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _machine() -> str:
    """What computed, in words."""
    processor, info = platform.processor() or platform.machine(), Path("/proc/cpuinfo")
    if info.is_file():
        lines = info.read_text().splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        processor = names[0] if names else processor
    return f"{processor}, {os.cpu_count()} cores"
