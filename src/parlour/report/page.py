"""A study's report: on the terminal, as one page, and as files for machines."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.files import make_folder, write_text
from parlour.report.canvas import Figure, MissingMatplotlib, can_draw
from parlour.report.table import Table
from parlour.report.verdict import Claim, Verdict, verdict

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Report", "as_facts"]

FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
LONGEST_SLUG = 60


def as_facts(values: Mapping[str, object]) -> dict[str, str]:
    """Values by their names as a report says them; those that are empty are left out."""
    return {name: str(value) for name, value in values.items() if value is not None and value != ""}


@dataclass(frozen=True)
class Report:
    """What a study found: its words, tables and figures, and the facts needed to run it again.

    A figure may be given as a function that draws it, so that a report without matplotlib is still written.
    """

    name: str
    title: str
    intro: Sequence[str] = ()
    tables: Sequence[Table] = ()
    figures: Sequence[Figure | Callable[[], Figure]] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    conclusion: Sequence[str] = ()
    claims: Sequence[Claim] = ()

    def __post_init__(self) -> None:
        _check_file_name(self.name)

    @cached_property
    def verdict(self) -> Verdict:
        """What the study says of its source, by its tables and the source's claims."""
        return verdict(self.tables, self.claims)

    def print(self, console: Console) -> None:
        """Show the report on a terminal; figures appear only in the written page."""
        from rich.text import Text

        for block in self._blocks():
            console.print(Text(block) if isinstance(block, str) else block)
            console.print()

    def write(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write the page, the tables, the figures and the data into `folder`; the page comes first."""
        place = make_folder(folder)
        return [write_text(place / name, text) for name, text in self.files().items()]

    def files(self) -> dict[str, str]:
        """The text of every file of the report by its name."""
        drawings, _ = self._drawings
        return {
            f"{self.name}.html": self.html(),
            **{name: table.csv() for name, table in zip(self._table_files(), self.tables, strict=True)},
            **{f"{self.name}-{drawing.name}.svg": drawing.svg for drawing in drawings},
            f"{self.name}.json": json.dumps(self.record(), indent=1, ensure_ascii=False, allow_nan=False)
            + "\n",
        }

    def html(self) -> str:
        """The report as one page that needs nothing else."""
        from parlour.report.html import page_html

        drawings, complaint = self._drawings
        return page_html(self, drawings, complaint)

    def record(self) -> dict[str, Any]:
        """The whole report for machines: numbers are finite or None."""
        drawings, complaint = self._drawings
        return {
            "name": self.name,
            "title": self.title,
            "intro": list(self.intro),
            "verdict": {"word": self.verdict.word, "reasons": list(self.verdict.reasons)},
            "tables": [
                {"file": name, **table.record()}
                for name, table in zip(self._table_files(), self.tables, strict=True)
            ],
            "figures": [
                {"file": f"{self.name}-{d.name}.svg", "name": d.name, "title": d.title, "alt": d.alt}
                for d in drawings
            ],
            "figures_missing": complaint,
            "conclusion": list(self.conclusion),
            "facts": dict(self.facts),
        }

    @cached_property
    def _drawings(self) -> tuple[list[Figure], str | None]:
        """The figures, and the reason why some are missing."""
        drawings: list[Figure] = []
        complaint = None
        for figure in self.figures:
            try:
                drawings.append(figure if isinstance(figure, Figure) else figure())
            except MissingMatplotlib as error:
                complaint = str(error)
        names = [_check_file_name(drawing.name) for drawing in drawings]
        if len(set(names)) < len(names):
            raise ValueError(f"report {self.name!r}: two figures share a name among {', '.join(names)}")
        return drawings, complaint

    def _blocks(self) -> Iterator[str | Table]:
        yield self.title
        yield from self.intro
        yield from self.tables
        yield from self.conclusion
        if self.verdict.word:
            yield str(self.verdict)
        if not can_draw() and not all(isinstance(figure, Figure) for figure in self.figures):
            yield f"Figures are left out: {MissingMatplotlib()}"
        if self.facts:
            yield "\n".join(f"{name}: {fact}" for name, fact in self.facts.items())

    def _table_files(self) -> list[str]:
        if len(self.tables) == 1:
            return [f"{self.name}.csv"]
        names: list[str] = []
        for place, table in enumerate(self.tables, 1):
            name = f"{self.name}-{_slug(table.title) or place}.csv"
            names.append(name if name not in names else f"{name.removesuffix('.csv')}-{place}.csv")
        return names


def _check_file_name(name: str) -> str:
    if not FILE_NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a file: use letters, digits, '-', '_' and '.'")
    return name


def _slug(title: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower())[:LONGEST_SLUG].strip("-")
