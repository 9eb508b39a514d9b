"""The tables, kept in one SQLite file: every move is written before it counts.

Only what cannot be derived is kept: who sits where, the seed, the moves, and who gave up. Tokens are
kept as hashes. A server that is killed finds every table at its last move.
"""

from __future__ import annotations

import json
import math
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.dataclasses import dataclass

from parlour.database import Kind, letting_go, schema_of, to_write
from parlour.errors import ParlourError

__all__ = ["TableRow", "TableStore"]

SCHEMA = 5
_KIND = Kind(0x5041524D, SCHEMA, "store")  # "PARM": the arena's stores are another kind
_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seed TEXT NOT NULL,
    seats TEXT NOT NULL,
    result TEXT,
    updated REAL NOT NULL,
    start TEXT NOT NULL DEFAULT '',
    plies INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    owner TEXT NOT NULL DEFAULT ''
);
CREATE INDEX tables_by_use ON tables (archived, updated, id);
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
_COLUMNS = "id, game, rules, seed, seats, result, updated, start, plies, owner"
PAGE = 100
"""Tables that are listed at once."""


def _renewals(schema: int) -> Iterator[str]:
    """What changes a file of an earlier Parlour; what that said of games is dropped and judged anew."""
    if schema < 2:
        yield "ALTER TABLE tables ADD COLUMN start TEXT NOT NULL DEFAULT ''"
    if schema < 3:
        yield "DELETE FROM analyses"
    if schema < 4:
        yield "ALTER TABLE tables ADD COLUMN plies INTEGER NOT NULL DEFAULT 0"
        yield "ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0"
        yield "UPDATE tables SET plies = (SELECT count(*) FROM moves WHERE table_id = id)"
        yield "CREATE INDEX tables_by_use ON tables (archived, updated, id)"
    if schema < 5:
        yield "ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT ''"


@dataclass(frozen=True, config=ConfigDict(strict=True))
class TableRow:
    """One table as the store keeps it."""

    id: str
    game: str
    rules: int
    seed: int
    seats: list[dict[str, Any]]
    result: dict[str, Any] | None
    updated: Annotated[float, Field(allow_inf_nan=False)]
    start: str = ""  # the position or deal that the game starts from; without one, from its seed
    plies: int = 0
    owner: str = ""  # the hash of the token that it was made with


_MOVES = TypeAdapter(list[tuple[str, Annotated[float, Field(allow_inf_nan=False)]]])


