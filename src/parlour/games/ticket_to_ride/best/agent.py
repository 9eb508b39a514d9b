"""The strongest player: the network's best candidates race each other."""

from __future__ import annotations

import numpy as np

from parlour.game import Game
from parlour.games.ticket_to_ride.best.race import SPREAD, TRUST, race
from parlour.kernel import ready
from parlour.search.racing import Course, Racer
from parlour.state import View

__all__ = ["Best"]


class Best(Racer):
    """A race of the candidates as a player."""

    trust, spread = TRUST, SPREAD

    def __init__(self, game: Game, playouts: int, seconds: float, model: str | None = None) -> None:
        super().__init__(game, playouts, seconds, model)
        ready(race)

    def race(self, view: View, root: np.ndarray, course: Course, stop: np.ndarray) -> int:
        """Follow the candidates of a course up until it is stopped; how many guesses it took."""
        known = self.rules, self.net, self.desk, root, view.seat, course
        return int(race(*known, self.rng, self.playouts, stop))
