"""Agents that slip: the one way to make any agent of any game weaker."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.agent import Agent, Clock, Explanation, Halt, PolicyAgent, policy_of
from parlour.contract import Own
from parlour.game import Game
from parlour.kernel import draw, new_rng
from parlour.state import View

__all__ = ["Slipping"]


class Slipping(Agent):
    """Another agent that now and then plays whatever comes to hand."""

    explains = True

    def __init__(self, game: Game, player: Agent, share: float) -> None:
        self.player, self.share, self.seconds = player, share, player.seconds
        self.ponders = player.ponders
        self.careless = PolicyAgent(policy_of(game, game.hooks(Own).SLIP))
        self._slipped = False

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts; slips have chances of their own, so that the player's stay as they are."""
        self.player.terms = self.terms
        self.player.begin(game, seat, seed)
        self.work = 0
        self.rng = self.careless.rng = new_rng(seed, 1 + game.players + seat)

    def choose(self, view: View, clock: Clock) -> int:
        """What the player decides, or a slip."""
        self._slipped = (int(draw(self.rng)) >> 11) / 2**53 < self.share
        action = (self.careless if self._slipped else self.player).choose(view, clock)
        self.work = self.player.work
        return action

    def explain(self) -> Explanation | None:
        """What the player saw, unless it slipped."""
        return None if self._slipped else self.player.explain()

    def ponder(self, view: View, halt: Halt) -> None:
        """The player may think on."""
        self.player.ponder(view, halt)

    def rest(self) -> None:
        """The player may let go of what it does not need."""
        self.player.rest()

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """The game is over."""
        self.player.end(scores, rewards)

    def close(self) -> None:
        """The player is no longer needed."""
        self.player.close()
