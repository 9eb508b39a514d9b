"""Gradient descent by JAX and optax."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.learn.descent import ADAGRAD, ADAM, Descent, Optimizer, falling, fit


@pytest.fixture(scope="module", autouse=True)
def libraries() -> None:
    """What is needed is loaded by the process that runs these tests, and by no other."""
    pytest.importorskip("jax")


def square_error(weights: Any, x: Any, y: Any) -> Any:
    return ((x @ weights["slope"] + weights["bias"] - y) ** 2).mean()


def nothing(weights: Any, x: Any) -> Any:
    return 0.0 * weights["slope"].sum() + 0.0 * weights["bias"].sum()


def start() -> dict[str, np.ndarray]:
    return {"slope": np.ones(3), "bias": np.ones(1)}


@pytest.mark.parametrize("optimizer", [ADAM, ADAGRAD])
def test_it_finds_the_line_through_points(optimizer: Optimizer) -> None:
    random = np.random.default_rng(0)
    x = random.normal(size=(200, 3)).astype(np.float32)
    y = (x @ np.array([2.0, -1.0, 0.5]) + 3).astype(np.float32)
    weights, loss = fit(start(), square_error, [(x, y)] * 500, 500, 0.2, optimizer)
    assert weights["slope"] == pytest.approx([2.0, -1.0, 0.5], abs=0.02)
    assert weights["bias"] == pytest.approx([3.0], abs=0.02)
    assert loss > 0


def test_only_the_named_weights_fade() -> None:
    descent = Descent(start(), nothing, Optimizer("adam", decay=0.1, fading=("slope",)))
    for _ in range(10):
        descent.step(0.5, np.zeros(1))
    assert descent.parameters["slope"] == pytest.approx(0.95**10)
    assert descent.parameters["bias"] == pytest.approx(1.0)


def test_parameters_can_be_written_to() -> None:
    weights = Descent(start(), nothing).parameters
    weights["slope"][0] = 5.0
    assert weights["slope"].flags["C_CONTIGUOUS"]


def test_rates_fall_to_nothing() -> None:
    rates = [falling(2.0, step, 10) for step in range(11)]
    assert rates[0] == 2.0
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == pytest.approx(0.0)
