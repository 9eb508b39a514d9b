"""Student's distribution beside the normal one: a spread that few runs tell is not known well.

Both ways by Wallace's formula (Annals of Mathematical Statistics 30, 1959), the one the exact inverse of the
other. It errs on the careful side: 3.22 for 3.18 with four runs, 4.47 for 4.30 with three.
"""

from __future__ import annotations

import math

import numpy as np

__all__ = ["MANY", "as_normal", "as_student"]

MANY = 1e9
"""With so many degrees of freedom or more Student's distribution is the normal one."""


def as_normal(t: np.ndarray | float, df: np.ndarray | float) -> np.ndarray:
    """The normal score that is as rare as a score of Student's with so many degrees of freedom."""
    known = np.minimum(df, MANY)
    size = np.sqrt(known * np.log1p(np.square(t) / known)) * (8 * known + 1) / (8 * known + 3)
    return np.asarray(np.copysign(size, t))


def as_student(z: float, df: float) -> float:
    """Student's score that is as rare as a normal one."""
    if df >= MANY:
        return z
    wide = z * (8 * df + 3) / (8 * df + 1)
    return math.copysign(math.sqrt(df * math.expm1(wide * wide / df)), z)
