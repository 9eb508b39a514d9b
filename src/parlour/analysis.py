"""What an agent makes of a position: candidates, the lines it expects, and the chance to win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from parlour.agent import Agent, Candidate, Clock, consult, line_text
from parlour.arena.entrants import Entrant, maker_of
from parlour.errors import ParlourError
from parlour.state import State, View

__all__ = ["Analysis", "Line", "analyse"]


@dataclass(frozen=True)
class Line:
    """One move that was considered, and what is expected to follow."""

    move: str
    win: float  # the expected reward as a share from 0 to 1
    line: tuple[str, ...] = ()  # this move first
    visits: int = 0
    score: float | None = None  # in the agent's own units, where it has any
    proven: bool = False

    def __str__(self) -> str:
        return f"{self.move} {self.win:.0%} {' '.join(self.line[1:])}".rstrip()


@dataclass(frozen=True)
class Analysis:
    """What an agent saw, the best candidate first."""

    agent: str
    seat: int
    candidates: tuple[Line, ...]
    work: int = 0  # playouts, or positions searched
    depth: int = 0

    @property
    def move(self) -> str:
        """The best move."""
        return self.candidates[0].move

    @property
    def value(self) -> float:
        """The chance of the seat to move to win, with its best move."""
        return self.candidates[0].win

    def __str__(self) -> str:
        return "\n".join(map(str, self.candidates))

    def _repr_html_(self) -> str:
        cells: list[Callable[[Line], str]] = [
            lambda line: line.move,
            lambda line: f"{line.win:.1%}",
            lambda line: "" if line.score is None else f"{line.score:+.1f}",
            lambda line: " ".join(line.line),
        ]
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(cell(line))}" for cell in cells) for line in self.candidates
        )
        head = "<tr><th>move<th>win<th>score<th>line"
        return f"<table><caption>{escape(self.agent)}</caption>{head}{rows}</table>"


def analyse(position: State | View, agent: Entrant = "mcts", *, seconds: float | None = None) -> Analysis:
    """What an agent makes of a position, from the view of the seat to move.

    `seconds` is the time that it may take; an agent that was told a depth or playouts keeps to those.
    """
    view = position.view() if isinstance(position, State) else position
    if view.over:
        raise ParlourError("the game is over: there is nothing to analyse")
    player = maker_of(view.game, agent)()
    try:
        explanation = consult(player, view, Clock() if seconds is None else Clock(move=seconds))
    finally:
        player.close()
    lines = tuple(_line(view, candidate) for candidate in explanation.candidates)
    return Analysis(_name(player), view.seat, lines, explanation.work, explanation.depth)


def _name(player: Agent) -> str:
    return player.spec or type(player).__name__


def _line(view: View, candidate: Candidate) -> Line:
    return Line(
        view.format(candidate.action),
        candidate.win,
        tuple(line_text(view, candidate.line)),
        candidate.visits,
        candidate.score,
        candidate.proven,
    )
