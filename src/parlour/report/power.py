"""How small a thing a study would find, where no published figures say it."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from parlour.stats.agreement import agreement
from parlour.stats.estimate import Estimate

__all__ = ["findable", "power"]


def findable(figures: Iterable[Estimate], what: str, unit: str = "points", scale: float = 100.0) -> str:
    """How small a thing such runs would find, in a clause; of several figures the middle one."""
    shifts = [test.shift for figure in figures if (test := agreement([figure]))]
    if not shifts:
        return f"these runs are too small to find {what} of any size"
    size = " ".join(filter(None, (f"{scale * median(shifts):.3g}", unit)))
    return f"{what} of {size} would be found in 80 % of such runs"


def power(figures: Iterable[Estimate], what: str, unit: str = "points", scale: float = 100.0) -> str:
    """The same as a sentence."""
    text = findable(figures, what, unit, scale)
    return f"{text[0].upper()}{text[1:]}."
