"""The judge on trial: does it say the same twice, and does it tell every change as choice or luck?"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from parlour.judging.judgement import Judge, Judgement, Verdict
from parlour.progress import Track
from parlour.record import Record

__all__ = ["CLOSE", "Trial", "try_judge"]

CLOSE = 0.03
"""Two judgements of a position that differ by less are the same."""


@dataclass(frozen=True)
class Trial:
    """What came of judging games twice, with other random numbers."""

    games: int
    plies: int
    close: float  # the share of plies whose two judgements differ by less than `CLOSE`
    percentile: float  # the difference that 95 % of the plies stay within
    largest: float
    changes: int  # moves that changed the chance beyond doubt
    told: float  # the share of those that is put down to choice or luck
    sure: float  # the share in which that part is beyond doubt by itself
    choices: int
    lucks: int
    seconds: float  # to judge one game once

    def as_dict(self) -> dict[str, Any]:
        """The figures by their names."""
        return asdict(self)


def try_judge(records: Sequence[Record], seed: int, track: Track) -> Trial:
    """Judge every position of some games twice, with other random numbers, both at the same time."""
    differences, verdicts, seconds = list[float](), list[Verdict](), 0.0
    for record in track(records, "games judged twice", len(records)):
        with ThreadPoolExecutor(2) as pool:
            (first, took), (second, _) = pool.map(_judged, [record] * 2, (2 * seed, 2 * seed + 1))
        seconds += took
        differences += [_difference(*pair) for pair in zip(first, second, strict=True)]
        verdicts += [one.verdict for one in first if one.verdict]
    return _figures(len(records), differences, verdicts, seconds / len(records))


def _judged(record: Record, seed: int) -> tuple[list[Judgement], float]:
    """Every position of a game, and the seconds that it took."""
    began, last = time.perf_counter(), record.last()
    return list(Judge(last.game, seed=seed).game_of(last)), time.perf_counter() - began


def _figures(games: int, differences: list[float], verdicts: list[Verdict], seconds: float) -> Trial:
    changed = [one for one in verdicts if abs(one.change) > one.change_error]
    return Trial(
        games=games,
        plies=len(differences),
        close=float(np.mean(np.array(differences) < CLOSE)),
        percentile=float(np.quantile(differences, 0.95)),
        largest=max(differences),
        changes=len(changed),
        told=_share([bool(one.told) for one in changed]),
        sure=_share([bool(one.sure) for one in changed]),
        choices=sum(one.told == "choice" for one in changed),
        lucks=sum(one.told == "luck" for one in changed),
        seconds=seconds,
    )


def _share(hits: list[bool]) -> float:
    return sum(hits) / len(hits) if hits else math.nan


def _difference(one: Judgement, other: Judgement) -> float:
    """The largest difference of a side's chance."""
    return max(abs((a or 0.0) - (b or 0.0)) for a, b in zip(one.win, other.win, strict=True))
