"""All studies in one place: what each said of its source, how long it took, and how to run it again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.files import make_folder, write_text
from parlour.report.page import Report
from parlour.report.source import Source
from parlour.report.table import Cell, Table

__all__ = ["Line", "lines_of", "read_line", "write_index"]

COLUMNS = ("verdict", "figures that agree", "time", "seed", "version", "command")


@dataclass(frozen=True)
class Line:
    """A study that was run, in a line."""

    name: str
    title: str
    verdict: str
    agreeing: int
    figures: int
    facts: dict[str, str]

    @property
    def cells(self) -> list[Cell]:
        """What the index shows of it."""
        figures = f"{self.agreeing} of {self.figures}" if self.figures else "none to compare"
        facts = [self.facts.get(name, "") for name in ("time", "seed", "version", "command")]
        return [Cell(text) for text in (self.verdict or "nothing published to compare with", figures, *facts)]


def read_line(path: Path) -> Line | None:
    """The line of a report's JSON; None when the file is no report."""
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        tests = [table["agreement"] for table in record["tables"] if table["agreement"]]
        figures = sum(int(test["figures"]) for test in tests)
        apart = sum(int(test["apart"]) for test in tests)
        facts = {str(name): str(fact) for name, fact in record["facts"].items()}
        word = str(record["verdict"]["word"])
        return Line(str(record["name"]), str(record["title"]), word, figures - apart, figures, facts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def lines_of(folder: Path) -> Iterator[Line]:
    """The studies whose reports lie in a folder, each in a folder of its own name."""
    for path in sorted(folder.glob("*/*.json")) if folder.is_dir() else ():
        line = read_line(path) if path.stem == path.parent.name else None
        if line is not None and line.name == path.stem:
            yield line


def write_index(folder: Path, sources: Sequence[Source]) -> list[Path]:
    """Write the page that lists the studies of a folder, and what they cite as BibTeX; the page is first."""
    lines = list(lines_of(folder))
    words = [line.verdict for line in lines if line.verdict]
    counts = [f"{words.count(word)} {word}" for word in dict.fromkeys(sorted(words))]
    table = Table(
        "Every study and what it says of its source",
        COLUMNS,
        [(line.name, line.cells) for line in lines],
        corner="study",
        links={line.name: f"{line.name}/{line.name}.html" for line in lines},
    )
    report = Report(
        "index", "All studies", [f"{len(lines)} studies{': ' if counts else ''}{', '.join(counts)}."], [table]
    )
    bibliography = write_text(make_folder(folder) / "sources.bib", "\n".join(s.bibtex() for s in sources))
    return [*report.write(folder), bibliography]
