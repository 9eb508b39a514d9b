"""Agents that think on while a person does: one on the whole server at a time, behind everybody who waits."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from parlour.agent import Halt
from parlour.web.seats import TableSeat

if TYPE_CHECKING:
    from parlour.web.tables import Table

__all__ = ["MOST", "Pondering"]

MOST = 60.0
"""Seconds that an agent thinks on at most, while a person decides once."""


class Pondering:
    """What an agent of one table does on a person's time."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._age = -1  # of the table when it last looked for somebody to think on
        self._halt = Halt()
        self._done: Future[Any] | None = None

    def look(self) -> None:
        """Go with the table: what was thought about is over when it moves on, and the next may begin."""
        if not self.table.sessions or self._age != self.table.age:
            self.stop()
            self._age = -1
        if self._age < 0 and (seat := self._idle_seat()):
            self._begin(seat)

    def stop(self) -> None:
        """Nothing more is to be thought about."""
        self._halt.now()

    async def settled(self) -> None:
        """Stop, and wait until the agent is free again."""
        self.stop()
        if self._done:
            with contextlib.suppress(Exception):  # who fails here has not failed in a decision
                await asyncio.wrap_future(self._done)

    def _idle_seat(self) -> TableSeat | None:
        """A seat whose agent may think on: a person is to move, and it has decided before."""
        table = self.table
        waiting = table.sessions and table.result is None and table.seats[table.state.mover].kind != "agent"
        seats = (seat for seat in table.seats if seat.ponders and seat.player and seat.player.ponders)
        return next(seats, None) if waiting and len(table.state.legal_moves) > 1 else None

    def _begin(self, seat: TableSeat) -> None:
        table, player, halt = self.table, seat.player, Halt()
        assert player is not None
        view = table.state.view()

        def think_on() -> None:
            try:
                player.ponder(view, halt)
            finally:
                halt.let_go()

        if done := table.pools.ponder(think_on):
            self._age, self._halt, self._done = table.age, halt, done
            asyncio.get_running_loop().call_later(MOST, halt.now)
