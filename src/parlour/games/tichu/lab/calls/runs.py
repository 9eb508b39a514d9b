"""What the studies of calls share: the hands that a run is about, and curves without intervals."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from parlour.games.tichu.lab.calls.gathering import find_hands
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["hands_of", "sure"]


def hands_of(run: Run) -> tuple[Dataset, str]:
    """The hands of the logs that were given, or of self-play, with a word on where they are from."""
    logs = str(run.settings.get("logs") or "")
    data, where = find_hands(None, Path(logs) if logs else None, run.games, run.seed, run.engine(), run.track)
    run.games = np.unique(data.game).size
    return data, where


def sure(values: np.ndarray) -> list[Estimate]:
    """Points without an interval."""
    return [Estimate(float(value), float(value), float(value)) for value in values]
