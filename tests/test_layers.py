"""Imports point one way, and listing things stays light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "parlour"


def order() -> list[list[str]]:
    """The order of the rooms, from the ground floor up, as CONTRIBUTING.md draws it."""
    (drawn,) = re.findall(r"```rooms\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    return [line.split("#")[0].split() for line in drawn.splitlines() if line.split("#")[0].strip()]


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module: its folder or file, and for a game's lab a floor of its own."""
    if parts and parts[0] == "games":
        return "lab" if "lab" in parts[2:] else "games"
    return parts[0] if parts else "parlour"


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module of Parlour that a module imports: at the top, in functions, and for types only."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module == "parlour":
                yield from ((node.lineno, f"parlour.{name.name}") for name in node.names)
            elif node.module.startswith("parlour."):
                yield node.lineno, node.module
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names if name.name.startswith("parlour."))


def modules() -> Iterator[tuple[Path, tuple[str, ...]]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts not in {("__init__",), ("__main__",)}:
            yield path, parts


def test_every_room_has_a_floor() -> None:
    floors = {room for floor in order() for room in floor}
    assert {room_of(parts) for _, parts in modules()} == floors


def test_imports_point_one_way() -> None:
    floor = {room: number for number, rooms in enumerate(order()) for room in rooms}
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line} imports {name}"
        for path, parts in modules()
        for line, name in imports(path)
        if name != "parlour.__version__"
        and floor[room_of(tuple(name.split(".")[1:]))] > floor[room_of(parts)]
    ]
    assert not wrong


def test_no_private_name_is_imported_across_rooms() -> None:
    wrong = []
    for path, parts in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("parlour."):
                continue
            if node.module == ".".join(("parlour", *parts[:-1])):
                continue
            wrong += [f"{path.name} imports {n.name}" for n in node.names if n.name.startswith("_")]
    assert [line for line in wrong if not line.endswith("__version__")] == []


def test_games_know_nothing_of_each_other() -> None:
    wrong = []
    for path, parts in modules():
        if parts[0] == "games" and len(parts) > 2:
            for _, name in imports(path):
                words = name.split(".")
                if words[1] == "games" and len(words) > 2 and words[2] != parts[1]:
                    wrong.append(f"{path.name} of {parts[1]} imports {name}")
    assert not wrong


def test_every_module_that_others_import_says_what_it_offers() -> None:
    imported = {name for _, parts in modules() for path in [PACKAGE.joinpath(*parts).with_suffix(".py")]
                for _, name in imports(path)}  # fmt: skip
    silent = []
    for path, parts in modules():
        name = ".".join(("parlour", *parts)).removesuffix(".__init__")
        body = ast.parse(path.read_text()).body
        targets = [t.id for node in body if isinstance(node, ast.Assign) for t in node.targets
                   if isinstance(t, ast.Name)]  # fmt: skip
        defines = any(isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign) for node in body)
        if name in imported and defines and "__all__" not in targets:
            silent.append(name)
    assert not silent


def test_listing_and_help_do_without_numba() -> None:
    code = """
import sys
from parlour.cli import main
for words in (["games"], ["agents", "reversi"], ["--help"], ["study"]):
    try:
        main(words)
    except SystemExit as stop:
        assert not stop.code, (words, stop.code)
heavy = {"numba", "sklearn", "scipy", "matplotlib"} & set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
