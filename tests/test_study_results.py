"""The page of what the studies found is made of their reports, and names every study."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import study_results as tool
from parlour.report import Cell, Claim, Table
from parlour.report.study import Run, studies
from parlour.stats.estimate import Estimate


def write(folder: Path, name: str, ours: float) -> None:
    """The report of a study with one published figure."""
    one, other = (Estimate(value, value - 0.01, value + 0.01) for value in (ours, 0.5))
    table = Table("Share", ["won"], [("x", [Cell(one, other)])], basis="Published: 9,000 games.")
    claims = [Claim("more is won than lost", ours > 0.5)]
    report = Run(name, 5, 0).report(
        f"The {name} study", tables=[table], conclusion=["It is so."], claims=claims
    )
    report.write(folder / name)


def test_the_page_says_what_the_reports_say(tmp_path: Path) -> None:
    write(tmp_path, "isolation-minimax", 0.505)
    write(tmp_path, "ttr-network", 0.4)
    text = tool.page(tmp_path)
    assert "| [`isolation-minimax`](#isolation-minimax) | replicated | 1 of 1 |" in text
    assert "| [`ttr-network`](#ttr-network) | not replicated | 0 of 1 |" in text
    assert "| `tichu-tree` | not run yet | | |" in text
    assert "The ttr-network study: **not replicated**." in text
    assert "- More is won than lost: no\n" in text
    assert "    parlour study ttr-network --games 5 --seed 0\n" in text
    facts = json.loads((tmp_path / "ttr-network" / "ttr-network.json").read_text())["facts"]
    assert f"Run on {facts['date']} ({facts['machine']})." in text


def test_reports_are_kept_for_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "REPORTS", tmp_path / "kept")
    write(tmp_path / "results", "ttr-network", 0.4)
    tool.keep(tmp_path / "results")
    assert tool.page(tool.REPORTS) == tool.page(tmp_path / "results")


def test_the_page_of_the_docs_is_up_to_date_and_names_every_study() -> None:
    text = tool.PAGE.read_text(encoding="utf-8")
    assert text == tool.page(tool.REPORTS), "run python tools/study_results.py"
    for name in studies():
        assert f"`{name}`" in text


@pytest.mark.parametrize("path", sorted(tool.REPORTS.glob("*/*.json")), ids=lambda path: path.stem)
def test_every_report_says_how_small_a_thing_it_would_find(path: Path) -> None:
    report = json.loads(path.read_text(encoding="utf-8"))
    columns = [column for table in report["tables"] for column in table["columns"]]
    said = [*report["verdict"]["reasons"], *report["conclusion"], *columns]
    assert any("found in 80 % of such runs" in text for text in said)
