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

from parlour.report import Cell, Table, Tally
from parlour.stats.estimate import Estimate

HALF = Estimate(0.5, 0.4, 0.6)


@pytest.mark.parametrize(
    ("ours", "published", "inside"),
    [
        (HALF, 0.4, True),
        (HALF, 0.6, True),
        (HALF, 0.399999, False),
        (HALF, 0.600001, False),
        (HALF, 0.5, True),
        (Estimate(0.0, 0.0, 0.0), 0.0, True),
        (Estimate(0.0, 0.0, 0.0), 1e-12, False),
        (HALF, None, None),
        (HALF, "-", None),
        (HALF, math.nan, None),
        (HALF, math.inf, None),
        (0.5, 0.5, None),
        (12, 12, None),
        ("many", 0.5, None),
        (Estimate(math.nan, 0.0, 1.0), 0.5, None),
        (Estimate.mean([3.0]), 3.0, None),
        (Estimate(0.5, math.nan, 0.6), 0.5, None),
    ],
)
def test_inside(ours: Estimate | float | str, published: float | str | None, inside: bool | None) -> None:
    assert Cell(ours, published).inside is inside


@given(st.integers(1, 100_000))
def test_a_clean_sweep_holds_the_published_clean_sweep(n: int) -> None:
    assert Cell(Estimate.share(n, n), 1.0).inside is True
    assert Cell(Estimate.share(0, n), 0.0).inside is True


@pytest.mark.parametrize(
    ("cell", "ours", "interval", "published", "mark"),
    [
        (Cell.percent(HALF, 0.4), "50.0 %", "[40.0, 60.0]", "40.0 %", "✓ inside"),
        (Cell(HALF, 0.7, decimals=3), "0.500", "[0.400, 0.600]", "0.700", "✗ outside"),
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


def test_summary() -> None:
    assert won().summary() == "1 of 2 published figures lie inside our 95 % interval; 1 more cannot be judged"
    assert scores().summary() == "3 of 3 published figures lie inside our 95 % interval"
    assert str(Tally(0, 1, 0)) == "0 of 1 published figure lies inside our 95 % interval"
    assert str(Tally(0, 0, 1)) == "1 published figure cannot be judged"
    assert str(Tally(0, 0, 0)) == ""


def test_csv_is_unscaled_and_exact() -> None:
    third = Table('a "b", c', ["x"], [("r,1", [Cell.percent(Estimate(1 / 3, 0.1, math.inf), 0.1 + 0.2)])])
    assert third.csv() == (
        'row,column,ours,low,high,published,inside\n"r,1",x,0.3333333333333333,,,0.30000000000000004,\n'
    )
    assert won().csv() == (
        "row,column,ours,low,high,published,inside\n"
        "1,basic,0.5,0.4,0.6,0.55,true\n"
        "1,offensive,0.5,0.4,0.6,0.7,false\n"
        "3,basic,12,,,13,\n"
        "3,offensive,none,,,,\n"
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
        " depth                       basic                    offensive",
        " ──────────────────────────────────────────────────────────────",
        " 1             50.0 % [40.0, 60.0]          50.0 % [40.0, 60.0]",
        "         published 55.0 % ✓ inside   published 70.0 % ✗ outside",
        " 3                              12                         none",
        "                      published 13",
        "100 games a cell.",
        "1 of 2 published figures lie inside our 95 % interval; 1 more cannot be judged",
    ]


def test_one_line_a_cell_where_a_grid_is_too_wide() -> None:
    assert shown(scores(), 80) == [
        "Mean score",
        "              ours      95 % interval   published",
        " ───────────────────────────────────────────────────────────",
        " mean   2   107.00   [105.50, 108.50]      108.00   ✓ inside",
        "        3    98.25     [96.75, 99.75]       99.25   ✓ inside",
        "        4    -3.00     [-4.50, -1.50]       -2.00   ✓ inside",
        "3 of 3 published figures lie inside our 95 % interval",
    ]


def test_two_lines_a_cell_where_even_that_is_too_wide() -> None:
    assert shown(scores(), 44) == [
        "Mean score",
        "                ours [95 % interval]",
        " ───────────────────────────────────",
        " mean, 2     107.00 [105.50, 108.50]",
        "           published 108.00 ✓ inside",
        " mean, 3        98.25 [96.75, 99.75]",
        "            published 99.25 ✓ inside",
        " mean, 4        -3.00 [-4.50, -1.50]",
        "            published -2.00 ✓ inside",
        "3 of 3 published figures lie inside our 95 %",
        "interval",
    ]


def test_a_terminal_without_unicode() -> None:
    assert shown(won(), 100, "ascii") == [
        "Games won",
        "+------+---------------------------+---------------------------+",
        "|depth |                     basic |                  offensive|",
        "+------+---------------------------+---------------------------+",
        "|1     |       50.0 % [40.0, 60.0] |        50.0 % [40.0, 60.0]|",
        "|      | published 55.0 % + inside | published 70.0 % x outside|",
        "|3     |                        12 |                       none|",
        "|      |              published 13 |                           |",
        "+------+---------------------------+---------------------------+",
        "100 games a cell.",
        "1 of 2 published figures lie inside our 95 % interval; 1 more cannot be judged",
    ]


def test_hostile_text_is_shown_as_it_is() -> None:
    assert shown(hostile(), 500)[0] == HOSTILE


def test_no_line_is_wider_than_the_terminal() -> None:
    for width in (40, 64, 80, 100):
        assert max(map(len, shown(won(), width))) <= width
