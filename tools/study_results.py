"""Write docs/study-results.md from what ``parlour study all`` wrote: ``tools/study_results.py DIR``."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

from parlour.files import write_text
from parlour.report.index import Line, lines_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "study-results.md"

HEAD = """# What the studies found

`parlour study all --out results` runs every [study](studies.md) at its default size and writes the
pages, tables and figures that these lines are taken from; `python tools/study_results.py results` writes
this page from them. Every sentence is computed from the tables of its study.
"""


def page(folder: Path) -> str:
    """The page: a line a study, then what each says."""
    lines = list(lines_of(folder))
    reports = [folder / line.name / f"{line.name}.json" for line in lines]
    dates = sorted(date.fromtimestamp(path.stat().st_mtime) for path in reports)
    machines = ", ".join(dict.fromkeys(line.facts["machine"] for line in lines))
    when = f"Run from {dates[0]} to {dates[-1]} ({machines}), while the machine did other work too.\n"
    head = ["| study | verdict | figures that agree | time |", "|---|---|---|---|"]
    rows = [row(line) for line in lines]
    texts = [section(line, json.loads(path.read_text())) for line, path in zip(lines, reports, strict=True)]
    return "\n".join([HEAD, when, *head, *rows, "", *texts])


def row(line: Line) -> str:
    """A study in the table of all."""
    verdict, figures, time = (cell.ours for cell in line.cells[:3])
    return f"| [`{line.name}`](#{line.name}) | {verdict} | {figures} | {time} |"


def section(line: Line, report: dict[str, Any]) -> str:
    """A study's verdict and conclusion."""
    said = [f"- {reason[0].upper()}{reason[1:]}" for reason in report["verdict"]["reasons"]]
    found = [f"- {sentence}" for sentence in report["conclusion"]]
    verdict = f"{report['title']}: **{line.verdict}**." if line.verdict else f"{report['title']}."
    command = f"    {line.facts['command']}"
    return "\n".join([f"## {line.name}", "", verdict, "", *said, *found, "", command, ""])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python tools/study_results.py RESULTS, a folder that `parlour study all` has written")
    write_text(PAGE, page(Path(sys.argv[1])))
