"""What strong agents say about a table: hints while a person plays, and the analysis of a whole game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any

from parlour.advice import adviser
from parlour.agent import agent
from parlour.errors import ParlourError
from parlour.judging import Judge
from parlour.warming import HINT, JUDGE
from parlour.web.analysis import analyse, judgement_message
from parlour.web.answers import AnalysisMessage, ErrorMessage, Progress
from parlour.web.catalogue import checked_spec, make_agent
from parlour.web.foundry import spec_of
from parlour.web.messages import Analyse, Choice, Hint
from parlour.web.seats import Session

if TYPE_CHECKING:
    from parlour.web.tables import Table

__all__ = ["Advice"]


class Advice:
    """The adviser of one table; it does one thing after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._task: asyncio.Task[None] | None = None
        self._analyst_at_work: str | None = None  # who was chosen, while it goes through the game

    @property
    def busy(self) -> bool:
        """Whether it is thinking."""
        return self._task is not None

    def refusal(self, session: Session) -> str:
        """Why there is no hint for a session now; empty when there is one."""
        table = self.table
        if table.result:
            return "The game is over: analyse it instead."
        if any(seat.kind == "guest" for seat in table.seats):
            return "No hints against another person."
        if table.state.mover not in session.seats:
            return "Hints are available on your turn."
        return ""

    def hint(self, session: Session, message: Hint) -> None:
        """Ask a strong agent what it would play."""
        if (refusal := self.refusal(session)) or message.ply != self.table.ply:
            raise ParlourError(refusal or "The table has moved on.")
        self._begin(lambda: self._give_hint(session))

    def analyse(self, message: Analyse) -> None:
        """Judge every position of a finished game; who asks for what is under way reads along."""
        if self.table.result is None:
            raise ParlourError("a game is analysed when it is over")
        choice = message.choice
        chosen = checked_spec(self.table.game, choice) if choice else ""  # a refusal comes now
        if chosen != self._analyst_at_work:
            self._begin(lambda: self._analyse_all(choice, chosen))

    def cancel(self) -> None:
        """Stop the analysis, or do not wait for the hint."""
        if self._task:
            self._task.cancel()

    def _begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if self._task is not None:
            raise ParlourError("one thing after the other: this table is being analysed")
        self._task = asyncio.create_task(self._guarded(work))
        self._task.add_done_callback(self._over)  # also of one that is cancelled before it has begun

    def _over(self, task: asyncio.Task[None]) -> None:
        self._task = None

    async def _guarded(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except ParlourError as error:
            self.table.tell(ErrorMessage(reason=str(error)))

    async def _give_hint(self, session: Session) -> None:
        table = self.table
        game, view, ply = table.game, table.state.view(), table.ply
        await table.foundry.ready(game, [HINT])
        analysis = await table.pools.think(
            table.client, lambda: analyse(view, agent(game, adviser(game, "hint")), "hint", ply)
        )
        if session in table.sessions:
            session.send(analysis)

    async def _analyse_all(self, choice: Choice | None, chosen: str) -> None:
        table, total, done = self.table, self.table.ply + 1, 0
        messages = self._messages(choice)
        self._analyst_at_work = chosen
        try:
            table.tell(Progress(done=0, total=total, running=True))
            await table.foundry.ready(table.game, [JUDGE, *([spec_of(choice)] if choice else [])])
            for ply in range(total):
                table.tell(Progress(done=ply, total=total, running=True))
                analysis = await table.pools.think(table.client, lambda: next(messages), people=False)
                table.store.keep_analysis(table.id, ply, analysis.model_dump_json())
                table.tell(analysis)
                done = ply + 1
                if not table.sessions:
                    return
        finally:
            self._analyst_at_work = None
            table.tell(Progress(done=done, total=total, running=False))

    def _messages(self, choice: Choice | None) -> Iterator[AnalysisMessage]:
        """Every position of the game, judged; the agent that does so is made when its turn has come."""
        table, game = self.table, self.table.game
        analyst = make_agent(game, choice) if choice else agent(game, adviser(game, "replay"))
        for judgement in Judge(game, analyst).game_of(table.state.copy()):
            ply = judgement.ply
            before = table.at(ply - 1) if ply else None
            yield judgement_message(judgement, table.at(ply), before, analyst.spec)
