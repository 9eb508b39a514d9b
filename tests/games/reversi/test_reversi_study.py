"""What the study of Reversi's levels says turns with its figures, and nothing of ours is called published."""

from __future__ import annotations

from parlour.games.reversi.lab.exercises import LEVELS, Outcome, conclude, reached_levels, saved, told
from parlour.report.study import find_study
from parlour.stats.estimate import Estimate


def test_a_level_is_missed_by_losses_or_by_time() -> None:
    outcomes = {name: Outcome(1000, 0, 1.0) for name in LEVELS}
    assert reached_levels(outcomes) == "All levels of the sheet are reached: novice, basic, standard."
    outcomes["basic"] = Outcome(1000, 71, 1.0)
    assert reached_levels(outcomes) == "Of the sheet's levels basic is missed."
    outcomes["novice"] = Outcome(1000, 0, 61.0)
    assert "novice, basic are missed" in reached_levels(outcomes)
    assert Outcome(100, 7, 5.0).reaches(LEVELS["basic"]), "limits are in proportion to the games"


def test_what_ordering_saves_follows_from_the_times() -> None:
    sure = {"by value": Estimate(1.0, 0.8, 1.2), "by table": Estimate(-1.0, -1.2, -0.8)}
    assert saved(6, sure) == [
        "At depth 6, 'by value' takes 2.0 [1.7, 2.3] times less time than 'random order' and 'by table' "
        "takes 2.0 [1.7, 2.3] times more time than 'random order'.",
        "A change of 0.288 doublings would be found in 80 % of such runs.",
    ]
    assert saved(3, {"by value": Estimate(0.1, -0.1, 0.3)})[0] == (
        "At depth 3, 'by value' takes 1.1 [0.9, 1.2] times less time, not known to be less or more, than "
        "'random order'."
    )


def test_who_is_beaten_follows_from_the_scores() -> None:
    scores = {"a": Estimate(0.6, 0.55, 0.65), "b": Estimate(0.4, 0.35, 0.45), "c": Estimate(0.5, 0.4, 0.6)}
    assert told("It", scores) == (
        "It scores more than half against a, less than half against b, "
        "not known to be more or less against c."
    )
    assert told("It", {"a": scores["b"]}) == "It scores less than half against a."
    assert conclude("It", {"a": scores["a"]}) == [
        "It scores more than half against a.",
        "A distance from half of 7.18 points would be found in 80 % of such runs.",
    ]


def test_our_own_limits_are_not_called_published() -> None:
    report = find_study("reversi-levels").start(games=4)
    (table,) = report.tables
    assert not any(cell.published_text for _, _, cell in table.cells())
    assert dict(table.rows)["pro"][-2].ours == "ours"
    assert dict(table.rows)["basic"][-2].ours == "the sheet"
    assert report.conclusion[1].startswith("A change of the games lost of "), report.conclusion
