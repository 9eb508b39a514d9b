"""What time decides at a table: moves without a choice, and chances to act out of turn that nobody takes.

After every choice all others have the same moment to act out of turn. What they do, agents too, is played
when it is over, whatever they hold: so the delay tells nobody who had a choice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from parlour.errors import Broken
from parlour.state import State
from parlour.web.describe import see

__all__ = ["HOLD", "LAPSE", "Lapses"]

LAPSE = 0.7
"""Seconds after a choice when everything that lapses is played."""
HOLD = 15.0
"""Seconds for which a person who asked for it may think about acting out of turn."""

Chooser = Callable[[State], int]
"""What the agent of the seat to move decides."""
Beside = Callable[[Callable[[], dict[int, int]]], Awaitable[dict[int, int]]]
"""Computes something beside the event loop."""


def lapsing(state: State) -> int | None:
    """The action of the seat to move that is played by itself, as that seat sees the game."""
    return None if state.over else state.game.board.lapse(see(state, state.mover))


class Lapses:
    """The moment after the last choice at one table."""

    def __init__(self) -> None:
        self.chosen_at = time.monotonic()
        self.held: set[int] = set()
        self._intents: dict[int, int] = {}  # what agents do out of turn, by ply
        self._foresight: asyncio.Future[dict[int, int]] | None = None

    def choice(self) -> None:
        """Somebody has chosen: a new moment begins."""
        self.chosen_at = time.monotonic()
        self._intents = {}

    @property
    def rest(self) -> float:
        """Seconds until what lapses is played."""
        return max(self.chosen_at + LAPSE - time.monotonic(), 0.0)

    async def foresee(self, state: State, choose: dict[int, Chooser], beside: Beside) -> None:
        """Let the agents think about acting out of turn, for no longer than the moment lasts.

        `choose` holds the agents by their seats. One that has not decided by then has let its chance go.
        """
        await self.settled()
        past = state.copy()
        self._foresight = asyncio.ensure_future(beside(lambda: _intents(past, choose)))
        done, _ = await asyncio.wait([self._foresight], timeout=self.rest)
        self._intents = self._foresight.result() if done else {}

    async def settled(self) -> None:
        """Wait for agents that still think about a chance that is gone."""
        if self._foresight and not self._foresight.done():
            await asyncio.wait([self._foresight])

    def action(self, state: State) -> int | None:
        """What is played now that the moment is over."""
        return self._intents.get(state.ply, lapsing(state))

    def waits_for(self, state: State) -> bool:
        """Whether a person asked to think about the chance that is there now."""
        return state.mover in self.held and len(state.legal_moves) > 1


def _intents(state: State, choose: dict[int, Chooser]) -> dict[int, int]:
    """What agents do, each as if everybody before it lets the chance go; up to the first that does not."""
    intents = {}
    while (action := lapsing(state)) is not None:
        if state.mover in choose and len(state.legal_moves) > 1:
            try:
                intents[state.ply] = choose[state.mover](state)
            except Broken:
                break  # it will fail again when it is its turn
            if intents[state.ply] != action:
                break
        state.advance(action)
    return intents
