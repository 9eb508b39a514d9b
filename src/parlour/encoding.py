"""Views and actions as numbers: what learners and environments read of a game, from its room `encoding`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from parlour.contract import Encoders
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.kernel import Rules
    from parlour.state import View

__all__ = ["Block", "Encoding", "has_encoding", "names_of", "size_of", "starts", "steps"]


class Block(NamedTuple):
    """Some numbers, or codes, of one kind."""

    name: str
    meaning: str
    labels: Sequence[str] = ("",)
    """What tells its numbers apart, such as the squares; none for a single number."""
    memorable: bool = False
    """It tells games apart, such as a map drawn anew: values are learned without it, not by heart."""

    @property
    def names(self) -> list[str]:
        """A name for each of its numbers."""
        return [f"{self.name} {label}".strip() for label in self.labels]


Blocks = Sequence[Block]


def names_of(blocks: Blocks) -> list[str]:
    """A name for each number of some blocks."""
    return [name for block in blocks for name in block.names]


def size_of(blocks: Blocks) -> int:
    """How many numbers some blocks hold."""
    return sum(len(block.labels) for block in blocks)


def starts(blocks: Blocks) -> list[int]:
    """The number at which each block begins."""
    return [size_of(blocks[:index]) for index in range(len(blocks))]


def steps(most: int, least: int = 1) -> list[str]:
    """The labels of a count told in steps: the number of ``3+`` is 1 from three on."""
    return [f"{count}+" for count in range(least, most + 1)]


@dataclass(frozen=True)
class Encoding:
    """The encoding of one variant of a game: names for its numbers, and the compiled rules that write them.

    Inside compiled code `rules` is one argument with the rules of the game and of its encoding:
    ``rules.observe(view, seat, out)``, ``rules.code(view, action)``. Whoever calls `observe` and `depict`
    gives them a view, a buffer that `hide` has been applied to, and an `out` full of zeros.
    """

    observation: Blocks
    actions: Blocks
    features: Blocks
    version: int
    rules: Rules

    @staticmethod
    def of(game: Game) -> Encoding:
        """The encoding that a game declares; `ParlourError` when it has none."""

        from parlour.kernel import ENCODERS

        hooks = game.hooks(Encoders)
        if not hooks.OBSERVATION or not hooks.ACTIONS:
            raise ParlourError(
                f"{game.name} has no encoding: it needs a room `encoding`, see docs/encodings.md"
            )
        rules = {name: getattr(hooks, name) for name in ENCODERS if getattr(hooks, name)}
        observation, actions, features = (
            _blocks(declared, game) for declared in (hooks.OBSERVATION, hooks.ACTIONS, hooks.FEATURES)
        )
        return Encoding(
            observation, actions, features or actions, hooks.ENCODING_VERSION, game.rules.but(**rules)
        )

    @cached_property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return size_of(self.observation)

    @cached_property
    def memorable(self) -> list[int]:
        """The numbers of an observation that values are learned without."""
        blocks = zip(self.observation, starts(self.observation), strict=True)
        return [first + n for block, first in blocks if block.memorable for n in range(len(block.labels))]

    @cached_property
    def action_count(self) -> int:
        """How many codes there are; a code is less than this."""
        return size_of(self.actions)

    @cached_property
    def feature_size(self) -> int:
        """How many numbers the picture of an action has."""
        return size_of(self.features)

    def observe(self, view: View) -> np.ndarray:
        """What the seat of a view knows, as numbers."""
        out = np.zeros(self.observation_size, np.float32)
        self.rules.observe(view.buffer, view.seat, out)
        return out

    def depict(self, view: View, action: int) -> np.ndarray:
        """What an action is like, as numbers."""
        out = np.zeros(self.feature_size, np.float32)
        self.rules.depict(view.buffer, action, out)
        return out

    def code(self, view: View, action: int) -> int:
        """The code of a legal action."""
        return int(self.rules.code(view.buffer, action))

    def decode(self, view: View, code: int) -> int:
        """The legal action of a code."""
        return int(self.rules.decode(view.buffer, code))

    def mask(self, view: View) -> np.ndarray:
        """For each code whether it is legal, 1 or 0; all 0 unless the seat of the view is to move."""
        mask = np.zeros(self.action_count, np.int8)
        if view.seat == view.mover:
            mask[[self.code(view, action) for action in view.legal_moves]] = 1
        return mask

    def candidates(self, view: View) -> list[int]:
        """The legal actions, one of those that mean the same."""
        actions = np.array(view.legal_moves, np.int64)
        return cast(list[int], actions[: self.rules.candidates(view.buffer, actions, actions.size)].tolist())


def has_encoding(game: Game) -> bool:
    """Whether a game has an encoding, told without compiling anything."""
    return hasattr(game.home, "OBSERVATION") if game.one_file else game.has_room("encoding")


def _blocks(declared: Blocks | Callable[[Game], Blocks], game: Game) -> Blocks:
    return tuple(declared(game) if callable(declared) else declared)
