"""Ratings against independent oracles: choix, scipy's optimiser and simulation."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.stats.ratings import ELO, Ratings, rate
from parlour.stats.result import Result

NAMES = ("ann", "bob", "cat", "dan", "eve")
STRENGTHS = np.array([0.8, 0.3, 0.0, -0.2, -0.9])


def ordered(ratings: Ratings) -> np.ndarray:
    """Strengths in log-odds about their mean."""
    return np.array([ratings.elo[name] for name in NAMES]) / ELO


def centred(values: np.ndarray) -> np.ndarray:
    return values - values.mean()


def rankings(rng: np.random.Generator, games: int, seats: int) -> list[list[int]]:
    """Finishing orders drawn from Plackett-Luce: sorted strengths with Gumbel noise."""
    tables = [rng.permutation(len(NAMES))[:seats] for _ in range(games)]
    return [list(table[np.argsort(-STRENGTHS[table] - rng.gumbel(size=seats))]) for table in tables]


def finished(order: list[int], block: int = 0) -> Result:
    """The game whose seats finished in seat order."""
    return Result(tuple(NAMES[i] for i in order), tuple(float(-i) for i in range(len(order))), None, block)


def test_bradley_terry_matches_choix() -> None:
    games = rankings(np.random.default_rng(1), 400, 2)
    import choix

    oracle = choix.ilsr_pairwise(len(NAMES), games, tol=1e-12)
    ratings = rate(map(finished, games), prior=0, advantage=False)
    np.testing.assert_allclose(ordered(ratings), centred(oracle), atol=1e-7)
    assert ratings.model == "Bradley-Terry"
    assert ratings.advantage is None


@pytest.mark.parametrize("seats", [3, 5])
def test_plackett_luce_matches_choix(seats: int) -> None:
    games = rankings(np.random.default_rng(2), 150, seats)
    import choix

    oracle = choix.ilsr_rankings(len(NAMES), games, tol=1e-12)
    ratings = rate(map(finished, games), prior=0, advantage=False)
    np.testing.assert_allclose(ordered(ratings), centred(oracle), atol=1e-7)
    assert ratings.model == "Plackett-Luce"


def test_a_tie_counts_as_all_its_orders() -> None:
    plain = rankings(np.random.default_rng(3), 60, 4)
    tie = [Result(NAMES[:4], (1.0, 1.0, 0.0, 1.0)), Result(NAMES[1:], (0.0, 0.0, 0.0, 1.0))]
    spread = [[*order, 2] for order in permutations((0, 1, 3))]
    spread += [[4, *order] for order in permutations((1, 2, 3))]
    import choix

    oracle = choix.ilsr_rankings(len(NAMES), plain * 6 + spread, tol=1e-12)
    ratings = rate([*map(finished, plain), *tie], prior=0, advantage=False)
    np.testing.assert_allclose(ordered(ratings), centred(oracle), atol=1e-7)


def davidson(rng: np.random.Generator, gap: float, log_draw: float) -> float:
    """The reward of the first seat, who is `gap` stronger."""
    odds = np.exp([gap / 2, -gap / 2, log_draw])
    return float(rng.choice([1.0, -1.0, 0.0], p=odds / odds.sum()))


def drawish(rng: np.random.Generator, games: int, seat: float, log_draw: float) -> list[Result]:
    results = []
    for block in range(games):
        one, two = rng.permutation(len(NAMES))[:2]
        reward = davidson(rng, STRENGTHS[one] - STRENGTHS[two] + seat, log_draw)
        results.append(Result((NAMES[one], NAMES[two]), (reward, -reward), None, block))
    return results


def davidson_loss(values: np.ndarray, results: list[Result]) -> float:
    """Minus the log-likelihood, written out game by game."""
    strength, (seat, log_draw) = dict(zip(NAMES, values, strict=False)), values[-2:]
    loss = 0.0
    for result in results:
        gap = strength[result.seats[0]] - strength[result.seats[1]] + seat
        utilities = {1.0: gap / 2, -1.0: -gap / 2, 0.0: log_draw}
        loss -= utilities[result.rewards[0]] - np.logaddexp.reduce(list(utilities.values()))
    return loss


def test_davidson_draws_and_seat_match_scipy() -> None:
    results = drawish(np.random.default_rng(4), 300, seat=0.4, log_draw=-0.3)
    from scipy.optimize import minimize

    oracle = minimize(davidson_loss, np.zeros(7), args=(results,), method="BFGS", options={"gtol": 1e-6})
    ratings = rate(results, prior=0)
    assert ratings.model == "Bradley-Terry (Davidson draws, seat advantage)"
    np.testing.assert_allclose(ordered(ratings), centred(oracle.x[:5]), atol=1e-5)
    assert ratings.advantage is not None
    assert ratings.advantage.value / ELO == pytest.approx(oracle.x[5], abs=1e-5)
    assert math.log(ratings.draw) == pytest.approx(oracle.x[6], abs=1e-5)


def test_model_covariance_is_the_inverse_curvature() -> None:
    results = drawish(np.random.default_rng(4), 300, seat=0.4, log_draw=-0.3)
    ratings = rate(results, prior=0, by_block=False)
    loss, at = lambda x: davidson_loss(x, results), ratings.fit.parameters
    step, size = 1e-3 * np.eye(7), range(7)
    corners = [[[loss(at + a * step[i] + b * step[j]) for i in size] for j in size] for a, b in SIGNS]
    curvature = sum(a * b * np.array(c) for (a, b), c in zip(SIGNS, corners, strict=True)) / 4e-6
    contrast = np.array([1, -1, 0, 0, 0, 0, 0])
    error = math.sqrt(contrast @ np.linalg.pinv(curvature, rcond=1e-6) @ contrast)
    assert ratings.fit.contrast(contrast)[1] == pytest.approx(error, rel=1e-4)


SIGNS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def team_loss(values: np.ndarray, results: list[Result]) -> float:
    strength = dict(zip(NAMES, values, strict=True))
    loss = 0.0
    for result in results:
        totals = [sum(strength[name] for name in side.members) for side in result.sides]
        won = int(np.argmax([side.reward for side in result.sides]))
        loss += np.logaddexp.reduce(totals) - totals[won]
    return loss


def test_a_team_is_the_sum_of_its_members() -> None:
    rng, results = np.random.default_rng(5), []
    for block in range(300):
        table = rng.permutation(5)[:4]
        gap = STRENGTHS[table] @ [1, -1, 1, -1]
        won = 1.0 if rng.random() < 1 / (1 + math.exp(-gap)) else -1.0
        results.append(Result(tuple(NAMES[i] for i in table), (won, -won, won, -won), (0, 1, 0, 1), block))
    from scipy.optimize import minimize

    oracle = minimize(team_loss, np.zeros(5), args=(results,), method="BFGS", options={"gtol": 1e-6})
    ratings = rate(results, prior=0, advantage=False)
    np.testing.assert_allclose(ordered(ratings), centred(oracle.x), atol=1e-5)


def test_teams_of_three_sides_are_ranked() -> None:
    results = [
        Result(("ann", "bob", "cat") * 2, (3.0, 2.0, 1.0, 3.0, 2.0, 1.0), (0, 1, 2) * 2, i) for i in range(9)
    ]
    ratings = rate(results)
    assert ratings.model == "Plackett-Luce (seat advantage)"
    assert list(ratings.elo) == ["ann", "bob", "cat"]


def test_the_first_of_many_seats_has_its_advantage() -> None:
    rng, results = np.random.default_rng(6), []
    for block in range(3000):
        luck = np.array([0.5, 0.0, 0.0]) + rng.gumbel(size=3)
        results.append(Result(tuple(rng.permutation(NAMES)[:3]), tuple(luck), None, block))
    advantage = rate(results).advantage
    assert advantage is not None
    assert advantage.holds(0.5 * ELO)
    assert advantage.high - advantage.low < 0.25 * ELO


def coverage(games, truth: float, rounds: int, **options: bool) -> float:
    """How often the interval of ann's lead on cat holds the truth."""
    rng = np.random.default_rng(7)
    return (
        sum(rate(games(rng), **options).difference("ann", "cat").holds(truth) for _ in range(rounds)) / rounds
    )


