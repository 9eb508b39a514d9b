"""Ten levels a game: their names, the agents behind them, and what was measured of them.

A game declares its levels (`parlour.contract.Own.LEVELS`); ``parlour ladder`` measures them and keeps the
table with the game, in ``levels.json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from parlour.contract import Own
from parlour.errors import ParlourError
from parlour.files import write_text
from parlour.game import Game

__all__ = [
    "NAMES", "USUAL", "Interval", "Ladder", "Rung", "file_beside", "keep", "ladder_of", "level_number",
    "levels_of", "variant_of",
]  # fmt: skip

NAMES = (
    "Newcomer", "Beginner", "Learner", "Casual", "Regular",
    "Skilled", "Strong", "Expert", "Master", "Champion",
)  # fmt: skip
"""What the levels are called, from 1 to 10."""

USUAL = 3
"""The level of a first game."""

Interval = tuple[float, float, float]
"""A value and the ends of its 95 % interval."""


@dataclass(frozen=True)
class Rung:
    """What was measured of one level."""

    level: int
    name: str
    agent: str
    rating: Interval  # Elo above level 1
    milliseconds: float  # of a decision, in the mean
    games: int = 0  # against the level below
    share: Interval | None = None  # of the points in those games


@dataclass(frozen=True)
class Ladder:
    """The measured levels of a game, and how they were measured."""

    game: str
    command: str
    protocol: str  # how two levels met
    rungs: Sequence[Rung]


def levels_of(game: Game) -> Sequence[str]:
    """The agents of levels 1 to 10, the weakest first; none where the game has no levels."""
    levels = game.hooks(Own).LEVELS
    if levels and len(levels) != len(NAMES):
        raise ParlourError(f"{game.name} declares {len(levels)} levels: expected {len(NAMES)}, or none")
    return levels


def variant_of(game: Game) -> Game:
    """The variant that the levels of a game are measured in."""
    return game.variant(**game.hooks(Own).LEVELS_VARIANT)


def level_number(spec: str) -> int | None:
    """The level that an agent's spec names, if it names one."""
    number = re.fullmatch(r"level(?::n=([0-9]+))?", spec)
    return int(number[1] or USUAL) if number else None


def file_beside(game: Game, name: str) -> Path | None:
    """Where what was measured of a game is kept with it."""
    home = getattr(game.home, "__file__", None)
    if home is None:
        return None  # defined in a notebook
    return Path(home).with_name(f"{Path(home).stem}_{name}.json" if game.one_file else f"{name}.json")


def ladder_of(game: Game) -> Ladder | None:
    """The measured levels of a game, where it has been measured."""
    file = file_beside(game, "levels")
    if file is None or not file.is_file():
        return None
    fields = json.loads(file.read_text(encoding="utf-8"))
    return Ladder(**{**fields, "rungs": [_rung(rung) for rung in fields["rungs"]]})


def _rung(fields: dict[str, Any]) -> Rung:
    share = fields["share"]
    return Rung(**{**fields, "rating": tuple(fields["rating"]), "share": tuple(share) if share else None})


def keep(game: Game, ladder: Ladder) -> Path:
    """Write the measured levels of a game beside it."""
    file = cast(Path, file_beside(game, "levels"))
    rungs = ",\n".join(f"  {json.dumps(asdict(rung))}" for rung in ladder.rungs)
    head = {name: value for name, value in asdict(ladder).items() if name != "rungs"}
    lines = "".join(f' "{name}": {json.dumps(value)},\n' for name, value in head.items())
    write_text(file, f'{{\n{lines} "rungs": [\n{rungs}\n ]\n}}\n')
    return file
