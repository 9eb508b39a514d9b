"""What the tests share: where the data beside the repository is, and the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from support import Run

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


@pytest.fixture(scope="session")
def parlour() -> Run:
    """Run the command line in a process of its own."""

    def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "parlour", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)  # type: ignore

    return run
