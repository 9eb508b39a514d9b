"""How an agent at a table decides, and what it may use for that."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from typing import NamedTuple

from parlour.advice import BANK
from parlour.agent import Agent, Clock, Explanation
from parlour.arena.play import Chance, begin, decide
from parlour.game import Game
from parlour.state import View
from parlour.web.messages import Choice
from parlour.web.seats import TableSeat

__all__ = ["SeatAgent", "Thought", "think"]

SeatAgent = Callable[[Game, Choice], Agent]
"""What makes the agent that was chosen for a seat, with its terms."""


class Thought(NamedTuple):
    """What an agent decided, what it saw, and the seconds that it took."""

    action: int
    explanation: Explanation | None
    seconds: float


def think(seat_agent: SeatAgent, seat: TableSeat, view: View, chance: Chance, *, explain: bool) -> Thought:
    """An agent's decision, with what it saw if asked; `Broken` when it failed."""
    player = seat.player
    if player is None:
        assert seat.choice is not None
        player = seat_agent(view.game, seat.choice)
        begin(player, view.game, view.seat, chance._replace(rotation=seat.beginnings))
        seat.beginnings += 1
        seat.player = player
    clock = Clock(bank=BANK, move=math.inf if player.terms.move is None else player.terms.move)
    action = decide(view, player, clock)
    explanation = None
    if explain:
        with contextlib.suppress(Exception):  # who decides well but cannot say why has not failed
            explanation = player.explain()
    player.rest()
    seat.took = clock.used[-1]
    return Thought(action, explanation, clock.used[-1])
