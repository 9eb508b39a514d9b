"""What installed packages add: games and agents that they name as entry points."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["plugins"]


def plugins(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by their names, read once for each search path."""
    return _named(group, tuple(sys.path))


@cache
def _named(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points

    return MappingProxyType({point.name: point for point in entry_points(group=group)})