def test_intervals_cover_with_draws_and_seat_advantage() -> None:
    def games(rng: np.random.Generator) -> list[Result]:
        return drawish(rng, 150, seat=0.3, log_draw=-0.5)

    assert 0.92 <= coverage(games, 0.8 * ELO, rounds=300) <= 0.98


def test_intervals_cover_with_four_seats() -> None:
    def games(rng: np.random.Generator) -> list[Result]:
        return [finished(order, block) for block, order in enumerate(rankings(rng, 60, 4))]

    assert 0.92 <= coverage(games, 0.8 * ELO, rounds=300, advantage=False) <= 0.98


def test_intervals_cover_when_the_games_of_a_block_repeat_each_other() -> None:
    def games(rng: np.random.Generator) -> list[Result]:
        return [finished(order, block) for block, order in enumerate(rankings(rng, 200, 2)) for _ in range(4)]

    assert 0.92 <= coverage(games, 0.8 * ELO, rounds=300, advantage=False) <= 0.98
    assert coverage(games, 0.8 * ELO, rounds=100, advantage=False, by_block=False) < 0.8


def test_swapped_seats_narrow_the_interval_when_luck_is_in_the_deal() -> None:
    """The deal decides most games, so that the two games of a block cancel out."""
    rng, results = np.random.default_rng(8), []
    for block in range(300):
        deal = rng.normal(scale=4)
        for seats, sign in (("ann", "bob"), 1), (("bob", "ann"), -1):
            luck = deal + sign * 0.5 + rng.logistic()
            results.append(Result(seats, (float(luck > 0), float(luck < 0)), None, block))
    paired, naive = (rate(results, by_block=flag).difference("ann", "bob") for flag in (True, False))
    assert paired.value == naive.value
    assert paired.high - paired.low < 0.75 * (naive.high - naive.low)


