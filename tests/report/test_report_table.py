"""Cells judge published figures; tables print them for people and machines."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import HOSTILE, hostile, scores, won
from rich.console import Console

from parlour.report import Cell, Table
from parlour.stats.estimate import Estimate

HALF = Estimate(0.5, 0.4, 0.6)


@pytest.mark.parametrize(
    ("ours", "published", "agrees"),
    [
        (HALF, HALF, True),
        (HALF, Estimate(0.6, 0.6, 0.6), True),
        (HALF, Estimate(0.600001, 0.600001, 0.600001), False),
        (HALF, Estimate(0.63, 0.53, 0.73), True),
        (HALF, Estimate(0.65, 0.55, 0.75), False),
        (HALF, 0.5, None),
        (HALF, None, None),
        (HALF, "-", None),
        (HALF, Estimate.mean([3.0]), None),
        (HALF, Estimate(math.nan, 0.0, 1.0), None),
        (0.5, HALF, None),
        (12, 12, None),
        ("many", HALF, None),
        (Estimate(math.nan, 0.0, 1.0), HALF, None),
        (Estimate(0.5, math.nan, 0.6), HALF, None),
    ],
)
def test_figures_agree_within_the_errors_of_both(
    ours: Estimate | float | str, published: Estimate | float | str | None, agrees: bool | None
) -> None:
    assert Cell(ours, published).agrees is agrees


@given(st.integers(1, 100_000), st.integers(1, 100_000))
def test_a_clean_sweep_agrees_with_a_clean_sweep(ours: int, theirs: int) -> None:
    assert Cell(Estimate.share(ours, ours), Estimate.share(theirs, theirs)).agrees is True
    assert Cell(Estimate.share(0, ours), Estimate.share(0, theirs)).agrees is True


@pytest.mark.parametrize(
    ("cell", "ours", "interval", "published", "mark"),
    [
        (Cell.percent(HALF, HALF), "50.0 %", "[40.0, 60.0]", "50.0 %", "✓ agrees"),
        (Cell(HALF, Estimate(0.9, 0.85, 0.95)), "0.50", "[0.40, 0.60]", "0.90", "✗ differs"),
        (Cell(HALF, 0.7, decimals=3), "0.500", "[0.400, 0.600]", "0.700", ""),
        (Cell(37, 37), "37", "", "37", ""),
        (Cell(98.16, 99), "98.16", "", "99", ""),
        (Cell(np.int64(4), np.float64(2.5)), "4", "", "2.50", ""),
        (Cell(2.5, unit="s", decimals=1), "2.5 s", "", "", ""),
        (Cell(-0.001), "0.00", "", "", ""),
        (Cell(math.nan, "-"), "–", "", "-", ""),
        (Cell(Estimate(1.0, -math.inf, math.inf), math.nan), "1.00", "", "–", ""),
        (Cell("broken off"), "broken off", "", "", ""),
    ],
)
def test_shown(cell: Cell, ours: str, interval: str, published: str, mark: str) -> None:
    assert (cell.ours_text, cell.interval_text, cell.published_text, cell.mark) == (
        ours,
        interval,
        published,
        mark,
    )


TOGETHER = (
    "1 of 2 published figures agree with ours; 1 more cannot be judged. All together: p = .0015; a shift"
)
FOUND = "of all by 12.6 %, or a change of all by 20 % of themselves, would be found in 80 % of such runs"


def test_summary() -> None:
    assert won().summary() == f"{TOGETHER} {FOUND}"
    assert scores().summary() == (
        "3 of 3 published figures agree with ours. All together: p = .31; a shift of all by 1.75, or a "
        "change of all by 2.1 % of themselves, would be found in 80 % of such runs"
    )
    mixed = Table("T", ["a", "b"], [("r", scores().rows[0][1][:2])], alike=False, basis="B")
    assert "All together: p = .31; a change of all by 2.0 % of themselves" in mixed.summary()
    assert Table("T", ["a"], [("r", [Cell(1, 2)])]).summary() == "1 published figure cannot be judged"
    assert Table("T", ["a"], [("r", [Cell(1)])]).summary() == ""


def test_figures_that_could_be_anything_agree_with_nothing() -> None:
    wide = Table("T", ["a"], [("r", [Cell(HALF, Estimate(0.4, 0.3, 0.5))])], basis="Published: 90 games.")
    assert wide.summary().endswith("of such runs; that is too uncertain to agree with anything")
    sure = Estimate(0.5, 0.49, 0.51)
    near = Table("T", ["a"], [("r", [Cell(sure, Estimate(0.505, 0.5, 0.51))])], basis="Published: 900 games.")
    assert near.summary().endswith("of such runs")


def test_a_published_interval_needs_its_reason() -> None:
    with pytest.raises(ValueError, match="table 'T': say in its basis what the published figures rest on"):
        Table("T", ["a"], [("r", [Cell(HALF, HALF)])])


HEAD = (
    "row,column,ours,low,high,published,published_low,published_high,"
    "difference,difference_low,difference_high,agrees"
)


def test_csv_is_unscaled_and_exact() -> None:
    third = Table('a "b", c', ["x"], [("r,1", [Cell.percent(Estimate(1 / 3, 0.1, math.inf), 0.1 + 0.2)])])
    assert third.csv() == (f'{HEAD}\n"r,1",x,0.3333333333333333,,,0.30000000000000004,,,,,,\n')
    assert won().csv() == (
        f"{HEAD}\n"
        "1,basic,0.5,0.4,0.6,0.55,0.5,0.6,"
        "-0.050000000000000044,-0.16180339887498948,0.06180339887498944,true\n"
        "1,offensive,0.5,0.4,0.6,0.7,0.65,0.75,"
        "-0.19999999999999996,-0.3118033988749894,-0.08819660112501052,false\n"
        "3,basic,12,,,13,,,,,,\n"
        "3,offensive,none,,,,,,,,,\n"
    )


def test_a_short_row_is_named() -> None:
    with pytest.raises(ValueError, match="table 'T', row 'r': 1 cells for 2 columns"):
        Table("T", ["a", "b"], [("r", [Cell(1)])])


def shown(table: Table, width: int, encoding: str = "utf-8") -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    Console(file=stream, width=width, color_system=None).print(table)
    stream.seek(0)
    return [line.rstrip() for line in stream.read().splitlines() if line.strip()]


def test_a_grid_where_it_fits() -> None:
    assert shown(won(), 100) == [
        "Games won",
        " depth                        basic                       offensive",
        " ──────────────────────────────────────────────────────────────────",
        " 1              50.0 % [40.0, 60.0]             50.0 % [40.0, 60.0]",
        "                   published 55.0 %                published 70.0 %",
        "         -5.0 [-16.2, 6.2] ✓ agrees   -20.0 [-31.2, -8.8] ✗ differs",
        " 3                               12                            none",
        "                       published 13",
        "100 games a cell.",
        "Published: 400 games a cell.",
        TOGETHER,
        FOUND,
    ]


def test_one_line_a_cell_where_a_grid_is_too_wide() -> None:
    assert shown(scores(), 90) == [
        "Mean score",
        "              ours      95 % interval   published            difference",
        " ─────────────────────────────────────────────────────────────────────────────────",
        " mean   2   107.00   [105.50, 108.50]      108.00   -1.00 [-2.80, 0.80]   ✓ agrees",
        "        3    98.25     [96.75, 99.75]       99.25   -1.00 [-2.80, 0.80]   ✓ agrees",
        "        4    -3.00     [-4.50, -1.50]       -2.00   -1.00 [-2.80, 0.80]   ✓ agrees",
        "Published: 90 games a cell.",
        "3 of 3 published figures agree with ours. All together: p = .31; a shift of all by 1.75,",
        "or a change of all by 2.1 % of themselves, would be found in 80 % of such runs",
    ]


def test_three_lines_a_cell_where_even_that_is_too_wide() -> None:
    cells = [
        line
        for column, value, published in (
            ("2", "107.00 [105.50, 108.50]", "108.00"),
            ("3", "98.25 [96.75, 99.75]", "99.25"),
            ("4", "-3.00 [-4.50, -1.50]", "-2.00"),
        )
        for line in (
            f" mean, {column}{value:>31}",
            f"{'published ' + published:>39}",
            f"{'-1.00 [-2.80, 0.80] ✓ agrees':>39}",
        )
    ]
    assert shown(scores(), 44) == [
        "Mean score",
        "                   ours [95 % interval]",
        " ──────────────────────────────────────",
        *cells,
        "Published: 90 games a cell.",
        "3 of 3 published figures agree with ours.",
        "All together: p = .31; a shift of all by",
        "1.75, or a change of all by 2.1 % of",
        "themselves, would be found in 80 % of such",
        "runs",
    ]


def test_a_terminal_without_unicode() -> None:
    assert shown(won(), 100, "ascii") == [
        "Games won",
        "+------+----------------------------+------------------------------+",
        "|depth |                      basic |                     offensive|",
        "+------+----------------------------+------------------------------+",
        "|1     |        50.0 % [40.0, 60.0] |           50.0 % [40.0, 60.0]|",
        "|      |           published 55.0 % |              published 70.0 %|",
        "|      | -5.0 [-16.2, 6.2] + agrees | -20.0 [-31.2, -8.8] x differs|",
        "|3     |                         12 |                          none|",
        "|      |               published 13 |                              |",
        "+------+----------------------------+------------------------------+",
        "100 games a cell.",
        "Published: 400 games a cell.",
        TOGETHER,
        FOUND,
    ]


def test_hostile_text_is_shown_as_it_is() -> None:
    assert shown(hostile(), 500)[0] == HOSTILE


def test_no_line_is_wider_than_the_terminal() -> None:
    for width in (40, 64, 80, 100):
        assert max(map(len, shown(won(), width))) <= width
