"""Studies of several games: what they conclude follows from their figures, and turns with them."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.lab import budgets, seats, tables, trainings
from parlour.lab.registry import win_share
from parlour.report.study import find_study
from parlour.stats.estimate import Estimate


def near(value: float, reach: float = 0.01) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def test_a_win_is_shared_by_the_sides_that_come_first() -> None:
    assert win_share((1, -1, 1, -1), 2, (0, 1, 0, 1)) == 1
    assert win_share((0, 0), 1, (0, 1)) == 0.5
    assert win_share((-1, 1, -1), 0, (0, 1, 2)) == 0


def test_the_first_seat_is_said_to_win_more_less_or_neither() -> None:
    rows = {
        "more": seats.Seats(0.5, near(0.1), near(-0.1)),
        "less": seats.Seats(0.5, near(-0.3), near(0.3)),
        "open": seats.Seats(0.5, near(0.001), near(0)),
    }
    text = " ".join(seats.seat_conclusion(rows))
    assert "more than its fair share in: more." in text
    assert "less in: less. In 1 of 3 rows" in text
    assert "matters most in less: -30.0" in text
    turned = {name: row._replace(first=row.last) for name, row in rows.items()}
    text = " ".join(seats.seat_conclusion(turned))
    assert "more than its fair share in: less." in text


def test_steps_of_elo_add_up_with_their_errors() -> None:
    rungs = budgets.add_up([near(100, 30), near(50, 40)])
    assert [rung.value for rung in rungs] == [0, 100, 150]
    assert rungs[2].low == pytest.approx(100)
    assert budgets.Ladder([1, 2, 4], [1, 2, 4], rungs).doubling.value == pytest.approx(75)


def test_search_pays_only_where_its_interval_says_so() -> None:
    def ladder(step: float, reach: float) -> budgets.Ladder:
        return budgets.Ladder([1, 2], [1.0, 2.0], budgets.add_up([near(step, reach)]))

    text = " ".join(budgets.budget_conclusion({"a": ladder(90, 20), "b": ladder(10, 20)}))
    assert "pay beyond doubt in: a. These games cannot tell in: b." in text
    assert "most in a (+90" in text
    text = " ".join(budgets.budget_conclusion({"a": ladder(9, 20), "b": ladder(100, 20)}))
    assert "pay beyond doubt in: b. These games cannot tell in: a." in text
    assert "least in a (+9" in text


def test_the_best_agent_stays_the_best_unless_another_is_surely_better() -> None:
    shares = {"own": {"x": near(1.5), "y": near(0.5)}, "other": {"x": near(0.5), "y": near(1.5)}}
    assert tables.leaders(shares) == ("x", ["other (y)"])
    assert "but another does in other (y)" in tables.table_sentence("G", shares)
    shares["other"] = {"x": near(0.5, 0.5), "y": near(1.5, 0.5)}
    assert tables.leaders(shares) == ("x", []), "what one wins the other loses: their errors add up"
    shares["other"] = {"x": near(0.99), "y": near(1.0)}
    assert tables.leaders(shares) == ("x", [])
    assert "nowhere does another win more" in tables.table_sentence("G", shares)


def test_line_ups_hold_partners_together_and_never_one_agent_alone() -> None:
    lines = tables.line_ups(["x", "y", "z"], (0, 1, 0, 1), 200, 0)
    assert all(line[0] == line[2] and line[1] == line[3] and line[0] != line[1] for line in lines)
    assert {line[0] for line in lines} == {"x", "y", "z"}
    assert lines == tables.line_ups(["x", "y", "z"], (0, 1, 0, 1), 200, 0)


def test_a_learner_beats_loses_to_or_is_level_with_its_teacher() -> None:
    spreads = {
        "good": trainings.Spread([near(0.7), near(0.71), near(0.69)]),
        "bad": trainings.Spread([near(0.3), near(0.31), near(0.29)]),
        "open": trainings.Spread([near(0.3), near(0.9), near(0.6)]),
    }
    text = " ".join(trainings.teacher_conclusion(spreads))
    assert "beats its teacher in: good. It loses to its teacher in: bad." in text
    assert "cannot tell in: open." in text


def test_the_seed_matters_where_trainings_differ_by_more_than_their_games() -> None:
    far = trainings.Spread([near(0.3), near(0.9), near(0.6)])
    close = trainings.Spread([near(0.6, 0.1), near(0.61, 0.1), near(0.59, 0.1)])
    text = " ".join(trainings.seed_conclusion({"far": far, "close": close}))
    assert "explain in: far. Games alone could explain the differences in: close." in text
    assert "worth most in far" in text
    assert close.by_training == 0


def test_equal_trainings_seldom_seem_to_differ() -> None:
    random, seeming = np.random.default_rng(0), 0
    for _ in range(400):
        scores = [Estimate.share(random.binomial(200, 0.6), 200) for _ in range(4)]
        seeming += trainings.Spread(scores).p < 0.05
    assert seeming < 40


@pytest.mark.parametrize("name", ["first-seat", "search-budget", "rules-and-tables"])
def test_a_study_of_several_games_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "SETTINGS", (seats.Setting("isolation", "random"),))
    monkeypatch.setattr(budgets, "FEWEST", {"isolation": 2})
    monkeypatch.setattr(tables, "FIELDS", (tables.FIELDS[2],))
    report = find_study(name).start(games=6)
    assert report.conclusion
    assert not report.verdict.word, "nothing of it was published"
    assert len(report.record()["figures"]) == 1


def test_the_studies_of_trainings_run(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = trainings.TASKS[0]._replace(settings={"games": 2})
    monkeypatch.setattr(trainings, "TASKS", (quick,))
    for name in ("learner-teacher", "training-seed"):
        report = find_study(name).start(games=4, settings={"trainings": 2})
        assert len(dict(report.tables[1].rows)[quick.title]) == 2
        assert report.conclusion