def test_the_order_of_games_does_not_matter() -> None:
    results = drawish(np.random.default_rng(9), 100, seat=0.2, log_draw=0.0)
    forward, backward = rate(results), rate(results[::-1])
    for name in NAMES:
        assert forward.estimate(name).high == pytest.approx(backward.estimate(name).high, abs=1e-6)


def test_an_anchor_moves_the_zero_and_nothing_else() -> None:
    results = drawish(np.random.default_rng(10), 100, seat=0.2, log_draw=0.0)
    free, tied = rate(results), rate(results, anchor="dan")
    assert sum(free.elo.values()) == pytest.approx(0, abs=1e-9)
    assert tied.elo["dan"] == 0
    assert tied.estimate("eve") == free.difference("eve", "dan")
    assert free.superiority("ann", "eve") == pytest.approx(1 - free.superiority("eve", "ann"))
    assert str(tied).startswith("Bradley-Terry (Davidson draws, seat advantage), 100 games in 100 blocks")


def wins(n: int, reward: float = 1.0) -> list[Result]:
    """Games between ann and bob with seats in turn, all won by ann."""
    ahead = [Result(("ann", "bob"), (reward, -reward), None, i) for i in range(0, n, 2)]
    return ahead + [Result(("bob", "ann"), (-reward, reward), None, i) for i in range(1, n, 2)]


def test_one_who_won_everything_is_rated_finite() -> None:
    ten, hundred = (rate(wins(n)).difference("ann", "bob") for n in (10, 100))
    assert 0 < ten.low < hundred.low < 566 < hundred.value < hundred.high < math.inf
    assert rate(wins(100)).superiority("ann", "bob") > 0.99


