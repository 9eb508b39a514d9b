"""The job of playing games."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from parlour.agent import FREE, Agent, Clock, Terms, agent, from_file
from parlour.arena.entrants import Makers
from parlour.arena.play import play
from parlour.arena.schedule import Slot
from parlour.arena.work import Job
from parlour.errors import Broken
from parlour.game import Game, game
from parlour.record import Record
from parlour.state import State, View

__all__ = ["Player"]

OnDecision = Callable[[State, int, Agent], None]
"""What is told of a decision: the state before it, the action, and who took it."""


class _Watched(Agent):
    """Code of others as a player: who decides is told before it does, in case that it ends the program."""

    def __init__(self, agent: Agent, tell: Callable[[Any], None] | None, gone: float) -> None:
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
            self.tell((self.seat, self.decision))
        self.decision += 1

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """The game is over."""
        if not self.left:
            self._announce()
            self.agent.end(scores, rewards)


class Player(Job[Slot, Record]):
    """Plays one game after the other, keeping the agents it has built."""

    def __init__(
        self, game: Game, terms: Terms = FREE, specs: Sequence[str] = (), makers: Makers | None = None
    ) -> None:
        self.game, self.terms, self.specs, self.makers = game, terms, specs, makers or {}
        self._agents: dict[tuple[str, int], Agent] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return _player, (self.game.spec, self.terms, tuple(self.specs))

    def begin(self) -> None:
        """Build the agents ahead of their first game."""
        for spec in self.specs:
            self._seated(spec, 0)

    def do(self, item: Slot) -> Record:
        """Play one game."""
        return self.play(item)

    def play(self, slot: Slot, on_decision: OnDecision | None = None) -> Record:
        """Play one game, telling of each decision."""
        seated = [self._seated(spec, slot.seats[:seat].count(spec)) for seat, spec in enumerate(slot.seats)]
        players = [self._watched(slot, seat, agent) for seat, agent in enumerate(seated)]

        def tell(state: State, action: int) -> None:
            assert on_decision is not None
            on_decision(state, action, seated[state.mover])

        try:
            return play(
                self.game, players, slot.seed,
                terms=self.terms, opening=slot.opening, rotation=slot.rotation, secret=slot.secret,
                on_move=tell if on_decision else None,
            )  # fmt: skip
        finally:
            for player in seated:
                if player.anew:
                    player.close()

    def blame(self, item: Slot, announced: tuple[int, int]) -> Slot:
        """The same game, in which the agent of a seat has crashed at a decision that ends the program."""
        return replace(item, gone=announced)

    def _watched(self, slot: Slot, seat: int, agent: Agent) -> Agent:
        """The agent of a seat, watched when it is code of others."""
        if not from_file(slot.seats[seat]):
            return agent
        out, decision = slot.gone or (-1, 0)
        return _Watched(agent, self.announce, decision if out == seat else math.inf)

    def _seated(self, spec: str, before: int) -> Agent:
        """The agent of a spec; one that sits at several seats is built as often."""
        if (spec, before) not in self._agents:
            make = self.makers.get(spec)
            self._agents[spec, before] = make() if make else agent(self.game, spec)
        return self._agents[spec, before]

    def end(self) -> None:
        """Let the agents go."""
        for player in self._agents.values():
            player.close()
        self._agents.clear()


def _player(spec: str, terms: Terms, specs: Sequence[str]) -> Player:
    """A player that has travelled."""
    return Player(game(spec), terms, specs)
