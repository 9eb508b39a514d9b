"""A test run says loudly what it has not tested."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
SKIPPING = """
import pytest

@pytest.mark.parametrize("number", range(5))
def test_a_thing(number):
    if number:
        pytest.skip("needs a thing")

@pytest.mark.skip(reason="needs a ladder")
def test_high_up():
    pass
"""


def run_tests(folder: Path, *options: str) -> list[str]:
    """What a run of the tests in a folder says about what was not tested."""
    (folder / "conftest.py").write_text("from untested import pytest_terminal_summary\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "NOT TESTED" in line]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_every_skip_is_told_with_its_reason_and_count(workers: str, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SKIPPING)
    (tmp_path / "test_none.py").write_text(
        "import pytest\npytest.importorskip('nothing', reason='needs nothing')"
    )
    title, *lines = run_tests(tmp_path, "-n", workers)
    assert title.strip("!") == " NOT TESTED "
    assert lines == [
        "NOT TESTED: 1 test: needs a ladder",
        "NOT TESTED: 4 tests: needs a thing",
        "NOT TESTED: all of test_none.py: needs nothing",
    ]


def test_a_run_without_skips_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_all.py").write_text("def test_it(): pass\n")
    assert run_tests(tmp_path) == []
