"""What the tests share: where data is, the command line, and a loud word about what was not tested."""

from __future__ import annotations

import gc
import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import settings

from parlour.cli import main
from support import Done, Run
from untested import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]

settings.register_profile("parlour", deadline=None)  # the first example may compile
settings.load_profile("parlour")
gc.set_threshold(100_000, 50, 100)  # tests hold much that lasts: looking through it often takes time

ROOT = Path(__file__).resolve().parents[1]
LONG = (
    "test_web_page", "test_cluster", "test_web_tichu", "test_training", "test_web_yours", "test_ttr_agents",
    "test_web_waits", "test_tichu_call_studies", "test_web_dicewars", "test_agents_from_files",
    "test_web_ticket_to_ride", "test_tichu_agents",
)  # fmt: skip
"""The files that take longest."""


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of what is known: solved positions, counts, playthroughs, records."""
    return ROOT / "tests" / "data"


@pytest.fixture(scope="session")
def logs() -> Path:
    """The logs of 100 real games of Tichu, which are no part of the repository."""
    folder = ROOT.parent / "shared" / "data" / "tichu-logs"
    if not folder.is_dir():
        pytest.skip("needs logs of real Tichu games in ../shared/data/tichu-logs, beside this clone")
    return folder


@pytest.fixture(scope="session")
def examples() -> Path:
    return ROOT / "examples"


@pytest.fixture(scope="session")
def kept(request: pytest.FixtureRequest) -> Path:
    """A folder for games that outlives the run: what was compiled of them is there for the next one."""
    return Path(request.config.cache.mkdir("games"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers take files in turn: long ones first; those of the page, which often wait, among the others."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    waiting = [file for file in files if "web" in file.parts]
    computing = [file for file in files if "web" not in file.parts]
    share = 1 + len(computing) // (2 * len(waiting) + 1)
    order = list(computing)
    for number, file in enumerate(waiting):
        order.insert(number * share, file)
    order.sort(key=lambda file: LONG.index(file.stem) if file.stem in LONG else len(LONG))
    items[:] = [item for file in order for item in files[file]]


@pytest.fixture
def parlour(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in this process, which is quick: what it imports and compiles is there already."""

    def run(*arguments: str, input: str = "") -> Done:
        out, errors = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(input))
        with redirect_stdout(out), redirect_stderr(errors), pytest.raises(SystemExit) as left:
            main(list(arguments))
        return Done(left.value.code, out.getvalue(), errors.getvalue())

    return run
