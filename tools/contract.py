"""Write the tables of docs/contract.md from the hooks themselves: ``python tools/contract.py``."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

from parlour.contract import ROOMS
from parlour.files import write_text

PAGE = Path(__file__).resolve().parents[1] / "docs" / "contract.md"


def tables() -> str:
    """Every room with its hooks."""
    return "\n\n".join(table(name) for name in ROOMS)


def table(name: str) -> str:
    room = ROOMS[name]
    head = f"### `{name}`\n\n{room.__doc__}"
    rows = [
        f"| `{hook.name}{about['takes']}` | {about['meaning']} | {'yes' if needed(hook) else ''} |"
        for hook in fields(room)
        for about in [hook.metadata]
    ]
    return "\n".join([head, "", "| hook | meaning | needed |", "|---|---|---|", *rows]) if rows else head


def needed(hook: object) -> bool:
    return hook.default is MISSING and hook.default_factory is MISSING  # type: ignore[attr-defined]


def page(text: str) -> str:
    """The page with its tables made anew."""
    start, end = "<!-- rooms -->", "<!-- end of rooms -->"
    return re.sub(f"{start}.*{end}", lambda _: f"{start}\n{tables()}\n{end}", text, flags=re.DOTALL)


if __name__ == "__main__":
    write_text(PAGE, page(PAGE.read_text(encoding="utf-8")))
