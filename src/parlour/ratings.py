"""Rating lists: what was measured of the agents of a game, each at several budgets of time.

``parlour ratings --write`` measures them and keeps the list with the game, in ``ratings.json``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from parlour.files import write_text
from parlour.game import Game
from parlour.levels import Interval, file_beside

__all__ = ["ANCHOR", "Rated", "RatingList", "keep", "kept_list", "read_list", "text_of"]

ANCHOR = "random"
"""The agent whose rating is 0."""


@dataclass(frozen=True)
class Rated:
    """What was measured of one agent."""

    agent: str
    rating: Interval  # Elo above the anchor
    games: int
    share: float  # of the points in them
    milliseconds: float  # of a decision, in the median


@dataclass(frozen=True)
class RatingList:
    """The agents of a game, the strongest first, and how they were measured."""

    game: str
    command: str
    protocol: str  # how two agents met
    date: str
    machine: str
    load: tuple[float, float]  # processes that wanted a core, at the least and at the most
    games: int
    model: str  # of the ratings
    agents: Sequence[Rated]


def kept_list(game: Game) -> RatingList | None:
    """The rating list of a game, where it was measured."""
    file = file_beside(game, "ratings")
    return read_list(file) if file and file.is_file() else None


def read_list(file: Path) -> RatingList:
    """The rating list of a file."""
    fields = json.loads(file.read_text(encoding="utf-8"))
    agents = [_rated(agent) for agent in fields["agents"]]
    return RatingList(**{**fields, "load": tuple(fields["load"]), "agents": agents})


def _rated(fields: dict[str, Any]) -> Rated:
    return Rated(**{**fields, "rating": tuple(fields["rating"])})


def text_of(ratings: RatingList) -> str:
    """A list for machines, an agent a line."""
    agents = ",\n".join(f"  {json.dumps(asdict(agent))}" for agent in ratings.agents)
    head = {name: value for name, value in asdict(ratings).items() if name != "agents"}
    lines = "".join(f' "{name}": {json.dumps(value)},\n' for name, value in head.items())
    return f'{{\n{lines} "agents": [\n{agents}\n ]\n}}\n'


def keep(game: Game, ratings: RatingList) -> Path:
    """Write the rating list of a game beside it."""
    file = file_beside(game, "ratings")
    assert file is not None
    write_text(file, text_of(ratings))
    return file
