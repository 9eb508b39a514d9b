import math
from functools import partial

import numpy as np
import pytest

from parlour.games.ticket_to_ride.lab import algorithm, learning, published, tables, training
from parlour.games.ticket_to_ride.lab.networks import (
    distance,
    first_places,
    head_to_head,
    mixed,
    nearest_of,
    scores_more,
)
from parlour.report import Table
from parlour.report.study import find_study
from parlour.report.verdict import verdict
from parlour.stats.estimate import Estimate

QUICK = {"trainings": 2, "epochs": 1}


def rows(table):
    return dict(table.rows)


@pytest.mark.parametrize(
    ("name", "tables", "figures"),
    [
        ("ttr-algorithm", 4, published.ALGORITHM),
        ("ttr-network", 4, published.NETWORK),
        ("ttr-specific", 3, published.SPECIFIC),
        ("ttr-learning", 2, published.LEARNING),
    ],
)
def test_a_study_prints_ours_beside_every_published_figure(name, tables, figures, monkeypatch):
    monkeypatch.setattr(training, "gather", partial(training.gather, games=40, best=6))
    settings = {} if name == "ttr-algorithm" else QUICK
    if settings:
        pytest.importorskip("jax")
    report = find_study(name).start(games=8, seed=1, settings=settings)
    assert len(report.tables) == tables
    assert any("was tried" in sentence for sentence in report.conclusion)
    found = rows(report.tables[0])
    assert list(found) == list(figures)
    for label, cells in found.items():
        shown = [cell.published_value for cell in cells]
        assert shown == list(figures[label])
    if not settings:
        assert found["mean"][-1].interval is not None


def test_the_same_seed_gives_the_same_study_and_rules_can_be_chosen():
    study = find_study("ttr-algorithm")
    first, second = (study.start(games=4, seed=3).tables[0].csv() for _ in range(2))
    assert first == second
    assert study.start(games=4, seed=3, settings={"rules": "official"}).tables[0].csv() != first


@pytest.mark.parametrize(
    ("gain", "name", "holds"),
    [
        (Estimate(3.0, 1.0, 5.0), "universal", True),
        (Estimate(3.0, 1.0, 5.0), "specific", False),
        (Estimate(-3.0, -5.0, -1.0), "specific", True),
        (Estimate(-3.0, -7.0, 1.0), "specific", None),
    ],
)
def test_a_model_is_recommended_only_where_the_trainings_tell(gain, name, holds):
    assert scores_more(gain, name) is holds


def test_our_recommendation_follows_from_the_gains():
    more, less, level = Estimate(3.0, 1.0, 5.0), Estimate(-3.0, -5.0, -1.0), Estimate(0.0, -9.0, 9.0)
    assert "recommend: universal, specific, either, universal;" in mixed([more, less, level, more])


def near(value, reach=0.01):
    return Estimate(value, value - reach, value + reach)


def test_most_players_score_more_only_when_more_than_half_do():
    assert algorithm.most_above(near(0.6)).holds is True
    assert algorithm.most_above(near(0.4)).holds is False
    assert algorithm.most_above(near(0.505)).holds is None
    assert "a distance from half of 1.44 points" in algorithm.most_above(near(0.6)).power


def test_the_threshold_is_said_to_bring_the_means_nearer_only_if_it_does():
    assert "come nearer to the published ones: 2.0 points" in algorithm.threshold_sentence(5.0, 2.0)
    assert "come no nearer to the published ones: 5.0 points" in algorithm.threshold_sentence(2.0, 5.0)


def test_where_the_tickets_differ_follows_from_both_figures():
    done, failed = algorithm.DONE, algorithm.FAILED
    assert "lies in how many are drawn;" in algorithm.tickets_sentence(1.2 * done, 1.2 * failed)
    assert "lies in how many are completed;" in algorithm.tickets_sentence(done - 0.4, failed + 0.4)
    assert "drawn and how many are completed;" in algorithm.tickets_sentence(2.0 * done, failed)
    assert "So both are about the same;" in algorithm.tickets_sentence(done, failed)


def test_what_the_early_game_does_follows_from_tickets_and_means():
    done, failed = algorithm.DONE, algorithm.FAILED
    explains = algorithm.early_sentence((done + 1, failed), (done, failed), 3.0, 9.0)
    assert (
        "ends with 3.65 tickets, nearer to the thesis's 3.65, and the means come no nearer: 9.0" in explains
    )
    spoils = algorithm.early_sentence((done, failed), (done + 1, failed), 9.0, 3.0)
    assert "ends with 4.65 tickets, no nearer to the thesis's 3.65, and the means come nearer: 3.0" in spoils


class Finished:
    """Games that are finished, with these scores."""

    def __init__(self, *scores):
        self.scores = np.array([scores], float)
        self.finished = np.array([True])
        self.done = self.failed = self.scores
        self.turns = np.array([10])


