"""The job of playing games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.agent import FREE, Agent, Terms
from parlour.arena.entrants import Makers
from parlour.arena.play import play
from parlour.arena.schedule import Slot
from parlour.arena.work import Job
from parlour.bots.isolated import seated_agent
from parlour.game import Game, game
from parlour.record import Record
from parlour.state import State

__all__ = ["Player"]

OnDecision = Callable[[State, int, Agent], None]
"""What is told of a decision: the state before it, the action, and who took it."""


class Player(Job[Slot, Record]):
    """Plays one game after the other, keeping the agents it has built."""

    def __init__(
        self,
        game: Game,
        terms: Terms = FREE,
        specs: Sequence[str] = (),
        makers: Makers | None = None,
        *,
        trust: bool = False,
    ) -> None:
        self.game, self.terms, self.specs, self.makers, self.trust = game, terms, specs, makers or {}, trust
        self._agents: dict[tuple[str, int], Agent] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return _player, (self.game.spec, self.terms, tuple(self.specs), self.trust)

    def begin(self) -> None:
        """Build the agents ahead of their first game, and have the rules compiled by then."""
        _ = self.game.rules
        for spec in self.specs:
            self._seated(spec, 0)

    def do(self, item: Slot) -> Record:
        """Play one game."""
        return self.play(item)

    def play(self, slot: Slot, on_decision: OnDecision | None = None) -> Record:
        """Play one game, telling of each decision."""
        seated = [self._seated(spec, slot.seats[:seat].count(spec)) for seat, spec in enumerate(slot.seats)]

        def tell(state: State, action: int) -> None:
            assert on_decision is not None
            on_decision(state, action, seated[state.mover])

        try:
            return play(
                self.game, seated, slot.seed,
                terms=self.terms, opening=slot.opening, rotation=slot.rotation, secret=slot.secret,
                on_move=tell if on_decision else None,
            )  # fmt: skip
        finally:
            for player in seated:
                if player.anew:
                    player.close()

    def _seated(self, spec: str, before: int) -> Agent:
        """The agent of a spec; one that sits at several seats is built as often."""
        if (spec, before) not in self._agents:
            make = self.makers.get(spec)
            self._agents[spec, before] = make() if make else self._made(spec)
        return self._agents[spec, before]

    def _made(self, spec: str) -> Agent:
        return seated_agent(self.game, spec, self.terms.memory, trust=self.trust)

    def end(self) -> None:
        """Let the agents go."""
        for player in self._agents.values():
            player.close()
        self._agents.clear()


def _player(spec: str, terms: Terms, specs: Sequence[str], trust: bool) -> Player:
    """A player that has travelled."""
    return Player(game(spec), terms, specs, trust=trust)
