"""One game as text: a record replays to the same states, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parlour import __version__
from parlour.contract import Logs
from parlour.errors import ParlourError, first_mistake
from parlour.files import read_text
from parlour.game import Game, game, game_names
from parlour.seeds import WIDEST

if TYPE_CHECKING:
    from parlour.state import State

__all__ = ["Forfeit", "Record", "find_reader", "read_record", "read_records"]

_OURS = ("", ".json", ".jsonl")  # endings of files that hold a record a line


class Forfeit(BaseModel):
    """A seat that broke the rules of play: what it did, and at which move."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    seat: int
    ply: int
    reason: str  # timeout, crash, illegal, memory or resigned
    detail: str = ""
    trace: str = ""  # the traceback of a crash


class Record(BaseModel):
    """A finished (or broken off) game: who played, every move in notation, and the result.

    It starts from its seed; with `start`, from that position or deal in the game's notation, and what chance
    does from there on follows from the seed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    parlour: str = __version__
    game: str
    rules: int = 1  # their version
    seed: Annotated[int, Field(ge=0, lt=WIDEST)] = 0
    start: str = ""
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    rewards: tuple[float, ...]
    opening: int = 0  # how many of the moves were given
    rotation: Annotated[int, Field(ge=0, lt=2**31)] = 0  # of the seats on this deal: agents' seeds differ
    forfeits: tuple[Forfeit, ...] = ()
    times: tuple[tuple[float, ...], ...] = ()  # seconds of each seat's decisions
    work: tuple[int, ...] = ()  # playouts or positions searched, by seat

    def text(self, *, times: bool = False) -> str:
        """The record as one line of JSON; without times and tracebacks, equal games give equal bytes."""
        fields: dict[str, Any] = {
            name: value
            for name, value in self.model_dump(exclude={"times", "work"}).items()
            if value or name not in ("start", "opening", "rotation", "forfeits")
        }
        for forfeit in fields.get("forfeits", ()):
            if not times or not forfeit["trace"]:
                del forfeit["trace"]
        if times:
            fields["times"] = [[round(seconds, 6) for seconds in seat] for seat in self.times]
            fields["work"] = self.work
        return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return read_record, (self.text(times=True),)

    @staticmethod
    def parse(text: str, where: str = "record") -> Record:
        """The record that a line of JSON holds; `ParlourError` when it is none."""
        try:
            return Record.model_validate_json(text)
        except ValidationError as error:
            raise ParlourError(f"{where} is not a game record: {first_mistake(error)}") from None

    def open_game(self) -> Game:
        """The game in the variant that was played."""
        played = game(self.game)
        if played.rules_version != self.rules:
            raise ParlourError(
                f"the record was played under rules version {self.rules} of {played.name}, "
                f"this is version {played.rules_version}"
            )
        return played

    def first(self) -> State:
        """The state that the game started from."""
        played = self.open_game()
        return played.position(self.start, self.seed) if self.start else played.new(self.seed)

    def last(self) -> State:
        """The state that the game ended in; every move before can be taken back."""
        state = self.first()
        for ply in range(len(self.moves)):
            state.advance(self._action(state, ply))
        return state

    def steps(self) -> Iterator[tuple[State, int]]:
        """Every action with the state that it is played in: one state that goes on, without a past.

        Much faster than `replay`, for who reads many games and takes nothing back.
        """
        state = self.first()
        for ply in range(len(self.moves)):
            action = self._action(state, ply)
            yield state, action
            state.step(action)

    def _action(self, state: State, ply: int) -> int:
        try:
            return state.parse(self.moves[ply])
        except ParlourError as error:
            raise ParlourError(f"move {ply + 1} of the record: {error}") from None

    def replay(self) -> Iterator[State]:
        """Every state of the game, from the start to the end, each of its own."""
        last = self.last()
        for ply in range(last.ply + 1):
            yield last.at(ply)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())

    def __str__(self) -> str:
        seats = zip(self.seats, self.scores, strict=False)
        players = ", ".join(f"{name or 'an agent'} {score:g}" for name, score in seats)
        return f"{self.game}: {players}, {len(self.moves)} moves"

    def __repr__(self) -> str:
        return f"<Record of {self}>"

    def _repr_html_(self) -> str:
        from html import escape

        moves = " ".join(f"{ply}. {move}" for ply, move in enumerate(self.moves, 1))
        return f"<div>{self.last().svg}<p><b>{escape(str(self))}</b></p><p>{escape(moves)}</p></div>"


def read_record(text: str) -> Record:
    """A record that has travelled, checked as any other text."""
    return Record.parse(text)


Reader = Callable[[Path], list[Record]]


def find_reader(ending: str) -> Reader | None:
    """The game's hook that reads files of this ending, which another program has written."""
    if ending in _OURS:
        return None
    readers = (game(name).hooks(Logs).READERS.get(ending) for name in game_names())
    return next(filter(None, readers), None)


def read_records(path: Path) -> list[Record]:
    """The records of a file, one a line; the games of another program's file where a game reads those."""
    reader = find_reader(path.suffix.lower())
    return reader(path) if reader else _read_lines(path)


def _read_lines(path: Path) -> list[Record]:
    lines = read_text(path).splitlines()
    records = [Record.parse(line, f"{path} line {i}") for i, line in enumerate(lines, 1) if line.strip()]
    if not records:
        raise ParlourError(f"{path} holds no game record")
    return records
