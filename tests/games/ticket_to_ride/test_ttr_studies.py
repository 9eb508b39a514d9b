import numpy as np
import pytest

from parlour.games.ticket_to_ride.lab import published
from parlour.games.ticket_to_ride.lab.networks import _first_places, _mixed, _scores_more
from parlour.report.study import find_study
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
        ("ttr-learning", 1, published.LEARNING),
    ],
)
def test_a_study_prints_ours_beside_every_published_figure(name, tables, figures):
    settings = {} if name == "ttr-algorithm" else QUICK
    if settings:
        pytest.importorskip("jax")
    report = find_study(name).start(games=8, seed=1, settings=settings)
    assert len(report.tables) == tables
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
    assert _scores_more(gain, name) is holds


def test_our_recommendation_follows_from_the_gains():
    more, less, level = Estimate(3.0, 1.0, 5.0), Estimate(-3.0, -5.0, -1.0), Estimate(0.0, -9.0, 9.0)
    assert "recommend: universal, specific, either, universal;" in _mixed([more, less, level, more])


def test_published_counts_add_up():
    for figures in (published.NETWORK, published.SPECIFIC, published.UNIVERSAL):
        for label, values in figures.items():
            if label.startswith(("games", "all tickets")):
                assert sum(values[:4]) == values[4]
    mean = np.average(published.ALGORITHM["mean"][:4], weights=[2, 3, 4, 5])
    assert mean == pytest.approx(published.ALGORITHM["mean"][4], abs=0.1)


def test_first_places_of_a_share_of_points():
    assert _first_places(Estimate(0.5, 0.5, 0.5), 4).value == pytest.approx(0.25)
    assert _first_places(Estimate(1.0, 1.0, 1.0), 4).value == pytest.approx(1.0)
    assert _first_places(Estimate(0.7, 0.6, 0.8), 2) == Estimate(0.7, 0.6, pytest.approx(0.8))
