"""What compiled code rests on: the files whose change makes it stale.

A *place* is what is compiled and kept together: the home of a game (the folder with its ``rules.py``), a
folder of that home which its rules do without, a file that stands alone, the kernel or the searches.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

import numba

__all__ = ["fingerprint", "name_of", "place_of"]

_PARLOUR = Path(__file__).resolve().parents[1]
_SHARED = (_PARLOUR / "kernel", _PARLOUR / "search")  # what every game rests on
_APART = {"lab", "board"}  # folders of a game that its rules do without
_IMPORT = re.compile(r"(?:\bfrom\s+(\S+)\s+)?\bimport\b\s*(\([^)]*\)|(?:\\\n|.)*)")


@cache
def place_of(file: Path) -> Path:
    """The place that a source file belongs to."""
    if file.parent in _SHARED:
        return file.parent
    homes = [folder for folder in file.parents if _is_home(folder)]
    if not homes:
        return file
    part = file.relative_to(homes[-1]).parts[0]
    return homes[-1] / part if part in _APART else homes[-1]


def name_of(place: Path) -> str:
    """What to call a place: the game's folder, or the file without its ending."""
    if _is_home(place.parent):
        return f"{place.parent.name}-{place.name}"
    return place.stem if place.is_file() else place.name


def fingerprint(place: Path) -> str:
    """A hash of everything that compiled code of a place rests on."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in filter(Path.is_file, _sources(place)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _sources(place: Path) -> list[Path]:
    """The paths that compiled code of a place rests on; folders and dead links among them do not count."""
    files = {path for folder in _SHARED for path in folder.glob("*.py")}
    if place.is_file():
        return sorted(files | _with_imports(place))
    if _is_home(place):
        return sorted(files | _sources_of_home(place))
    if _is_home(place.parent):
        files |= _sources_of_home(place.parent)
    return sorted(files.union(place.rglob("*.py")))


def _is_home(folder: Path) -> bool:
    """Whether a folder is a game that is a package."""
    return (folder / "rules.py").is_file() and (folder / "__init__.py").is_file()


def _sources_of_home(home: Path) -> set[Path]:
    """The code that a game's rules may rest on, and the data that they may hold as constants."""
    code = {path for path in home.rglob("*.py") if not _is_apart(path.relative_to(home))}
    data = {path for path in home.glob("models/**/*") if path.suffix != ".pyc"}
    return code | data


def _is_apart(file: Path) -> bool:
    """Whether a file of a game, seen from its home, is nothing that rules may rest on."""
    return any(folder in _APART or folder.startswith(".") for folder in file.parts[:-1])


def _with_imports(file: Path) -> set[Path]:
    """A file, the files beside it and the games of Parlour that it imports, and what those files import."""
    files, waiting = set[Path](), [file]
    while waiting:
        path = waiting.pop()
        if path in files:
            continue
        files.add(path)
        for word in _imported_words(path):
            beside, game = path.with_name(f"{word}.py"), _PARLOUR / "games" / word
            if beside.is_file():
                waiting.append(beside)
            if _is_home(game):
                files |= _sources_of_home(game)
    return files


def _imported_words(file: Path) -> set[str]:
    """Every word of a file's import statements."""
    statements = _IMPORT.findall(file.read_text(encoding="utf-8", errors="replace"))
    return {word for names in statements for word in re.findall(r"\w+", " ".join(names))}
