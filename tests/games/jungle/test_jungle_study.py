"""What the study of Jungle concludes turns with its figures."""

from __future__ import annotations

import pytest

from parlour.games.jungle.lab.studies import beats, in_time
from parlour.stats.estimate import Estimate


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(0.85, 0.95, "better than that"), (0.5, 0.7, "falls short"), (0.75, 0.85, "may have")],
)
def test_the_sheets_goal_is_passed_missed_or_open(low: float, high: float, words: str) -> None:
    assert words in beats(Estimate((low + high) / 2, low, high))


def test_the_time_allowed_is_kept_or_not() -> None:
    assert "within the 4 times" in in_time(0.1)
    assert "beyond the 4 times" in in_time(4.1)
