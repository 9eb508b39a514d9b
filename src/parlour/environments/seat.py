"""A game as an environment of Gymnasium: one seat learns, chosen agents sit in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from parlour.agent import Agent, Clock
from parlour.arena.entrants import Entrant, maker_of
from parlour.environments.pictures import MODES, show
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.game import game as find_game
from parlour.state import State, View

__all__ = ["SeatEnv", "single"]


class SeatEnv(gymnasium.Env[np.ndarray, int]):
    """One seat of a table; the opponents move until it is the seat's turn again.

    The observation is that of the game's encoding, an action one of its codes; `info["action_mask"]` and
    `action_masks()` say which are legal. An illegal one ends the game with the reward -1.
    """

    def __init__(self, game: Game, opponents: Sequence[Entrant], seat: int, render_mode: str | None) -> None:
        self.game, self.seat, self.render_mode = game, seat, render_mode
        self.metadata = {"render_modes": list(MODES), "render_fps": 1}
        encoding = game.encoding
        self.observation_space = spaces.Box(-1.0, 1.0, (encoding.observation_size,), np.float32)
        self.action_space: Any = spaces.Discrete(encoding.action_count)
        others = [other for other in range(game.players) if other != seat]
        makers = [maker_of(game, entrant) for entrant in opponents]
        self._opponents: dict[int, Agent] = {
            other: make() for other, make in zip(others, makers, strict=True)
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the game of a seed, or without one the next game of the seed before."""
        super().reset(seed=seed)
        start = int(self.np_random.integers(1 << 62))
        self.position: State = self.game.new(start)
        for other, opponent in self._opponents.items():
            opponent.begin(self.game, other, start)
        self._move_on()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play the action of a code, then the opponents' answers."""
        code = int(action)
        if self.position.over:
            raise ParlourError("the game is over: call reset()")
        if not self.action_masks()[code]:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": code}
        self.position.advance(self.game.encoding.decode(self._view, code))
        self._move_on()
        over = self.position.over
        reward = self.position.rewards[self.seat] if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """Which codes are legal, as libraries of masked learning ask for it."""
        return self.game.encoding.mask(self._view).astype(bool)

    def render(self) -> Any:
        """What the seat may know, as `render_mode` says: characters, pixels or an SVG."""
        return show(self._view, self.render_mode)

    def close(self) -> None:
        """The opponents are no longer needed."""
        for opponent in self._opponents.values():
            opponent.close()

    @property
    def _view(self) -> View:
        return self.position.view(self.seat)

    def _move_on(self) -> None:
        """Let the opponents move until it is the seat's turn, or the game is over."""
        while not self.position.over and self.position.mover != self.seat:
            opponent = self._opponents[self.position.mover]
            self.position.play(opponent.choose(self.position.view(), Clock()))

    def _observation(self) -> np.ndarray:
        return self.game.encoding.observe(self._view)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.encoding.mask(self._view)}


def single(
    spec: str | Game,
    opponents: Entrant | Sequence[Entrant] = "random",
    seat: int = 0,
    render_mode: str | None = None,
) -> SeatEnv:
    """A game as an environment of Gymnasium for one seat, against agents in the others.

    `opponents` is one agent for all other seats, or a list with one for each in order: specs such as
    ``mcts:playouts=100``, files, functions.
    """
    game = find_game(spec) if isinstance(spec, str) else spec
    if not 0 <= seat < game.players:
        raise ParlourError(f"{game.name} has no seat {seat}: it has {game.players}, from 0")
    others = game.players - 1
    chosen: list[Any] = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * others
    if len(chosen) != others:
        raise ParlourError(f"{game.name} has {others} other seats, not {len(chosen)}")
    return SeatEnv(game, chosen, seat, render_mode)
