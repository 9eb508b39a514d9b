"""The page's own code: its types are those of the server, and it passes the type check and its unit tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "parlour" / "web" / "static"
MODULES = [path for path in sorted(STATIC.rglob("*.js")) if path.name != "theme.js"]
MODULES += [path for place in ("src/parlour/games", "examples") for path in (ROOT / place).rglob("board.js")]


@pytest.fixture(scope="module")
def deno(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command, or a skip that says what is missing."""
    path = shutil.which("deno") or shutil.which("deno", path=str(Path(sys.executable).parent))
    if path is None:
        pytest.skip("needs deno: pip install '.[dev]'")
    os.environ.setdefault("DENO_DIR", str(tmp_path_factory.mktemp("deno")))
    return [path]


def run(*command: str) -> None:
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "NO_COLOR": "1"}
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def test_the_types_of_the_messages_are_those_of_the_server() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import protocol
    finally:
        sys.path.pop(0)
    assert protocol.TARGET.read_text(encoding="utf-8") == protocol.declarations(), (
        "run python tools/protocol.py"
    )


def test_the_page_passes_the_type_check(deno: list[str]) -> None:
    assert all(module.read_text().startswith("// @ts-check") for module in MODULES)
    run(*deno, "check", "--quiet", *map(str, MODULES))


def test_modules_that_need_no_browser(deno: list[str]) -> None:
    run(*deno, "test", "--quiet", "--no-check", str(ROOT / "tests" / "web" / "pure_test.js"))


def test_the_first_page_preloads_what_it_imports() -> None:
    """Each module that the lobby needs is asked for at once, not when another one is read."""
    page, needed, left = (STATIC / "index.html").read_text(), set[str](), ["main.js", "views/lobby.js"]
    while left:
        name = left.pop()
        needed.add(name)
        for other in re.findall(r'^(?:import|\}) .*from "(.+)";$', (STATIC / name).read_text(), re.MULTILINE):
            module = os.path.relpath((STATIC / name).parent / other, STATIC)
            left += [] if module in needed else [module]
    preloaded = {
        line.split('href="/static/')[1].split('"')[0] for line in page.splitlines() if "modulepreload" in line
    }
    assert preloaded == needed
