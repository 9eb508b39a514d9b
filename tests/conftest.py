"""What the tests share: where the data beside the repository is, and the command line."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import settings

from parlour.cli import main
from support import Done, Run

settings.register_profile("parlour", deadline=None)  # the first example may compile
settings.load_profile("parlour")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The data folder beside the repository; a user's clone has none, and the test is skipped."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the data folder ../shared, which is not beside this clone")
    return folder


@pytest.fixture(scope="session")
def examples() -> Path:
    return ROOT / "examples"


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
