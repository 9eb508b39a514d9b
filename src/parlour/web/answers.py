"""What the server says to the page; nothing in it goes beyond what a seat's view knows."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, FiniteFloat

from parlour.judging import Quality

__all__ = [
    "AgainMessage", "AnalysedMove", "AnalysisMessage", "BetterMove", "ErrorMessage", "Event", "Failure",
    "LegalMove", "Outcome", "Progress", "Purpose", "Reason", "SeatInfo", "Status", "TableInfo", "Value",
    "VerdictMessage", "ViewMessage", "Welcome",
]  # fmt: skip


class SeatInfo(BaseModel):
    """A seat as everyone may see it."""

    kind: Literal["me", "guest", "agent"]
    agent: str = ""  # its spec
    level: int | None = None  # where the agent is one of the game's levels
    name: str = ""  # what that is called, or an agent of a file


class Outcome(BaseModel):
    """How a game ended."""

    scores: list[FiniteFloat]
    rewards: list[FiniteFloat]
    reason: str = ""  # empty, resigned, crash, illegal or timeout
    seat: int | None = None  # who resigned or broke the rules of play
    detail: str = ""
    ending: dict[str, str | int | list[int]] | None = None  # why the rules ended it, in the game's words


class TableInfo(BaseModel):
    """A table as everyone may see it."""

    id: str
    game: str  # the name
    variant: str  # the spec
    seats: list[SeatInfo]
    plies: int
    result: Outcome | None = None
    updated: float
    seed: str | None = None  # once the game is over; longer than the numbers of a browser


class LegalMove(BaseModel):
    """A legal action, with what a board needs to offer it."""

    a: str
    targets: dict[str, Any] = {}


class Event(BaseModel):
    """A move that was played, as the viewer may know it."""

    ply: int  # the number of the move, from 1
    seat: int
    text: str
    targets: dict[str, Any] = {}
    seconds: float = 0.0


class Failure(BaseModel):
    """How an agent broke the rules of play, and how often; the detail is that of the first time."""

    seat: int
    reason: str  # crash, illegal, timeout or memory
    detail: str
    times: int = 1


class Status(BaseModel):
    """What happens at the table now."""

    thinking: int | None = None  # the seat whose agent thinks
    since: float = 0.0  # seconds that it has been thinking
    limit: float | None = None  # and the most that it was given
    playing: bool = True
    delay: float = 0.0
    no_take_back: str = ""  # why nothing can be taken back now
    no_hint: str = ""  # why there is no hint now
    stand_in: bool = False  # an agent plays on for who resigns now
    held: bool = False  # one of the own seats has asked for its chance to act out of turn
    failures: list[Failure] = []  # of agents, so far


class ViewMessage(BaseModel):
    """A position as one seat (none: everything open) may see it."""

    t: Literal["view"] = "view"
    ply: int
    live: bool  # the newest position; others were asked for by `look`
    seat: int | None
    mover: int  # -1 when the game is over
    data: dict[str, Any]
    text: str
    scores: list[float] | None = None
    legal: list[LegalMove] = []
    event: Event | None = None
    status: Status | None = None
    result: Outcome | None = None
    seed: str | None = None  # once the game is over


class Welcome(BaseModel):
    """The table, the seats that the tokens opened, and the moves so far."""

    t: Literal["welcome"] = "welcome"
    table: TableInfo
    mine: list[int]
    open: bool  # everything may be shown
    log: list[Event]
    view: ViewMessage


class Reason(BaseModel):
    """A feature that sets a move apart: its difference, and the numbers for its sentence."""

    k: str
    v: float
    own: float
    other: float


class AnalysedMove(BaseModel):
    """A candidate move."""

    a: str
    win: float | None  # none: the position is not solved, and nothing else is meant
    loss: float
    visits: int = 0
    score: float | None = None
    proven: bool = False
    pm: float | None = None  # the 95 % interval of `win`
    pv: list[str] = []
    targets: dict[str, Any] = {}
    reasons: list[Reason] = []
    best: bool = False  # better than all others beyond doubt


class Value(BaseModel):
    """How a position looks: the chance to win of each seat, where it is known."""

    win: list[float | None]
    score: float | None = None  # of the seat to move, in the agent's own units
    lead: float | None = None  # of the first side, in the game's own points
    pm: float | None = None  # the 95 % interval of `win`


class BetterMove(BaseModel):
    """What should have been played, and what it has before the move that was."""

    a: str
    win: float | None = None
    targets: dict[str, Any] = {}
    reasons: list[Reason] = []


class VerdictMessage(BaseModel):
    """What is said of the move that led to a position; shares are those of the side that played it.

    Every `pm` is half of a 95 % interval.
    """

    quality: Quality | None = None  # none where moves do not differ beyond doubt
    loss: float | None = None  # what the move gave away by what its seat could know
    loss_pm: float | None = None
    points: float | None = None  # given away in the game's own points
    better: BetterMove | None = None
    choice: float | None = None  # what the decision changed, with everything open
    choice_pm: float | None = None
    luck: float | None = None  # what chance changed after it
    luck_pm: float | None = None
    told: Literal["", "choice", "luck"] = ""  # what changed most beyond doubt


Purpose = Literal["hint", "replay", "watch"]


class AnalysisMessage(BaseModel):
    """What an agent makes of a position."""

    t: Literal["analysis"] = "analysis"
    purpose: Purpose
    ply: int
    seat: int
    agent: str
    ms: int
    work: int
    unit: Literal["positions", "playouts"] = "positions"  # what `work` counts
    depth: int
    worlds: int = 0
    value: Value
    solved: bool = True  # false: no chances are known
    moves: list[AnalysedMove]
    verdict: VerdictMessage | None = None


class AgainMessage(BaseModel):
    """Another game of the same people: the table, and the tokens of the own seats there."""

    t: Literal["again"] = "again"
    table: str
    tokens: dict[int, str]


class Progress(BaseModel):
    """How far the analysis of the whole game is."""

    t: Literal["progress"] = "progress"
    done: int
    total: int
    running: bool


class CompilingInfo(BaseModel):
    """How far the compiling of a game is that somebody waits for, once for each game and agent."""

    game: str
    done: int  # functions
    total: int  # about
    seconds: int  # about how many are left


class ErrorMessage(BaseModel):
    """Why something was refused."""

    t: Literal["error"] = "error"
    reason: str
