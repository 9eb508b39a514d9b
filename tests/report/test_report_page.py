"""Reports: one page that needs nothing else, and the same data for machines."""

from __future__ import annotations

import io
import json
import math
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from unittest.mock import ANY

import pytest
from report_samples import HOSTILE, hostile, scores, won
from rich.console import Console

from parlour.report import Cell, Figure, Report, Table, comparison, distribution
from parlour.report.table import CSV_COLUMNS
from parlour.stats.estimate import Estimate

VERDICT = (
    "Not replicated: 4 of 5 published figures agree with ours, all together p = .0029; a change of all "
    "figures of a table by 2.1 % of themselves would be found in 80 % of such runs."
)
VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """The elements of a page, its texts, and a complaint when a tag is closed out of turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: Counter[str] = Counter()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] += 1
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.said.append((self.open[-1], data))

    def within(self, tag: str) -> list[str]:
        return [text for inside, text in self.said if inside == tag]


def report(**changes: object) -> Report:
    parts: dict[str, object] = {
        "name": "study",
        "title": "A study",
        "intro": ["First.", "Second."],
        "tables": [won(), scores()],
        "figures": [
            lambda: comparison("cells", won()),
            lambda: distribution("scores", "All scores", {"2": [1, 2, 3]}),
        ],
        "facts": {"seed": "7", "games": "100"},
        "conclusion": ["It holds."],
    }
    return Report(**(parts | changes))  # type: ignore[arg-type]


def test_the_files_of_a_report(tmp_path: Path) -> None:
    paths = report().write(tmp_path / "new" / "folder")
    assert [path.name for path in paths] == [
        "study.html",
        "study-games-won.csv",
        "study-mean-score.csv",
        "study-cells.svg",
        "study-scores.svg",
        "study.json",
    ]
    assert sorted(paths) == sorted((tmp_path / "new" / "folder").iterdir())
    assert paths[1].read_text() == won().csv()


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    first = {path.name: path.read_bytes() for path in report().write(tmp_path)}
    assert first == {path.name: path.read_bytes() for path in report().write(tmp_path)}


def test_names_of_table_files() -> None:
    one = report(tables=[won()], figures=[])
    assert list(one.files()) == ["study.html", "study.csv", "study.json"]
    twins = [won(), won(), Table("—", [], []), Table("É " + "x" * 90, [], [])]
    names = [name for name in report(tables=twins, figures=[]).files() if name.endswith(".csv")]
    assert names == [
        "study-games-won.csv",
        "study-games-won-2.csv",
        "study-3.csv",
        f"study-e-{'x' * 58}.csv",
    ]


@pytest.mark.parametrize("name", ["../x", "", "a/b", ".hidden", "a b", "x\n"])
def test_a_name_that_is_no_file_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a file"):
        report(name=name)
    with pytest.raises(ValueError, match="cannot name a file"):
        report(figures=[Figure(name, "F", "<svg></svg>", "")]).files()


def test_two_figures_of_one_name_are_refused() -> None:
    twin = Figure("a", "A", "<svg></svg>", "")
    with pytest.raises(ValueError, match="two figures share a name"):
        report(figures=[twin, twin]).files()


def test_the_page_is_well_formed_and_whole() -> None:
    page = Page(report().html())
    assert page.count["h1"] == page.count["main"] == page.count["title"] - 2 == 1
    assert page.within("h2") == ["Tables", "Figures", "Conclusion", "How this was run"]
    assert page.count["table"] == page.count["caption"] == page.count["figure"] == page.count["svg"] == 2
    assert page.within("figcaption") == ["Games won", "All scores"]
    assert list(zip(page.within("dt"), page.within("dd"), strict=True)) == [("seed", "7"), ("games", "100")]
    assert "Not replicated" in page.within("p")
    assert page.within("li") == [
        "4 of 5 published figures agree with ours, all together p = .0029",
        "A change of all figures of a table by 2.1 % of themselves would be found in 80 % of such runs",
    ]


def test_headings_are_scoped_and_marks_are_words() -> None:
    page = Page(won().html())
    scopes = [attributes["scope"] for tag, attributes in page.elements if tag == "th"]
    assert scopes == ["col", "col", "col", "row", "row"]
    assert page.within("th") == ["depth", "basic", "offensive", "1", "3"]
    assert page.within("span") == [
        "Games won",
        *("50.0 %", "[40.0, 60.0]", "published 55.0 %", "[50.0, 60.0]"),
        *("difference -5.0 [-16.2, 6.2]", "✓ agrees"),
        *("50.0 %", "[40.0, 60.0]", "published 70.0 %", "[65.0, 75.0]"),
        *("difference -20.0 [-31.2, -8.8]", "✗ differs"),
        *("12", "published 13"),
        "none",
    ]


def test_the_page_loads_nothing() -> None:
    html = report().html()
    page = Page(html)
    for tag, attributes in page.elements:
        for name in ("src", "href", "xlink:href", "data", "action"):
            assert (attributes.get(name) or "#").startswith(("#", "data:")), tag
    assert not page.count["script"]
    assert "@import" not in html
    assert set(re.findall(r"url\((.)", html)) <= {"#"}
    policy = next(a["content"] for _, a in page.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_figures_wear_the_colours_of_the_page() -> None:
    drawing = report().html().partition("<figure>")[2]
    assert "var(--panel)" in drawing
    assert "var(--ink)" in drawing
    assert not re.search(r"(fill|stroke): #(ffffff|1b1f24|56606b|c9d0d8|111418)\b", drawing)


def test_ids_are_unique_on_the_page() -> None:
    ids = Counter(attributes.get("id") for _, attributes in Page(report().html()).elements)
    del ids[None]
    assert ids
    assert set(ids.values()) == {1}


def test_hostile_texts_stay_text() -> None:
    evil = Report(
        "evil",
        HOSTILE,
        [HOSTILE],
        [hostile()],
        [lambda: distribution("d", HOSTILE, {HOSTILE: [1, 2]}, x_label=HOSTILE)],
        {HOSTILE: HOSTILE},
        [HOSTILE],
    )
    page = Page(evil.html())
    assert not page.count["script"]
    assert not page.count["bold"]
    for tag in ("title", "h1", "p", "span", "th", "figcaption", "dt", "dd", "text"):
        assert HOSTILE in page.within(tag), tag
    labels = [attributes["aria-label"] for _, attributes in page.elements if "aria-label" in attributes]
    assert labels == [HOSTILE, HOSTILE]


def test_json_tells_everything_with_finite_numbers() -> None:
    odd = Table(
        "Odd",
        ["a", "b", "c"],
        [
            (
                "r",
                [
                    Cell(math.nan, math.inf),
                    Cell(Estimate.mean([2.0]), 2),
                    Cell(Estimate(1 / 3, 0.1, 0.5), Estimate(0.2, 0.1, 0.3)),
                ],
            )
        ],
        basis="B",
    )
    text = report(tables=[odd], figures=[Figure("f", "F", "<svg></svg>", "nothing")]).files()["study.json"]

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    nothing = dict.fromkeys(CSV_COLUMNS[2:])
    assert json.loads(text, parse_constant=refuse) == {
        "name": "study",
        "title": "A study",
        "intro": ["First.", "Second."],
        "verdict": {
            "word": "cannot tell",
            "reasons": [
                "1 of 1 published figures agree with ours, all together p = .3",
                "'Odd' is too uncertain to tell (what would be found: 162 %)",
            ],
        },
        "tables": [
            {
                "file": "study.csv",
                "title": "Odd",
                "corner": "",
                "columns": ["a", "b", "c"],
                "rows": [
                    {
                        "label": "r",
                        "cells": [
                            nothing,
                            nothing | {"ours": 2.0, "published": 2},
                            {
                                "ours": 1 / 3,
                                "low": 0.1,
                                "high": 0.5,
                                "published": 0.2,
                                "published_low": 0.1,
                                "published_high": 0.3,
                                "difference": 1 / 3 - 0.2,
                                "difference_low": ANY,
                                "difference_high": ANY,
                                "agrees": True,
                            },
                        ],
                    }
                ],
                "note": "",
                "basis": "B",
                "agreement": {"figures": 1, "apart": 0, "p": ANY, "shift": ANY, "change": ANY},
            }
        ],
        "figures": [{"file": "study-f.svg", "name": "f", "title": "F", "alt": "nothing"}],
        "figures_missing": None,
        "conclusion": ["It holds."],
        "facts": {"seed": "7", "games": "100"},
    }


def printed(report: Report) -> str:
    stream = io.StringIO()
    report.print(Console(file=stream, width=100, color_system=None))
    return stream.getvalue()


def test_without_matplotlib_the_report_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    bare = report()
    missing = "figures need matplotlib: pip install 'parlour[learn]'"
    names = [path.name for path in bare.write(tmp_path)]
    assert names == ["study.html", "study-games-won.csv", "study-mean-score.csv", "study.json"]
    assert f"Figures are left out: {missing}" in Page(bare.html()).within("p")
    assert bare.record()["figures_missing"] == missing
    assert bare.record()["figures"] == []
    assert f"Figures are left out: {missing}\n" in printed(bare)


def test_printed_in_the_order_of_reading() -> None:
    text = printed(report())
    assert text.startswith("A study\n\nFirst.\n\nSecond.\n\nGames won\n")
    assert re.sub(r"(?<=\S) *\n(?=\S)", " ", text).endswith(
        f"such runs\n\nIt holds.\n\n{VERDICT}\n\nseed: 7 games: 100\n\n"
    )
    assert text.index("100 games a cell.") < text.index("Mean score")


def test_printing_keeps_square_brackets() -> None:
    assert HOSTILE in printed(report(intro=[HOSTILE], tables=[], figures=[]))


def test_a_bare_report_is_a_page_too() -> None:
    page = Page(Report("bare", "Bare").html())
    assert page.within("h1") == ["Bare"]
    assert page.count["h2"] == page.count["p"] == 0
