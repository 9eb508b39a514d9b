"""Imports point one way, and listing things stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "parlour"

# A room may import from its own layer and from those before it.
LAYERS = [
    {"errors", "spec", "files", "__init__"},
    {"kernel"},
    {"game"},
    {"search", "agent"},
    {"games"},
    {"record", "arena", "learn"},
    {"testing", "report", "environments"},
    {"terminal", "scoreboard", "web", "cli", "__main__"},
]
# A game's lab, studies, commands and trainers are loaded by the report room and the command line, and may use
# them and the arena.
UPPER_ROOMS = {"studies", "commands", "training", "tuning", "exam"}


def layer(room: str) -> int:
    return next(i for i, names in enumerate(LAYERS) if room in names)


def room_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    upper = "lab" in parts or parts[-1] in UPPER_ROOMS
    return "cli" if parts[0] == "games" and upper else parts[0]


def imports(path: Path) -> set[str]:
    """The rooms that a module imports when it is loaded."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("parlour."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {n.name.split(".")[1] for n in node.names if n.name.startswith("parlour.")}
    return found


def test_imports_point_one_way() -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        room = room_of(path)
        if path.name == "__init__.py" and path.parent == PACKAGE:
            continue
        for other in imports(path):
            if layer(other) > layer(room):
                wrong.append(f"{path.relative_to(PACKAGE)} imports {other}")
    assert not wrong


def test_games_know_nothing_of_each_other() -> None:
    wrong = []
    for path in (PACKAGE / "games").rglob("*.py"):
        own = path.relative_to(PACKAGE / "games").parts[0]
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("parlour.games."):
                other = str(node.module).split(".")[2]
                if other != own:
                    wrong.append(f"{path.name} of {own} imports {other}")
    assert not wrong


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
