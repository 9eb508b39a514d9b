"""A loud word at the end of a test run about what was not tested, and why."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

__all__ = ["pytest_terminal_summary"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Each reason for a skip, with how many tests it cost; the reports of all workers come in here."""
    skips = Counter(_skip(report) for report in terminalreporter.getreports("skipped"))
    if not skips:
        return
    terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
    for (file, reason), count in sorted(skips.items()):
        what = f"all of {file}" if file else f"{count} test{'s' if count > 1 else ''}"
        terminalreporter.line(f"NOT TESTED: {what}: {reason}", red=True, bold=True)


def _skip(report: Any) -> tuple[str, str]:
    """The file, when it was skipped as a whole, and the reason."""
    whole = isinstance(report, pytest.CollectReport)
    return report.nodeid if whole else "", report.longrepr[2].removeprefix("Skipped: ")
