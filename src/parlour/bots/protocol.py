"""The messages between Parlour and bots in other processes: one JSON object a line.

Ours: `Begin` (a game starts), `Turn` (decide), `End` (it is over). The bot's: `Ready`, any number of
`Info`, and `Action`. Every answer carries the id of the message that it answers.

There are two protocols. `Begin` offers both and `Ready` picks one: a bot that says nothing of it speaks the
first, and gets its whole view with every turn, the state as raw numbers of up to 64 bits. In the second it
gets those parts of the view that it wants, the state in the forms of the game's `description`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Final, Literal, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from parlour.agent import FREE, Terms
from parlour.errors import first_mistake
from parlour.seeds import WIDEST

__all__ = [
    "FIRST", "SECOND", "Action", "Begin", "CandidateInfo", "End", "Info", "MoveInfo", "Part",
    "Ready", "Turn", "ViewInfo", "read_answer", "read_question",
]  # fmt: skip

FIRST: Final = 1
SECOND: Final = 2

Part = Literal["text", "history", "state"]
"""A part of a view."""

LARGEST = 10**15
"""No number of a bot's message is greater."""

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Text = Annotated[str, Field(max_length=1000)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Answer(BaseModel):
    """What a bot says: strictly of the type that is asked for, an id no text, a count no fraction."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    id: Count


class Begin(_Message):
    """A game starts; answer `Ready`."""

    type: Literal["begin"] = "begin"
    id: Count
    protocol: int = FIRST
    protocols: list[int] = [FIRST]  # that are offered
    game: str
    options: dict[str, Any] = {}
    seat: Annotated[int, Field(ge=0, lt=100)]
    seats: int
    seed: Annotated[int, Field(ge=0, lt=WIDEST)]  # of the bot's own chance; the game's is another
    limits: Terms = FREE


class MoveInfo(_Message):
    """One move as the bot's seat saw it."""

    seat: int
    move: str


class ViewInfo(_Message):
    """What the seat may know: the board as text, the moves so far, and the fields of the state."""

    text: str = ""
    history: list[MoveInfo] = []
    state: dict[str, Any] = {}


class Turn(_Message):
    """It is the bot's turn; answer `Action` with one of `legal`."""

    type: Literal["turn"] = "turn"
    id: Count
    view: ViewInfo
    legal: list[str]
    left: float | None = None  # seconds

    def line(self, parts: Collection[Part]) -> str:
        """The message with these parts of the view."""
        others = {part for part in get_args(Part) if part not in parts}
        return self.model_dump_json(exclude={"view": others})


class End(_Message):
    """The game is over; nothing is answered."""

    type: Literal["end"] = "end"
    id: Count
    scores: list[float]
    rewards: list[float]


class Ready(_Answer):
    """The bot is ready for a game, by the protocol that it speaks."""

    type: Literal["ready"] = "ready"
    name: Text = ""
    protocol: Literal[1, 2] = FIRST
    wants: list[Part] = []

    @model_validator(mode="after")
    def _wants_by_the_second(self) -> Ready:
        if self.wants and self.protocol == FIRST:
            raise ValueError('"wants" needs "protocol": 2')
        return self


class CandidateInfo(BaseModel):
    """One move that the bot thought about."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    action: Text
    win: float = Field(0.5, ge=0, le=1, allow_inf_nan=False)
    visits: Count = 0
    line: list[Text] = []


class Info(_Answer):
    """What the bot thinks so far."""

    type: Literal["info"] = "info"
    candidates: list[CandidateInfo] = []
    work: Count = 0


class Action(_Answer):
    """The bot's decision."""

    type: Literal["action"] = "action"
    action: Text


Answer = Ready | Info | Action
Question = Begin | Turn | End
_answers: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="type")])
_questions: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="type")])


def read_answer(line: str) -> Answer:
    """A bot's message; ValueError tells what is wrong with it in one line."""
    return cast(Answer, _read(_answers, line))


def read_question(line: str) -> Question:
    """A message to a bot; ValueError tells what is wrong with it in one line."""
    return cast(Question, _read(_questions, line))


def _read(adapter: TypeAdapter[Any], line: str) -> Any:
    try:
        return adapter.validate_json(line)
    except ValidationError as error:
        raise ValueError(first_mistake(error)) from None
