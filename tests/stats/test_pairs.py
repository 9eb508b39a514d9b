import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.stats.estimate import Estimate
from parlour.stats.pairs import MatchStatistics, elo_of_score, score_of_elo
from parlour.stats.result import Result


def match(*blocks: str) -> MatchStatistics:
    """A match from ann's results block by block, seats in turn: "wd" is a win and a draw on one deal."""
    results = []
    for block, letters in enumerate(blocks):
        for game, letter in enumerate(letters):
            reward = {"w": 1.0, "d": 0.0, "l": -1.0}[letter]
            seats, sign = (("ann", "bob"), 1) if game % 2 == 0 else (("bob", "ann"), -1)
            results.append(Result(seats, (sign * reward, -sign * reward), None, block))
    return MatchStatistics.from_results(results, "ann", "bob")


def test_counts_and_score() -> None:
    statistics = match("ww", "wl", "wd", "ll")
    assert (statistics.wins, statistics.draws, statistics.losses) == (4, 1, 3)
    assert (statistics.games, statistics.blocks) == (8, 4)
    assert statistics.block_scores == (1.0, 0.5, 0.75, 0.0)
    assert statistics.score.value == pytest.approx(4.5 / 8)
    assert statistics.points.value == pytest.approx(2 * (4 - 3) / 8)


def test_a_deal_counts_once_however_often_it_is_played() -> None:
    once, often = match(*["w", "l", "w", "d"] * 5), match(*["wwww", "llll", "wwww", "dddd"] * 5)
    assert once.score == often.score
    assert once.superiority == often.superiority


def test_cancelled_luck_narrows_the_interval() -> None:
    duplicate, single = match(*["wl", "wl", "wl", "wd"] * 5), match(*["w", "l"] * 15, *["w", "d"] * 5)
    assert duplicate.score.value == single.score.value
    assert duplicate.superiority > 0.99 > single.superiority


def test_score_interval_covers() -> None:
    rng, hits = np.random.default_rng(1), 0
    for _ in range(500):
        wins = rng.random(100) < 0.7
        hits += match(*("w" if win else "l" for win in wins)).score.holds(0.7)
    assert 0.92 <= hits / 500 <= 0.98


def test_elo_of_known_scores() -> None:
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(0.5) == 0
    assert score_of_elo(-400) == pytest.approx(1 / 11)
    statistics = match(*["w", "w", "w", "l"] * 25)
    assert statistics.elo.value == pytest.approx(190.85, abs=0.01)
    assert statistics.elo.low == pytest.approx(elo_of_score(statistics.score.low))


@pytest.mark.parametrize(("letter", "value"), [("w", math.inf), ("d", 0.0), ("l", -math.inf)])
def test_uniform_matches_keep_an_honest_interval(letter: str, value: float) -> None:
    statistics = match(*[letter] * 10)
    assert statistics.elo.value == value
    assert statistics.elo.low < statistics.elo.high
    assert math.isfinite(statistics.elo.low) or math.isfinite(statistics.elo.high)
    chance = {"w": 0.9992, "d": 0.5, "l": 0.0008}[letter]
    assert statistics.superiority == pytest.approx(chance, abs=1e-4)


def test_margins_all_alike_keep_an_interval() -> None:
    assert match(*["w"] * 10).points == Estimate(2.0, pytest.approx(4 * 0.7225 - 2, abs=1e-3), 2.0)
    assert match(*["l"] * 10).points == Estimate(-2.0, -2.0, pytest.approx(2 - 4 * 0.7225, abs=1e-3))
    assert match("d", "d").points == Estimate(0.0, 0.0, 0.0)


@given(st.integers(1, 300))
def test_a_full_or_empty_share_lies_in_its_interval(n: int) -> None:
    assert Estimate.share(n, n).high == 1.0
    assert Estimate.share(0, n).low == 0.0


def test_no_games_say_nothing() -> None:
    statistics = match()
    assert statistics.score == Estimate(0.5, 0.0, 1.0)
    assert statistics.elo == Estimate(0.0, -math.inf, math.inf)
    assert statistics.points == Estimate(0.0, -math.inf, math.inf)
    assert statistics.superiority == 0.5


def test_partners_are_no_opponents_and_team_rewards_count() -> None:
    names = ("ann", "bob", "cat", "dan")
    apart = Result(names, (1.0, -1.0, 1.0, -1.0), (0, 1, 0, 1), 0)
    together = Result(names, (1.0, 1.0, -1.0, -1.0), (0, 0, 1, 1), 1)
    absent = Result(("cat", "dan"), (1.0, -1.0), None, 2)
    statistics = MatchStatistics.from_results([apart, together, absent], "ann", "bob")
    assert (statistics.wins, statistics.games) == (1, 1)
    assert statistics.points.value == 2.0


def test_an_agent_on_several_seats_gets_their_mean() -> None:
    table = Result(("ann", "bob", "bob"), (0.2, 1.0, -1.0), None, 0)
    statistics = MatchStatistics.from_results([table], "ann", "bob")
    assert statistics.wins == 1
    assert statistics.points.value == pytest.approx(0.2)


def test_a_match_against_oneself_is_refused() -> None:
    with pytest.raises(ValueError, match="another name"):
        MatchStatistics.from_results([], "ann", "ann")


def test_it_prints_itself() -> None:
    text = "ann v bob: +10 =0 -0, score 1.000 [0.722, 1.000], Elo +inf [+166, +inf], superiority 0.999"
    assert str(match(*["w"] * 10)) == text


@given(st.lists(st.text("wdl", min_size=1, max_size=3), max_size=8))
def test_the_other_side_sees_the_mirror_image(blocks: list[str]) -> None:
    mirror = str.maketrans("wl", "lw")
    here, there = match(*blocks), match(*(block.translate(mirror) for block in blocks))
    assert (here.wins, here.losses) == (there.losses, there.wins)
    assert here.score.low == pytest.approx(1 - there.score.high)
    assert here.superiority == pytest.approx(1 - there.superiority)
    assert here.score.low <= here.score.value <= here.score.high
