"""A study's verdict follows from its tables and claims, and turns when they do."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.report import Cell, Claim, Table, Verdict, findable, power
from parlour.report.verdict import verdict
from parlour.stats.estimate import Estimate


def exactly(value: float) -> Estimate:
    return Estimate(value, value, value)


def table(*differences: float, title: str = "T", size: float = 100.0) -> Table:
    """A table whose figures differ from the published ones of some size by so many standard errors."""
    reach = 1.96 / 2**0.5
    error = Estimate(0.0, -reach, reach)
    cells = [Cell(exactly(size + d).also(error), exactly(size).also(error)) for d in differences]
    return Table(title, [str(i) for i in range(len(cells))], [("row", cells)], basis="B")


def loose(*differences: float) -> Table:
    """The same with figures so small that their errors hide everything."""
    return table(*differences, title="Loose", size=2.0)


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
        ([], [YES, OPEN, OPEN], "cannot tell"),
        ([], [NO, OPEN, OPEN], "not replicated"),
        ([loose(0.1, 0.3)], [], "cannot tell"),
        ([loose(4.0, 0.3)], [], "not replicated"),
        ([loose(0.1), table(0.1)], [], "replicated"),
        ([loose(0.1)], [YES], "replicated"),
        ([loose(0.1)], [YES, OPEN], "cannot tell"),
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


def test_reasons_name_the_figures_their_power_and_the_claims() -> None:
    text = str(verdict([table(0.1, 4.0)], [YES, OPEN]))
    assert text.startswith(
        "Not replicated: 1 of 2 published figures agree with ours, all together p < .001; "
    )
    assert "a change of all figures by 2.2 % of themselves would be found in 80 % of such runs" in text
    assert text.endswith("It learns: yes; It learns: cannot be told.")
    assert str(Verdict()) == ""


def test_a_table_that_would_agree_with_anything_is_named() -> None:
    text = str(verdict([loose(0.1)], []))
    assert text.startswith("Cannot tell: 1 of 1 published figures agree with ours")
    assert "'Loose' is too uncertain to tell (what would be found: 141 %)" in text
    assert "too uncertain" not in str(verdict([table(0.1)], []))


def test_a_claim_tells_what_it_would_have_found() -> None:
    claim = Claim("It learns", None, findable([Estimate(0.0, -0.1, 0.1)], "a gain"))
    assert (
        str(claim) == "It learns: cannot be told (a gain of 14.4 points would be found in 80 % of such runs)"
    )


@pytest.mark.parametrize("ours", [100, 1000, 20_000])
def test_more_games_of_the_same_process_do_not_spoil_the_verdict(
    ours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.stats.agreement.DRAWS", 20)
    random, theirs, spoilt = np.random.default_rng(ours), 100, 0
    for _ in range(150):
        cells = [
            Cell.percent(
                Estimate.share(random.binomial(ours, share), ours),
                Estimate.share(random.binomial(theirs, share), theirs),
            )
            for share in np.linspace(0.1, 0.9, 12)
        ]
        tables = [
            Table(title, ["x"] * 6, [("row", part)], basis="B")
            for title, part in (("A", cells[:6]), ("B", cells[6:]))
        ]
        spoilt += verdict(tables, []).word == "not replicated"
    assert spoilt < 20


def test_the_power_of_a_run_grows_with_its_games() -> None:
    small, large = Estimate(0.0, -0.1, 0.1), Estimate(0.0, -0.01, 0.01)
    assert power([small], "a gain") == "A gain of 14.4 points would be found in 80 % of such runs."
    assert power([large], "a gain") == "A gain of 1.44 points would be found in 80 % of such runs."
    values = [-0.04, 0.0, 0.04]
    assert "of 6.53 points" in power([Estimate.mean(values)], "a gain")
    assert "of 13.3 points" in power([Estimate.of_runs(values)], "a gain"), "few runs count as few"
    assert power([], "a gain") == "These runs are too small to find a gain of any size."
