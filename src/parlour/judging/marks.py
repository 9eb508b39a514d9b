"""How good a move was: a mark only where moves differ by more than the doubt about them."""

from __future__ import annotations

import math
from typing import Literal

from parlour.agent import Candidate, Explanation
from parlour.judging.estimates import CONFIDENCE

__all__ = ["Quality", "clear_best", "interval", "mark", "separated"]

Quality = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

EVEN = 0.02  # moves of a search that differ by less are equally good
POINT = 1.0  # unless they differ by so much in the search's own units
CUTS: tuple[tuple[float, Quality], ...] = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))


def interval(candidate: Candidate) -> float:
    """The 95 % interval of a candidate's chance; 0 when a search has computed it."""
    if candidate.proven or not candidate.visits:
        return 0.0
    share = min(max(candidate.win, 0.0), 1.0)
    return CONFIDENCE * math.sqrt(max(share * (1 - share), 1 / candidate.visits) / candidate.visits)


def separated(better: Candidate, worse: Candidate) -> bool:
    """Whether a candidate is better than another beyond doubt."""
    gap, doubt = better.win - worse.win, math.hypot(interval(better), interval(worse))
    if doubt:
        return gap > doubt
    if better.score is not None and worse.score is not None and better.score - worse.score >= POINT:
        return True
    return gap >= EVEN


def clear_best(explanation: Explanation) -> bool:
    """Whether the first candidate is better than all the others beyond doubt."""
    first, *others = explanation.candidates
    return bool(others) and all(separated(first, other) for other in others)


def mark(loss: float, doubt: float) -> Quality | None:
    """The mark of a move that gave `loss` away, give or take `doubt`; none when that may be nothing."""
    if doubt and loss <= doubt:
        return None
    return next((quality for least, quality in CUTS if loss >= least), "good")
