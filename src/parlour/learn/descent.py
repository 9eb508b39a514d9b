"""Gradient descent on any loss, by JAX and optax: gradients are never written by hand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.errors import ParlourError
from parlour.model import Arrays

__all__ = ["ADAGRAD", "ADAM", "Descent", "Optimizer", "falling", "fit"]

NEEDED = "training needs JAX and optax: pip install 'parlour[train]'"

Loss = Callable[..., Any]
"""``loss(parameters, *batch)``, written with ``jax.numpy``; parameters are arrays by name."""


class Optimizer(NamedTuple):
    """How slopes become steps."""

    name: str  # adam or adagrad
    decay: float = 0.0  # how fast weights that nothing confirms fade
    fading: tuple[str, ...] = ()  # which of them; all when none is named


ADAM = Optimizer("adam")
"""Kingma and Ba 2015; with a decay, Loshchilov and Hutter 2019."""
ADAGRAD = Optimizer("adagrad")
"""Duchi, Hazan and Singer 2011, from a first sum of squares of 0.1."""


def _library() -> tuple[Any, Any]:
    try:
        import jax
        import optax  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ParlourError(NEEDED) from None
    return jax, optax


@cache
def _tools(loss: Loss, optimizer: Optimizer, names: Hashable) -> tuple[Any, Any]:
    """What starts a descent, and the compiled step: kept, so that each is compiled once a process."""
    jax, optax = _library()
    scale = optax.scale_by_adam() if optimizer.name == "adam" else optax.scale_by_rss(0.1, eps=0.0)
    parts = [scale]
    if optimizer.decay:
        mask = {name: not optimizer.fading or name in optimizer.fading for name in names}  # type: ignore[attr-defined]
        parts.append(optax.add_decayed_weights(optimizer.decay, mask))
    chain = optax.chain(*parts)

    @jax.jit  # type: ignore[untyped-decorator]
    def step(parameters: Any, memory: Any, rate: Any, *batch: Any) -> Any:
        value, slopes = jax.value_and_grad(loss)(parameters, *batch)
        updates, memory = chain.update(slopes, memory, parameters)
        moved = jax.tree_util.tree_map(lambda weight, update: weight - rate * update, parameters, updates)
        return moved, memory, value

    return chain.init, step


class Descent:
    """One descent: the parameters, and what the optimizer remembers."""

    def __init__(self, parameters: Arrays, loss: Loss, optimizer: Optimizer = ADAM) -> None:
        begin, self._step = _tools(loss, optimizer, tuple(sorted(parameters)))
        self._parameters: Any = {name: np.asarray(array, np.float32) for name, array in parameters.items()}
        self._memory = begin(self._parameters)

    def step(self, rate: float, *batch: np.ndarray) -> float:
        """One step against the slope of a batch's loss; the loss before it."""
        self._parameters, self._memory, loss = self._step(
            self._parameters, self._memory, np.float32(rate), *batch
        )
        return float(loss)

    @property
    def parameters(self) -> Arrays:
        """The parameters as they are: copies, since JAX's own cannot be written to."""
        return {name: np.array(array, np.float32) for name, array in self._parameters.items()}


def falling(rate: float, step: int, steps: int) -> float:
    """A rate that falls to nothing along a cosine."""
    return float(rate * (0.5 + 0.5 * np.cos(np.pi * step / steps)))


def fit(
    parameters: Arrays,
    loss: Loss,
    batches: Iterable[tuple[np.ndarray, ...]],
    steps: int,
    rate: float,
    optimizer: Optimizer = ADAM,
) -> tuple[Arrays, float]:
    """The parameters after a step a batch, the rate falling along a cosine; and the mean loss."""
    descent, total = Descent(parameters, loss, optimizer), 0.0
    for step, batch in enumerate(batches):
        total += descent.step(falling(rate, step, steps), *batch)
    return descent.parameters, total / max(steps, 1)
