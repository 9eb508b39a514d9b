"""What a study says of its source in the end: replicated, not replicated, or cannot tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from parlour.report.table import Table, p_text
from parlour.stats.agreement import DOUBT

__all__ = ["Claim", "Verdict", "verdict"]

ANSWERS = {True: "yes", False: "no", None: "cannot be told"}
Word = Literal["", "replicated", "not replicated", "cannot tell"]


@dataclass(frozen=True)
class Claim:
    """Something that a source says in words, and whether our figures bear it out; None: they cannot tell."""

    text: str
    holds: bool | None

    def __str__(self) -> str:
        return f"{self.text}: {ANSWERS[self.holds]}"


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
    figures that chance alone would hardly make, are not replicated; without either, nothing can be told.
    """
    tests = [table.agreement for table in tables if table.counts and table.agreement]
    p = min((min(1.0, len(tests) * test.p) for test in tests), default=1.0)
    failed = [claim for claim in claims if claim.holds is False]
    known = [claim for claim in claims if claim.holds is not None]
    if not tests and not claims and not any(table.summary() for table in tables):
        return Verdict()
    reasons = []
    if tests:
        agreeing = sum(test.figures - test.apart for test in tests)
        count = sum(test.figures for test in tests)
        reasons.append(f"{agreeing} of {count} published figures agree with ours, all together {p_text(p)}")
    reasons += map(str, claims)
    if not tests and not known:
        return Verdict("cannot tell", tuple(reasons) or ("no published figure says how much it rests on",))
    return Verdict("not replicated" if failed or p < DOUBT else "replicated", tuple(reasons))
