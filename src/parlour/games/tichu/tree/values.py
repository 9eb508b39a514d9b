"""What a leaf of the tree may be worth, by which weights, and how far below the best one a play may fall."""

from __future__ import annotations

from parlour.spec import Option

__all__ = [
    "BY_CARDS", "BY_COMBINATIONS", "BY_POSSIBILITIES", "DEFAULT_VALUE", "NO_VALUE", "SIMPLE", "TOLERANCE",
    "VALUES", "WEIGHTS",
]  # fmt: skip

VALUES = ("simple", "by-cards", "by-combinations", "by-possibilities", "none")
SIMPLE, BY_CARDS, BY_COMBINATIONS, BY_POSSIBILITIES, NO_VALUE = range(len(VALUES))
DEFAULT_VALUE = BY_CARDS
TOLERANCE = 0.6  # the share of the best leaf that a play must leave

_PUBLISHED = (
    ("single", 0.5, "a single card"),
    ("pair", 0.4, "a pair"),
    ("triple", 0.3, "a triple"),
    ("full_house", 0.5, "a full house"),
    ("four", 4.0, "four of a kind"),
    ("straight", 0.5, "a straight"),
    ("steps", 0.4, "steps"),
    ("flush", 4.0, "a straight flush"),
    ("king", 0.7, "a single king"),
    ("ace", 0.8, "a single ace, and of Dragon and Phoenix"),
)
WEIGHTS = tuple(
    Option(name, weight, f"the weight of {what}", 0.0, 100.0) for name, weight, what in _PUBLISHED
)
"""The weights of combinations and of high singles as options, the published ones by default."""
