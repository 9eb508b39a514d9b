"""What the page may say to the server; anything else is refused.

The page sends `NewTable` by POST, `Deletion` by DELETE and everything else over its WebSocket, where `Hello`
comes first. Fields are strict: an unknown one, a wrong type or a value out of range changes nothing.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from parlour.errors import ParlourError, first_mistake

__all__ = [
    "Act", "Again", "Analyse", "Cancel", "Choice", "Deletion", "Hello", "Hint", "Hold", "Look", "NewTable",
    "Pace", "Resign", "Seat", "Start", "Step", "TakeBack", "Viewpoint", "read_deletion", "read_message",
    "read_post",
]  # fmt: skip

Setting = bool | int | Annotated[float, Field(allow_inf_nan=False)] | Annotated[str, Field(max_length=100)]
Settings = Annotated[dict[Annotated[str, Field(max_length=40)], Setting | None], Field(max_length=30)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
OwnToken = Annotated[str, Field(min_length=32, max_length=60)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
SeatNumber = Annotated[int, Field(ge=0, le=15)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Choice(_Message):
    """An agent by its name, and the options that differ from the declared ones."""

    agent: Name
    options: Settings = {}


class Seat(_Message):
    """Who sits there: this browser (several times: hot seat), a guest by a link, or an agent."""

    kind: Literal["me", "guest", "agent"]
    choice: Choice | None = None


class Start(_Message):
    """Where a branch begins: a move of another table."""

    table: Name
    ply: Ply


class NewTable(_Message):
    """A new game; `owner` is a token of the browser's choice, with which it can delete the table later.

    Agents that `ponder` think on while people do.
    """

    game: Name
    options: Settings = {}
    seats: Annotated[list[Seat], Field(min_length=1, max_length=16)]
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    start: Start | None = None
    owner: OwnToken | None = None
    ponder: bool = False


class Deletion(_Message):
    """A table is to be deleted, by whoever made it: tokens of its seats, or the one that it was made with."""

    tokens: Annotated[list[Name], Field(min_length=1, max_length=16)]


class Hello(_Message):
    """Sit down at a table; each token opens one seat, none makes a spectator.

    A guest's link opens its seat once: `links` has the token of the link, and the one that the guest has
    chosen to open the seat from then on.
    """

    t: Literal["hello"]
    table: Name
    tokens: Annotated[list[Name], Field(max_length=16)] = []
    links: Annotated[dict[Name, OwnToken], Field(max_length=16)] = {}


class Act(_Message):
    """Play an action, in notation, as a seat at a ply."""

    t: Literal["act"]
    seat: SeatNumber
    ply: Ply
    action: Annotated[str, Field(min_length=1, max_length=200)]


class TakeBack(_Message):
    """Undo the own last move and the answers to it."""

    t: Literal["takeback"]


class Resign(_Message):
    """Give the game up."""

    t: Literal["resign"]
    seat: SeatNumber


class Hint(_Message):
    """What would a strong agent play now, and why."""

    t: Literal["hint"]
    ply: Ply


class Hold(_Message):
    """Do not let the seat's next chance to act out of turn lapse."""

    t: Literal["hold"]
    seat: SeatNumber


class Pace(_Message):
    """Let agents play on, or pause; seconds between their moves."""

    t: Literal["pace"]
    playing: bool
    delay: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)] = 0.7


class Step(_Message):
    """One move of agents that are paused."""

    t: Literal["step"]


class Look(_Message):
    """Show an earlier position."""

    t: Literal["look"]
    ply: Ply


class Viewpoint(_Message):
    """Show everything as a seat saw it (none: all open, where that is allowed)."""

    t: Literal["viewpoint"]
    seat: SeatNumber | None = None


class Again(_Message):
    """Another game of the same people, the seats moved on by some places."""

    t: Literal["again"]
    shift: SeatNumber = 0


class Analyse(_Message):
    """Judge every position of the game, by the strongest agent or a chosen one."""

    t: Literal["analyse"]
    choice: Choice | None = None


class Cancel(_Message):
    """Stop the analysis."""

    t: Literal["cancel"]


ClientMessage = Annotated[
    Hello | Act | TakeBack | Resign | Hint | Hold | Pace | Step | Look | Viewpoint | Again | Analyse | Cancel,
    Field(discriminator="t"),
]
_CLIENT: TypeAdapter[Any] = TypeAdapter(ClientMessage)
_NEW: TypeAdapter[NewTable] = TypeAdapter(NewTable)
_DELETION: TypeAdapter[Deletion] = TypeAdapter(Deletion)


def _refusal(error: ValidationError) -> ParlourError:
    return ParlourError(f"message refused: {first_mistake(error)}")


def read_message(text: str) -> Any:
    """The message that a text of the page holds; `ParlourError` when it is none."""
    try:
        return _CLIENT.validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from None


def read_deletion(text: bytes) -> Deletion:
    """What a DELETE brings; `ParlourError` when that is nothing."""
    try:
        return _DELETION.validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from None


def read_post(text: bytes) -> NewTable:
    """The new table that a POST asks for; `ParlourError` when it asks for none."""
    try:
        return _NEW.validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from None
