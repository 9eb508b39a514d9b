"""One judge for a whole game: the chance of every side after each move, and choice kept apart from luck."""

from __future__ import annotations

from parlour.judging.estimates import CONFIDENCE, Difference, Estimate, Estimator
from parlour.judging.judgement import Judge, Judgement, Verdict, judge
from parlour.judging.marks import Quality, clear_best, interval, mark, separated

__all__ = [
    "CONFIDENCE", "Difference", "Estimate", "Estimator", "Judge", "Judgement", "Quality", "Verdict",
    "clear_best", "interval", "judge", "mark", "separated",
]  # fmt: skip
