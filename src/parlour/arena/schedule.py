"""Who plays whom, from which seat and on which deal: fixed before any agent moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, cycle, islice
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.seeds import WIDE, check_seed, digest_of

__all__ = [
    "Deals", "Slot", "game_seeds", "gauntlet", "ladder", "match_slots", "meetings", "round_robin", "seatings",
]  # fmt: skip


@dataclass(frozen=True)
class Deals:
    """What the deals follow from; fresh ones are played once, others with each rotation of the seats."""

    master: int = 0
    fresh: bool = False


DEALS = Deals()


@dataclass(frozen=True)
class Slot:
    """One game to be played: its number, its deal, and the agent of each seat."""

    number: int
    block: int  # games of one block count as one: the same deal, unless fresh, with the seats swapped
    seed: int
    seats: tuple[str, ...]  # agent specs by seat
    entrants: tuple[int, ...]  # the number of the agent at each seat, in the order they entered
    opening: tuple[str, ...] = ()  # moves that are played before the agents begin
    rotation: int = 0  # of the seats on this deal
    secret: str = ""  # of the run, which the seeds of bots outside follow from

    @staticmethod
    def read(fields: dict[str, Any]) -> Slot:
        """A slot out of JSON, where tuples are lists."""
        tuples = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
        return Slot(**{**fields, **tuples})

    def with_opening(self, opening: str) -> Slot:
        """The same game from an opening."""
        return replace(self, opening=tuple(opening.split()))


def game_seeds(master: int, count: int) -> list[int]:
    """The seeds of `count` deals; the first ones do not depend on how many follow.

    Those of a wide master are as wide: of 128 bits, and none of them tells of the others.
    """
    if check_seed(master) >= WIDE:
        return [_wide_seed(master, number) for number in range(count)]
    return [int(seed) for seed in np.random.SeedSequence(master).generate_state(count, np.uint64)]


def _wide_seed(master: int, number: int) -> int:
    return WIDE + int.from_bytes(digest_of(f"deal {number} of {master}")[:16], "little")


def seatings(game: Game, entrants: Sequence[int]) -> list[tuple[int, ...]]:
    """Every rotation of a line-up through the seats; an entrant a team is seated at all of its seats.

    Where everyone plays for themselves, two entrants share a larger table: each takes every second seat.
    """
    teams = sorted(set(game.team_of))
    orders = [(*entrants[i:], *entrants[:i]) for i in range(len(entrants))]
    if len(entrants) == len(teams) < game.players:
        return [tuple(order[teams.index(team)] for team in game.team_of) for order in orders]
    if len(entrants) == 2 and len(teams) == game.players and game.players % 2 == 0:
        return [order * (game.players // 2) for order in orders]
    if len(entrants) != game.players:
        per_team = f" (or {len(teams)}, one a team)" if len(teams) < game.players else ""
        raise ParlourError(f"{game.spec} needs {game.players} agents{per_team}, not {len(entrants)}")
    return orders


def _slots(
    agents: Sequence[str], line_ups: Sequence[Sequence[tuple[int, ...]]], games: int, deals: Deals
) -> Iterator[Slot]:
    """Blocks of each line-up in turn, so that a run that is cut short is balanced."""
    orders = len(line_ups[0])
    number, turns = 0, -(-games // orders)
    seeds = game_seeds(deals.master, turns * orders if deals.fresh else turns)
    for turn in range(turns):
        for which, seated in enumerate(line_ups):
            for order, entrants in enumerate(seated):
                if turn * orders + order < games:
                    block = turn * len(line_ups) + which
                    seats = tuple(agents[i] for i in entrants)
                    seed = seeds[turn * orders + order if deals.fresh else turn]
                    yield Slot(number, block, seed, seats, entrants, rotation=order)
                    number += 1


def match_slots(game: Game, agents: Sequence[str], games: int, deals: Deals = DEALS) -> list[Slot]:
    """The games of a match: each deal is played once with every rotation of the seats."""
    return list(_slots(agents, [seatings(game, range(len(agents)))], games, deals))


def round_robin(game: Game, agents: Sequence[str], games: int, deals: Deals = DEALS) -> list[Slot]:
    """The games of a tournament: every line-up of the agents plays `games` games."""
    size = len(set(game.team_of))
    if len(agents) < size:
        raise ParlourError(f"a tournament of {game.name} needs at least {size} agents")
    line_ups = [seatings(game, line_up) for line_up in combinations(range(len(agents)), size)]
    return list(_slots(agents, line_ups, games, deals))


def gauntlet(game: Game, agents: Sequence[str], games: int, deals: Deals = DEALS) -> list[Slot]:
    """The games of the first agent against the others: with each group of rivals in turn."""
    if len(agents) < 2:
        raise ParlourError("a gauntlet needs an agent and at least one rival")
    return list(_slots(agents, _line_ups(game, 0, range(1, len(agents))), games, deals))


def _line_ups(game: Game, entrant: int, rivals: range) -> list[list[tuple[int, ...]]]:
    """The seatings of an agent with each group of rivals."""
    size = len(set(game.team_of)) - 1
    groups = list(combinations(rivals, size)) or [tuple(islice(cycle(rivals), size))]
    return [seatings(game, (entrant, *group)) for group in groups]


def ladder(game: Game, agents: Sequence[str], games: int, deals: Deals = DEALS, fixed: int = 1) -> list[Slot]:
    """A gauntlet of each agent but the first ones against those; later agents add games at the end."""
    slots: list[Slot] = []
    for entrant in range(fixed, len(agents)):
        _append(slots, _slots(agents, _line_ups(game, entrant, range(fixed)), games, deals))
    return slots


def meetings(
    game: Game,
    agents: Sequence[str],
    games: int,
    deals: Deals = DEALS,
    pairs: Sequence[Sequence[int]] = (),
) -> list[Slot]:
    """The games of pairs that meet one after the other, each on deals of its own; later ones add games."""
    slots: list[Slot] = []
    for pair, seed in zip(pairs, game_seeds(deals.master, len(pairs)), strict=True):
        _append(slots, _slots(agents, [seatings(game, pair)], games, replace(deals, master=seed)))
    return slots


def _append(slots: list[Slot], more: Iterable[Slot]) -> None:
    """Add games behind those that there are."""
    number, block = len(slots), slots[-1].block + 1 if slots else 0
    slots += [replace(slot, number=number + slot.number, block=block + slot.block) for slot in more]
