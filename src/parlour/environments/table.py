"""A game as an environment of PettingZoo: agents move in turn, each from what it may know."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from parlour.environments.pictures import MODES, show
from parlour.errors import IllegalMove
from parlour.game import Game
from parlour.game import game as find_game
from parlour.state import State

__all__ = ["GameEnv", "aec"]

Observation = dict[str, np.ndarray]


class GameEnv(AECEnv):
    """One table; `player_0` sits first.

    What an agent gets is a dictionary: the `observation` of the game's encoding, and an `action_mask` that is
    all 0 for those who are not to move. An action is a code of the encoding. Rewards come at the end.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        name = f"{game.name}_v{game.rules_version}"
        self.metadata = {
            "name": name,
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        encoding = game.encoding
        self._view = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (encoding.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.action_count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._view)
        self.action_spaces = {agent: spaces.Discrete(encoding.action_count) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent gets to see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of a seed, or without one the next game of the seed before."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.position: State = self.game.new(int(self._seeds.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.mover]

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and which actions it has."""
        view = self.position.view(self.possible_agents.index(agent))
        encoding = self.game.encoding
        return {"observation": encoding.observe(view), "action_mask": encoding.mask(view)}

    def step(self, action: int | None) -> None:
        """Play the action of a code for the agent that is selected."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._play(int(action if action is not None else -1))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.position.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.position.mover]
        self._accumulate_rewards()

    def _play(self, code: int) -> None:
        view = self.position.view()
        mask = self.game.encoding.mask(view)
        if not 0 <= code < mask.size or not mask[code]:
            raise IllegalMove(f"code {code} is not legal here: choose one whose action_mask is 1")
        self.position.advance(self.game.encoding.decode(view, code))

    def _end(self) -> None:
        for agent, reward in zip(self.possible_agents, self.position.rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The position as `render_mode` says: characters, pixels or an SVG."""
        return show(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held that needs closing."""


def aec(spec: str | Game, render_mode: str | None = None) -> GameEnv:
    """A game as an environment of PettingZoo; `render_mode` is `ansi`, `rgb_array` or `svg`."""
    return GameEnv(find_game(spec) if isinstance(spec, str) else spec, render_mode)
