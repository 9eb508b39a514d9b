"""How far long work has come: what shows it is handed in, so that any room can report it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

__all__ = ["Track", "silent"]

Item = TypeVar("Item")


class Track(Protocol):
    """Passes items on and shows how far they have come: the items, what they are, how many."""

    def __call__(self, items: Iterable[Item], what: str, total: int | None = None) -> Iterable[Item]:
        """The same items."""


def silent(items: Iterable[Item], what: str, total: int | None = None) -> Iterable[Item]:
    """Shows nothing."""
    return items
