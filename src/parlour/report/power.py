"""How small a thing a study would find."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from parlour.stats.agreement import agreement
from parlour.stats.estimate import Estimate

__all__ = ["power"]


def power(figures: Iterable[Estimate], what: str, unit: str = "points", scale: float = 100.0) -> str:
    """How small a thing such runs would find, where no published figures say it, in a sentence."""
    shifts = [test.shift for figure in figures if (test := agreement([figure]))]
    if not shifts:
        return f"These runs are too small to find {what} of any size."
    size = f"{scale * median(shifts):.1f} {unit}"
    return f"{what[0].upper()}{what[1:]} of {size} would be found in 80 % of such runs."
