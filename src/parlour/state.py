"""A game in progress, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from parlour.errors import IllegalMove, ParlourError

if TYPE_CHECKING:
    from parlour.game import Game

__all__ = ["Move", "Position", "State", "View"]


class Move(NamedTuple):
    """One move as a seat saw it."""

    seat: int
    text: str


class Position:
    """A buffer seen with its game: what states and views have in common."""

    __slots__ = ("_actions", "buffer", "game")

    def __init__(self, game: Game, buffer: np.ndarray) -> None:
        self.game = game
        self.buffer = buffer
        self._actions: np.ndarray | None = None

    @property
    def data(self) -> Any:
        """The fields of the state, by name."""
        return np.ndarray(1, self.game.dtype, self.buffer)[0]

    @property
    def mover(self) -> int:
        """The seat that decides now; -1 when the game is over."""
        return int(self.game.rules.mover(self.buffer))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover < 0

    @property
    def legal_moves(self) -> list[int]:
        """The legal actions."""
        if self._actions is None:
            self._actions = np.empty(self.game.max_actions, np.int64)
        n = self.game.rules.legal(self.buffer, self._actions)
        return cast(list[int], self._actions[:n].tolist())

    @property
    def scores(self) -> list[float]:
        """The game's own points of each seat."""
        return self._per_seat(self.game.rules.scores)

    @property
    def rewards(self) -> list[float]:
        """The utility of each seat, from -1 to 1."""
        return self._per_seat(self.game.rules.rewards)

    def _per_seat(self, rule: Any) -> list[float]:
        out = np.zeros(self.game.players)
        rule(self.buffer, out)
        return out.tolist()

    def format(self, action: int) -> str:
        """An action in the game's notation."""
        return self.game.notation.format(self, action)

    def parse(self, text: str) -> int:
        """The legal action that a text stands for; `IllegalMove` when it is none."""
        action = self.game.notation.parse(self, text)
        if action not in self.legal_moves:
            raise IllegalMove(f"'{text}' is not a legal move here: {self._some_moves()}")
        return action

    def _some_moves(self, most: int = 12) -> str:
        moves = self.legal_moves
        if not moves:
            return "the game is over"
        shown = ", ".join(self.format(action) for action in moves[:most])
        return f"legal are {shown}" + (f" and {len(moves) - most} more" if len(moves) > most else "")

    @property
    def text(self) -> str:
        """The position as one line, which `Game.position` reads back where nothing is hidden."""
        write = self.game.notation.text
        if write is None:
            raise ParlourError(f"{self.game.name} has no notation for positions")
        return write(self)

    @property
    def svg(self) -> str:
        """The position as a picture; a game without one of its own is drawn as text."""
        from parlour.svg import picture_of_text

        draw = self.game.picture.svg
        return draw(self) if draw else picture_of_text(str(self), self.game.title)

    def __str__(self) -> str:
        from rich.text import Text

        return Text.from_markup(self.game.notation.draw(self)).plain

    def _repr_svg_(self) -> str:
        return self.svg


class State(Position):
    """A game in progress, with everything that is hidden; agents never get one, only a `View`."""

    __slots__ = ("_past", "rng", "seen")

    def __init__(
        self, game: Game, buffer: np.ndarray, rng: np.ndarray, seen: list[list[Move]] | None = None
    ) -> None:
        super().__init__(game, buffer)
        self.rng = rng
        self.seen = seen or [[] for _ in range(game.players + 1 if game.hidden else 1)]
        self._past: list[tuple[np.ndarray, np.ndarray]] = []  # buffer and rng before each move

    def play(self, move: int | str) -> None:
        """Play a legal move, an action or its text; `IllegalMove` when it is none."""
        action = self.parse(move) if isinstance(move, str) else move
        if action not in self.legal_moves:
            raise IllegalMove(f"action {action} is not legal here: {self._some_moves()}")
        self.advance(action)

    def advance(self, action: int) -> None:
        """Play an action that is known to be legal."""
        seat = self.mover
        if self.game.hidden:
            for viewer, moves in enumerate(self.seen[:-1]):
                moves.append(Move(seat, self.game.notation.seen(self, action, viewer)))
        self.seen[-1].append(Move(seat, self.format(action)))
        self._past.append((self.buffer.copy(), self.rng.copy()))
        self.step(action)

    def step(self, action: int) -> None:
        """Play a legal action and keep no past; chance that must stay secret is drawn anew before it."""
        from parlour.kernel import renew

        if renew(self.rng):
            self.game.rules.redraw(self.buffer, self.rng)
        self.game.rules.apply(self.buffer, action, self.rng)

    def undo(self) -> None:
        """Take back the last move, with what chance did in it."""
        if not self._past:
            raise ParlourError("there is no move to take back")
        self.buffer, self.rng = self._past.pop()
        self.seen = [moves[:-1] for moves in self.seen]

    def at(self, ply: int) -> State:
        """An independent state after so many of the moves."""
        if not 0 <= ply <= self.ply:
            raise ParlourError(f"there is no move {ply}: the game has {self.ply}")
        buffer, rng = self._past[ply] if ply < self.ply else (self.buffer, self.rng)
        state = State(self.game, buffer.copy(), rng.copy(), [moves[:ply] for moves in self.seen])
        state._past = self._past[:ply]
        return state

    def copy(self) -> State:
        """An independent state: what is played on one does not touch the other."""
        return self.at(self.ply)

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self._past)

    @property
    def moves(self) -> list[Move]:
        """All moves so far, as they were."""
        return list(self.seen[-1])

    def view(self, seat: int | None = None) -> View:
        """What a seat (by default the one to move) may know."""
        return View(self, self.mover if seat is None else seat)

    def __repr__(self) -> str:
        if self.game.notation.text is None:
            return f"<State of {self.game.spec} after {self.ply} moves>"
        return f"parlour.game({self.game.spec!r}).position({self.text!r})"


class View(Position):
    """What one seat may know of a game: its own things, what is public, and the public history."""

    __slots__ = ("_moves", "_ply", "seat")

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state.game, state.buffer.copy())
        self.seat = seat
        if state.game.hidden:
            state.game.rules.hide(self.buffer, seat)
        self._moves: Sequence[Move] = state.seen[seat if state.game.hidden else 0]
        self._ply = len(self._moves)  # the state only adds moves to them

    @property
    def history(self) -> tuple[Move, ...]:
        """All moves so far, as this seat saw them."""
        if not isinstance(self._moves, tuple):
            self._moves = tuple(self._moves[: self._ply])
        return self._moves

    @classmethod
    def from_buffer(cls, game: Game, seat: int, buffer: np.ndarray, history: Sequence[Move]) -> View:
        """The view of a buffer in which everything is hidden already, with the moves as the seat saw them."""
        view = cls.__new__(cls)
        Position.__init__(view, game, buffer)
        view.seat, view._moves, view._ply = seat, tuple(history), len(history)
        return view

    def sample(self, seed: int | np.ndarray = 0) -> State:
        """A full state that this seat cannot tell from the true one, drawn uniformly.

        `seed` is a number, or a generator of the kernel's that goes on from draw to draw.
        """
        from parlour.kernel import draw, new_rng

        rng = seed if isinstance(seed, np.ndarray) else new_rng(seed)
        state = State(self.game, self.buffer.copy(), new_rng(int(draw(rng))))
        self.game.rules.guess(state.buffer, self.seat, rng)
        return state

    def __repr__(self) -> str:
        return f"<View of {self.game.seat_name(self.seat)} in {self.game.spec} after {self._ply} moves>"
