"""A table: one game, who sits at it, and who looks on. All of it lives on the server's one event loop."""

from __future__ import annotations

import time
from contextlib import suppress

from pydantic import BaseModel, ValidationError

from parlour.arena.play import forfeit_rewards
from parlour.errors import IllegalMove, ParlourError
from parlour.game import Game
from parlour.record import Forfeit
from parlour.state import State
from parlour.web.advice import Advice
from parlour.web.answers import AnalysisMessage, Event, Outcome, Status, ViewMessage, Welcome
from parlour.web.describe import describe, event_for, legal_moves, plain_text, see
from parlour.web.engine import Engine
from parlour.web.foundry import Foundry
from parlour.web.game import TableGame
from parlour.web.messages import Act, Hello, Hold, Look, Resign, Viewpoint
from parlour.web.pools import Pools
from parlour.web.seats import Session, Successor, stand_in
from parlour.web.store import TableRow, TableStore
from parlour.web.thinking import SeatAgent

__all__ = ["Table"]


class Table(TableGame):
    """One game with its seats; every change is in the store before it counts."""

    def __init__(
        self,
        row: TableRow,
        game: Game,
        moves: list[tuple[str, float]],
        store: TableStore,
        pools: Pools,
        seat_agent: SeatAgent,
        foundry: Foundry,
    ) -> None:
        super().__init__(row, game, moves)
        self.store, self.pools, self.seat_agent, self.foundry = store, pools, seat_agent, foundry
        self.sessions: set[Session] = set()
        self.age = 0  # rises with every change, so that a thought about the past is dropped
        self.advice, self.engine = Advice(self), Engine(self)
        self.successor: Successor | None = None
        self.client = self.id  # for whom its agents think: the address of who plays or looks on

    @property
    def busy(self) -> bool:
        """Whether someone looks on, or something is computed."""
        return bool(self.sessions or self.engine.busy or self.advice.busy)

    def admit(self, hello: Hello) -> frozenset[int]:
        """The seats that somebody opens; a guest's link does so once, for the first who comes by it.

        A link with the token of a seat that is no guest's opens it as the token itself would.
        """
        links = {**{token: token for token in hello.tokens}, **hello.links}
        if [seat for seat in self.seats if seat.take(links)]:
            self.store.reseat(self.id, [seat.row() for seat in self.seats])
        seats = frozenset(n for n, seat in enumerate(self.seats) if seat.opened_by([*links.values(), *links]))
        if any(
            seat.invites(link) for n, seat in enumerate(self.seats) for link in hello.links if n not in seats
        ):
            raise ParlourError("somebody has come by this link before: ask who sent it for another game")
        return seats

    def join(self, session: Session) -> None:
        """A browser sits down or looks on; it is told everything that its seats may know."""
        if not self.open and not session.seats:
            raise ParlourError("cards are hidden in this game: only its players may look until it is over")
        self.sessions.add(session)
        self._welcome(session)
        self._offer(session)
        if self.result:
            for body in self.store.analyses(self.id):
                with suppress(ValidationError):  # what is damaged is judged anew when somebody asks
                    session.send(AnalysisMessage.model_validate_json(body))
        self.engine.go_on()

    def follow_with(self, successor: Successor) -> None:
        """Another game of the same people has begun: each of them is told how to sit down there."""
        self.successor = successor
        for session in list(self.sessions):
            self._offer(session)

    def _offer(self, session: Session) -> None:
        if self.successor and session.seats:
            session.send(self.successor.offer(session.seats))

    def _welcome(self, session: Session) -> None:
        viewer = self._viewer(session)
        log = [self._seen_by(event, viewer) for event in self.log]
        mine = sorted(session.seats)
        session.send(
            Welcome(table=self.info, mine=mine, open=self.open, log=log, view=self._live_view(session))
        )

    def see_as(self, session: Session, message: Viewpoint) -> None:
        """Show the game and its moves as a seat saw them, or all open."""
        seat = message.seat
        if seat is not None and seat >= len(self.seats):
            raise ParlourError(f"there is no seat {seat + 1}")
        if self.result is None and session.seats:
            raise ParlourError("the views of others are open when the game is over")
        session.viewpoint = seat
        self._welcome(session)

    def leave(self, session: Session) -> None:
        """A browser is gone."""
        self.sessions.discard(session)
        self.rest()
        self.engine.go_on()

    def rest(self) -> None:
        """Nobody looks on: whatever agents remember is let go of, and nobody waits for advice."""
        if not self.sessions:
            self._dismiss_agents()
            self.advice.cancel()

    def close(self) -> None:
        """The table is deleted: nothing more happens at it."""
        self.age += 1
        self.engine.stop()
        self.advice.cancel()
        self._dismiss_agents()

    def _viewer(self, session: Session) -> int | None:
        """The seat whose view a session gets: the chosen one; while it plays, of its own the one to move."""
        if self.result is not None or not session.seats:
            return session.viewpoint
        return self.state.mover if self.state.mover in session.seats else min(session.seats)

    def _seen_by(self, event: Event, viewer: int | None) -> Event:
        seen = self.state.seen[viewer][event.ply - 1].text if self.game.hidden and viewer is not None else ""
        return event_for(event, self.game, viewer, seen)

    def _view(self, state: State, viewer: int | None, ply: int) -> ViewMessage:
        position = see(state, viewer)
        over = state.over or (self.result is not None and ply == self.ply)
        return ViewMessage(
            ply=ply, live=False, seat=viewer, mover=-1 if over else state.mover,
            data=describe(position), text=plain_text(position),
            scores=position.scores if over or not self.game.hidden else None,
        )  # fmt: skip

    def _live_view(self, session: Session, event: Event | None = None) -> ViewMessage:
        viewer = self._viewer(session)
        view = self._view(self.state, viewer, self.ply)
        may_act = self.result is None and self.state.mover in session.seats
        return view.model_copy(
            update={
                "live": True,
                "legal": legal_moves(see(self.state, viewer)) if may_act else [],
                "event": self._seen_by(event, viewer) if event else None,
                "status": self._status(session),
                "result": self.result,
                "seed": self.info.seed if self.result else None,
            }
        )

    def _status(self, session: Session) -> Status:
        engine = self.engine
        seat = None if engine.thinking is None else self.seats[engine.thinking]
        since = time.monotonic() - engine.since if seat else 0.0
        return Status(
            thinking=engine.thinking, since=round(since, 2), limit=seat.seconds if seat else None,
            playing=engine.playing, delay=engine.delay,
            no_take_back=self._take_back_refusal(session),
            no_hint=self.advice.refusal(session),
            stand_in=self.result is None and self._goes_on_without(session),
            held=not session.seats.isdisjoint(engine.lapses.held),
            failures=self.failures,
        )  # fmt: skip

    def show(self, event: Event | None = None) -> None:
        """Show everyone the newest position."""
        for session in list(self.sessions):
            session.send(self._live_view(session, event))

    def tell(self, message: BaseModel) -> None:
        """Tell everyone at the table."""
        for session in list(self.sessions):
            session.send(message)

    def look(self, session: Session, message: Look) -> None:
        """Show an earlier position, as a session may know it."""
        viewer = self._viewer(session)
        view = self._view(self.at(message.ply), viewer, message.ply)
        event = self._seen_by(self.log[message.ply - 1], viewer) if message.ply else None
        session.send(view.model_copy(update={"event": event}))

    def act(self, session: Session, message: Act) -> None:
        """Play a person's action."""
        self._must_run()
        if message.seat not in session.seats:
            raise ParlourError(f"seat {message.seat + 1} is not yours")
        if message.ply != self.ply or message.seat != self.state.mover:
            raise IllegalMove("it is not your turn: the table has moved on")
        action = see(self.state, message.seat).parse(message.action)
        self.play(action, 0.0)

    def hold(self, session: Session, message: Hold) -> None:
        """A person wants to think about acting out of turn when the next chance comes."""
        self._must_run()
        if message.seat not in session.seats:
            raise ParlourError(f"seat {message.seat + 1} is not yours")
        self.engine.lapses.held.add(message.seat)
        self.show()

    def resign(self, session: Session, message: Resign) -> None:
        """A person gives up; an agent plays on where the game is still that of other people."""
        self._must_run()
        if message.seat not in session.seats:
            raise ParlourError(f"seat {message.seat + 1} is not yours")
        if self._goes_on_without(session):
            self._hand_over(message.seat)
            return
        resigned = Forfeit(seat=message.seat, ply=self.ply, reason="resigned")
        self.end_by_forfeit(resigned, forfeit_rewards(self.game, [message.seat]))

    def _goes_on_without(self, session: Session) -> bool:
        """Whether other people play on among more than two sides when somebody gives up."""
        others = (seat for number, seat in enumerate(self.seats) if number not in session.seats)
        return len(set(self.game.team_of)) > 2 and any(seat.kind != "agent" for seat in others)

    def _hand_over(self, number: int) -> None:
        """Let an agent take a seat; who had only that one looks on, or leaves where cards are hidden."""
        self.seats[number] = stand_in(self.game, self.seats)
        self.store.reseat(self.id, [seat.row() for seat in self.seats])
        self.age += 1
        for session in list(self.sessions):
            session.seats -= {number}
            if session.seats or self.open:
                self._welcome(session)
            else:
                self.sessions.discard(session)
                session.dismiss()
        self.engine.go_on()

    def take_back(self, session: Session) -> None:
        """Undo a person's last move and the answers to it."""
        if refusal := self._take_back_refusal(session):
            raise ParlourError(refusal)
        ply = max(event.ply - 1 for event in self.log if event.seat in session.seats)
        self.store.cut(self.id, ply)
        self.cut(ply)
        self.age += 1
        self.engine.lapses.choice()
        self._dismiss_agents()
        self.show()
        self.engine.go_on()

    def _take_back_refusal(self, session: Session) -> str:
        """Why nothing can be taken back: it would undo chance, a secret, or what another person did."""
        if self.result:
            return "the game is over: branch from any of its moves instead"
        if self.game.hidden or self.game.chance:
            return "nothing can be taken back in a game with chance or hidden cards"
        if any(seat.kind != "agent" and n not in session.seats for n, seat in enumerate(self.seats)):
            return "nothing can be taken back against another person"
        if not any(event.seat in session.seats for event in self.log):
            return "there is nothing to take back yet"
        return ""

    def _must_run(self) -> None:
        if self.result:
            raise ParlourError("the game is over")

    def play(self, action: int, seconds: float, *, chosen: bool = True) -> None:
        """Play a legal action; after a choice everybody else has a moment to act out of turn."""
        self.engine.lapses.held.discard(self.state.mover)
        self.store.add_move(self.id, self.ply, self.state.format(action), seconds)
        event = self.advance(action, seconds)
        if chosen:
            self.engine.lapses.choice()
        self.age += 1
        self.updated = time.time()
        if self.state.over:
            self._finish(self.final_result())
        self.show(event)
        self.engine.go_on()

    def _finish(self, result: Outcome) -> None:
        self.result = result
        self._dismiss_agents()
        self.store.finish(self.id, result.model_dump())

    def _dismiss_agents(self) -> None:
        """Agents begin anew when they next decide."""
        for seat in self.seats:
            seat.player = None

    def end_by_forfeit(self, forfeit: Forfeit, rewards: list[float]) -> None:
        """End the game because somebody gave up or broke the rules of play."""
        about = forfeit.model_dump(include={"seat", "reason", "detail"})
        self._finish(Outcome(scores=self.state.scores, rewards=rewards, **about))
        self.age += 1
        self.show()
