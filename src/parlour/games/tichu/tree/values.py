"""What a leaf of the tree may be worth, and how far below the best one a play may fall."""

from __future__ import annotations

__all__ = [
    "BY_CARDS",
    "BY_COMBINATIONS",
    "BY_POSSIBILITIES",
    "DEFAULT_VALUE",
    "NO_VALUE",
    "SIMPLE",
    "TOLERANCE",
    "VALUES",
]

VALUES = ("simple", "by-cards", "by-combinations", "by-possibilities", "none")
SIMPLE, BY_CARDS, BY_COMBINATIONS, BY_POSSIBILITIES, NO_VALUE = range(len(VALUES))
DEFAULT_VALUE = BY_CARDS
TOLERANCE = 0.6  # the share of the best leaf that a play must leave
