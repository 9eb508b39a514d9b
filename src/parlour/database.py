"""SQLite files: whose they are is known before anything in them is touched."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from parlour.errors import ParlourError

__all__ = ["Kind", "letting_go", "schema_of", "to_read", "to_write"]

_MAGIC = b"SQLite format 3\0"
_HEAD, _MARK = 100, slice(68, 72)  # the bytes of a file's head, and the mark in it, its highest byte first


class Kind(NamedTuple):
    """A kind of file: the number that marks it, its newest schema, and what it is called."""

    mark: int
    schema: int
    name: str


def to_read(path: Path, kind: Kind) -> sqlite3.Connection:
    """A database of ours that nothing can be written to; no file is made beside it."""
    if not _is_ours(path, kind):
        raise ParlourError(f"there is no {kind.name} {path}")
    database = _connect(path, "ro" if _log(path) else "ro&immutable=1")
    _check_schema(database, path, kind)
    return database


def to_write(path: Path, kind: Kind, timeout: float = 30, *, threads: bool = False) -> sqlite3.Connection:
    """A database of ours, or a new one that is marked as such before anything else is in it."""
    old = _is_ours(path, kind)
    database = _connect(path, "rwc", timeout, threads=threads)
    if old:
        _check_schema(database, path, kind)
    else:
        database.execute(f"PRAGMA application_id={kind.mark}")
    return database


def schema_of(database: sqlite3.Connection) -> int:
    """The schema of a database; 0 for a new one."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _is_ours(path: Path, kind: Kind) -> bool:
    """Whether a file is there already; another program's is refused untouched."""
    if not path.is_file() or path.stat().st_size == 0:
        return False
    if _mark(path) != kind.mark:
        raise ParlourError(f"{path} is a database of something else: give another --store")
    return True


def _mark(path: Path) -> int:
    """Whose database a file is; changes that stand beside it count too."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if len(head) < _HEAD or not head.startswith(_MAGIC):
        raise sqlite3.DatabaseError("file is not a database")
    mark = int.from_bytes(head[_MARK], "big")
    if mark or not _log(path):
        return mark
    with contextlib.closing(_connect(path, "ro", timeout=2)) as database:
        return int(database.execute("PRAGMA application_id").fetchone()[0])


def _log(path: Path) -> bool:
    """Whether changes stand beside a file that are not in it yet."""
    log = path.with_name(f"{path.name}-wal")
    return log.is_file() and log.stat().st_size > 0


def _check_schema(database: sqlite3.Connection, path: Path, kind: Kind) -> None:
    with letting_go(database):
        schema = schema_of(database)
        if schema > kind.schema:
            raise ParlourError(
                f"the {kind.name} {path} was written by a newer Parlour (schema {schema}, this knows "
                f"{kind.schema}): update Parlour, or give another --store"
            )


@contextlib.contextmanager
def letting_go(database: sqlite3.Connection) -> Iterator[None]:
    """What makes a database ready; when that fails, its file is let go of."""
    try:
        yield
    except BaseException:
        database.close()
        raise


def _connect(path: Path, mode: str, timeout: float = 30, *, threads: bool = False) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(
        uri, timeout=timeout, isolation_level=None, check_same_thread=not threads, uri=True
    )
