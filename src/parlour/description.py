"""What a game tells those who write bots for it: the fields of its state and the notation of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.contract import Described
from parlour.errors import unknown
from parlour.forms import Form, default_form

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.state import Position

__all__ = ["Description", "Field"]


class Field(NamedTuple):
    """One field of a state: what it means and how it is written."""

    meaning: str
    form: Form | None = None
    """By default numbers, those of 64 bits as text."""
    erased: int | None = None
    """What every view holds in its stead; a field that nobody may see is not written at all."""


@dataclass(frozen=True)
class Description:
    """All fields of a variant's state, and how its moves are written."""

    fields: Mapping[str, Field]
    forms: Mapping[str, Form]
    """Of those fields that are written."""
    moves: Mapping[str, str]
    """What a move means, by an example of it."""

    @staticmethod
    def of(game: Game) -> Description:
        """What a game declares in its room `description`; the rest by default."""
        hooks, names = game.hooks(Described), game.dtype.names or ()
        declared = hooks.FIELDS(game) if callable(hooks.FIELDS) else hooks.FIELDS
        for name in declared:
            if name not in names:
                raise unknown(f"field in FIELDS of {game.name}", name, names)
        fields = {name: declared.get(name, Field("")) for name in names}
        forms = {
            name: field.form or default_form(game.dtype[name])
            for name, field in fields.items()
            if field.erased is None
        }
        return Description(fields, forms, hooks.MOVES)

    def write(self, position: Position) -> dict[str, Any]:
        """The fields of a view as JSON that any language reads exactly."""
        data = position.data
        return {name: form.write(data[name]) for name, form in self.forms.items()}

    def read(self, values: Mapping[str, Any], position: Position) -> None:
        """Fill a position with fields as `write` gives them; what they lack or have too much is an error."""
        if set(values) != set(self.forms):
            raise ValueError(f"its fields are not {', '.join(self.forms)}")
        data = position.data
        for name, field in self.fields.items():
            if field.erased is not None:
                data[name] = field.erased
            else:
                data[name] = self.forms[name].read(values[name])