class TableStore:
    """The file; only one server uses it at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._refusals():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = to_write(path, _KIND, timeout=2, threads=True)
            with letting_go(self._database):
                for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=NORMAL"):
                    self._database.execute(f"PRAGMA {setting}")
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
            (tables,) = run("SELECT count(*) FROM sqlite_master").fetchone()
            for statement in _renewals(schema_of(self._database)) if tables else _TABLES.split(";"):
                run(statement)
            run(f"PRAGMA user_version={SCHEMA}")
        except BaseException:
            run("ROLLBACK")
            raise
        run("COMMIT")

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
            result = json.dumps(row.result, allow_nan=False) if row.result else None
            self._run(
                f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row.id, row.game, row.rules, str(row.seed), json.dumps(row.seats), result, row.updated,
                row.start, len(moves), row.owner,
            )  # fmt: skip
            for ply, text in enumerate(moves):
                self._run("INSERT INTO moves VALUES (?, ?, ?, 0)", row.id, ply, text)

    def add_move(self, table: str, ply: int, text: str, seconds: float) -> None:
        """Keep a move."""
        with self._together():
            self._run("INSERT INTO moves VALUES (?, ?, ?, ?)", table, ply, text, round(seconds, 4))
            self._used(table, ply + 1)

    def cut(self, table: str, ply: int) -> None:
        """Forget the moves from a ply on."""
        with self._together():
            self._run("DELETE FROM moves WHERE table_id = ? AND ply >= ?", table, ply)
            self._used(table, ply)

    def _used(self, table: str, plies: int) -> None:
        """A table has so many moves now; it stands first in the list."""
        change = "UPDATE tables SET plies = ?, updated = ?, archived = 0 WHERE id = ?"
        self._run(change, plies, time.time(), table)

    def finish(self, table: str, result: dict[str, Any]) -> None:
        """Keep how a game ended."""
        self._run(
            "UPDATE tables SET result = ?, updated = ? WHERE id = ?",
            json.dumps(result, allow_nan=False), time.time(), table,
        )  # fmt: skip

    def reseat(self, table: str, seats: list[dict[str, Any]]) -> None:
        """Keep who sits at a table now."""
        self._run("UPDATE tables SET seats = ? WHERE id = ?", json.dumps(seats), table)

    def find(self, table: str) -> TableRow | None:
        """A table by its name."""
        row = self._run(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", table).fetchone()
        return self._read(row) if row else None

    def tables(self, after: str = "", *, archived: bool = False) -> list[TableRow]:
        """The tables, the last used first: a page of them, or the one after a table's.

        One that cannot be read is left out.
        """
        seek = "SELECT updated, id FROM tables WHERE id = ?"
        last = self._run(seek, after).fetchone() if after else (math.inf, "")
        rows = self._run(
            f"SELECT {_COLUMNS} FROM tables WHERE archived = ? AND (updated, id) < (?, ?) "
            "ORDER BY updated DESC, id DESC LIMIT ?",
            archived, *(last or (0.0, "")), PAGE,
        )  # fmt: skip
        return [table for row in rows.fetchall() if (table := self._legible(row))]

    @property
    def size(self) -> int:
        """How many tables are kept, but for those in the archive."""
        return int(self._run("SELECT count(*) FROM tables WHERE archived = 0").fetchone()[0])

    @property
    def archive_size(self) -> int:
        """How many tables are in the archive."""
        return int(self._run("SELECT count(*) FROM tables WHERE archived = 1").fetchone()[0])

    def archive(self, before: float = math.inf, most: int = -1) -> int:
        """Set aside tables that nobody has used since a time, the longest idle ones first; how many."""
        oldest = "SELECT id FROM tables WHERE archived = 0 AND updated < ? ORDER BY updated LIMIT ?"
        return self._run(f"UPDATE tables SET archived = 1 WHERE id IN ({oldest})", before, most).rowcount

    def delete(self, before: float) -> int:
        """Delete the tables that nobody has used since a time, with their moves; how many."""
        return self._delete("updated < ?", before)

    def delete_one(self, table: str) -> None:
        """Delete a table with its moves."""
        self._delete("id = ?", table)

    def _delete(self, which: str, value: Any) -> int:
        with self._together():
            for name in ("moves", "analyses"):
                chosen = f"SELECT id FROM tables WHERE {which}"
                self._run(f"DELETE FROM {name} WHERE table_id IN ({chosen})", value)
            return self._run(f"DELETE FROM tables WHERE {which}", value).rowcount

    def _legible(self, row: tuple[Any, ...]) -> TableRow | None:
        try:
            return self._read(row)
        except ParlourError:
            return None

    def _read(self, row: tuple[Any, ...]) -> TableRow:
        fields = dict(zip(_COLUMNS.split(", "), row, strict=True))
        try:
            fields["seed"], fields["seats"] = int(fields["seed"]), json.loads(fields["seats"])
            fields["result"] = json.loads(fields["result"] or "null")
            return TableRow(**fields)
        except (ValueError, TypeError, RecursionError):
            raise ParlourError(f"table {row[0]} of the store {self.path} is damaged") from None

    def moves(self, table: str) -> list[tuple[str, float]]:
        """The moves of a table with the seconds they took."""
        rows = self._run("SELECT text, seconds FROM moves WHERE table_id = ? ORDER BY ply", table).fetchall()
        try:
            return _MOVES.validate_python(rows, strict=True)
        except ValueError:
            raise ParlourError(f"the moves of table {table} of the store {self.path} are damaged") from None

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
