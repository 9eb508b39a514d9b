"""Matches: many games between the same agents, and what they show."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.agent import Agent, Clock, agent
from parlour.arena.estimate import Estimate
from parlour.arena.play import play
from parlour.arena.schedule import Slot, match_slots
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record

__all__ = ["Standing", "Standings", "match", "play_slots"]


@dataclass
class Standing:
    """What one agent did, over all its games."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    seconds: float = 0.0
    moves: int = 0
    forfeits: int = 0
    block_shares: dict[int, list[float]] = field(default_factory=dict)

    @property
    def score(self) -> Estimate:
        """The share of the points to be had, from 0 to 1; games on one deal count as one observation."""
        means = [sum(shares) / len(shares) for shares in self.block_shares.values()]
        found = Estimate.mean(means)
        return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))

    @property
    def milliseconds(self) -> float:
        """The mean time of a decision."""
        return 1000 * self.seconds / self.moves if self.moves else 0.0


@dataclass
class Standings:
    """The result of a match, agent by agent, in the order in which they were named."""

    game: str
    seed: int
    agents: list[Standing]
    seconds: float = 0.0
    games: int = 0

    def add(self, slot: Slot, record: Record, teams: Sequence[int]) -> None:
        """Count one finished game."""
        by_name = {standing.name: standing for standing in self.agents}
        best = max(record.rewards)
        winners = {teams[seat] for seat, reward in enumerate(record.rewards) if reward == best}
        counted: set[tuple[str, int]] = set()
        for seat, name in enumerate(slot.seats):
            if (name, teams[seat]) in counted:
                continue
            counted.add((name, teams[seat]))
            standing = by_name[name]
            standing.games += 1
            standing.points += record.scores[seat]
            if record.rewards[seat] < best:
                standing.losses += 1
            elif len(winners) > 1:
                standing.draws += 1
            else:
                standing.wins += 1
            share = (record.rewards[seat] + 1) / 2
            standing.block_shares.setdefault(slot.block, []).append(share)
            standing.forfeits += sum(forfeit.seat == seat for forfeit in record.forfeits)
        self.games += 1


def play_slots(game: Game, slots: Iterable[Slot]) -> Iterator[tuple[Slot, Record]]:
    """Play the games one after the other in this process."""
    made: dict[tuple[str, int], Agent] = {}
    for slot in slots:
        for seat, spec in enumerate(slot.seats):
            if (spec, seat) not in made:
                made[spec, seat] = agent(game, spec)
        clocks = [Clock() for _ in slot.seats]
        seated = [made[spec, seat] for seat, spec in enumerate(slot.seats)]
        yield slot, play(game, seated, slot.seed, clocks=clocks)


def match(
    game: Game,
    agents: Sequence[str],
    games: int = 100,
    seed: int = 0,
    *,
    on_game: Callable[[Slot, Record], None] | None = None,
) -> Standings:
    """Pit agents against each other; every deal is replayed with the seats rotated."""
    if games < 1:
        raise ParlourError(f"games={games}: expected at least 1")
    names = _names(game, agents)
    result = Standings(game.spec, seed, [Standing(name) for name in dict.fromkeys(names)])
    began = time.perf_counter()
    for slot, record in play_slots(game, match_slots(game, names, games, seed)):
        result.add(slot, record, game.team_of)
        if on_game:
            on_game(slot, record)
    result.seconds = time.perf_counter() - began
    return result


def _names(game: Game, specs: Sequence[str]) -> list[str]:
    """The canonical specs; building each agent once says what is wrong before any game is played."""
    names = []
    for spec in specs:
        made = agent(game, spec)
        names.append(made.spec)
        made.close()
    return names
