"""Files that a browser sends, as records."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from parlour.record import Record, find_reader

__all__ = ["read_upload"]


def read_upload(name: str, body: bytes) -> list[Record]:
    """The first record of a file, or all games of one that another program has written."""
    ending = Path(name).suffix.lower()
    reader = find_reader(ending)
    if reader is None:
        lines = body.decode("utf-8", "replace").splitlines()
        return [Record.parse(next(filter(str.strip, lines), ""), "the file")]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{ending}"
        path.write_bytes(body)
        return reader(path)
