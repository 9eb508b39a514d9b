"""How far long work has come: what shows it is handed in, so that any room can report it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["Track"]

Track = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Passes items on and shows how far they have come: the items, what they are, how many."""