def test_a_score_that_nobody_has_is_not_known_to_be_impossible():
    games = [Finished(100, 90)] * 4
    share = tables.figure_of("at least 140", games)
    assert (share.value, share.low) == (0.0, 0.0)
    assert share.high > 0.4, "four games tell little"


def test_how_close_a_version_comes_follows_from_its_means():
    games = [Finished(mean + 1, mean + 3) for mean in published.ALGORITHM["mean"][:4]]
    assert "+2.0, +2.0, +2.0, +2.0 points for 2, 3, 4 and 5 players; 4 of 4" in tables.closeness("v", games)
    games[0] = Finished(90.02, 90.02)
    assert "-17.0, +2.0, +2.0, +2.0 points" in tables.closeness("v", games)
    assert "3 of 4 within 8 points" in tables.closeness("v", games)


def test_the_nearest_way_follows_from_the_distances():
    assert "tried: ways. Points" in nearest_of("ways", {"a": 1.0, "b": 2.0})
    assert "The nearest is 'a'." in nearest_of("ways", {"a": 1.0, "b": 2.0})
    assert "a 3.0; b 2.0. The nearest is 'b'." in nearest_of("ways", {"a": 3.0, "b": 2.0})
    assert nearest_of("ways", {"a": math.inf}).endswith("on average: a finished no game.")
    trained = [[Finished(mean + off) for mean in published.NETWORK["mean"][:4]] for off in (1.0, 3.0)]
    assert distance(trained, published.NETWORK["mean"]) == pytest.approx(2.0)
    nothing = Finished(1)
    nothing.finished = np.array([False])
    assert distance([[nothing] * 4], published.NETWORK["mean"]) == math.inf
    assert tables.drawings("nothing", [nothing] * 4) == []


def test_the_network_is_said_to_learn_only_where_the_trainings_tell():
    holds = [claim.holds for claim in learning.learning_claims(near(5.0), near(3.0))]
    assert holds == [True, True]
    holds = [claim.holds for claim in learning.learning_claims(near(-5.0), near(-3.0))]
    assert holds == [False, False]
    mean, loss = learning.learning_claims(near(5.0, 9.0), near(3.0))
    assert (mean.holds, loss.holds) == (None, True)
    assert "a difference of 13 points would be found" in mean.power


def test_against_the_algorithm_the_share_of_first_places_is_said_beside_par():
    more = head_to_head({2: near(0.7)})
    assert more.startswith("Against the algorithm the network wins 70.0 % [69.0, 71.0] of the games of 2")
    assert "more than par (50 %)" in more
    assert "less than par (25 %)" in head_to_head({4: near(0.1)})
    assert "not known to differ from par (50 %)" in head_to_head({2: near(0.505)})


def test_one_training_more_of_the_same_process_seldom_seems_to_differ():
    random, differ = np.random.default_rng(0), 0
    for _ in range(60):
        ours, theirs = random.normal(100, 4, (10, 8)), random.normal(100, 4, 10)
        cells = [
            tables.run_cell("mean", runs.tolist(), float(figure))
            for runs, figure in zip(ours, theirs, strict=True)
        ]
        table = Table("T", "0123456789", [("mean", cells)], basis="B", independent=False)
        differ += verdict([table], []).word == "not replicated"
    assert differ < 10


def test_counts_of_another_number_of_games_are_not_compared():
    runs = [90.0, 95.0, 100.0]
    assert tables.run_cell("max", runs, 180.0).agrees is False
    assert tables.run_cell("max", runs, 180.0, sample=False).agrees is None
    assert tables.run_cell("mean", runs, 96.0, sample=False).agrees is True
    whole = tables.run_cell("games finished", [60.0, 60.0, 59.99], 60.0).difference
    assert whole.high - whole.low > 1.0, "games are whole"
    assert tables._step("at least 140") == 0.0001


def test_published_counts_add_up():
    for figures in (published.NETWORK, published.SPECIFIC, published.UNIVERSAL):
        for label, values in figures.items():
            if label.startswith(("games", "all tickets")):
                assert sum(values[:4]) == values[4]
    mean = np.average(published.ALGORITHM["mean"][:4], weights=[2, 3, 4, 5])
    assert mean == pytest.approx(published.ALGORITHM["mean"][4], abs=0.1)


def test_first_places_of_a_share_of_points():
    assert first_places(Estimate(0.5, 0.5, 0.5), 4).value == pytest.approx(0.25)
    assert first_places(Estimate(1.0, 1.0, 1.0), 4).value == pytest.approx(1.0)
    assert first_places(Estimate(0.7, 0.6, 0.8), 2) == Estimate(0.7, 0.6, pytest.approx(0.8))
