"""What the documentation shows works as shown."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

import parlour
from parlour.testing import check_agent
from support import Run

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path: Path) -> list[str]:
    every = re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)
    return [block for block in every if not block.startswith(">>>")]  # those are doctests, run as such


def commands(path: Path) -> list[tuple[str, str]]:
    """The commands that a page shows with what they print."""
    return re.findall(r"```\n\$ parlour (.*?)\n(.*?)```", path.read_text(), re.DOTALL)


# A bot runs in a process of its own; there it is tested.
PYTHON = {page: text for page in PAGES if (text := "\n".join(blocks(page))) and "sys.stdin" not in text}
COMMANDS = [
    pytest.param(page, *command, id=f"{page.stem}-{command[0].split()[0]}")
    for page in PAGES
    for command in commands(page)
]


@pytest.mark.parametrize("page", PYTHON, ids=lambda page: page.stem)
def test_python_on_the_pages_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    file = tmp_path / "page.py"  # rules are compiled from files
    file.write_text(PYTHON[page])
    runpy.run_path(str(file))


def test_the_first_page_shows_python_and_a_command() -> None:
    assert ROOT / "README.md" in PYTHON
    assert ROOT / "README.md" in [command.values[0] for command in COMMANDS]


def without_speed(text: str) -> list[str]:
    """What a match prints, but for the figures that depend on the machine's speed."""
    title, header, *rows, summary = text.splitlines()
    end = header.index("ms a move")
    table = [line[:end].rstrip() for line in (header, *rows)]
    return [re.sub(r"\d+ games a second", "games a second", title), *table, summary]


@pytest.mark.parametrize(("page", "command", "shown"), COMMANDS)
def test_a_command_prints_what_its_page_shows(page: Path, command: str, shown: str, parlour: Run) -> None:
    done = parlour(*shlex.split(command))
    assert done.returncode == 0, done.stderr
    assert without_speed(done.stdout) == without_speed(shown)


def test_the_agent_of_ten_lines_plays(tmp_path: Path) -> None:
    pages = blocks(ROOT / "docs" / "write-an-agent.md")
    assert sum(bool(line.strip()) for line in pages[0].splitlines()) <= 10
    for name, text in zip(("greedy", "hungry", "patient"), pages, strict=True):
        (tmp_path / f"{name}.py").write_text(text)
    game = parlour.game("reversi")
    for spec in ("greedy.py", "hungry.py:depth=2", "patient.py:Patient:wait=5"):
        check_agent(game, f"{tmp_path}/{spec}", games=1, positions=5)
    results = parlour.match(game, [str(tmp_path / "greedy.py"), "random"], games=20)
    assert results.lines[0].wins > results.lines[0].losses


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
