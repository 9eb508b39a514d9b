"""The wheel that users install: every file of the page is in it, and it serves them."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest
from web_helpers import Served

ROOT = Path(__file__).resolve().parents[2]


def addresses() -> dict[str, Path]:
    """Every file of the page and of the games' boards, by where it is served."""
    static, games = ROOT / "src" / "parlour" / "web" / "static", ROOT / "src" / "parlour" / "games"
    page = {f"/static/{path.relative_to(static).as_posix()}": path for path in static.rglob("*.*")}
    for path in games.glob("*/board/*"):
        page[f"/games/{path.parents[1].name.replace('_', '-')}/{path.name}"] = path
    return page


def test_the_built_wheel_holds_and_serves_the_page(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="needs hatchling: pip install '.[test]'")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    (installed / "parlour" / "web" / "static" / "here.json").write_text("true")
    (installed / "parlour" / "games" / "tichu" / "board" / "here.json").write_text("true")
    served = Served(tmp_path / "tables.sqlite", package=installed)
    try:
        for address, path in addresses().items():
            with urllib.request.urlopen(served.url + address) as answer:
                assert answer.read() == path.read_bytes(), path
        assert served.get("/static/here.json") is True
        assert served.get("/games/tichu/here.json") is True
        assert [card["name"] for card in served.get("/api/games")["games"]]
    finally:
        served.stop()
