"""Pin every library that `make` installs: ``.venv/bin/python tools/constraints.py`` after ``make check``.

It writes ``constraints/run.txt``, ``test.txt`` and ``dev.txt``, each on top of the one before: the versions
that the extras of ``pyproject.toml`` have brought into this environment, with the hashes of all files of
those versions, for every platform and Python. The index that pip uses tells them.
"""

from __future__ import annotations

import re
import tomllib
import urllib.request
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pip._internal.models.index import PyPI

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "constraints"
GROUPS = {"run": ("parlour", "hatchling"), "test": ("parlour[test]",), "dev": ("parlour[dev]",)}
BESIDE = {
    "colorama": '; sys_platform == "win32"',
    "editables": "",
}  # not here, but needed elsewhere or to build


def needed(requirement: str, pins: dict[str, str]) -> None:
    """Note the version of a library that is installed, and of everything that it needs."""
    wanted = Requirement(requirement)
    name = canonicalize_name(wanted.name)
    key = f"{name}[{','.join(sorted(wanted.extras))}]"
    try:
        package = distribution(name)
    except PackageNotFoundError:  # for another platform
        return
    if key in pins:
        return
    pins[key] = f"{name}=={package.version}"
    for other in own_needs(wanted.extras) if name == "parlour" else package.requires or []:
        marker = Requirement(other).marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *wanted.extras)):
            needed(other, pins)


def own_needs(extras: set[str]) -> list[str]:
    """What Parlour itself needs with some extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project["dependencies"] + [
        requirement for extra in extras for requirement in project["optional-dependencies"][extra]
    ]


def pins_of(group: str) -> set[str]:
    """The libraries of a group with their versions."""
    pins: dict[str, str] = {}
    for requirement in GROUPS[group]:
        needed(requirement, pins)
    return {pin for pin in pins.values() if not pin.startswith("parlour==")}


@cache
def files_of(name: str) -> list[tuple[str, str]]:
    """All files of a library in the index, with their hashes."""
    with urllib.request.urlopen(f"{PyPI.simple_url}/{name}/", timeout=60) as answer:
        page = answer.read().decode()
    return re.findall(r'href="[^"]*/([^/"#]+)#sha256=([0-9a-f]{64})"', page)


def hashes(name: str, version: str) -> Iterator[str]:
    """The hashes of all files of one version."""
    stem = re.escape(name).replace(r"\-", "[-_.]+")
    of_version = re.compile(rf"{stem}-{re.escape(version)}(?:-.*\.whl|\.tar\.gz|\.zip)", re.IGNORECASE)
    yield from sorted(digest for file, digest in files_of(name) if of_version.fullmatch(file))


def entry(pin: str, marker: str = "") -> str:
    """One library as an entry of the file."""
    name, _, version = pin.partition("==")
    known = list(hashes(name, version))
    if not known:
        raise SystemExit(f"the index has no {pin}")
    return " \\\n    ".join([f"{pin}{marker}", *(f"--hash=sha256:{digest}" for digest in known)]) + "\n"


def beside() -> Iterator[str]:
    """The newest versions of what is not installed here."""
    for name, marker in BESIDE.items():
        versions = re.findall(rf"{name}-([0-9.]+)-py", " ".join(file for file, _ in files_of(name)))
        yield entry(f"{name}=={versions[-1]}", marker)


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    before: set[str] = set()
    for group, base in zip(GROUPS, ("", "-r run.txt\n", "-r test.txt\n"), strict=True):
        pins = {pin for pin in pins_of(group) - before if pin.partition("==")[0] not in BESIDE}
        before |= pins
        text = "".join(map(entry, sorted(pins))) + ("" if base else "".join(beside()))
        (FOLDER / f"{group}.txt").write_text(f"# Written by tools/constraints.py.\n{base}{text}")
        print(f"{len(pins)} libraries in {group}.txt")


if __name__ == "__main__":
    main()
