"""Conformance of what bots are told: any language reads it exactly, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.forms import EXACT
from parlour.state import View

__all__ = ["check_description"]


def check_description(view: View, where: str) -> None:
    """The fields of a view are JSON with small numbers, and read back as they were."""
    description = view.game.description
    again = View.from_buffer(view.game, view.seat, np.zeros(view.game.size, np.uint8), view.history)
    try:
        values = json.loads(json.dumps(description.write(view)))
        description.read(values, again)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise AssertionError(f"{where}: FIELDS cannot be written and read back: {error!r}") from error
    wide = [number for number in _whole_numbers(values) if abs(number) > EXACT]
    assert not wide, f"{where}: a bot would get the number {wide[0]}, which some languages round"
    for name in description.fields:
        same = view.data[name].tobytes() == again.data[name].tobytes()
        assert same, f"{where}: FIELDS['{name}'] reads back as another value"


def _whole_numbers(value: Any) -> Iterator[int]:
    """Every whole number in JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _whole_numbers(item)
    elif isinstance(value, int):
        yield value
