"""Studies of agents and of calling styles: every conclusion follows from its table, and turns with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.games.tichu.lab import castelein, vlachou
from parlour.games.tichu.lab.calls import styles
from parlour.games.tichu.lab.shares import share_without_ties
from parlour.report import Cell, Table
from parlour.report.study import Run, find_study
from parlour.stats.estimate import Estimate


def near(value: float, reach: float = 0.01) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def test_the_binomial_test_is_the_published_one() -> None:
    assert castelein.binomial_tail(24_336, 24_336 + 24_212) == pytest.approx(castelein.CHANCE, abs=0.0005)
    assert castelein.binomial_tail(2, 3) == pytest.approx(0.5)
    assert castelein.binomial_tail(0, 5) == pytest.approx(1)


def test_the_share_decides_whether_learned_guesses_help() -> None:
    assert castelein.no_gain(near(0.505)).holds is True
    assert castelein.no_gain(near(0.55)).holds is False
    assert castelein.no_gain(near(0.505, 0.05)).holds is None


def guesses(mc: tuple[float, float], mcts: tuple[float, float]) -> Table:
    rows = [
        (way, [Cell(near(mc[place])), Cell(near(mcts[place]))])
        for place, way in enumerate(("uniform", "learned"))
    ]
    return Table("guesses", ("MC", "MCTS"), rows)


def test_right_guesses_decide_which_are_better() -> None:
    published = castelein.guess_claims(guesses((0.87, 0.82), (0.84, 0.88)))
    assert [claim.holds for claim in published] == [True, True]
    opposite = castelein.guess_claims(guesses((0.82, 0.87), (0.88, 0.84)))
    assert [claim.holds for claim in opposite] == [False, False]
    assert castelein.guess_claims(guesses((0.82, 0.82), (0.88, 0.88)))[0].holds is None


def test_playouts_decide_whether_more_of_them_help_less() -> None:
    rising = [near(share, 0.005) for share in (0.7, 0.8, 0.82, 0.83)]
    assert castelein.saturation("MC", rising).holds is True
    late = [near(share, 0.005) for share in (0.7, 0.71, 0.72, 0.82)]
    assert castelein.saturation("MC", late).holds is False


def test_shares_decide_whether_another_budget_explains_the_published_ones() -> None:
    text = castelein.budget_sentence({"MC": [near(share) for share in (0.89, 0.94, 0.95, 0.96)]})
    assert "MC comes nearest to 89.2% with 5 playouts, 89.0%, which agrees" in text
    apart = castelein.budget_sentence({"MC": [near(share) for share in (0.98, 0.97, 0.96, 0.94)]})
    assert "with 100 playouts, 94.0%, which still differs" in apart


def test_rounds_on_one_deal_count_as_one_and_ties_not_at_all() -> None:
    swapped = share_without_ties([[1.0, 0.0]] * 50)
    assert swapped == Estimate.share(25, 50), "all alike: their spread says nothing"
    alone = share_without_ties([[1.0], [0.0]] * 50)
    assert alone.high - alone.low > 0.15
    half = share_without_ties([[1.0, 0.0]] * 50 + [[1.0, 1.0]] + [[0.0, 0.0]])
    assert half.high - half.low < 0.1
    assert share_without_ties([[1.0, 0.5], [0.0], [1.0]]).value == pytest.approx(2 / 3)
    assert share_without_ties([[1.0]] * 20).low < 0.9


def test_table_six_one_has_nine_cells_of_which_three_are_what_others_leave() -> None:
    report = find_study("tichu-agents").start(games=4, settings={"playouts": 2})
    cells = {(row, column): cell for row, column, cell in report.tables[0].cells()}
    assert len(cells) == 9
    assert (cells["Random", "MC"].value or 0) + (cells["MC", "Random"].value or 0) == pytest.approx(1)
    assert cells["MC", "Random"].agrees is None
    assert cells["MC", "MCTS"].published_value == 0.506  # of the column against the row
    right = dict(report.tables[3].rows)
    assert len({cell.value for cells in right.values() for cell in cells}) == 4


def points(**rows: Estimate) -> Table:
    return Table("points", ("points",), [(label, [Cell(ours)]) for label, ours in rows.items()])


def test_the_points_decide_which_style_wins() -> None:
    text = styles.winner(points(bold=near(20, 2), careful=near(5, 2)))
    assert text.startswith("bold makes the most points")
    assert "(more than without Grand Tichu); all others are known to be worse" in text
    turned = styles.winner(points(bold=near(-20, 2), careful=near(-19, 2)))
    assert turned.startswith("careful makes the most points")
    assert "(less than without Grand Tichu); not known to be worse: bold" in turned
    assert "not known to differ" in styles.winner(points(bold=near(1, 2)))


def test_the_matches_decide_which_style_wins_the_most() -> None:
    def table(bold: float, careful: float) -> Table:
        rows = [("bold", bold), ("careful", careful)]
        return Table("t", ("points", "won"), [(name, [Cell(0.0), Cell(near(x, 0.03))]) for name, x in rows])

    assert "won by bold: 60.0%" in styles.match_winner(table(0.6, 0.4))
    assert "(more than half)" in styles.match_winner(table(0.6, 0.4))
    assert "won by careful" in styles.match_winner(table(0.4, 0.52))
    assert "(not known to be more than half)" in styles.match_winner(table(0.4, 0.52))


def test_the_points_decide_which_style_wins_at_which_score() -> None:
    def table(bold: tuple[float, float], careful: tuple[float, float]) -> Table:
        rows = [("bold", bold), ("careful", careful)]
        return Table("t", ("behind", "ahead"), [(name, [Cell(near(x)) for x in row]) for name, row in rows])

    assert "behind: bold, 5.0" in styles.best_when(table((5, -5), (1, 2)))
    assert "ahead: careful, 2.0" in styles.best_when(table((5, -5), (1, 2)))
    assert "behind: careful" in styles.best_when(table((-5, 5), (1, 2)))


def test_a_pair_of_matches_is_counted_for_the_style_whichever_seats_it_has() -> None:
    run = Run("tichu-styles", 2, 3)
    played = styles.play_pairs(run, {"bold": "plan:grand=aggressive", "never": styles.NEVER})
    for pairs in played.values():
        assert len(pairs) == 2
    assert sum(int(pair.called.sum()) for pair in played["bold"]) > 0
    for pair in played["never"]:  # both teams are the same, so what one match gives the other takes
        assert pair.called.sum() == 0
        assert sorted(pair.won) == [0.0, 1.0]
        assert pair.points.sum() == 0


def test_styles_of_people_are_learned_from_logs(logs: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    for log in sorted(logs.iterdir())[::3]:
        (tmp_path / log.name).symlink_to(log)
    report = find_study("tichu-styles").start(games=2, settings={"logs": str(tmp_path)})
    rows = dict(report.tables[0].rows)
    called = {name: rows[f"{name}, as people"][2].value or 0 for name in ("aggressive", "neutral")}
    assert called["aggressive"] > called["neutral"] > 0
    assert "feel" not in rows
    assert report.facts["games"] == "2"


def test_plays_decide_whether_a_small_tolerance_is_aggressive() -> None:
    assert vlachou.tolerance_claim([near(0.5), near(0.3)]).holds is True
    assert vlachou.tolerance_claim([near(0.3), near(0.5)]).holds is False
    unsure = vlachou.tolerance_claim([near(0.3), near(0.3)])
    assert unsure.holds is None
    assert "a gap of 2.04 points would be found" in unsure.power


def test_frequencies_decide_whether_weight_brings_a_combination_into_the_best_leaf() -> None:
    assert vlachou.weight_claim({"pair": [near(0.2), near(0.8)]}).holds is True
    away = vlachou.weight_claim({"pair": [near(0.8), near(0.2)], "steps": [near(0.2), near(0.8)]})
    assert away.holds is False
    assert "(not pair)" in away.text
    assert vlachou.weight_claim({"pair": [near(0.2), near(0.205)]}).holds is None


def test_no_combination_is_in_more_best_leaves_than_hands() -> None:
    report = find_study("tichu-tree").start(games=8)
    for _, cells in report.tables[2].rows:
        assert max(cell.value or 0 for cell in cells[:-1]) <= (cells[-1].value or 0)
    totals = [cells[-1].value or 0 for _, cells in report.tables[0].rows]
    assert max(totals) > 0.5 > min(totals)
