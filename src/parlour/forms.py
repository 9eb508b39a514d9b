"""Forms: how a value of a state is written for people and for programs in any language, and read back.

What a form writes is JSON that every language reads exactly: words, lists, and numbers below 2^53.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

__all__ = [
    "EXACT", "FLAG", "NUMBER", "Form", "as_set", "by_name", "default_form", "each", "number_or", "per_seat",
    "row", "word",
]  # fmt: skip

EXACT = (1 << 53) - 1
"""The largest whole number that every language reads exactly."""
WIDE = 8
"""Bytes of a whole number that some languages would round."""


class Form(NamedTuple):
    """How a value is written, and read back."""

    kind: str
    """What it looks like, such as ``list of squares``."""
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _plain(value: Any) -> Any:
    """Numbers and lists of them out of NumPy's."""
    return value.tolist()


def _same(value: Any) -> Any:
    return value


def _read_flag(value: Any) -> int:
    if not isinstance(value, bool):
        raise ValueError(f"{str(value)[:40]!r} is neither true nor false")
    return int(value)


NUMBER = Form("number", _plain, _same)
FLAG = Form("true or false", bool, _read_flag)


def number_or(none: int, what: str) -> Form:
    """A number, null where the state holds `none`."""
    return Form(
        f"number, null for {what}",
        lambda value: None if value == none else int(value),
        lambda value: none if value is None else value,
    )


def word(words: Sequence[str], kind: str = "", none: int | None = None) -> Form:
    """A number as the word of that number; null where the state holds `none`."""
    numbers = {name: number for number, name in enumerate(words) if number != none}
    null = "" if none is None else " or null"
    return Form(
        (kind or "one of " + ", ".join(f"`{name}`" for name in numbers)) + null,
        lambda value: None if value == none else words[value],
        lambda value: none if value is None else numbers[value],
    )


def as_set(names: Sequence[str | int], kind: str) -> Form:
    """A mask of bits as the list of their names; `kind` says what they are, such as squares."""
    bits = {name: 1 << number for number, name in enumerate(names)}

    def write(mask: Any) -> list[str | int]:
        whole = int(mask)
        return [name for name, bit in bits.items() if whole & bit]

    return Form(f"list of {kind}", write, lambda words: sum({bits[name] for name in words}))


def by_name(names: Sequence[str], form: Form, kind: str, absent: int = 0) -> Form:
    """An array as an object, a name for each place; places that hold `absent` are left out."""
    places = {name: place for place, name in enumerate(names)}

    def write(values: Any) -> dict[str, Any]:
        pairs = zip(names, values, strict=False)
        return {name: form.write(value) for name, value in pairs if value != absent}

    def read(pairs: Any) -> list[Any]:
        values = [absent] * len(names)
        for name, value in pairs.items():
            values[places[name]] = form.read(value)
        return values

    return Form(f"object by {kind}: {form.kind}", write, read)


def per_seat(form: Form, players: int, most: int, absent: Any = 0) -> Form:
    """An array with a place for each of `most` seats as a list of those that play."""

    def read(values: Any) -> list[Any]:
        seats = [form.read(value) for value in values]
        return seats + [absent] * (most - players)

    return Form(
        f"list by seat: {form.kind}", lambda values: [form.write(value) for value in values[:players]], read
    )


def each(form: Form, kind: str) -> Form:
    """An array as a list, place by place."""
    return Form(
        f"list of {kind}",
        lambda values: [form.write(value) for value in values],
        lambda values: [form.read(value) for value in values],
    )


def row(form: Form, places: int, kind: str, absent: int = 0) -> Form:
    """An array as a list that ends before the places that hold `absent` to the end."""

    def write(values: Any) -> list[Any]:
        indices = np.flatnonzero(values != absent)
        return [form.write(value) for value in values[: indices[-1] + 1 if indices.size else 0]]

    def read(values: Any) -> list[Any]:
        return [form.read(value) for value in values] + [absent] * (places - len(values))

    return Form(f"list of {kind}", write, read)


def default_form(dtype: np.dtype) -> Form:
    """The form of a field for which none is declared: numbers, those of 64 bits as decimal text."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        form = default_form(base)
        for _ in shape:
            form = each(form, form.kind.replace("number", "numbers", 1).replace("list", "lists", 1))
        return form
    if dtype.names is not None:
        return _record({name: default_form(dtype[name]) for name in dtype.names})
    if dtype.kind in "iu" and dtype.itemsize >= WIDE:
        return Form("number as text", lambda value: str(int(value)), int)
    return FLAG if dtype.kind == "b" else NUMBER


def _record(forms: dict[str, Form]) -> Form:
    """A record within a state as an object."""
    return Form(
        "object: " + ", ".join(f"`{name}` {form.kind}" for name, form in forms.items()),
        lambda value: {name: form.write(value[name]) for name, form in forms.items()},
        lambda value: tuple(form.read(value[name]) for name, form in forms.items()),
    )
