"""The exact solver as a player."""

from __future__ import annotations

from math import inf

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation, Halt
from parlour.game import Game
from parlour.games.isolation import board_size
from parlour.games.isolation.best.solver import SURE, Solver, free_mask
from parlour.search.alphabeta import AlphaBeta
from parlour.search.playing import seconds_for, stop_after
from parlour.state import View

__all__ = ["ExactAgent"]

_AT_ONCE = 16
"""Up to so many free squares a position is solved whatever the clock says: it takes a millisecond or two."""


class ExactAgent(Agent):
    """Plays exactly when half of its time is enough for a proof, else by alpha-beta in the other half."""

    explains = True
    ponders = True

    def __init__(self, game: Game, seconds: float) -> None:
        self.solver = Solver(board_size(game))
        self.stand_in = AlphaBeta(game, seconds=seconds)
        self.seconds = seconds

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts; the solver keeps what it has proven."""
        super().begin(game, seat, seed)
        self.stand_in.begin(game, seat, seed)

    def choose(self, view: View, clock: Clock) -> int:
        """The best move by exact values; the first of equals."""
        free = free_mask(view)
        opp = int(view.data["pawns"][1 - view.seat])
        before, values = int(self.solver.nodes[0]), dict[int, int]()
        half = seconds_for(clock, self.seconds) / 2
        with stop_after(inf if free.bit_count() <= _AT_ONCE else half) as stop:
            for target in view.legal_moves:
                values[target] = -self.solver.value(free & ~(1 << target), opp, target, stop=stop)
            if stop[0]:
                self.stand_in.seconds, self.explanation = half, None
                return self.stand_in.choose(view, clock)
        ranked = sorted(values, key=lambda target: -values[target])
        candidates = tuple(
            Candidate(
                target, float(values[target] > 0), line=(target,), proven=True, score=float(values[target])
            )
            for target in ranked
        )
        plies = SURE - abs(values[ranked[0]]) + 1
        self.explanation = Explanation(candidates, int(self.solver.nodes[0]) - before, plies)
        return ranked[0]

    def ponder(self, view: View, halt: Halt) -> None:
        """Solve the position for whoever is to move: what is proven is remembered."""
        own, opp = int(view.data["pawns"][view.seat]), int(view.data["pawns"][1 - view.seat])
        self.solver.value(free_mask(view), own, opp, stop=halt.watch(np.zeros(1, np.uint8)))

    def explain(self) -> Explanation | None:
        """What was proven; else what alpha-beta sees, for which it takes its time once more."""
        return self.explanation or self.stand_in.explain()
