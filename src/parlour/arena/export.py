"""Games as files for other programs: JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from parlour.arena.schedule import Slot
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.files import write_bytes, write_text
from parlour.record import Record, read_records
from parlour.stats.results import MOST_WORK

__all__ = ["COLUMNS", "Games", "export", "read_games", "rows"]

COLUMNS = (
    "number", "block", "seed", "game", "seat", "agent", "score", "reward", "moves", "decisions", "seconds",
    "work", "forfeit",
)  # fmt: skip


Games = list[tuple[Slot, Record]]


def read_games(path: Path) -> Games:
    """The games of a store, or of a file of records, where no two share a deal."""
    if _is_database(path):
        with closing(Store.open(path)) as store:
            return list(store.games())
    records = read_records(path)
    return [
        (Slot(number, number, record.seed, record.seats, tuple(range(len(record.seats)))), record)
        for number, record in enumerate(records)
    ]


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(15) == b"SQLite format 3"
    except OSError as error:
        raise ParlourError(f"cannot read {path}: {error.strerror}") from None


def rows(games: Games) -> Iterator[dict[str, Any]]:
    """One row for each game and seat."""
    for slot, record in games:
        for seat, agent in enumerate(record.seats):
            times, work = _of(record.times, seat, ()), _of(record.work, seat, 0)
            broken = [forfeit.reason for forfeit in record.forfeits if forfeit.seat == seat]
            values = (
                slot.number, slot.block, slot.seed, record.game, seat, agent, _of(record.scores, seat, None),
                _of(record.rewards, seat, None), len(record.moves), len(times), sum(times),
                min(work, MOST_WORK), broken[0] if broken else "",
            )  # fmt: skip
            yield dict(zip(COLUMNS, values, strict=True))


def _of(values: Sequence[Any], seat: int, missing: Any) -> Any:
    """What a record tells of a seat; one that somebody has damaged may tell nothing."""
    return values[seat] if seat < len(values) else missing


def export(games: Games, target: Path) -> int:
    """Write the games to a file whose ending names the format; how many rows were written."""
    kind = target.suffix.lower()
    if kind in (".jsonl", ".json"):
        lines = [record.text(times=True) for _, record in games]
        write_text(target, "".join(line + "\n" for line in lines))
        return len(lines)
    if kind == ".csv":
        return _csv(games, target)
    if kind == ".parquet":
        return _parquet(games, target)
    raise ParlourError(
        f"cannot tell the format of {target}: expected a name ending in .jsonl, .csv or .parquet"
    )


def _csv(games: Games, target: Path) -> int:
    text, count = io.StringIO(), 0
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows(games):
        writer.writerow(row)
        count += 1
    write_text(target, text.getvalue())
    return count


def _parquet(games: Games, target: Path) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ParlourError("Parquet files need pyarrow: pip install 'parlour[parquet]'") from None
    table = list(rows(games))
    for row in table:
        row["seed"] = str(row["seed"])  # 64 bits without a sign
    columns = {name: [row[name] for row in table] for name in COLUMNS}
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), sink)
    write_bytes(target, sink.getvalue().to_pybytes())
    return len(table)
