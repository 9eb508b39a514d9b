"""The table of good moves that `statistics` learns: readable JSON, one list for each number of players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parlour.errors import ParlourError
from parlour.files import write_text
from parlour.games.dicewars import GAME

__all__ = [
    "MOST_DIFFERENT", "PROPERTIES", "REACH", "SAME", "SHIPPED", "SOURCE_DICE", "TARGET_DICE", "GoodMove",
    "Table", "closest",
]  # fmt: skip

SHIPPED = Path(__file__).parent / "models" / "statistics.json"

# What is compared of two attacks, in this order.
PROPERTIES = (
    "source_dice",
    "target_dice",
    "source_biggest_neighbour",  # dice of the strongest enemy beside it
    "target_biggest_neighbour",
    "source_eights",  # enemies beside it with eight dice
    "target_eights",
    "source_ones",
    "target_ones",
    "source_region",  # the size of the region that it lies in, in doublings: 3 is eight areas
    "target_region",
)
SOURCE_DICE, TARGET_DICE = 0, 1
REACH = 1.0  # similar attacks differ by no more in any property
SAME = 0.99  # closer values of a property are the same (averages are not whole numbers)
MOST_DIFFERENT = 3


class GoodMove(BaseModel):
    """One kind of attack that turned out well; numbers are averages of the attacks merged into it."""

    model_config = ConfigDict(extra="forbid")
    properties: dict[str, float]
    held: float = Field(ge=0)  # turns that the target was held
    safe: float = Field(ge=0)  # turns that the source was held too
    won: float = Field(ge=0, le=1)  # whether it was made on the way to a win
    dice: float = Field(ge=0)  # the state of the game at the time: own dice and largest region
    region: float = Field(ge=0)
    times: int = Field(default=1, ge=1)  # attacks merged


class _File(BaseModel):
    """The JSON form of a table."""

    model_config = ConfigDict(extra="forbid")
    game: str
    rules: int
    properties: list[str]
    games: int = 0
    moves: dict[str, list[GoodMove]]


class Table:
    """Good moves by the number of players."""

    def __init__(self) -> None:
        self.moves: dict[int, list[GoodMove]] = {}
        self.games = 0
        self._arrays: dict[int, np.ndarray] = {}

    def properties(self, players: int) -> np.ndarray:
        """The properties of the good moves for a number of players, a row a move."""
        if players not in self._arrays:
            rows = [_numbers(move) for move in self.moves.get(players, [])]
            self._arrays[players] = np.array(rows).reshape(-1, len(PROPERTIES))
        return self._arrays[players]

    def merge(self, players: int, move: GoodMove) -> None:
        """Average a good move with the closest similar one, or add it."""
        rows, moves = self.properties(players), self.moves.setdefault(players, [])
        place = closest(rows, _numbers(move))
        if place is None:
            moves.append(move)
            self._arrays[players] = np.vstack([rows, _numbers(move)])
        else:
            moves[place] = _average(moves[place], move)
            rows[place] = _numbers(moves[place])

    def save(self, path: Path) -> None:
        """Write the table in one step."""
        content = {
            "game": GAME.name,
            "rules": GAME.rules_version,
            "properties": list(PROPERTIES),
            "games": self.games,
            "moves": {str(n): self.moves[n] for n in sorted(self.moves)},
        }
        write_text(path, _readable(content))

    @staticmethod
    def load(path: Path) -> Table:
        """The table in a file; a damaged one is reported and left as it is."""
        table = Table()
        try:
            content = _File.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return table
        except OSError as error:
            raise ParlourError(f"cannot read {path}: {error.strerror}") from None
        except ValidationError as error:
            raise _damaged(path, error.errors()[0]) from None
        origin = (content.game, content.rules, tuple(content.properties))
        if origin != (GAME.name, GAME.rules_version, PROPERTIES):
            raise ParlourError(f"{path} is a table for other rules: move it away to start a new one")
        table.games = content.games
        for players, moves in content.moves.items():
            if not players.isdecimal() or any(set(move.properties) != set(PROPERTIES) for move in moves):
                raise _damaged(path, {"loc": ("moves", players), "msg": "properties are missing"})
            table.moves[int(players)] = moves
        return table


def _numbers(move: GoodMove) -> np.ndarray:
    """A move's properties in order."""
    return np.array([move.properties[name] for name in PROPERTIES])


def closest(moves: np.ndarray, attack: np.ndarray) -> int | None:
    """The place of the last of the moves that are most similar to an attack; None when none is similar."""
    if not len(moves):
        return None
    apart = np.abs(moves - attack)
    different = (apart > SAME).sum(axis=1)
    same_dice = (apart[:, SOURCE_DICE] <= SAME) | (apart[:, TARGET_DICE] <= SAME)
    similar = (apart <= REACH).all(axis=1) & same_dice & (different <= MOST_DIFFERENT)
    if not similar.any():
        return None
    fewest = different[similar].min()
    return int(np.flatnonzero(similar & (different == fewest))[-1])


def _average(old: GoodMove, new: GoodMove) -> GoodMove:
    """Both moves as one: each number is half the sum."""
    numbers = {
        name: (getattr(old, name) + getattr(new, name)) / 2
        for name in ("held", "safe", "won", "dice", "region")
    }
    properties = {name: (old.properties[name] + new.properties[name]) / 2 for name in PROPERTIES}
    return GoodMove.model_construct(properties=properties, times=old.times + new.times, **numbers)


def _readable(content: dict[str, Any]) -> str:
    """JSON with a line for each move, its numbers to two places."""
    head = json.dumps({name: content[name] for name in content if name != "moves"}, indent=1)[:-2]
    lists = []
    for players, moves in content["moves"].items():
        lines = [json.dumps(_round(move.model_dump())) for move in moves]
        lists.append(f'  "{players}": [\n   ' + ",\n   ".join(lines) + "\n  ]")
    return head + ',\n "moves": {\n' + ",\n".join(lists) + "\n }\n}\n"


def _round(value: Any) -> Any:
    """Numbers to two places, at any depth."""
    if isinstance(value, dict):
        return {name: _round(part) for name, part in value.items()}
    return round(value, 2) if isinstance(value, float) else value


def _damaged(path: Path, error: Any) -> ParlourError:
    place = ".".join(str(part) for part in error["loc"])
    where = f" at {place}" if place else ""
    return ParlourError(
        f"{path} is damaged{where} ({error['msg'].lower()}); it was left as it is: mend it or move it away"
    )
