"""Files of a user that go along when work is done on other machines: games, agents and models.

Whoever opens such a file by the name that a user has given asks `locate` first. Where the work begins, that
tells which files it needs; where it is done, they are laid out as they lay there, under one folder.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from parlour.files import is_there, make_folder

__all__ = ["Luggage", "find_under", "locate", "move_into", "noted_files", "pack_files", "root_of_files"]

_OWN = Path(__file__).parent  # what lies in here is on every machine that has Parlour

_noted: list[set[Path]] = []  # what `locate` was asked for, for each `noted_files` under way
_root: Path | None = None  # where the files of another machine lie


class Luggage(NamedTuple):
    """Files by their absolute paths, and the folder that relative paths start from."""

    files: dict[str, bytes]
    folder: str

    @property
    def digest(self) -> str:
        """What tells it from any other."""
        total = hashlib.sha256(self.folder.encode())
        for path, content in self.files.items():
            total.update(f"\0{path}\0{len(content)}\0".encode() + content)
        return total.hexdigest()

    def unpack(self, folder: Path) -> Path:
        """Lay the files out within a folder, once; the root that their paths start from."""
        root = folder / self.digest
        if not root.exists():
            draft = make_folder(folder / f"{self.digest}.draft")
            make_folder(_under(draft, self.folder))
            for path, content in self.files.items():
                target = _under(draft, path)
                make_folder(target.parent)
                target.write_bytes(content)
            draft.rename(root)
        return root


def _under(root: Path, path: str) -> Path:
    absolute = Path(path)
    return root / absolute.relative_to(absolute.anchor)


def locate(path: Path) -> Path:
    """Where a file or folder that a user has named lies in this process."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - a link goes by its own name
    for notes in _noted:
        notes.add(absolute)
    moved = _under(_root, str(absolute)) if _root and path.is_absolute() else path
    return moved if is_there(moved) else path


@contextmanager
def noted_files() -> Iterator[set[Path]]:
    """The files and folders of a user that are asked for within this, of those outside Parlour."""
    notes: set[Path] = set()
    _noted.append(notes)
    try:
        yield notes
    finally:
        _noted.remove(notes)
        notes -= {path for path in notes if path.is_relative_to(_OWN)}


def pack_files(paths: Iterable[Path]) -> Luggage:
    """These files, and all that lies in these folders."""
    files = sorted({file for path in paths for file in _files_of(path)})
    return Luggage({str(file): file.read_bytes() for file in files}, str(Path.cwd()))


def _files_of(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in path.rglob("*") if path.is_dir() else ():
        parts = file.relative_to(path).parts
        if file.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in parts):
            yield file


def move_into(root: Path, folder: str) -> None:
    """From now on this process finds files as they were laid out under a root, and works there."""
    find_under(root)
    os.chdir(_under(root, folder))


def find_under(root: Path) -> None:
    """From now on this process finds files as they were laid out under a root."""
    global _root
    _root = root


def root_of_files() -> Path | None:
    """The root that files of another machine lie under, if this is not the machine they come from."""
    return _root
