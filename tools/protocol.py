"""Write the types of the messages for the page's type check: ``python tools/protocol.py``.

They are made from the pydantic models, so that a message cannot change on one side only.
"""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from parlour.web import answers, messages
from parlour.web.catalogue import STATIC

TARGET = STATIC / "core" / "protocol.d.ts"
HEAD = "// Made by tools/protocol.py from web/messages.py and web/answers.py.\n"
NEXT = "\n  | "
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any", type(None): "null"}


def typed(kind: Any) -> str:
    """A Python type as a TypeScript one."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin is list:
        element = typed(inner[0])
        return f"({element})[]" if "|" in element else f"{element}[]"
    if origin is dict:
        return f"Record<string, {typed(inner[1])}>"
    if origin in (types.UnionType, Union):
        return " | ".join(dict.fromkeys(typed(one) for one in inner))
    if hasattr(kind, "__metadata__"):
        return typed(inner[0])
    return str(kind.__name__)


def interface(model: type[BaseModel], *, sent: bool) -> str:
    """A model; what the page sends may leave out what has a default, what it gets has what is not None."""
    lines = [f"/** {(model.__doc__ or '').strip()} */", f"export interface {model.__name__} {{"]
    for name, field in model.model_fields.items():
        loose = not field.is_required() and (sent or field.default is None)
        lines.append(f"  {name}{'?' if loose else ''}: {typed(field.annotation)};")
    return "\n".join([*lines, "}", ""])


def models(room: types.ModuleType) -> list[type[BaseModel]]:
    """The models of a room, as they stand there."""
    classes = [
        value for value in vars(room).values() if isinstance(value, type) and issubclass(value, BaseModel)
    ]
    return [
        model for model in classes if model.__module__ == room.__name__ and not model.__name__.startswith("_")
    ]


def declarations() -> str:
    """All types as one file."""
    sent, heard = models(messages), models(answers)
    parts = [
        HEAD,
        *(interface(model, sent=True) for model in sent),
        *(interface(model, sent=False) for model in heard),
    ]
    for name, group in (("ClientMessage", sent), ("ServerMessage", heard)):
        kinds = [model.__name__ for model in group if "t" in model.model_fields]
        parts.append(f"export type {name} =\n  | {NEXT.join(kinds)};\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(TARGET).write_text(declarations(), encoding="utf-8")
    print(f"written to {TARGET}")
