"""The tables, kept in one SQLite file: every move is written before it counts.

Only what cannot be derived is kept: who sits where, the seed, the moves, and who gave up. Tokens are
kept as hashes. A server that is killed finds every table at its last move.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.errors import ParlourError

__all__ = ["TableRow", "TableStore"]

SCHEMA = 3
_APPLICATION = 0x5041524D  # "PARM": the arena's stores are another kind
_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seed TEXT NOT NULL,
    seats TEXT NOT NULL,
    result TEXT,
    updated REAL NOT NULL,
    start TEXT NOT NULL DEFAULT ''
);
CREATE TABLE moves (
    table_id TEXT NOT NULL,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;
CREATE TABLE analyses (
    table_id TEXT NOT NULL,
    ply INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, ply)
) WITHOUT ROWID
"""
_COLUMNS = """id, game, rules, seed, seats, result, updated, start,
    (SELECT count(*) FROM moves WHERE table_id = id)"""


@dataclass(frozen=True)
class TableRow:
    """One table as the store keeps it."""

    id: str
    game: str
    rules: int
    seed: int
    seats: list[dict[str, Any]]
    result: dict[str, Any] | None
    updated: float
    start: str = ""  # the position or deal that the game starts from; without one, from its seed
    plies: int = 0


class TableStore:
    """The file; only one server uses it at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._refusals():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=2, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._prepare()

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """A refusal of the database or the disk as one line that names the fix."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                text = f"the store {self.path} is in use by another parlour serve: stop it, or give another"
                raise ParlourError(f"{text} --store") from None
            raise ParlourError(f"cannot use the store {self.path}: {error}; give another --store") from None
        except sqlite3.DatabaseError as error:
            text = f"the store {self.path} is damaged ({error}): it was left as it is, give another --store"
            raise ParlourError(text) from None
        except OSError as error:
            raise ParlourError(
                f"cannot use the store {self.path}: {error.strerror}; give another --store"
            ) from None

    def _prepare(self) -> None:
        run = self._database.execute
        (verdict,) = run("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        run("BEGIN IMMEDIATE")
        try:
            (version,), (application,) = (
                run("PRAGMA user_version").fetchone(),
                run("PRAGMA application_id").fetchone(),
            )
            (tables,) = run("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and application != _APPLICATION:
                raise ParlourError(f"{self.path} holds something else than tables: give another --store")
            if version > SCHEMA:
                raise ParlourError(f"the store {self.path} was written by a newer Parlour: update Parlour")
            if not tables:
                for statement in _TABLES.split(";"):
                    run(statement)
                run(f"PRAGMA application_id={_APPLICATION}")
            else:
                self._bring_up_to_date(version)
            run(f"PRAGMA user_version={SCHEMA}")
        finally:
            run("COMMIT")

    def _bring_up_to_date(self, version: int) -> None:
        """Change what an earlier Parlour has written; what it said of games is dropped and judged anew."""
        if version < 2:
            self._database.execute("ALTER TABLE tables ADD COLUMN start TEXT NOT NULL DEFAULT ''")
        if version < 3:
            self._database.execute("DELETE FROM analyses")

    def _run(self, statement: str, *values: Any) -> sqlite3.Cursor:
        with self._refusals():
            return self._database.execute(statement, values)

    @contextmanager
    def _together(self) -> Iterator[None]:
        """All statements within, or none of them."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.rollback()
            raise
        self._run("COMMIT")

    def create(self, row: TableRow, moves: list[str]) -> None:
        """Keep a new table, with the moves that it starts from."""
        with self._together():
            result = json.dumps(row.result) if row.result else None
            self._run(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row.id, row.game, row.rules, str(row.seed), json.dumps(row.seats), result, row.updated,
                row.start,
            )  # fmt: skip
            for ply, text in enumerate(moves):
                self._run("INSERT INTO moves VALUES (?, ?, ?, 0)", row.id, ply, text)

    def add_move(self, table: str, ply: int, text: str, seconds: float) -> None:
        """Keep a move."""
        with self._together():
            self._run("INSERT INTO moves VALUES (?, ?, ?, ?)", table, ply, text, round(seconds, 4))
            self._run("UPDATE tables SET updated = ? WHERE id = ?", time.time(), table)

    def cut(self, table: str, ply: int) -> None:
        """Forget the moves from a ply on."""
        with self._together():
            self._run("DELETE FROM moves WHERE table_id = ? AND ply >= ?", table, ply)
            self._run("UPDATE tables SET updated = ? WHERE id = ?", time.time(), table)

    def finish(self, table: str, result: dict[str, Any]) -> None:
        """Keep how a game ended."""
        self._run(
            "UPDATE tables SET result = ?, updated = ? WHERE id = ?", json.dumps(result), time.time(), table
        )

    def find(self, table: str) -> TableRow | None:
        """A table by its name."""
        row = self._run(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", table).fetchone()
        return self._read(row) if row else None

    def tables(self, most: int = 200) -> list[TableRow]:
        """The tables, the last used first."""
        rows = self._run(f"SELECT {_COLUMNS} FROM tables ORDER BY updated DESC LIMIT ?", most).fetchall()
        return [self._read(row) for row in rows]

    @property
    def size(self) -> int:
        """How many tables are kept."""
        return int(self._run("SELECT count(*) FROM tables").fetchone()[0])

    def _read(self, row: tuple[Any, ...]) -> TableRow:
        name, game, rules, seed, seats, result, *rest = row
        try:
            return TableRow(
                name, game, rules, int(seed), json.loads(seats), json.loads(result or "null"), *rest
            )
        except ValueError:
            raise ParlourError(f"table {name} of the store {self.path} is damaged") from None

    def moves(self, table: str) -> list[tuple[str, float]]:
        """The moves of a table with the seconds they took."""
        return self._run("SELECT text, seconds FROM moves WHERE table_id = ? ORDER BY ply", table).fetchall()

    def keep_analysis(self, table: str, ply: int, body: str) -> None:
        """Keep what was found about a position."""
        self._run("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?)", table, ply, body)

    def analyses(self, table: str) -> list[str]:
        """What was found about the positions of a table."""
        rows = self._run("SELECT body FROM analyses WHERE table_id = ? ORDER BY ply", table)
        return [body for (body,) in rows]

    def close(self) -> None:
        """Let the file go."""
        self._database.close()
