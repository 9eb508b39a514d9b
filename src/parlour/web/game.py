"""A game at a table: its position, every position before, and how it ended."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlour.arena.play import Conduct
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Forfeit, Record
from parlour.state import Position, State
from parlour.web.answers import Event, Failure, Outcome, TableInfo
from parlour.web.describe import sequel, targets
from parlour.web.seats import TableSeat
from parlour.web.store import TableRow

__all__ = ["TableGame"]


class TableGame:
    """A game that was or is being played; it can be looked at after every move."""

    def __init__(self, row: TableRow, game: Game, moves: list[tuple[str, float]]) -> None:
        self.id, self.game, self.updated = row.id, game, row.updated
        self.seed, self.start, self.owner = row.seed, row.start, row.owner
        self.seats = [TableSeat.read(seat) for seat in row.seats]
        if len(self.seats) != game.players:
            raise ParlourError(f"{len(self.seats)} seats, {game.spec} has {game.players}")
        self.state = game.position(row.start, row.seed) if row.start else game.new(row.seed)
        self.conduct = Conduct(game)
        self.log: list[Event] = []
        for text, seconds in moves:
            self.advance(self.state.parse(text), seconds)
        ending = {"ending": self._ending()}
        self.result = Outcome.model_validate({**row.result, **ending}) if row.result else None
        if self.result is None and self.state.over:
            self.result = self.final_result()

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self.log)

    @property
    def people(self) -> bool:
        """Whether a person plays."""
        return any(seat.kind != "agent" for seat in self.seats)

    @property
    def open(self) -> bool:
        """Whether everyone may see everything: nothing is hidden, or nobody is left to be spied on."""
        return self.result is not None or not self.people or not self.game.hidden

    @property
    def lucky(self) -> bool:
        """Whether cards or dice follow from the seed."""
        return self.game.hidden or self.game.chance

    @property
    def foretold(self) -> bool:
        """Whether the game may be told to the end: nobody plays whom dice and cards to come would help."""
        return self.result is not None or not self.people or not self.lucky

    @property
    def origin(self) -> tuple[int, str]:
        """The seed and the start that the game is told from; until the end agents keep their seed, so 0."""
        if self.result or self.lucky or self.game.notation.text is None:
            return self.seed, self.start
        return 0, self.state.at(0).text

    @property
    def info(self) -> TableInfo:
        """The table as everyone may see it."""
        return TableInfo(
            id=self.id, game=self.game.name, variant=self.game.spec, seats=[s.info for s in self.seats],
            plies=self.ply, result=self.result, updated=self.updated,
            seed=str(self.seed) if self.result else None,
        )  # fmt: skip

    def at(self, ply: int) -> State:
        """The state after so many moves."""
        return self.state.at(ply)

    def advance(self, action: int, seconds: float) -> Event:
        """Play a legal action."""
        state = self.state
        before = Position(self.game, state.buffer.copy())
        event = Event(
            ply=state.ply + 1, seat=state.mover, text=state.format(action),
            targets=targets(state, action), seconds=round(seconds, 3),
        )  # fmt: skip
        state.advance(action)
        event.targets.update(sequel(before, state))
        self.log.append(event)
        return event

    def cut(self, ply: int) -> None:
        """Go back to the position after so many moves."""
        self.state = self.at(ply)
        del self.log[ply:]

    def final_result(self) -> Outcome:
        """How a game that the rules ended came out."""
        return Outcome(scores=self.state.scores, rewards=self.state.rewards, ending=self._ending())

    def _ending(self) -> dict[str, Any] | None:
        """Why the rules ended the game, where they have."""
        ending = self.game.board.ending(self.state) if self.state.over else None
        return dict(ending) if ending else None

    @property
    def failures(self) -> list[Failure]:
        """How agents failed so far, each kind of it once; whatever people did is none."""
        times = Counter((forfeit.seat, forfeit.reason) for forfeit in self.conduct.forfeits)
        first = {(forfeit.seat, forfeit.reason): forfeit for forfeit in reversed(self.conduct.forfeits)}
        return [
            Failure(seat=seat, reason=reason, detail=first[seat, reason].detail, times=count)
            for (seat, reason), count in times.items()
        ]

    def record(self) -> Record:
        """The game as text, once everything may be told."""
        if not self.foretold:
            raise ParlourError("the record is there when the game is over")
        result, (seed, start) = self.result or self.final_result(), self.origin
        return Record(
            game=self.game.spec,
            rules=self.game.rules_version,
            seed=seed,
            start=start,
            seats=tuple(seat.agent or "person" for seat in self.seats),
            moves=tuple(event.text for event in self.log),
            scores=tuple(result.scores),
            rewards=tuple(result.rewards),
            forfeits=tuple(self._forfeits(result)),
        )

    def _forfeits(self, result: Outcome) -> list[Forfeit]:
        """Who broke the rules of play, the one whose forfeit ended the game last."""
        if result.reason is None or result.seat is None or self.conduct.ended:
            return self.conduct.forfeits
        last = Forfeit(seat=result.seat, ply=self.ply, reason=result.reason, detail=result.detail)
        return [*self.conduct.forfeits, last]
