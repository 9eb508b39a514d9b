"""Who plays whom, from which seat and on which deal: fixed before any agent moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game

__all__ = ["Slot", "game_seeds", "gauntlet", "match_slots", "round_robin", "seatings"]


@dataclass(frozen=True)
class Slot:
    """One game to be played: its number, its deal, and the agent of each seat."""

    number: int
    block: int  # games of one block share the seed: the same deal with the seats swapped
    seed: int
    seats: tuple[str, ...]  # agent specs by seat


def game_seeds(master: int, count: int) -> list[int]:
    """The seeds of `count` deals; the first ones do not depend on how many follow."""
    if master < 0:
        raise ParlourError(f"seed {master}: expected a whole number of at least 0")
    return [int(seed) for seed in np.random.SeedSequence(master).generate_state(count, np.uint64)]


def seatings(game: Game, agents: Sequence[str]) -> list[tuple[str, ...]]:
    """Every rotation of a line-up through the seats; an agent a team is seated at all of its seats."""
    teams = sorted(set(game.team_of))
    if len(agents) == len(teams) < game.players:
        orders = _rotations(agents)
        return [tuple(order[teams.index(team)] for team in game.team_of) for order in orders]
    if len(agents) != game.players:
        per_team = f" (or {len(teams)}, one a team)" if len(teams) < game.players else ""
        raise ParlourError(f"{game.spec} seats {game.players} agents{per_team}, but {len(agents)} were given")
    return _rotations(agents)


def _rotations(agents: Sequence[str]) -> list[tuple[str, ...]]:
    return [(*agents[i:], *agents[:i]) for i in range(len(agents))]


def _slots(line_ups: Sequence[Sequence[tuple[str, ...]]], master: int, games: int) -> Iterator[Slot]:
    """Blocks of each line-up in turn, so that a run that is cut short is balanced."""
    orders = len(line_ups[0])
    rounds = -(-games // orders)
    number = 0
    for turn, seed in enumerate(game_seeds(master, rounds)):
        for which, seated in enumerate(line_ups):
            for order, seats in enumerate(seated):
                if turn * orders + order < games:
                    yield Slot(number, turn * len(line_ups) + which, seed, seats)
                    number += 1


def match_slots(game: Game, agents: Sequence[str], games: int, master: int = 0) -> list[Slot]:
    """The games of a match: each deal is played once with every rotation of the seats."""
    return list(_slots([seatings(game, agents)], master, games))


def round_robin(game: Game, agents: Sequence[str], games: int, master: int = 0) -> list[Slot]:
    """The games of a tournament: every line-up of the agents plays `games` games."""
    size = len(set(game.team_of))
    if len(agents) < size:
        raise ParlourError(f"a tournament of {game.name} needs at least {size} agents")
    return list(_slots([seatings(game, line_up) for line_up in combinations(agents, size)], master, games))


def gauntlet(game: Game, hero: str, field: Sequence[str], games: int, master: int = 0) -> list[Slot]:
    """The games of one agent against a field: with each group of rivals in turn."""
    size = len(set(game.team_of)) - 1
    groups = list(combinations(field, size)) or [tuple(islice(_cycle(field), size))]
    return list(_slots([seatings(game, (hero, *group)) for group in groups], master, games))


def _cycle(items: Sequence[str]) -> Iterator[str]:
    while True:
        yield from items
