"""Who sits at a table: people with their tokens, and agents."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from parlour.agent import Agent, agent_kinds, from_file
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.levels import NAMES, level_number
from parlour.web.answers import AgainMessage, SeatInfo
from parlour.web.catalogue import checked_spec, is_large
from parlour.web.messages import Choice, Seat
from parlour.web.pools import LONG

__all__ = ["Session", "Successor", "TableSeat", "hash_of", "seat_table", "stand_in"]

Kind = Literal["me", "guest", "agent"]


class Session(Protocol):
    """One browser at a table, the seats that its tokens opened, and the seat whose view it chose."""

    seats: frozenset[int]
    viewpoint: int | None

    def send(self, message: BaseModel) -> None:
        """Tell the browser something."""

    def dismiss(self) -> None:
        """Let the browser leave the table."""


def hash_of(token: str) -> str:
    """A token as the store knows it."""
    return hashlib.sha256(token.encode()).hexdigest()


class _SeatRow(BaseModel):
    """A seat as the store keeps it."""

    kind: Kind
    agent: str = ""
    choice: Choice | None = None
    digest: str = ""
    invite: str = ""
    ponders: bool = False


@dataclass(eq=False)
class TableSeat:
    """One seat; the token of a person is known here only by its hash."""

    kind: Kind
    agent: str = ""  # its spec, or who played in a record that was opened
    choice: Choice | None = None
    digest: str = ""
    invite: str = ""  # the hash of the token in a guest's link
    ponders: bool = False  # its agent thinks on while people do
    player: Agent | None = field(default=None, repr=False)
    beginnings: int = 0  # how often its agent has begun: one that begins anew does not repeat itself
    took: float = 0.0  # seconds of its last decision

    def opened_by(self, tokens: Iterable[str]) -> bool:
        """Whether one of the tokens is this seat's."""
        return any(secrets.compare_digest(self.digest, hash_of(token)) for token in tokens)

    def invites(self, link: str) -> bool:
        """Whether the token of a link is the one that was made for this seat."""
        return secrets.compare_digest(self.invite, hash_of(link))

    def take(self, links: Mapping[str, str]) -> bool:
        """Let the first who comes by its link in: from then on only that guest's own token opens the seat."""
        own = [token for link, token in links.items() if self.invites(link)]
        if self.digest or not own:
            return False
        self.digest = hash_of(own[0])
        return True

    @property
    def seconds(self) -> float | None:
        """The most seconds of a decision, where the agent was told."""
        if self.player and self.player.terms.move is not None:
            return self.player.terms.move
        limit = self.choice.options.get("seconds") if self.choice else None
        return None if limit is None else float(limit)

    @property
    def slow(self) -> bool:
        """Whether its agent is known to think for long: by what it was asked for, or by its last decision."""
        return self.took > LONG or (self.choice is not None and is_large(self.choice))

    @property
    def info(self) -> SeatInfo:
        """The seat as everyone may see it."""
        level = level_number(self.agent)
        own = self.choice.agent if self.choice and from_file(self.agent) else ""
        name = NAMES[level - 1] if level else own
        return SeatInfo(kind=self.kind, agent=self.agent, level=level, name=name)

    def row(self) -> dict[str, Any]:
        """The seat as the store keeps it."""
        choice = self.choice.model_dump() if self.choice else None
        ponders = {"ponders": True} if self.ponders else {}
        return {"kind": self.kind, "agent": self.agent, "choice": choice, **ponders, **self._tokens}

    @property
    def _tokens(self) -> dict[str, str]:
        """What opens it, by hashes."""
        return {"digest": self.digest, **({"invite": self.invite} if self.invite else {})}

    @staticmethod
    def read(row: dict[str, Any]) -> TableSeat:
        """A seat out of the store; ValueError when somebody has damaged it."""
        fields = _SeatRow.model_validate(row)
        return TableSeat(
            fields.kind, fields.agent, fields.choice, fields.digest, fields.invite, fields.ponders
        )


@dataclass(frozen=True)
class Successor:
    """The next game of the same people: its table, and the seat and token of each by the old seat."""

    table: str
    places: dict[int, tuple[int, str]]

    def offer(self, seats: frozenset[int]) -> AgainMessage:
        """What those who hold some of the old seats are told."""
        tokens = dict(self.places[seat] for seat in seats if seat in self.places)
        return AgainMessage(table=self.table, tokens=tokens)


def stand_in(game: Game, seats: Iterable[TableSeat]) -> TableSeat:
    """Who plays on for a person: an agent as another at the table, else the strongest."""
    strongest = Choice(agent="best" if "best" in agent_kinds(game) else "random")
    for seat in seats:
        if seat.kind == "agent" and seat.choice:
            return TableSeat("agent", seat.agent, seat.choice)
    return TableSeat("agent", checked_spec(game, strongest), strongest)


def seat_table(
    game: Game, seats: list[Seat], spec_of: Callable[[Game, Choice], str], *, ponder: bool = False
) -> tuple[list[TableSeat], dict[int, str]]:
    """The seats that a new table asks for, and the tokens of its people; its agents may ponder."""
    if len(seats) != game.players:
        raise ParlourError(f"{game.spec} has {game.players} seats, but {len(seats)} were given")
    if ponder and (game.hidden or game.chance):
        raise ParlourError("agents think on your time only in games without chance and hidden cards")
    taken, tokens = list[TableSeat](), dict[int, str]()
    for number, seat in enumerate(seats):
        if seat.kind == "agent":
            if seat.choice is None:
                raise ParlourError(f"seat {number + 1}: which agent?")
            spec = spec_of(game, seat.choice)
            taken.append(TableSeat("agent", spec, seat.choice, ponders=ponder))
        else:
            tokens[number] = secrets.token_urlsafe(24)
            opens, guest = hash_of(tokens[number]), seat.kind == "guest"
            taken.append(TableSeat(seat.kind, digest="" if guest else opens, invite=opens if guest else ""))
    return taken, tokens
