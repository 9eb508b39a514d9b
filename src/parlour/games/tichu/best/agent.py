"""The strongest player: the network's best candidates race each other."""

from __future__ import annotations

import numpy as np

from parlour.game import Game
from parlour.games.tichu import notation
from parlour.games.tichu import state as st
from parlour.games.tichu.best.race import SPREAD, TRUST, race
from parlour.kernel import ready
from parlour.search.racing import Course, Racer
from parlour.state import View

__all__ = ["Best", "played_in_round"]

_KNOWN: dict[str, int] = {}  # moves by their text


class Best(Racer):
    """A race of the candidates as a player."""

    trust, spread = TRUST, SPREAD

    def __init__(self, game: Game, playouts: int, seconds: float, model: str | None = None) -> None:
        super().__init__(game, playouts, seconds, model)
        ready(race)

    def root(self, view: View) -> np.ndarray:
        """The view as if its round were the only one."""
        alone = view.buffer.copy()
        data = np.ndarray(1, view.game.dtype, alone)[0]
        data["total"], data["match"] = 0, 0
        return alone

    def race(self, view: View, root: np.ndarray, course: Course, stop: np.ndarray) -> int:
        """Follow the candidates of a course up until it is stopped; how many guesses it took."""
        played = played_in_round(view)
        seats, moves = (np.array([move[i] for move in played], np.int64) for i in range(2))
        known = self.rules, self.net, self.desk, root, view.seat, course, seats, moves
        return int(race(*known, self.rng, self.playouts, stop))


def played_in_round(view: View) -> list[tuple[int, int]]:
    """Who played what since the exchange; nothing where the history does not tell all of it."""
    moves, played = [], 0
    for move in reversed(view.history):
        if move.text.startswith("give"):
            break
        action = _read(view, move.text)
        moves.append((move.seat, action))
        played |= action if action < st.OTHER else 0
    told = int(np.bitwise_or.reduce(view.data["played"]))
    return moves[::-1] if told and played & (1 << 56) - 1 == told else []


def _read(view: View, text: str) -> int:
    """A move of the history."""
    if text not in _KNOWN:
        _KNOWN[text] = notation.parse(view, text)
    return _KNOWN[text]
