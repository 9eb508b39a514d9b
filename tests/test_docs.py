"""What the documentation shows works as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour
from parlour.testing import check_agent

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_on_the_pages_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks(page):
        if "@rule" in block or "sys.stdin" in block:
            continue  # rules are compiled from files, bots run in processes; both are tested as such
        exec(compile(block, str(page), "exec"), names)


def test_the_agent_of_ten_lines_plays(tmp_path: Path) -> None:
    first, second = blocks(ROOT / "docs" / "write-an-agent.md")
    assert sum(bool(line.strip()) for line in first.splitlines()) <= 10
    (tmp_path / "greedy.py").write_text(first)
    (tmp_path / "patient.py").write_text(second)
    game = parlour.game("reversi")
    check_agent(game, str(tmp_path / "greedy.py"), games=1)
    check_agent(game, f"{tmp_path / 'patient.py'}:Patient", games=1)
    results = parlour.match(game, [str(tmp_path / "greedy.py"), "random"], games=20)
    assert results.lines[0].wins > results.lines[0].losses


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
