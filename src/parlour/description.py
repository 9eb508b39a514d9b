"""What a game tells those who write bots for it: the fields of its state and the notation of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlour.contract import Descriptions
from parlour.errors import unknown
from parlour.forms import Form, default_form
from parlour.spec import Option

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.state import Position, View

__all__ = ["Description", "Field", "declared_type", "describe"]


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
        hooks, names = game.hooks(Descriptions), game.dtype.names or ()
        own = hooks.FIELDS(game) if callable(hooks.FIELDS) else hooks.FIELDS
        for name in own:
            if name not in names:
                raise unknown(f"field in FIELDS of {game.name}", name, names)
        fields = {name: own.get(name, Field("")) for name in names}
        forms = {
            name: field.form or default_form(game.dtype[name])
            for name, field in fields.items()
            if field.erased is None
        }
        return Description(fields, forms, hooks.MOVE_KINDS)

    def write(self, position: Position) -> dict[str, Any]:
        """The fields of a view as JSON that any language reads exactly."""
        data = position.data
        return {name: form.write(data[name]) for name, form in self.forms.items()}

    def read(self, values: Mapping[str, Any], view: View) -> None:
        """Fill a view with fields as `write` gives them; what they lack or have too much is an error."""
        if set(values) != set(self.forms):
            raise ValueError(f"its fields are not {', '.join(self.forms)}")
        data = view.data
        for name, field in self.fields.items():
            data[name] = self.forms[name].read(values[name]) if field.erased is None else field.erased
        if view.game.hidden:
            view.game.rules.hide(view.buffer, view.seat)


def declared_type(dtype: np.dtype) -> str:
    """A field's type in the state: ``uint64``, or ``int8[4, 3]`` for an array."""
    base, shape = dtype.subdtype or (dtype, ())
    name = "record" if base.names else base.name
    return f"{name}[{', '.join(map(str, shape))}]" if shape else name


def describe(game: Game) -> dict[str, Any]:
    """What the writer of a bot has to know of a game; its fields with what they hold at the start."""
    return {
        "game": game.spec,
        "title": game.title,
        "rules": game.summary,
        "rules_version": game.rules_version,
        "seats": [game.seat_name(seat) for seat in range(game.players)],
        "teams": list(game.team_of),
        "options": {option.name: _option_facts(option) for option in game.options},
        "moves": dict(game.description.moves),
        "fields": _field_facts(game),
    }


def _option_facts(option: Option) -> dict[str, Any]:
    values = option.expects.removeprefix("expected ")
    return {"default": option.default, "values": values, "meaning": option.help}


def _field_facts(game: Game) -> dict[str, dict[str, Any]]:
    description = game.description
    start = description.write(game.new(0).view())
    return {
        name: {
            "type": declared_type(game.dtype[name]),
            "sent_as": description.forms[name].kind if name in start else None,
            "meaning": field.meaning,
            "at_start": start.get(name),
        }
        for name, field in description.fields.items()
    }
