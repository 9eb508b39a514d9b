"""What plays by itself at a table: agents, and time where there is nothing to choose."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import TYPE_CHECKING

from parlour.agent import from_file
from parlour.arena.play import Chance
from parlour.errors import Broken, ParlourError
from parlour.state import View
from parlour.web.analysis import analysis_message
from parlour.web.answers import ErrorMessage
from parlour.web.foundry import spec_of
from parlour.web.lapses import HOLD, Chooser, Lapses, lapsing
from parlour.web.messages import Pace
from parlour.web.pondering import Pondering
from parlour.web.seats import TableSeat
from parlour.web.thinking import Thought, think

if TYPE_CHECKING:
    from parlour.web.tables import Table

__all__ = ["Engine"]


def _report(seat: TableSeat, broken: Broken) -> None:
    """Tell whoever has written an agent, in the terminal, how it failed."""
    if from_file(seat.agent):
        print(f"{broken.trace}parlour: {seat.agent}: {broken}", file=sys.stderr, flush=True)


class Engine:
    """Plays at one table for everyone who is no person; one decision after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.playing, self.delay = True, 0.7
        self.thinking: int | None = None
        self.since = 0.0
        self.lapses, self.pondering = Lapses(), Pondering(table)
        self._steps = 0
        self._task: asyncio.Task[None] | None = None
        self._nudge = asyncio.Event()

    @property
    def busy(self) -> bool:
        """Whether it has something to do."""
        return self._task is not None

    def go_on(self) -> None:
        """Look whether there is something to do."""
        self._nudge.set()
        self.pondering.look()
        if self._task is None and self._due():
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Nothing more is to be done."""
        self.pondering.stop()
        if self._task:
            self._task.cancel()

    def pace(self, message: Pace) -> None:
        """Let agents among themselves play on, or pause."""
        self._only_agents()
        self.playing, self.delay = message.playing, message.delay
        self.table.show()
        self.go_on()

    def step(self) -> None:
        """One move of agents that are paused."""
        self._only_agents()
        self.playing, self._steps = False, 1
        self.go_on()

    def _only_agents(self) -> None:
        if self.table.people:
            raise ParlourError("only a game between agents can be paused")

    def _due(self) -> bool:
        return self.table.result is None and (self._agent_is_due() or self._time_decides())

    def _agent_to_move(self) -> bool:
        return self.table.seats[self.table.state.mover].kind == "agent"

    def _agent_is_due(self) -> bool:
        on = bool(self.table.sessions) and (self.playing or self._steps > 0)
        return self._agent_to_move() and (self.table.people or on)

    def _time_decides(self) -> bool:
        """Whether time decides what the seat to move does; for agents only where cards are hidden."""
        table = self.table
        waits = table.people and (table.game.hidden or not self._agent_to_move())
        return waits and lapsing(table.state) is not None

    async def _run(self) -> None:
        try:
            while self._due():
                await (self._lapse() if self._time_decides() else self._agent_plays())
        except ParlourError as error:  # the store refused: the game stands still, and says why
            self.table.tell(ErrorMessage(reason=str(error)))
        finally:
            self._task = None

    async def _wait(self, seconds: float) -> None:
        """Wait, but no longer than until something has happened at the table."""
        self._nudge.clear()
        try:
            await asyncio.wait_for(self._nudge.wait(), seconds)
        except TimeoutError:
            return

    async def _unless_played(self, seconds: float) -> None:
        """Wait, but no longer than until somebody plays."""
        age, end = self.table.age, time.monotonic() + seconds
        while age == self.table.age and (rest := end - time.monotonic()) > 0:
            await self._wait(rest)

    async def _lapse(self) -> None:
        """Play what time decides, unless a person acts before."""
        table, lapses, age = self.table, self.lapses, self.table.age
        if lapses.rest and table.game.hidden:
            await lapses.foresee(
                table.state, self._choosers(), lambda work: table.pools.think(table.client, work)
            )
        await self._unless_played(lapses.rest)
        if age == table.age and lapses.waits_for(table.state):
            await self._unless_played(HOLD)
        action = lapses.action(table.state) if age == table.age else None
        if action is not None:
            table.play(action, 0.0, chosen=action != lapsing(table.state))

    def _choosers(self) -> dict[int, Chooser]:
        """How the agents decide, by their seats."""
        table, chance = self.table, Chance(self.table.seed)

        def chooser(seat: TableSeat) -> Chooser:
            return lambda state: think(table.seat_agent, seat, state.view(), chance, explain=False).action

        return {number: chooser(seat) for number, seat in enumerate(table.seats) if seat.kind == "agent"}

    async def _agent_plays(self) -> None:
        """One move of an agent; among themselves they leave time to look at a choice."""
        free = lapsing(self.table.state) is None
        await self._decide()
        if free and not self.table.people and self.playing and self.delay and not self.table.result:
            await self._wait(self.delay)

    async def _decide(self) -> None:
        """One decision of the agent to move; dropped when the table has changed meanwhile."""
        table, age = self.table, self.table.age
        view, number = table.state.view(), table.state.mover
        self.thinking, self.since = number, time.monotonic()
        table.show()
        thought = None
        try:
            if not table.conduct.excludes(number):
                thought = await self._think(view)
        except Broken as broken:
            if age == table.age:
                table.conduct.forfeit(number, table.ply, broken)
                _report(table.seats[number], broken)
        self.thinking = None
        if age == table.age:
            self._act_on(thought, view)

    async def _think(self, view: View) -> Thought:
        table = self.table
        await self.lapses.settled()
        await self.pondering.settled()
        seat, people = table.seats[view.seat], table.people
        if seat.player is None and seat.choice:
            await table.foundry.ready(table.game, [spec_of(seat.choice)])
        try:
            return await table.pools.think(
                table.client,
                lambda: think(table.seat_agent, seat, view, Chance(table.seed), explain=not people),
                people=people,
                long=seat.slow,
            )
        finally:
            table.pools.keep(seat)
            table.rest()

    def _act_on(self, thought: Thought | None, view: View) -> None:
        """Play what an agent decided; without a decision, what the game's forfeit rule says."""
        table = self.table
        if thought is None:
            action, seconds = table.conduct.stand_in(table.state), 0.0
            if action is None:
                table.end_by_forfeit(table.conduct.forfeits[-1], table.conduct.rewards(table.state))
                return
        else:
            action, seconds = thought.action, thought.seconds
            if thought.explanation and thought.explanation.candidates:
                agent = table.seats[view.seat].agent
                table.tell(analysis_message(view, thought.explanation, agent, "watch", table.ply, seconds))
        self._steps = max(self._steps - 1, 0)
        table.play(action, seconds)
