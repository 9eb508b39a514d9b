"""What compiled code rests on: the files whose change makes it stale.

Those are the file of a function and what it imports, as far as that may be compiled into it: the kernel, the
searches, games, and whatever lies beside a user's own file or in its package.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numba

__all__ = ["fingerprint", "name_of", "sources_of"]

_PARLOUR = Path(__file__).resolve().parents[1]
_SHARED = ("kernel", "search")  # what games are compiled with
_LEARNING = _PARLOUR / "learn"  # its games of self-play share helpers
_REST = r"(\([^)]*\)|(?:\\\n|.)*)"  # of a statement: to the bracket, or to the end of the line
_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import\b[ \t]*" + _REST, re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*import\b[ \t]*" + _REST, re.MULTILINE)
_MODULE = re.compile(r"[\w.]+")


def name_of(file: Path) -> str:
    """What to call the compiled code of a file: the game's folder, or the file without its ending."""
    home = _home_of(file)
    if home:
        return home.name
    return file.parent.name if _is_shared(file) else file.stem


def fingerprint(file: Path) -> str:
    """A hash of everything that compiled code of a file rests on."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(sources_of(file)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def sources_of(file: Path) -> set[Path]:
    """A file, all that it imports by and by, and the models that games among them may hold as constants."""
    files, waiting = set[Path](), [file]
    while waiting:
        path = waiting.pop()
        if path not in files:
            files.add(path)
            waiting += _imported(path)
    homes = {home for home in map(_home_of, files) if home}
    models = {path for home in homes for path in home.glob("models/**/*")}
    return files | {path for path in models if path.is_file() and path.suffix != ".pyc"}


@cache
def _home_of(file: Path) -> Path | None:
    """The folder of the game that a file is part of, if that is a package: the one with its rules."""
    homes = [folder for folder in file.parents if _is_home(folder)]
    return homes[-1] if homes else None


def _is_home(folder: Path) -> bool:
    return (folder / "rules.py").is_file() and (folder / "__init__.py").is_file()


def _is_shared(file: Path) -> bool:
    """Whether a file is one of Parlour's own that games are compiled with."""
    return file.is_relative_to(_PARLOUR) and file.relative_to(_PARLOUR).parts[0] in _SHARED


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    """The files that a file imports, on any line, and that may be compiled into its functions."""
    text = file.read_text(encoding="utf-8", errors="replace")
    modules = {
        place for dots, module, names in _FROM.findall(text) for place in _taken(file, dots, module, names)
    }
    for names in _IMPORT.findall(text):
        modules |= {place for name in _MODULE.findall(names) for place in _places(file, "", name)}
    paths = (path for place in modules for path in (place.with_suffix(".py"), place / "__init__.py"))
    return tuple(path for path in paths if path.is_file() and _counts(path))


def _taken(file: Path, dots: str, module: str, names: str) -> Iterator[Path]:
    """Where the module of a ``from`` statement may be, and what is taken from it if those are modules too."""
    for place in _places(file, dots, module):
        yield place
        yield from (place / name for name in _MODULE.findall(names) if "." not in name)


def _counts(file: Path) -> bool:
    """Whether a file may hold what is compiled into other functions."""
    ours = file.is_relative_to(_PARLOUR) and file.parent != _LEARNING
    return not ours or _is_shared(file) or _home_of(file) is not None


def _places(file: Path, dots: str, module: str) -> Iterator[Path]:
    """Where a module may be: in Parlour, by the importing file's own package, or beside it."""
    first, *rest = module.split(".")
    if dots:
        yield file.parents[len(dots) - 1].joinpath(first, *rest)
    elif first == "parlour":
        yield _PARLOUR.joinpath(*rest)
    else:
        yield from (folder.joinpath(first, *rest) for folder in {file.parent, _root_of(file)})


def _root_of(file: Path) -> Path:
    """The folder that the outermost package of a file lies in."""
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder
