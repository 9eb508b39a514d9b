"""What the study of Reversi's levels says turns with its figures, and nothing of ours is called published."""

from __future__ import annotations

from parlour.games.reversi.lab.exercises import LEVELS, Outcome, reached_levels
from parlour.report.study import find_study


def test_a_level_is_missed_by_losses_or_by_time() -> None:
    outcomes = {name: Outcome(1000, 0, 1.0) for name in LEVELS}
    assert reached_levels(outcomes) == "All levels of the sheet are reached: novice, basic, standard."
    outcomes["basic"] = Outcome(1000, 71, 1.0)
    assert reached_levels(outcomes) == "Of the sheet's levels basic is missed."
    outcomes["novice"] = Outcome(1000, 0, 61.0)
    assert "novice, basic are missed" in reached_levels(outcomes)
    assert Outcome(100, 7, 5.0).reaches(LEVELS["basic"]), "limits are in proportion to the games"


def test_our_own_limits_are_not_called_published() -> None:
    report = find_study("reversi-levels").start(games=4)
    (table,) = report.tables
    assert not any(cell.published_text for _, _, cell in table.cells())
    assert dict(table.rows)["pro"][-2].ours == "ours"
    assert dict(table.rows)["basic"][-2].ours == "the sheet"
