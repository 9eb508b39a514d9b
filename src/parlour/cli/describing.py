"""The command that describes a game to those who write bots for it: describe."""

from __future__ import annotations

from typing import Any

import typer

from parlour.cli.options import GameSpec, Json, write_json

__all__ = ["add_to"]


def describe(game: GameSpec, json: Json = None) -> None:
    """Describe a game to those who write bots: its options, how moves are written, the fields of its state.

    Example: parlour describe tichu --json -
    """
    from parlour.description import describe as facts_of
    from parlour.game import game as find

    facts = facts_of(find(game))
    write_json(json, facts)
    if json is None or str(json) != "-":
        _show(facts)


def _show(facts: dict[str, Any]) -> None:
    """Print what there is to know as tables."""
    from parlour.terminal import console, print_table

    console.print(f"{facts['title']}: {facts['rules']}", markup=False)
    console.print(f"Seats: {', '.join(facts['seats'])}\n", markup=False)
    tables = {
        ("option", "default", "values", "meaning"): _rows(facts["options"], "default", "values", "meaning"),
        ("move", "meaning"): facts["moves"].items(),
        ("field", "type", "sent as", "meaning"): _rows(facts["fields"], "type", "sent_as", "meaning"),
    }
    for columns, rows in tables.items():
        if rows:
            print_table("", columns, rows, left=len(columns))
            console.print()


def _rows(entries: dict[str, dict[str, Any]], *columns: str) -> list[tuple[str, ...]]:
    return [(name, *(_cell(entry[column]) for column in columns)) for name, entry in entries.items()]


def _cell(value: Any) -> str:
    return "never" if value is None else str(value).replace("`", "")


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(describe)
