"""How an agent at a table decides, and what it may use for that."""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from parlour.advice import BANK
from parlour.agent import Clock, Explanation, Terms
from parlour.arena.play import Chance, begin, decide
from parlour.game import Game
from parlour.state import View
from parlour.web.catalogue import make_agent
from parlour.web.seats import TableSeat

__all__ = ["Thought", "think"]

TERMS = Terms(memory=80_000_000)
"""What a search may hold at a table: a tree of 2,000,000 positions."""


class Thought(NamedTuple):
    """What an agent decided, what it saw, and the seconds that it took."""

    action: int
    explanation: Explanation | None
    seconds: float


def think(game: Game, seat: TableSeat, view: View, chance: Chance, *, explain: bool) -> Thought:
    """An agent's decision, with what it saw if asked; `Broken` when it failed."""
    player = seat.player
    if player is None:
        assert seat.choice is not None
        player = make_agent(game, seat.choice)
        player.terms = TERMS
        begin(player, game, view.seat, chance._replace(rotation=seat.beginnings))
        seat.beginnings += 1
        seat.player = player
    clock = Clock(bank=BANK)
    action = decide(view, player, clock)
    explanation = None
    if explain:
        with contextlib.suppress(Exception):  # who decides well but cannot say why has not failed
            explanation = player.explain()
    player.rest()
    seat.took = clock.used[-1]
    return Thought(action, explanation, clock.used[-1])
