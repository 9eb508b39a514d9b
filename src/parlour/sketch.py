"""A board for the page in a few lines: squares or cards as text, from which the page makes the rest.

The hook `sketch` of the room ``board`` gives one; which action a click means is said by `targets`, as on any
board: ``{"square": name}``, ``{"from": name, "to": name}``, ``{"card": name}`` or ``{"cards": [names]}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from parlour.errors import ParlourError, unknown

__all__ = ["GROUNDS", "SUITS", "Card", "Cards", "Grid", "Row", "Sketch", "Square"]

GROUNDS = ("", "light", "dark", "water", "grass", "sand", "wall")
"""How the ground of a square may look."""

SUITS = ("", "black", "red", "blue", "green")
"""The colours of what is written on a card."""

_LETTERS = "abcdefghijklmno"


@dataclass(frozen=True)
class Square:
    """What stands on a square: a text, on a piece of the seat that it belongs to, and the ground below."""

    text: str = ""
    seat: int | None = None
    ground: str = ""

    def __post_init__(self) -> None:
        _check("ground", self.ground, GROUNDS)


@dataclass(frozen=True)
class Grid:
    """A board of squares, row by row from the top.

    Their names are what `targets` calls them: by default a1, b1 ... from the bottom left.
    """

    columns: int
    squares: Sequence[Square]
    names: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.columns < 1 or not self.squares or len(self.squares) % self.columns:
            raise ParlourError(f"a grid of {len(self.squares)} squares has no whole rows of {self.columns}")
        if not self.names and self.columns > len(_LETTERS):
            raise ParlourError(f"a grid of more than {len(_LETTERS)} columns needs names")
        if len(set(self._names)) != len(self.squares):
            raise ParlourError(f"a grid of {len(self.squares)} squares needs as many different names")

    @property
    def _names(self) -> list[str]:
        rows = range(len(self.squares) // self.columns, 0, -1)
        return list(self.names) or [f"{letter}{row}" for row in rows for letter in _LETTERS[: self.columns]]

    @property
    def places(self) -> set[str]:
        """What `targets` may name."""
        return set(self._names)

    def fields(self) -> dict[str, Any]:
        """What the page draws."""
        squares = [asdict(square) for square in self.squares]
        names = {"names": self._names, "named": bool(self.names)}
        return {"grid": {"columns": self.columns, "squares": squares, **names}}


@dataclass(frozen=True)
class Card:
    """A card with what is written on it; one without a text shows its back.

    Its name is what `targets` calls it: by default its text.
    """

    text: str = ""
    suit: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        _check("suit", self.suit, SUITS)


@dataclass(frozen=True)
class Row:
    """Cards that lie together: a hand, a pile, the table; and a line about them."""

    title: str
    cards: Sequence[Card] = ()
    text: str = ""


@dataclass(frozen=True)
class Cards:
    """Rows of cards, from the top."""

    rows: Sequence[Row]

    def __post_init__(self) -> None:
        names = [name for row in self.rows for card in row.cards if (name := card.name or card.text)]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ParlourError(f"two cards are called {min(twice)}: give each a name of its own")

    @property
    def places(self) -> set[str]:
        """What `targets` may name."""
        return {card.name or card.text for row in self.rows for card in row.cards}

    def fields(self) -> dict[str, Any]:
        """What the page draws."""
        return {"cards": [_row_fields(row) for row in self.rows]}


def _row_fields(row: Row) -> dict[str, Any]:
    cards = [{"text": card.text, "suit": card.suit, "name": card.name or card.text} for card in row.cards]
    return {"title": row.title, "text": row.text, "cards": cards}


Sketch = Grid | Cards


def _check(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise unknown(what, value, filter(None, known))
