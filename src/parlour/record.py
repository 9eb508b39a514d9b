"""One game as text: a record replays to the same states, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from parlour import __version__
from parlour.errors import ParlourError
from parlour.game import Game, State, game

__all__ = ["Forfeit", "Record", "read_records"]


class Forfeit(BaseModel):
    """A seat that broke the rules of play: what it did, and at which move."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    seat: int
    ply: int
    reason: str  # timeout, crash, illegal, memory or resigned
    detail: str = ""


class _Fields(BaseModel):
    """The JSON form of a record."""

    model_config = ConfigDict(extra="forbid")
    parlour: str
    game: str
    rules: int
    seed: int
    seats: list[str]
    moves: list[str]
    scores: list[float]
    rewards: list[float]
    opening: int = 0
    forfeits: list[Forfeit] = []
    times: list[list[float]] | None = None
    work: list[int] | None = None


@dataclass(frozen=True)
class Record:
    """A finished (or broken off) game: who played, every move in notation, and the result."""

    game: str
    seed: int
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    rewards: tuple[float, ...]
    forfeits: tuple[Forfeit, ...] = ()
    times: tuple[tuple[float, ...], ...] = field(default=(), compare=False)  # of each seat's decisions
    work: tuple[int, ...] = field(default=(), compare=False)  # playouts or positions searched, by seat
    opening: int = 0  # how many of the moves were given
    rules: int = 1
    version: str = __version__

    def text(self, *, times: bool = False) -> str:
        """The record as one line of JSON; without times, equal games give equal bytes."""
        fields: dict[str, Any] = {
            "parlour": self.version,
            "game": self.game,
            "rules": self.rules,
            "seed": self.seed,
            "seats": self.seats,
            "moves": self.moves,
            "scores": self.scores,
            "rewards": self.rewards,
        }
        if self.opening:
            fields["opening"] = self.opening
        if self.forfeits:
            fields["forfeits"] = [forfeit.model_dump() for forfeit in self.forfeits]
        if times:
            fields["times"] = [[round(seconds, 6) for seconds in seat] for seat in self.times]
            fields["work"] = self.work
        return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def parse(text: str, where: str = "record") -> Record:
        """The record that a line of JSON holds; `ParlourError` when it is none."""
        try:
            fields = _Fields.model_validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise ParlourError(
                f"{where} is not a game record: {place + ': ' if place else ''}{first['msg']}"
            ) from None
        return Record(
            fields.game,
            fields.seed,
            tuple(fields.seats),
            tuple(fields.moves),
            tuple(fields.scores),
            tuple(fields.rewards),
            tuple(fields.forfeits),
            tuple(tuple(seat) for seat in fields.times or ()),
            tuple(fields.work or ()),
            fields.opening,
            fields.rules,
            fields.parlour,
        )

    def open_game(self) -> Game:
        """The game in the variant that was played."""
        played = game(self.game)
        if played.rules_version != self.rules:
            raise ParlourError(
                f"the record was played under rules version {self.rules} of {played.name}, "
                f"this is version {played.rules_version}"
            )
        return played

    def replay(self) -> Iterator[State]:
        """Every state of the game, from the start to the end (one state, played on)."""
        state = self.open_game().new(self.seed)
        yield state
        for ply, text in enumerate(self.moves, 1):
            try:
                action = state.parse(text)
            except ParlourError as error:
                raise ParlourError(f"move {ply} of the record: {error}") from None
            state.advance(action)
            yield state


def read_records(path: Path) -> list[Record]:
    """The records of a file, one a line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise ParlourError(f"cannot read {path}: {reason}") from None
    records = [Record.parse(line, f"{path} line {i}") for i, line in enumerate(lines, 1) if line.strip()]
    if not records:
        raise ParlourError(f"{path} holds no game record")
    return records
