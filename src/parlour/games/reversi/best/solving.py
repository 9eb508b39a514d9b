"""Exact results of positions: ``parlour solve reversi``."""

from __future__ import annotations

import math
from dataclasses import dataclass

from parlour.errors import ParlourError
from parlour.games.reversi.best.engine import Engine
from parlour.games.reversi.lanes import moves
from parlour.games.reversi.notation import PASS
from parlour.search.playing import FOREVER
from parlour.state import State

__all__ = ["solve"]

_FEW = 16  # empty squares for which a small table is enough


@dataclass(frozen=True)
class Solution:
    """What is proven of a position: its result in discs for the side to move lies from `lower` to `upper`."""

    lower: int
    upper: int
    best: int | None  # the best move, as far as is known; None when the game is over
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the result is known."""
        return self.lower == self.upper

    @property
    def score(self) -> int:
        """The result, or what is proven to be reached at least."""
        return self.lower


def solve(
    state: State,
    seconds: float = math.inf,
    nodes: int = FOREVER,
    engine: Engine | None = None,
    threads: int = 1,
) -> Solution:
    """The result under best play of both sides, empty squares counted for the winner."""
    own, opp = int(state.data["own"]), int(state.data["opp"])
    if own == 0 or opp == 0:
        raise ParlourError("a position to solve needs discs of both sides")
    engine = engine or new_solver(state, threads)
    if moves(own, opp):
        return _search(engine, own, opp, seconds, nodes)
    if not moves(opp, own):
        score = _final(own.bit_count(), opp.bit_count())
        return Solution(score, score, None, 0, 0.0)
    answer = _search(engine, opp, own, seconds, nodes)
    return Solution(-answer.upper, -answer.lower, PASS, answer.nodes, answer.seconds)


def new_solver(state: State, threads: int = 1) -> Engine:
    """An engine with a table that suits the number of empty squares."""
    empties = 64 - int(sum(state.scores))
    return Engine(14 if empties <= _FEW else 20, threads=threads)


def _search(engine: Engine, own: int, opp: int, seconds: float, nodes: int) -> Solution:
    engine.forget()
    *_, last = engine.deepen(own, opp, seconds, nodes)
    return Solution(last.lower, last.upper, last.move, last.nodes, last.seconds)


def _final(mine: int, theirs: int) -> int:
    lead = mine - theirs
    return lead + (64 - mine - theirs) * (lead > 0) - (64 - mine - theirs) * (lead < 0)
