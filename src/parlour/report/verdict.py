"""What a study says of its source in the end: replicated, not replicated, or cannot tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from parlour.report.table import Table, p_text, percent_text
from parlour.stats.agreement import DOUBT, Agreement

__all__ = ["Claim", "Verdict", "verdict"]

ANSWERS = {True: "yes", False: "no", None: "cannot be told"}
Word = Literal["", "replicated", "not replicated", "cannot tell"]


@dataclass(frozen=True)
class Claim:
    """Something that a source says in words, and whether our figures bear it out; None: they cannot tell.

    `power` says how small a thing they would have found.
    """

    text: str
    holds: bool | None
    power: str = ""

    def __str__(self) -> str:
        return f"{self.text}: {ANSWERS[self.holds]}" + (f" ({self.power})" if self.power else "")


@dataclass(frozen=True)
class Verdict:
    """The verdict on a source; no word at all where a study has none."""

    word: Word = ""
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.word.capitalize()}: {'; '.join(self.reasons)}." if self.word else ""


def verdict(tables: Sequence[Table], claims: Sequence[Claim]) -> Verdict:
    """The verdict by all figures that can be compared and all claims.

    The tests of several tables count as often as there are tables (Bonferroni). A claim that fails, or
    figures that chance alone would hardly make, are not replicated. Otherwise at least half of the tables and
    claims must be able to tell: a table that would not find its figures off by a tenth agrees with anything.
    """
    tests = [(table.title, table.agreement) for table in tables if table.counts and table.agreement]
    p = min((min(1.0, len(tests) * test.p) for _, test in tests), default=1.0)
    failed = [claim for claim in claims if claim.holds is False]
    if not tests and not claims and not any(table.summary() for table in tables):
        return Verdict()
    telling = [claim.holds is not None for claim in claims] + [test.tells for _, test in tests]
    reasons = (*_by_figures(tests, p), *map(str, claims))
    if failed or p < DOUBT:
        return Verdict("not replicated", reasons)
    if telling and 2 * sum(telling) >= len(telling):
        return Verdict("replicated", reasons)
    return Verdict("cannot tell", reasons or ("no published figure says how much it rests on",))


def _by_figures(tests: Sequence[tuple[str, Agreement]], p: float) -> list[str]:
    """What the tables say together, what they would have found, and which of them are too uncertain."""
    if not tests:
        return []
    agreeing = sum(test.figures - test.apart for _, test in tests)
    count = sum(test.figures for _, test in tests)
    sure = [test.change for _, test in tests if test.tells]
    reasons = [f"{agreeing} of {count} published figures agree with ours, all together {p_text(p)}"]
    if sure:
        sizes = " to ".join(dict.fromkeys(map(percent_text, (min(sure), max(sure)))))
        whose = "all figures" if len(tests) == 1 else "all figures of a table"
        reasons.append(f"a change of {whose} by {sizes} of themselves would be found in 80 % of such runs")
    reasons += [
        f"'{title}' is too uncertain to tell (what would be found: {percent_text(test.change)})"
        for title, test in tests
        if test.holds and not test.tells
    ]
    return reasons
