"""Deep Q-learning on a batch of tables, with JAX and optax: ``python examples/dqn.py examples/tictactoe.py``.

For games of two sides that move in turn. Who moves next is the opponent, so that a position is worth what it
is worth to the next mover, negated (Mnih et al. 2015; minimax values as in Littman 1994).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

import parlour
from parlour.environments import batch

HIDDEN, RATE, SAMPLE, MEMORY = 128, 1e-3, 512, 400  # units, step size, rows of an update, steps remembered
OPTIMIZER = optax.adam(RATE)


def new_network(inputs: int, codes: int, seed: int) -> dict[str, Any]:
    """Two layers, small random weights."""
    first, second = jax.random.split(jax.random.key(seed))
    return {
        "first": jax.random.normal(first, (inputs, HIDDEN)) * (2 / inputs) ** 0.5,
        "bias": jnp.zeros(HIDDEN),
        "second": jax.random.normal(second, (HIDDEN, codes)) * (1 / HIDDEN) ** 0.5,
    }


@jax.jit
def values(net: Any, seen: Any, masks: Any) -> Any:
    """What each code is worth to the mover; hardly anything where it is illegal."""
    hidden = jax.nn.relu(seen @ net["first"] + net["bias"])
    return jnp.where(masks, jnp.tanh(hidden @ net["second"]), -2.0)


def loss(net: Any, older: Any, seen: Any, masks: Any, codes: Any, rewards: Any, done: Any, after: Any) -> Any:
    """How far the values of what was done are from what it led to."""
    later = -values(older, *after).max(axis=1)
    target = jnp.where(done, rewards, later)
    worth = jnp.take_along_axis(values(net, seen, masks), codes[:, None], axis=1)[:, 0]
    return jnp.mean((worth - jax.lax.stop_gradient(target)) ** 2)


@jax.jit
def update(net: Any, older: Any, memory: Any, *rows: Any) -> Any:
    """One step against the slope."""
    slopes = jax.grad(loss)(net, older, *rows)
    steps, memory = OPTIMIZER.update(slopes, memory)
    return optax.apply_updates(net, steps), memory


def train(spec: str, steps: int = 600, tables: int = 128, seed: int = 0) -> Any:
    """The network after so many steps of all tables, an update after each."""
    games, random = batch(spec, tables, seed=seed), np.random.default_rng(seed)
    net = older = new_network(games.observations.shape[1], games.masks.shape[1], seed)
    memory, past, everyone = OPTIMIZER.init(net), [], np.arange(tables)
    for step in range(steps):
        seen, masks, mover = games.observations.copy(), games.masks.astype(bool), games.mover.copy()
        stray = random.random(tables) < max(0.1, 1 - 2 * step / steps)
        codes = np.where(stray, games.sample(), np.asarray(values(net, seen, masks)).argmax(axis=1))
        games.step(codes)
        after = games.observations.copy(), games.masks.astype(bool)
        past.append((seen, masks, codes, games.rewards[everyone, mover], games.done.copy(), after))
        past = past[-MEMORY:]
        chosen = [past[place] for place in random.integers(0, len(past), SAMPLE // tables)]
        rows = jax.tree_util.tree_map(lambda *parts: np.concatenate(parts), *chosen)
        net, memory = update(net, older, memory, *rows)
        older = net if step % 20 == 0 else older
    return net


def player(net: Any) -> Callable[[parlour.View], int]:
    """A network as an agent, which plays the legal action of most value."""

    def choose(view: parlour.View) -> int:
        encoding = view.game.encoding
        seen, mask = encoding.observe(view), encoding.mask(view).astype(bool)
        return encoding.decode(view, int(values(net, seen[None], mask[None]).argmax()))

    return choose


if __name__ == "__main__":
    where = sys.argv[1]
    results = parlour.match(parlour.game(where), [player(train(where, 3000)), "random"], 200)
    print(f"against random it scores {results.lines[0].score:.1%}")
