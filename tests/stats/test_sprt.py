import math

import numpy as np
import pytest

from parlour.stats.pairs import score_of_elo
from parlour.stats.sprt import Sprt

BLOCK = np.array([0.0, 0.25, 0.5, 0.75, 1.0])


def chances(elo: float) -> np.ndarray:
    """A block of two games with draws: a bell of scores tilted to the mean that this Elo expects."""
    shape, tilts = np.array([0.1, 0.2, 0.4, 0.2, 0.1]), np.linspace(-2, 2, 4001)
    weights = shape * np.exp(np.outer(tilts, BLOCK))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights[np.argmin(np.abs(weights @ BLOCK - score_of_elo(elo)))]


def accepted(elo: float, rounds: int, **risks: float) -> tuple[float, float]:
    """The share of tests at this true Elo that accept H1 of 0 against 40, and their mean length."""
    rng, weights, verdicts, length = np.random.default_rng(1), chances(elo), [], 0
    for _ in range(rounds):
        test, scores = Sprt(0, 40, **risks), iter(rng.choice(BLOCK, p=weights, size=3000))
        while test.decision is None:
            test.update(next(scores))
        verdicts.append(test.decision == "H1")
        length += test.blocks
    return sum(verdicts) / rounds, length / rounds


def test_false_alarms_and_misses_keep_to_their_rates() -> None:
    alarms, _ = accepted(0, rounds=500)
    found, _ = accepted(40, rounds=500)
    assert 0.02 <= alarms <= 0.08
    assert 0.92 <= found <= 0.98


def test_risks_are_kept_apart() -> None:
    alarms, _ = accepted(0, rounds=300, alpha=0.2, beta=0.02)
    found, _ = accepted(40, rounds=300, alpha=0.2, beta=0.02)
    assert 0.1 <= alarms <= 0.27
    assert found >= 0.95


def test_clear_cases_end_sooner_than_close_ones() -> None:
    assert accepted(80, rounds=50)[1] < accepted(20, rounds=50)[1] / 1.5


def test_the_ratio_is_that_of_two_normal_means() -> None:
    rng, test = np.random.default_rng(2), Sprt(-5, 15)
    scores = rng.choice(BLOCK, size=2000)
    for score in scores:
        test.update(score)
    errors = [((scores - score_of_elo(elo)) ** 2).sum() for elo in (-5, 15)]
    assert test.llr == pytest.approx((errors[0] - errors[1]) / (2 * scores.var()), rel=2e-3)


def test_bounds_are_walds() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize(("score", "decision"), [(1.0, "H1"), (0.0, "H0"), (0.5, "H0")])
def test_blocks_all_alike_come_to_an_end(score: float, decision: str) -> None:
    test = Sprt(0, 10)
    while test.decision is None:
        test.update(score)
        assert math.isfinite(test.llr)
    assert test.decision == decision
    assert 5 <= test.blocks <= 100


def test_a_decision_stands() -> None:
    test = Sprt(0, 50)
    while test.decision is None:
        test.update(1.0)
    for _ in range(200):
        test.update(0.0)
    assert test.decision == "H1"


def test_the_verdict_is_in_plain_words() -> None:
    test = Sprt.parse("0,10")
    assert test.llr == 0
    assert str(test) == "undecided between +0 and +10 Elo (LLR 0.00 in -2.94..2.94, 0 blocks)"
    while test.update(1.0) is None:
        pass
    assert test.verdict == "stronger: the difference is nearer +10 Elo than +0"


def test_parse_reads_two_numbers() -> None:
    test = Sprt.parse(" -5, 2.5")
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (-5, 2.5, 0.05, 0.05)


@pytest.mark.parametrize("text", ["", "5", "0;10", "0,10,20", "a,b"])
def test_parse_shows_what_it_expects(text: str) -> None:
    with pytest.raises(ValueError, match="such as '0,10'"):
        Sprt.parse(text)


@pytest.mark.parametrize("text", ["10,0", "5,5", "0,inf", "nan,1"])
def test_hypotheses_must_be_in_order(text: str) -> None:
    with pytest.raises(ValueError, match="elo0 below elo1"):
        Sprt.parse(text)


def test_scores_and_risks_have_ranges() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Sprt(0, 10).update(2.0)
    with pytest.raises(ValueError, match="alpha and beta"):
        Sprt(0, 10, alpha=0.0)
