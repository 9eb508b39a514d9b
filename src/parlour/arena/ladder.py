"""The ladder of a game: each level against the one below it, until the games tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from parlour.arena.engines import Engine
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.levels import NAMES, Interval, Ladder, Rung, levels_of, variant_of
from parlour.progress import Track, silent
from parlour.stats.estimate import Estimate
from parlour.stats.pairs import MatchStatistics
from parlour.stats.ratings import rate
from parlour.stats.result import Result
from parlour.stats.results import Line, Results

__all__ = ["Effort", "climb"]

_OPENINGS, _OPENING_MOVES = 500, 6


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

    def sides(self, first: int) -> list[Result]:
        """The games as games of two sides, whatever the number of seats; blocks count from `first`."""
        names = (self.upper, self.lower)
        return [
            _two_sides(entrants, rewards, names, first + block)
            for entrants, rewards, block in self.results.games
        ]


def _two_sides(entrants: Sequence[int], rewards: Sequence[float], names: Sequence[str], block: int) -> Result:
    """A game as one of two sides, each with the mean reward of its seats."""
    order = list(dict.fromkeys(entrants))
    seats = list(zip(entrants, rewards, strict=True))
    shares = [[reward for entrant, reward in seats if entrant == one] for one in order]
    return Result(
        tuple(names[one] for one in order), tuple(sum(each) / len(each) for each in shares), block=block
    )


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
    openings = _openings(variant, effort.seed)
    steps = []
    for number, (upper, lower) in enumerate(zip(levels[1:], levels[:-1], strict=True), 2):
        plan = Plan.make(variant, (upper, lower), games=effort.games, seed=effort.seed, openings=openings)
        store = folder / f"{game.name}-{number}.sqlite" if folder else None
        steps.append(_measure(plan, variant, effort.most, engine, store, track))
    command = f"parlour ladder {game.name} --games {effort.games} --most {effort.most} --seed {effort.seed}"
    return Ladder(variant.spec, command, _protocol(variant, openings), list(_rungs(levels, steps)))


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


def _openings(game: Game, seed: int) -> list[str]:
    """Random first moves for a game that always starts alike, so that no two deals are the same game."""
    from parlour.kernel import new_rng

    if game.chance or (game.new(0).buffer != game.new(1).buffer).any():
        return []
    rng = new_rng(seed)
    return [_opening(game, rng) for _ in range(_OPENINGS)]


def _opening(game: Game, rng: np.ndarray) -> str:
    """Random first moves, none of which ends the game."""
    from parlour.kernel import below

    state = game.new()
    for _ in range(_OPENING_MOVES):
        after, moves = state.copy(), state.legal_moves
        after.advance(moves[below(rng, len(moves))])
        if after.over:
            break
        state = after
    return " ".join(move.text for move in state.moves)


def _protocol(game: Game, openings: Sequence[str]) -> str:
    """How two levels meet, in words."""
    deal = f"opening of {_OPENING_MOVES} random moves" if openings else "deal" if game.chance else "start"
    if game.players == 2:
        return f"each {deal} played twice, with the seats swapped"
    if len(set(game.team_of)) == 2:
        return f"one level a team, each {deal} played twice, with the teams swapped"
    return f"{game.players} seats, each level at every second one, each {deal} played twice, seats swapped"


def _rungs(levels: Sequence[str], steps: Sequence[_Step]) -> Iterator[Rung]:
    """What the matches tell of each level, all of them on one scale."""
    games: list[Result] = []
    for step in steps:
        games += step.sides(len(games))
    ratings = rate(games, anchor=steps[0].lower)
    agents = [steps[0].lower, *(step.upper for step in steps)]
    for index, agent in enumerate(agents):
        below = steps[index - 1].pair if index else None
        yield Rung(
            level=index + 1,
            name=NAMES[index],
            agent=levels[index],
            rating=_interval(ratings.estimate(agent), 0),
            milliseconds=_milliseconds([step.line(agent) for step in steps if agent in step.results.names]),
            games=below.games if below else 0,
            share=_interval(below.score, 4) if below else None,
        )


def _milliseconds(lines: Sequence[Line]) -> float:
    """The mean time of a decision."""
    return round(1000 * sum(line.seconds for line in lines) / sum(line.decisions for line in lines), 2)


def _interval(estimate: Estimate, digits: int) -> Interval:
    value, low, high = (round(end, digits) + 0.0 for end in (estimate.value, estimate.low, estimate.high))
    return value, low, high
