"""The store: one SQLite file, one row a finished game, written the moment it ends.

Everything that is shown is derived from it. One file holds one plan; the same plan goes on where it
stopped, another is refused.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from operator import index
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from parlour.arena.plan import Plan
from parlour.arena.schedule import Slot
from parlour.database import Kind, letting_go, to_read, to_write
from parlour.errors import ParlourError, first_mistake
from parlour.record import Record

__all__ = ["SCHEMA", "Store"]

SCHEMA = 1
_KIND = Kind(0x5041524C, SCHEMA, "store")  # "PARL": another program's database is not taken for a store

_TABLES = """
CREATE TABLE plan (text TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    block INTEGER NOT NULL,
    seed TEXT NOT NULL,
    entrants TEXT NOT NULL,
    record TEXT NOT NULL
);
"""


def _read_row(row: tuple[Any, ...], agents: int) -> tuple[Slot, Record] | None:
    """The game of a row, between so many agents; None when somebody has damaged it."""
    number, block, seed, entrants, text = row
    try:
        record, seated = Record.parse(text), tuple(json.loads(entrants))
        slot = Slot(number, index(block), int(seed), record.seats, seated, rotation=record.rotation)
    except (ParlourError, TypeError, ValueError, RecursionError):
        return None
    known = all(isinstance(entrant, int) and 0 <= entrant < agents for entrant in seated)
    return (slot, record) if known and len(seated) == len(record.seats) else None


class Store:
    """The finished games of one plan."""

    def __init__(self, path: Path, *, writing: bool = True) -> None:
        self.path = path
        with self._clear_errors():
            self._database = to_write(path, _KIND) if writing else to_read(path, _KIND)
            if writing:
                with letting_go(self._database):
                    self._database.execute("PRAGMA journal_mode=WAL")
                    self._database.execute("PRAGMA synchronous=NORMAL")
                    self._prepare()

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, ValueError, OSError) as error:
            raise ParlourError(f"cannot use the store {self.path}: {error}") from None

    def _prepare(self) -> None:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            (tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if not tables:
                for statement in filter(str.strip, _TABLES.split(";")):
                    self._database.execute(statement)
                self._database.execute(f"PRAGMA user_version={SCHEMA}")
        finally:
            self._database.execute("COMMIT")

    @staticmethod
    def open(path: Path) -> Store:
        """A store that is there already, to be read only."""
        if not path.is_file():
            raise ParlourError(f"there is no store {path}")
        return Store(path, writing=False)

    @property
    def plan(self) -> Plan | None:
        """The plan whose games it holds."""
        with self._clear_errors():
            row = self._database.execute("SELECT text FROM plan").fetchone()
        return self._read_plan(row[0]) if row else None

    def _read_plan(self, text: str) -> Plan:
        try:
            return Plan.model_validate_json(text)
        except ValidationError as error:
            raise ParlourError(
                f"the plan of the store {self.path} was written by another version of Parlour "
                f"({first_mistake(error)}): give another --store"
            ) from None

    def begin(self, plan: Plan) -> Plan:
        """Start a plan, or go on with the one that the store holds; the plan, with what was drawn for it."""
        before = self.plan
        if before is not None:
            plan = plan.resuming(before)
        if before is not None and (differences := before.differences(plan)):
            raise ParlourError(
                f"the store {self.path} holds other games: {'; '.join(differences)}; give another --store"
            )
        with self._clear_errors():
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("DELETE FROM plan")
            self._database.execute("INSERT INTO plan VALUES (?)", (plan.model_dump_json(),))
            self._database.execute("COMMIT")
        return plan

    def add(self, slot: Slot, record: Record) -> None:
        """Keep one finished game."""
        entrants = json.dumps(slot.entrants)
        row = (slot.number, slot.block, str(slot.seed), entrants, record.text(times=True))
        with self._clear_errors():
            self._database.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?)", row)

    @property
    def size(self) -> int:
        """How many games are finished."""
        with self._clear_errors():
            return int(self._database.execute("SELECT count(*) FROM games").fetchone()[0])

    def record(self, number: int) -> Record:
        """One finished game by its number."""
        with self._clear_errors():
            row = self._database.execute("SELECT record FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise ParlourError(f"the store {self.path} has no game {number}")
        return Record.parse(row[0], f"game {number} of {self.path}")

    def games(self) -> Iterator[tuple[Slot, Record]]:
        """All finished games in their order; one whose row is damaged is left out, as if it were to come."""
        plan = self.plan
        with self._clear_errors():
            rows = self._database.execute(
                "SELECT number, block, seed, entrants, record FROM games ORDER BY number"
            )
            agents = len(plan.agents) if plan else 0
            yield from filter(None, (_read_row(row, agents) for row in rows))

    def settle(self) -> str:
        """Bring what was written into the one file, beside a thread that still holds it; what it holds."""
        with closing(sqlite3.connect(self.path, timeout=0.1, isolation_level=None)) as database:
            (games,) = database.execute("SELECT count(*) FROM games").fetchone()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return f"{games} games are kept in {self.path}"

    def close(self) -> None:
        """Let the file go."""
        self._database.close()
