"""One test over all published figures: fair when both sides are the same, and able to find what differs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from parlour.stats.agreement import Agreement, agreement, chi_square_tail
from parlour.stats.estimate import Estimate

TRUE_SHARES = np.linspace(0.1, 0.9, 20)


def run_of(rng: np.random.Generator, ours: int, theirs: int, shift: float = 0.0) -> Agreement:
    """A table of shares, measured by us and by somebody else."""
    differences = []
    for share in TRUE_SHARES:
        own, other = rng.binomial(ours, min(share + shift, 1.0)), rng.binomial(theirs, share)
        differences.append(Estimate.share(own, ours) - Estimate.share(other, theirs))
    result = agreement(differences)
    assert result
    return result


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power is simulated in one test only."""
    monkeypatch.setattr("parlour.stats.agreement.DRAWS", 20)


@pytest.mark.parametrize(
    ("x", "degrees", "tail"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (7.814728, 3, 0.05), (50.99846, 36, 0.05), (0.0, 5, 1.0)],
)
def test_the_tail_of_chi_square_is_the_known_one(x: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(x, degrees) == pytest.approx(tail, abs=1e-6)


@pytest.mark.parametrize("ours", [100, 1000, 20_000])
def test_more_games_do_not_make_the_same_process_differ(ours: int) -> None:
    rng = np.random.default_rng(ours)
    results = [run_of(rng, ours, 100) for _ in range(200)]
    assert np.mean([not one.holds for one in results]) < 0.1
    assert 0.03 < np.mean([one.apart for one in results]) / 20 < 0.07


def test_a_shift_that_matters_is_found() -> None:
    rng = np.random.default_rng(5)
    assert np.mean([run_of(rng, 1000, 100, 0.08).holds for _ in range(50)]) < 0.1


def test_the_shift_that_would_be_found_is_found_in_four_runs_of_five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.stats.agreement.DRAWS", 1000)
    shift = run_of(np.random.default_rng(6), 1000, 100).shift
    monkeypatch.setattr("parlour.stats.agreement.DRAWS", 20)
    rng = np.random.default_rng(7)
    found = np.mean([not run_of(rng, 1000, 100, shift).holds for _ in range(200)])
    assert 0.65 < found < 0.95


def test_figures_of_the_same_games_are_judged_by_the_farthest_alone() -> None:
    near, far = Estimate(0.01, -0.01, 0.03), Estimate(0.05, 0.025, 0.075)
    alone, among = agreement([far]), agreement([far, *[near] * 9], independent=False)
    assert alone
    assert among
    assert among.p == pytest.approx(min(1.0, 10 * alone.p))


@pytest.mark.parametrize("runs", [3, 5, 9])
def test_few_runs_count_as_few(runs: int) -> None:
    """One run more of the same process seldom seems to differ, however many figures it has."""
    rng, differ = np.random.default_rng(runs), 0
    for _ in range(400):
        ours, theirs = rng.normal(100, 3, (20, runs)), rng.normal(100, 3, 20)
        means = [Estimate.of_runs(row) for row in ours]
        gaps = [mean - mean.of_sample(figure, 1 / runs) for mean, figure in zip(means, theirs, strict=True)]
        test = agreement(gaps, independent=False)
        assert test
        differ += not test.holds
    assert differ < 32


def test_a_shift_is_harder_to_find_by_few_runs() -> None:
    sure = agreement([Estimate(0.0, -1.0, 1.0)])
    few = agreement([Estimate(0.0, -1.0, 1.0, df=3)])
    assert sure
    assert few
    assert few.shift < sure.shift * 1.3, "the same interval"
    both = [agreement([Estimate(0.0, -1.0, 1.0, df)] * 20, independent=False) for df in (np.inf, 3)]
    assert both[1].shift > 2 * both[0].shift  # type: ignore[union-attr]


def test_what_would_be_found_is_told_as_a_part_of_the_figures_too() -> None:
    gap = Estimate(0.0, -2.0, 2.0)
    test = agreement([gap, gap], sizes=[100, 100])
    assert test
    assert test.change == pytest.approx(test.shift / 100, rel=0.03)
    assert test.tells
    assert not agreement([gap, gap], sizes=[20, -20]).tells  # type: ignore[union-attr]
    assert not agreement([gap, gap], sizes=[0, 0]).tells  # type: ignore[union-attr]
    assert agreement([gap, gap, gap], False, [1, 1000, 1]).tells, "the surest figure is enough"  # type: ignore[union-attr]


def test_nothing_to_compare_is_no_agreement() -> None:
    assert agreement([]) is None
    assert agreement([Estimate(0.1, -math.inf, math.inf)]) is None


def test_the_difference_of_two_shares_has_newcombes_interval() -> None:
    difference = Estimate.share(56, 70) - Estimate.share(48, 80)
    assert difference.low == pytest.approx(0.0524, abs=1e-3)
    assert difference.high == pytest.approx(0.3339, abs=1e-3)


def test_a_rounded_figure_is_known_less_well() -> None:
    exact = Estimate(0.5, 0.5, 0.5)
    assert exact.rounded(0.01).error == pytest.approx(0.01 / math.sqrt(12))
