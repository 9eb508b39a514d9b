"""The HTML page of a report: nothing loaded from elsewhere, every text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from parlour.report.canvas import FAINT, INK, MUTED, OUTLINE, PAPER, Figure
from parlour.report.table import Cell, Table

if TYPE_CHECKING:
    from parlour.report.page import Report
    from parlour.report.verdict import Verdict

__all__ = ["POLICY", "facts_html", "figure_html", "page_html", "paragraphs", "table_html"]

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a page may load: nothing but what is in it."""
TOKENS = {PAPER: "--panel", INK: "--ink", MUTED: "--mut", FAINT: "--line", OUTLINE: "--outline"}
PAINT = re.compile(rf"\b((?:fill|stroke): )({'|'.join(TOKENS)})\b")
LONG = 20  # a text with more letters may take several lines
LEGEND = (
    "Each cell holds our figure with its 95 % interval in brackets and, where there is one, the published "
    "figure, with its own interval where its sample is known; then the difference, ours less the published "
    "figure, with the errors of both. “✓\N{NO-BREAK SPACE}agrees” says that the difference may be nothing, "
    "“✗\N{NO-BREAK SPACE}differs” that it is not; one in twenty differs by chance."
)


def page_html(report: Report, drawings: Sequence[Figure], complaint: str | None) -> str:
    """The whole page of a report, styled for light, dark, phone and paper."""
    title = escape(report.title)
    style = files("parlour.report").joinpath("page.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{title}</h1>\n{_contents(report, drawings, complaint)}</main>\n</body>\n"
        "</html>\n"
    )


def _contents(report: Report, drawings: Sequence[Figure], complaint: str | None) -> str:
    missing = [f"Figures are left out: {complaint}"] if complaint else []
    legend = [LEGEND] if any(table.summary() for table in report.tables) else []
    return (
        paragraphs(report.intro)
        + _verdict_html(report.verdict)
        + _section("Tables", paragraphs(legend, "note"), map(table_html, report.tables))
        + _section("Figures", paragraphs(missing, "missing"), map(figure_html, drawings))
        + _section("Conclusion", paragraphs(report.conclusion), [])
        + _section("How this was run", facts_html(report.facts), [])
    )


def _verdict_html(verdict: Verdict) -> str:
    """The word, and below it a line a reason."""
    reasons = "".join(f"<li>{escape(reason[0].upper() + reason[1:])}</li>\n" for reason in verdict.reasons)
    word = verdict.word.capitalize()
    return f'<p class="summary">{word}</p>\n<ul class="reasons">\n{reasons}</ul>\n' if word else ""


def _section(heading: str, opening: str, parts: Iterable[str]) -> str:
    content = opening + "".join(parts)
    return f"<section>\n<h2>{heading}</h2>\n{content}</section>\n" if content else ""


def figure_html(figure: Figure) -> str:
    """A figure drawn into the page, its plain colours swapped for the page's own."""
    title = escape(figure.title)
    svg = PAINT.sub(lambda paint: f"{paint[1]}var({TOKENS[paint[2]]})", figure.svg)
    return (
        f'<figure>\n<div class="scroll" role="region" aria-label="{title}" tabindex="0">\n{svg}</div>\n'
        f"<figcaption>{title}</figcaption>\n</figure>\n"
    )


def table_html(table: Table) -> str:
    """A table with its caption, scoped headings, note and summary; it scrolls sideways when it is wide."""
    title = escape(table.title)
    below = paragraphs(filter(None, (table.note, table.basis, table.summary())), "note")
    return (
        f'<div class="table">\n<div class="scroll" role="region" aria-label="{title}" tabindex="0">\n'
        f"<table>\n<caption><span>{title}</span></caption>\n{_head(table)}\n{_body(table)}\n</table>\n</div>\n"
        f"{below}</div>\n"
    )


def paragraphs(texts: Iterable[str], style: str = "") -> str:
    """Each text as one paragraph of its own."""
    opening = f'<p class="{style}">' if style else "<p>"
    return "".join(f"{opening}{escape(text)}</p>\n" for text in texts)


def facts_html(facts: Mapping[str, str]) -> str:
    """Named facts as a list of terms, empty when there are none."""
    pairs = "".join(f"<div><dt>{escape(n)}</dt><dd>{escape(fact)}</dd></div>\n" for n, fact in facts.items())
    return f'<dl class="facts">\n{pairs}</dl>\n' if pairs else ""


def _head(table: Table) -> str:
    corner = f'<th scope="col">{escape(table.corner)}</th>' if table.corner else "<td></td>"
    columns = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    return f"<thead><tr>{corner}{columns}</tr></thead>"


def _body(table: Table) -> str:
    rows = (
        f'<tr><th scope="row">{_label(table, label)}</th>{"".join(map(_cell, cells))}</tr>\n'
        for label, cells in table.rows
    )
    return f"<tbody>\n{''.join(rows)}</tbody>"


def _label(table: Table, label: str) -> str:
    link = table.links.get(label)
    return f'<a href="{escape(link)}">{escape(label)}</a>' if link else escape(label)


def _cell(cell: Cell) -> str:
    parts = [("ours", cell.ours_text), ("range", cell.interval_text)]
    if cell.published_text:
        parts.append(("published", f"published {cell.published_text}"))
        parts.append(("range", cell.published_interval_text))
    if cell.difference:
        parts.append(("range", f"difference {cell.difference_text}"))
    if cell.mark:
        parts.append(("agrees" if cell.agrees else "differs", cell.mark))
    spans = (f'<span class="{style}">{escape(text)}</span>' for style, text in parts if text)
    style = ' class="text"' if isinstance(cell.ours, str) and len(cell.ours) > LONG else ""
    return f"<td{style}>{' '.join(spans)}</td>"
