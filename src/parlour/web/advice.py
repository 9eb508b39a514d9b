"""What strong agents say about a table: hints while a person plays, and the analysis of a whole game."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from parlour.advice import adviser
from parlour.agent import Agent, agent
from parlour.errors import ParlourError
from parlour.judging import Judge, Judgement
from parlour.web.analysis import analyse, judgement_message
from parlour.web.answers import AnalysisMessage, ErrorMessage, Progress
from parlour.web.catalogue import make_agent
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
        self._analyst_at_work = ""  # its spec, while it goes through the game

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
        self._begin(self._give_hint(session))

    def analyse(self, message: Analyse) -> None:
        """Judge every position of a finished game; who asks for what is under way reads along."""
        if self.table.result is None:
            raise ParlourError("a game is analysed when it is over")
        analyst = self._analyst(message.choice)
        if analyst.spec != self._analyst_at_work:
            self._begin(self._analyse_all(analyst))

    def _analyst(self, choice: Choice | None) -> Agent:
        game = self.table.game
        return make_agent(game, choice) if choice else agent(game, adviser(game, "replay"))

    def cancel(self) -> None:
        """Stop the analysis."""
        if self._task:
            self._task.cancel()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if self._task is not None:
            work.close()
            raise ParlourError("one thing after the other: this table is being analysed")
        self._task = asyncio.create_task(self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except ParlourError as error:
            self.table.tell(ErrorMessage(reason=str(error)))
        finally:
            self._task = None

    async def _give_hint(self, session: Session) -> None:
        table = self.table
        view, ply = table.state.view(), table.ply
        analyst = agent(table.game, adviser(table.game, "hint"))
        analysis = await table.pools.think(table.client, lambda: analyse(view, analyst, "hint", ply))
        if session in table.sessions:
            session.send(analysis)

    async def _analyse_all(self, analyst: Agent) -> None:
        table, total, done = self.table, self.table.ply + 1, 0
        judgements = Judge(table.game, analyst).game_of(table.state.copy())
        self._analyst_at_work = analyst.spec
        try:
            for ply in range(total):
                table.tell(Progress(done=ply, total=total, running=True))
                judge = partial(self._judge, judgements, analyst.spec)
                analysis = await table.pools.think(table.client, judge, people=False)
                table.store.keep_analysis(table.id, ply, analysis.model_dump_json())
                table.tell(analysis)
                done = ply + 1
                if not table.sessions:
                    return
        finally:
            self._analyst_at_work = ""
            table.tell(Progress(done=done, total=total, running=False))

    def _judge(self, judgements: Iterator[Judgement], spec: str) -> AnalysisMessage:
        """The next position of the game, judged."""
        judgement = next(judgements)
        ply = judgement.ply
        before = self.table.at(ply - 1) if ply else None
        return judgement_message(judgement, self.table.at(ply), before, spec)
