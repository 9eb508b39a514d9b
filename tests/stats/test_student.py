"""Student's distribution by Wallace's formula: near the tables, on the careful side, and invertible."""

from __future__ import annotations

import math

import numpy as np
import pytest

from parlour.stats.estimate import Z95, Estimate
from parlour.stats.student import as_normal, as_student

TABLE = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 30: 2.042}


@pytest.mark.parametrize("df", TABLE)
def test_the_quantiles_are_those_of_the_tables(df: int) -> None:
    assert TABLE[df] - 0.001 <= as_student(Z95, df) < 1.045 * TABLE[df]


@pytest.mark.parametrize("df", [1, 2, 7, 1000])
def test_both_ways_are_each_others_inverse(df: int) -> None:
    for z in (-3.0, -0.1, 0.0, 0.5, 4.0):
        assert float(as_normal(as_student(z, df), df)) == pytest.approx(z, abs=1e-9)
    assert (np.diff(as_normal(np.linspace(-9, 9, 50), df)) > 0).all()


def test_with_many_runs_it_is_the_normal_distribution() -> None:
    assert as_student(Z95, math.inf) == Z95
    assert float(as_normal(1.7, math.inf)) == pytest.approx(1.7)


def test_a_share_of_groups_that_are_all_alike_is_as_sure_as_there_are_groups() -> None:
    assert Estimate.share_of_groups([0, 0, 0], [4, 4, 4]) == Estimate.share(0, 3)
    assert Estimate.share_of_groups([2, 2, 2], [4, 4, 4]) == Estimate.share(1.5, 3)
    assert Estimate.share_of_groups([0, 4, 0], [4, 4, 0]) == Estimate.ratio([0, 4, 0], [4, 4, 0]).within(0, 1)
    assert math.isnan(Estimate.share_of_groups([], []).value)


def test_an_interval_of_runs_remembers_how_few_they_are() -> None:
    runs = Estimate.of_runs([1.0, 2.0, 3.0, 4.0])
    error = math.sqrt(5 / 3 / 4)
    assert runs.df == 3
    assert runs.error == pytest.approx(error)
    assert runs.high - runs.value == pytest.approx(3.2185 * error, rel=1e-4)
    sure = Estimate(0.0, -1.0, 1.0)
    assert (runs - sure).df == (sure - runs).df == (runs * 2).df == runs.rounded(0.1).df == 3
    assert runs.within(2.0, 3.0) == Estimate(2.5, 2.0, 3.0, 3)
    assert runs.also(sure).high - 2.5 == pytest.approx(math.hypot(runs.high - 2.5, 1.0))
