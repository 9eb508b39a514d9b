"""A study's verdict follows from its tables and claims, and turns when they do."""

from __future__ import annotations

import pytest

from parlour.report import Cell, Claim, Table, Verdict
from parlour.report.verdict import verdict
from parlour.stats.estimate import Estimate


def table(*differences: float, title: str = "T") -> Table:
    """A table whose figures differ from the published ones by so many standard errors."""
    reach = 1.96 / 2**0.5
    cells = [Cell(Estimate(d, d - reach, d + reach), Estimate(0.0, -reach, reach)) for d in differences]
    return Table(title, [str(i) for i in range(len(cells))], [("row", cells)])


YES, NO, OPEN = Claim("It learns", True), Claim("It learns", False), Claim("It learns", None)


@pytest.mark.parametrize(
    ("tables", "claims", "word"),
    [
        ([table(0.1, -1.0, 0.5)], [], "replicated"),
        ([table(4.0, -1.0, 0.5)], [], "not replicated"),
        ([table(0.1), table(4.0)], [], "not replicated"),
        ([table(2.1)], [], "not replicated"),
        ([table(2.1), *[table(0.0)] * 4], [], "replicated"),
        ([table(0.1)], [YES], "replicated"),
        ([table(0.1)], [NO], "not replicated"),
        ([], [YES, OPEN], "replicated"),
        ([], [OPEN], "cannot tell"),
        ([Table("T", ["a"], [("r", [Cell(0.5, 0.4)])])], [], "cannot tell"),
        ([], [], ""),
        ([Table("T", ["a"], [("r", [Cell(0.5)])])], [], ""),
    ],
)
def test_the_word_follows_from_figures_and_claims(
    tables: list[Table], claims: list[Claim], word: str
) -> None:
    assert verdict(tables, claims).word == word


def test_reasons_name_the_figures_and_the_claims() -> None:
    text = str(verdict([table(0.1, 4.0)], [YES, OPEN]))
    assert text.startswith("Not replicated: 1 of 2 published figures agree with ours, all together p < .001;")
    assert text.endswith("It learns: yes; It learns: cannot be told.")
    assert str(Verdict()) == ""
