"""Work that any engine can do: a job, and the items that it is done with; whoever does them, each answer is
the same."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from parlour.game import Game, game

__all__ = ["Answer", "Calls", "Item", "Job"]

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Job(abc.ABC, Generic[Item, Answer]):
    """What is done item after item. It is pickled before it begins, and so are items and answers."""

    def begin(self) -> None:
        """Get ready: open the files and build what all items need."""

    @abc.abstractmethod
    def do(self, item: Item) -> Answer:
        """Do one item; the answer follows from the job and the item alone."""

    def end(self) -> None:
        """Let go of what `begin` has built."""


class Calls(Job[tuple[int, Item], Answer]):
    """Calls of a function of a module with a game, some settings and an item, which has a number."""

    def __init__(self, game: Game, function: Callable[..., Answer], *settings: Any) -> None:
        self.game, self.function, self.settings = game, function, settings

    def __reduce__(self) -> tuple[object, ...]:
        return _calls, (self.game.spec, self.function, *self.settings)

    def do(self, item: tuple[int, Item]) -> Answer:
        """What the function gives."""
        return self.function(self.game, *self.settings, item[1])


def _calls(spec: str, function: Callable[..., Answer], *settings: Any) -> Calls[Any, Answer]:
    """Calls that have travelled."""
    return Calls(game(spec), function, *settings)
