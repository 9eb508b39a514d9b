"""How one game ended, as the statistics see it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Result", "Side"]


class Side(NamedTuple):
    """The agents who win or lose together, and what they got."""

    members: tuple[str, ...]
    reward: float


@dataclass(frozen=True)
class Result:
    """One finished game: who sat where, and what each seat got.

    Games that share a deal or a start carry the same `block`: they are not independent, and every interval
    counts blocks, not games.
    """

    seats: tuple[str, ...]
    rewards: tuple[float, ...]
    teams: tuple[int, ...] | None = None
    block: int = 0

    def __post_init__(self) -> None:
        if len(self.rewards) != len(self.seats):
            raise ValueError(f"{len(self.seats)} seats need as many rewards, not {len(self.rewards)}")
        if self.teams is not None and len(self.teams) != len(self.seats):
            raise ValueError(f"{len(self.seats)} seats need as many team numbers, not {len(self.teams)}")
        if not all(map(math.isfinite, self.rewards)):
            raise ValueError(f"rewards must be finite numbers, not {self.rewards}")

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides by their first seat; a team's reward is the mean of its members'."""
        if self.teams is None:
            return tuple(Side((name,), reward) for name, reward in zip(self.seats, self.rewards, strict=True))
        return tuple(self._team(team) for team in dict.fromkeys(self.teams))

    def _team(self, team: int) -> Side:
        seats = [seat for seat, number in enumerate(self.teams or ()) if number == team]
        reward = sum(self.rewards[seat] for seat in seats) / len(seats)
        return Side(tuple(self.seats[seat] for seat in seats), reward)
