import pytest

from parlour.stats.elo import RunningElo

US, THEM = ("ann", "bob"), ("cat", "dan")


def table() -> RunningElo:
    """A team of mean 1700 and a team of mean 1400."""
    running = RunningElo()
    running.ratings = {"ann": 1800.0, "bob": 1600.0, "cat": 1400.0, "dan": 1400.0}
    return running


@pytest.mark.parametrize(("score", "change"), [(1, 2.265), (0, -12.735), (0.5, -5.235)])
def test_the_worked_example(score: float, change: float) -> None:
    running = table()
    assert running.expected(US, THEM) == pytest.approx(0.849, abs=5e-4)
    assert running.play(US, THEM, score) == pytest.approx(change, abs=5e-4)
    assert running.ratings["ann"] == pytest.approx(1800 + change, abs=5e-4)
    assert running.ratings["bob"] == pytest.approx(1600 + change, abs=5e-4)
    assert running.ratings["dan"] == pytest.approx(1400 - change, abs=5e-4)


def test_newcomers_start_at_1500_and_split_fifteen_points() -> None:
    running = RunningElo()
    running.play(US, THEM, 0)
    assert running.ratings == {"ann": 1492.5, "bob": 1492.5, "cat": 1507.5, "dan": 1507.5}
    assert running.rating(("eve",)) == 1500
    assert running.rating(("ann", "cat")) == 1500


def test_two_players_and_a_draw() -> None:
    running = RunningElo()
    running.play(("ann",), ("bob",), 0.5)
    assert running.ratings == {"ann": 1500, "bob": 1500}


def test_points_are_conserved() -> None:
    running = table()
    for score in (1, 0, 0.5, 1, 1):
        running.play(US, THEM, score)
    assert sum(running.ratings.values()) == pytest.approx(6200)


def test_an_agent_partnered_by_itself_moves_once() -> None:
    running = RunningElo()
    assert running.play(("ann", "ann"), THEM, 1) == 7.5
    assert running.ratings["ann"] == 1507.5
