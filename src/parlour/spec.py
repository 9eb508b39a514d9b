"""Spec strings such as ``mcts:playouts=500,c=1.4`` and the options they set; texts made of named fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.errors import ParlourError, unknown

__all__ = [
    "Option",
    "Value",
    "format_fields",
    "format_spec",
    "read_fields",
    "read_name",
    "read_number",
    "read_settings",
    "split_spec",
]

Value = int | float | str | bool | None
_TRUE, _FALSE = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@dataclass(frozen=True)
class Option:
    """One declared option: its type is the type of its default unless `kind` says otherwise."""

    name: str
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    kind: type | None = None
    models: tuple[str, ...] = ()  # the kinds of models that it names
    needed: bool = True  # whether nobody can play without such a model

    @property
    def type(self) -> type:
        """The type of its values."""
        return self.kind or type(self.default)

    def parse(self, text: str) -> Value:
        """The value that `text` stands for; a `ParlourError` says what is allowed."""
        try:
            value = self._convert(text.strip())
        except ValueError:
            raise ParlourError(f"option {self.name}='{text}': {self.expects}") from None
        return self.check(value)

    def _convert(self, text: str) -> Value:
        if self.type is bool:
            if text.lower() not in _TRUE + _FALSE:
                raise ValueError
            return text.lower() in _TRUE
        if self.default is None and text.lower() == "none":
            return None
        converted: Value = self.type(text)
        return converted

    def check(self, value: Value) -> Value:
        """The value itself when it is within the declared range."""
        if value is None and self.default is None:
            return None
        if self.type is float and type(value) is int:
            value = float(value)
        fits = type(value) is self.type and (not self.choices or value in self.choices)
        if fits and isinstance(value, (int, float)):
            fits = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        if not fits:
            raise ParlourError(f"option {self.name}={value}: {self.expects}")
        return value

    @property
    def expects(self) -> str:
        """What is allowed, in words."""
        if self.choices:
            return f"expected one of {', '.join(self.choices)}"
        if self.type is bool:
            return "expected yes or no"
        if self.type is str:
            return "expected text"
        noun = "a whole number" if self.type is int else "a number"
        low, high = (None if end is None else f"{end:g}" for end in (self.low, self.high))
        if low is not None and high is not None:
            return f"expected {noun} from {low} to {high}"
        if low is not None:
            return f"expected {noun} of at least {low}"
        return f"expected {noun}"


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """``name:key=value,key=value`` taken apart."""
    name, _, rest = spec.partition(":")
    settings: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise ParlourError(f"'{spec}': expected name:option=value,option=value, but '{part}' has no '='")
        if key.strip() in settings:
            raise ParlourError(f"'{spec}': option '{key.strip()}' is given twice")
        settings[key.strip()] = value
    return name.strip(), settings


def read_settings(owner: str, options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Value]:
    """The values of all options: the given ones checked, the others by default."""
    declared = {option.name: option for option in options}
    for name in given:
        if name not in declared:
            raise unknown(f"option of {owner}", name, declared)
    values: dict[str, Value] = {name: option.default for name, option in declared.items()}
    for name, value in given.items():
        option = declared[name]
        values[name] = option.parse(value) if isinstance(value, str) else option.check(value)
    return values


def format_spec(name: str, options: Iterable[Option], settings: Mapping[str, Value]) -> str:
    """The shortest spec string that says the same: only what differs from the defaults."""
    parts = []
    for option in options:
        value = settings.get(option.name, option.default)
        if value != option.default:
            text = ("yes" if value else "no") if isinstance(value, bool) else f"{value}"
            parts.append(f"{option.name}={text}")
    return f"{name}:{','.join(parts)}" if parts else name


_ECHO = 40  # so much of a wrong text is repeated in an error


def format_fields(fields: Mapping[str, str]) -> str:
    """``turn: A; battles: 12``: the fields that are not empty, in their order."""
    return "; ".join(f"{name}: {value}" for name, value in fields.items() if value)


def read_fields(what: str, text: str, names: Sequence[str], needed: Sequence[str]) -> dict[str, str]:
    """What `format_fields` has written: every known field, empty where the text does not have it."""
    fields: dict[str, str] = {}
    line = " ".join(text.split())
    if not line.isprintable():
        raise ParlourError(f"{what} has characters that cannot be printed")
    for part in filter(None, (part.strip() for part in line.split(";"))):
        name, colon, value = (word.strip() for word in part.partition(":"))
        if not colon:
            raise ParlourError(f"{what}: '{part[:_ECHO]}' has no colon: expected '{names[0]}: ...; ...'")
        if name not in names:
            raise unknown(f"field of {what}", name[:_ECHO], names)
        if name in fields:
            raise ParlourError(f"{what}: the field '{name}' is given twice")
        fields[name] = value
    hidden = [name for name, value in fields.items() if "?" in value]
    if hidden:
        raise ParlourError(f"a view cannot be read back: it hides a part of {', '.join(hidden)}")
    missing = [name for name in needed if not fields.get(name)]
    if missing:
        raise ParlourError(f"{what} lacks {', '.join(missing)}: expected '{missing[0]}: ...'")
    return {name: fields.get(name, "") for name in names}


def read_name(what: str, name: str, names: Sequence[str]) -> int:
    """The place of a name among those that are known."""
    if name not in names:
        raise unknown(what, name[:_ECHO], names)
    return names.index(name)


def read_number(what: str, text: str, low: int, high: int) -> int:
    """A whole number within a range, both ends included; an empty text is 0."""
    if not re.fullmatch("-?[0-9]{1,9}", text or "0") or not low <= int(text or "0") <= high:
        raise ParlourError(f"{what}: '{text[:_ECHO]}' is no whole number from {low} to {high}")
    return int(text or "0")
