"""The ladder of a game: each level against the one below it, until the games tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from parlour.arena.duels import interval, milliseconds, openings_of, protocol_of, two_sides
from parlour.arena.engines import Engine
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.levels import NAMES, Ladder, Rung, levels_of, variant_of
from parlour.progress import Track, silent
from parlour.stats.pairs import MatchStatistics
from parlour.stats.ratings import rate
from parlour.stats.result import Result
from parlour.stats.results import Line, Results

__all__ = ["Effort", "climb"]


@dataclass(frozen=True)
class Effort:
    """The games of a pair of levels: so many, twice as many while they tell nothing, and at most so many."""

    games: int = 200
    most: int = 3200
    seed: int = 0

    def __post_init__(self) -> None:
        if self.games < 2:
            raise ParlourError(f"--games {self.games}: expected at least 2, one from either side")
        if self.most < self.games:
            raise ParlourError(f"--most {self.most}: expected no less than --games {self.games}")


@dataclass(frozen=True)
class _Step:
    """The match of a level with the one below it."""

    results: Results
    upper: str
    lower: str

    @property
    def pair(self) -> MatchStatistics:
        return self.results.pair(self.upper, self.lower)

    def line(self, agent: str) -> Line:
        return next(line for line in self.results.lines if line.name == agent)


def climb(
    game: Game,
    effort: Effort,
    *,
    engine: Engine | None = None,
    folder: Path | None = None,
    track: Track = silent,
) -> Ladder:
    """Measure all levels of a game; with a folder, finished games are kept there and never played twice."""
    levels, variant = levels_of(game), variant_of(game)
    if not levels:
        raise ParlourError(f"{game.name} has no levels: see LEVELS in docs/contract.md")
    openings = openings_of(variant, effort.seed)
    steps = []
    for number, (upper, lower) in enumerate(zip(levels[1:], levels[:-1], strict=True), 2):
        plan = Plan.make(variant, (upper, lower), games=effort.games, seed=effort.seed, openings=openings)
        store = folder / f"{game.name}-{number}.sqlite" if folder else None
        steps.append(_measure(plan, variant, effort.most, engine, store, track))
    command = f"parlour ladder {game.name} --games {effort.games} --most {effort.most} --seed {effort.seed}"
    return Ladder(variant.spec, command, protocol_of(variant, openings, "level"), list(_rungs(levels, steps)))


def _measure(
    plan: Plan, game: Game, most: int, engine: Engine | None, store: Path | None, track: Track
) -> _Step:
    """Play a pair until the interval of the upper level is above one half, or the most games are played."""
    games = max(plan.games, _wanted_before(store))
    while True:
        wanted = plan.model_copy(update={"games": games})
        results = carry_out(wanted, game=game, engine=engine, store=store, track=track)
        step = _Step(results, *plan.agents)
        if step.pair.score.low > 0.5 or games >= most:
            return step
        games = min(2 * games, most)


def _wanted_before(store: Path | None) -> int:
    """How many games an earlier run went for."""
    if store is None or not store.is_file():
        return 0
    with closing(Store.open(store)) as archive:
        return archive.plan.games if archive.plan else 0


def _rungs(levels: Sequence[str], steps: Sequence[_Step]) -> Iterator[Rung]:
    """What the matches tell of each level, all of them on one scale."""
    games: list[Result] = []
    for step in steps:
        games += two_sides(step.results, len(games))
    ratings = rate(games, anchor=steps[0].lower)
    agents = [steps[0].lower, *(step.upper for step in steps)]
    for index, agent in enumerate(agents):
        below = steps[index - 1].pair if index else None
        yield Rung(
            level=index + 1,
            name=NAMES[index],
            agent=levels[index],
            rating=interval(ratings.estimate(agent), 0),
            milliseconds=milliseconds([step.line(agent) for step in steps if agent in step.results.names]),
            games=below.games if below else 0,
            share=interval(below.score, 4) if below else None,
        )
