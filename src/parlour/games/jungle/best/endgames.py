"""Endgame tables on disk: made once, then kept in the user's cache."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import numpy as np

from parlour.files import write_bytes
from parlour.games.jungle import RULE_SETS
from parlour.games.jungle.best.endings import Endings, animal_sets, canonical, table_size
from parlour.games.jungle.best.retrograde import fill
from parlour.kernel import cache_root

__all__ = ["extend", "layout", "load"]

SMALL = 3  # the tables of up to so many animals are made together


def layout(pieces: int) -> tuple[np.ndarray, list[int], int]:
    """Where the tables of up to so many animals stand: the directory, the tables in order, all entries."""
    directory, tables, size = np.full(1 << 16, -1, np.int64), [], 0
    for count in range(2, pieces + 1):
        for code in animal_sets(count):
            standard = canonical(code)
            if directory[standard] < 0:
                directory[standard] = size
                tables.append(standard)
                size += table_size(standard)
            directory[code] = directory[standard]
    return directory, tables, size


def build(judge: int, pieces: int) -> Endings:
    """Compute the tables of up to so many animals."""
    directory, tables, size = layout(pieces)
    endings = Endings(directory, np.zeros(size, np.int8))
    for code in tables:
        fill(code, judge, table_size(code), endings)
    return endings


@cache
def load(judge: int) -> Endings:
    """The tables of up to three animals, from the cache or made now."""
    directory, _, size = layout(SMALL)
    path = _path(judge, "small")
    entries = _read(path, size)
    if entries is None:
        print(
            f"making Jungle's endgame tables for the rules '{RULE_SETS[judge]}' (once) ...", file=sys.stderr
        )
        entries = build(judge, SMALL).entries
        write_bytes(path, entries.tobytes())
    return Endings(directory, entries)


def extend(endings: Endings, judge: int, code: int) -> Endings:
    """The same tables and that of one set of four animals, from the cache or made now."""
    standard = canonical(code)
    if endings.directory[code] >= 0:
        return endings
    directory, size = endings.directory.copy(), table_size(standard)
    directory[standard] = directory[code] = endings.entries.size
    path = _path(judge, f"{standard:04x}")
    table = _read(path, size)
    entries = np.concatenate([endings.entries, np.zeros(size, np.int8) if table is None else table])
    larger = Endings(directory, entries)
    if table is None:
        print("making a table of four animals of Jungle (once) ...", file=sys.stderr, flush=True)
        fill(standard, judge, size, larger)
        write_bytes(path, entries[-size:].tobytes())
    return larger


def _path(judge: int, name: str) -> Path:
    """The file of a table; its name carries a hash of what the tables follow from."""
    digest = hashlib.sha256()
    home = Path(__file__).parents[1]
    for source in ("terrain.py", "state.py", "moves.py", "rules.py", "best/endings.py", "best/retrograde.py"):
        digest.update((home / source).read_bytes())
    return cache_root() / f"jungle-endings-{RULE_SETS[judge]}-{name}-{digest.hexdigest()[:16]}"


def _read(path: Path, size: int) -> np.ndarray | None:
    """The entries that a file holds; None when it is missing or cut short."""
    if not path.exists() or path.stat().st_size != size:
        return None
    return np.fromfile(path, np.int8)
