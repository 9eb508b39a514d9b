"""Who plays the games of one process, and how code of others is watched in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from parlour.agent import FREE, Agent, Clock, Terms, agent, from_file
from parlour.arena.entrants import Makers
from parlour.arena.play import play
from parlour.arena.schedule import Slot
from parlour.errors import Broken
from parlour.game import Game
from parlour.record import Record
from parlour.state import View

__all__ = ["Player", "Tell"]

Tell = Callable[[int, int], None]
"""Hears the seat and the number of a decision that is about to be made by code of others."""


class _Watched(Agent):
    """Code of others as a player: who decides is told before it does, in case that it ends the program."""

    def __init__(self, agent: Agent, tell: Tell | None, gone: float) -> None:
        self.agent, self.tell, self.gone = agent, tell, gone
        self.spec, self.anew, self.decision, self.left = agent.spec, agent.anew, 0, False

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts."""
        self.seat, self.agent.terms = seat, self.terms
        self._announce()
        self.agent.begin(game, seat, seed)

    def choose(self, view: View, clock: Clock) -> int:
        """What the agent plays, unless it ends the program now."""
        self._announce()
        action = self.agent.choose(view, clock)
        self.work = self.agent.work
        return action

    def _announce(self) -> None:
        if self.decision >= self.gone:
            self.left = True
            raise Broken("crash", "it ended the program")
        if self.tell:
            self.tell(self.seat, self.decision)
        self.decision += 1

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """The game is over."""
        if not self.left:
            self._announce()
            self.agent.end(scores, rewards)


class Player:
    """Plays one game after the other, keeping the agents it has built."""

    def __init__(
        self, game: Game, terms: Terms = FREE, makers: Makers | None = None, tell: Tell | None = None
    ) -> None:
        self.game, self.terms, self.makers, self.tell = game, terms, makers or {}, tell
        self._agents: dict[tuple[str, int], Agent] = {}

    def play(self, slot: Slot) -> Record:
        """Play one game."""
        seated = [self._seated(spec, slot.seats[:seat].count(spec)) for seat, spec in enumerate(slot.seats)]
        try:
            return play(
                self.game, [self._watched(slot, seat, agent) for seat, agent in enumerate(seated)], slot.seed,
                terms=self.terms, opening=slot.opening, rotation=slot.rotation, secret=slot.secret,
            )  # fmt: skip
        finally:
            for player in seated:
                if player.anew:
                    player.close()

    def _watched(self, slot: Slot, seat: int, agent: Agent) -> Agent:
        """The agent of a seat, watched when it is code of others."""
        if not from_file(slot.seats[seat]):
            return agent
        out, decision = slot.gone or (-1, 0)
        return _Watched(agent, self.tell, decision if out == seat else math.inf)

    def prepare(self, specs: Iterable[str]) -> None:
        """Build the agents ahead of their first game."""
        for spec in specs:
            self._seated(spec, 0)

    def _seated(self, spec: str, before: int) -> Agent:
        """The agent of a spec; one that sits at several seats is built as often."""
        if (spec, before) not in self._agents:
            make = self.makers.get(spec)
            self._agents[spec, before] = make() if make else agent(self.game, spec)
        return self._agents[spec, before]

    def close(self) -> None:
        """Let the agents go."""
        for player in self._agents.values():
            player.close()
        self._agents.clear()
