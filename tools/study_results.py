"""Write docs/study-results.md from the studies' reports in docs/results.

With a folder that ``parlour study all`` has written, its reports are copied there first:
``python tools/study_results.py results``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from parlour.files import make_folder, write_text
from parlour.report.index import Line, lines_of
from parlour.report.study import studies

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, REPORTS = DOCS / "study-results.md", DOCS / "results"

HEAD = """# What the studies found

`parlour study all --out results` runs every [study](studies.md) at its default size and writes the
pages, tables and figures that these lines are taken from; `python tools/study_results.py results` writes
this page. Every sentence is computed from the tables of its study.
"""
COLUMNS = ["| study | verdict | figures that agree | time |", "|---|---|---|---|"]
NEVER = "not run yet"


def keep(folder: Path) -> None:
    """Copy the reports of a folder to those that the page is made of."""
    for line in lines_of(folder):
        report = json.loads((folder / line.name / f"{line.name}.json").read_text(encoding="utf-8"))
        text = json.dumps(report, ensure_ascii=False, separators=(",", ":"))
        write_text(make_folder(REPORTS / line.name) / f"{line.name}.json", f"{text}\n")


def page(folder: Path) -> str:
    """The page: a line a study, then what each that was run says."""
    lines = {line.name: line for line in lines_of(folder)}
    rows = [row(lines[name]) if name in lines else f"| `{name}` | {NEVER} | | |" for name in studies()]
    texts = [section(lines[name], folder) for name in studies() if name in lines]
    return "\n".join([HEAD, *when(lines.values()), *COLUMNS, *rows, "", *texts])


def when(lines: Any) -> list[str]:
    """When and where the studies were run."""
    dates = sorted(line.facts["date"] for line in lines)
    machines = ", ".join(dict.fromkeys(line.facts["machine"] for line in lines))
    if not dates:
        return []
    days = f"on {dates[0]}" if dates[0] == dates[-1] else f"from {dates[0]} to {dates[-1]}"
    return [f"Run {days} ({machines}).\n"]


def row(line: Line) -> str:
    """A study in the table of all."""
    verdict, figures, time = (cell.ours for cell in line.cells[:3])
    return f"| [`{line.name}`](#{line.name}) | {verdict} | {figures} | {time} |"


def section(line: Line, folder: Path) -> str:
    """A study's verdict and conclusion."""
    report = json.loads((folder / line.name / f"{line.name}.json").read_text(encoding="utf-8"))
    said = [f"- {reason[0].upper()}{reason[1:]}" for reason in report["verdict"]["reasons"]]
    found = [f"- {sentence}" for sentence in report["conclusion"]]
    verdict = f"{report['title']}: **{line.verdict}**." if line.verdict else f"{report['title']}."
    command = f"    {line.facts['command']}"
    return "\n".join([f"## {line.name}", "", verdict, "", *said, *found, "", command, ""])


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit("python tools/study_results.py [RESULTS], a folder that `parlour study all` has written")
    if len(sys.argv) == 2:
        keep(Path(sys.argv[1]))
    write_text(PAGE, page(REPORTS))