def test_pure_likelihood_says_infinite_when_it_is() -> None:
    ratings = rate([*wins(10), finished([1, 2], 10), finished([2, 1], 11)], prior=0, advantage=False)
    lead = ratings.difference("ann", "bob")
    assert (lead.value, lead.low, lead.high) == (math.inf, -math.inf, math.inf)
    assert ratings.superiority("ann", "bob") == 0.5
    assert ratings.difference("bob", "cat").value == pytest.approx(0, abs=1e-4)
    assert math.isfinite(ratings.difference("bob", "cat").high)


def test_strength_and_seat_that_cannot_be_told_apart_are_both_open() -> None:
    ratings = rate([finished([0, 1], block) for block in range(20)], prior=0)
    assert ratings.advantage is not None
    assert (ratings.advantage.value, ratings.advantage.low) == (math.inf, -math.inf)
    assert (ratings.elo["ann"], ratings.elo["bob"]) == (math.inf, -math.inf)


def test_one_block_has_a_value_and_no_interval() -> None:
    lead = rate([finished([0, 1]), finished([1, 0]), finished([0, 1])]).difference("ann", "bob")
    assert 0 < lead.value < 200
    assert (lead.low, lead.high) == (-math.inf, math.inf)


def test_all_draws_are_even() -> None:
    ratings = rate(wins(50, reward=0.0))
    assert ratings.difference("ann", "bob").value == pytest.approx(0, abs=1e-6)
    assert ratings.difference("ann", "bob").holds(100)
    assert ratings.draw > 50
    assert rate(wins(50, reward=0.0), prior=0).draw == math.inf
    assert rate(wins(50, reward=0.0), draws=False).draw == 0


def test_strangers_cannot_be_compared_by_likelihood_alone() -> None:
    games = [finished(order, i) for i, order in enumerate([[0, 1], [1, 0], [2, 3], [3, 2]])]
    ratings = rate(games, prior=0, advantage=False)
    assert math.isfinite(ratings.difference("ann", "bob").high)
    assert ratings.difference("ann", "cat").high == math.inf


def test_nothing_and_one_agent() -> None:
    assert rate([]).elo == {}
    assert rate([]).advantage is not None
    assert rate([Result(("ann",), (1.0,))]).elo == {"ann": 0.0}
    assert rate([Result(("ann", "ann"), (1.0, -1.0), None, i) for i in range(5)]).elo == {"ann": 0.0}
    assert rate(wins(4)[:1]).difference("ann", "bob").low == -math.inf


def test_errors_name_the_fix() -> None:
    with pytest.raises(ValueError, match="did you mean 'ann'"):
        rate(wins(4)).estimate("anne")
    with pytest.raises(ValueError, match="the rated agents are ann, bob"):
        rate(wins(4), anchor="zoe")
    with pytest.raises(ValueError, match="0 or more"):
        rate(wins(4), prior=-1)
    with pytest.raises(ValueError, match="as many rewards"):
        Result(("ann", "bob"), (1.0,))
    with pytest.raises(ValueError, match="as many team numbers"):
        Result(("ann", "bob"), (1.0, 0.0), (0,))
    with pytest.raises(ValueError, match="finite"):
        Result(("ann", "bob"), (1.0, math.nan))


@st.composite
def tables(draw: st.DrawFn) -> Result:
    seats = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
    rewards = draw(st.tuples(*[st.sampled_from([-1.0, 0.0, 1.0])] * len(seats)))
    teams = draw(st.none() | st.tuples(*[st.integers(0, 2)] * len(seats)))
    return Result(tuple(seats), rewards, teams, draw(st.integers(0, 5)))


@settings(max_examples=100, deadline=None)
@given(st.lists(tables(), max_size=12), st.sampled_from([0.0, 0.25]), st.booleans())
def test_no_table_gives_a_nan(results: list[Result], prior: float, advantage: bool) -> None:
    ratings = rate(results, prior=prior, advantage=advantage)
    for name in ratings.names:
        estimate = ratings.difference(name, ratings.names[0])
        assert estimate.low <= estimate.value <= estimate.high
        assert 0 <= ratings.superiority(name, ratings.names[0]) <= 1
        assert prior == 0 or math.isfinite(ratings.elo[name])
