"""Fitting: the network of `best` by gradient descent, and the logistic model of `wpm`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import types

from parlour.errors import ParlourError
from parlour.games.dicewars.best.ground import AREA_FEATURES, ENEMIES, survey
from parlour.games.dicewars.best.standing import ENDS, FEATURES, INCOME, LOG_DICE, LOG_REGION, describe
from parlour.games.dicewars.lab.gathering import Positions
from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.state import MOST_PLAYERS, NONE, ONE, STATE, areas_of, fields
from parlour.games.dicewars.weights import NETWORK, Network
from parlour.kernel import STATE_ROWS, bits, compiled, row
from parlour.learn.descent import fit

__all__ = ["fit_network", "fit_wpm", "new_network"]

BATCH = 1024
RATE = 3e-3
ROOM = MOST_AREAS + 1
PLAYERS = STATE.fields["players"][1]  # type: ignore[index]  # where a state says how many play


class Sight(NamedTuple):
    """What the network sees of some positions."""

    seats: np.ndarray  # position x seat x number
    areas: np.ndarray  # position x area x number
    owned: np.ndarray  # position x seat x area: 1 where the seat has the area
    friends: np.ndarray  # position x area x area: 1 for neighbours of the same seat
    enemies: np.ndarray  # and of different ones
    alive: np.ndarray  # position x seat


_CUBE = types.Array(types.float32, 3, "C")
_SIGHT = types.NamedTuple((*[_CUBE] * 5, types.Array(types.float32, 2, "C")), Sight)


@compiled(types.void(STATE_ROWS, _SIGHT))
def _look(states, sight):
    """Write what the network sees of each position."""
    seats, areas = np.zeros((MOST_PLAYERS, FEATURES), np.float32), np.zeros((ROOM, AREA_FEATURES), np.float32)
    regions = np.zeros(MOST_PLAYERS, np.uint64)
    for i in range(len(states)):
        s = fields(row(states, i))
        describe(s, np.int64(s.turn), seats, regions)
        survey(s, np.int64(s.turn), regions, seats, areas)
        sight.areas[i, : s.areas] = areas[: s.areas]
        for seat in range(s.players):
            own = areas_of(s, seat)
            sight.seats[i, seat] = seats[seat]
            sight.alive[i, seat] = own != NONE
            for area in bits(own):
                sight.owned[i, seat, area] = 1.0
                for other in bits(np.uint64(s.neighbours[area])):
                    ties = sight.friends if (own >> np.uint64(other)) & ONE else sight.enemies
                    ties[i, area, other] = 1.0


def look(states: np.ndarray) -> Sight:
    """What the network sees of positions, with as many seats as any of them has."""
    count, seats = len(states), int(states[:, PLAYERS].max(initial=1))
    shapes = ((seats, FEATURES), (ROOM, AREA_FEATURES), (seats, ROOM), (ROOM, ROOM), (ROOM, ROOM), (seats,))
    sight = Sight(*(np.zeros((count, *shape), np.float32) for shape in shapes))
    _look(np.ascontiguousarray(states), sight)
    return sight


def new_network(seed: int) -> Network:
    """A network with small random weights."""
    random = np.random.default_rng(seed)
    shapes = {name: tuple(n or 0 for n in shape) for name, (_, shape) in NETWORK.arrays.items()}
    spreads = {name: shape[0] ** -0.5 if len(shape) == 2 else 0.0 for name, shape in shapes.items()}
    spreads["output"] = 0.1
    return Network(
        **{name: random.normal(0, spreads[name], shapes[name]).astype(np.float32) for name in shapes}
    )


def _strengths(net: Any, sight: Sight) -> Any:
    """The strength of each seat, as `best.network` computes it."""
    import jax.numpy as jnp

    relu, mine = (lambda x: jnp.maximum(x, 0)), jnp.swapaxes(sight.owned, 1, 2)
    first = relu(sight.areas @ net["area"] + mine @ (sight.seats @ net["brings"]) + net["area_bias"])
    near = (sight.friends @ first) @ net["friends"] + (sight.enemies @ first) @ net["enemies"]
    second = relu(first @ net["itself"] + near + net["near_bias"])
    fronts = second * (sight.areas[:, :, ENEMIES, None] > 0)
    pooled = sight.owned @ jnp.concatenate([first, fronts], axis=2) / 8
    return relu(sight.seats @ net["seat"] + pooled @ net["pool"] + net["bias"]) @ net["output"]


def _loss(net: Any, shares: Any, *sight: Any) -> Any:
    """The mean surprise at what the chances turned out to be."""
    import jax
    import jax.numpy as jnp

    seen = Sight(*sight)
    chances = jax.nn.log_softmax(jnp.where(seen.alive > 0, _strengths(net, seen), -1e9), axis=1)
    return -(shares * chances).sum(axis=1).mean()


def fit_network(net: Network, positions: Positions, epochs: float, seed: int) -> tuple[Network, float]:
    """The network after some passes over the positions, and its mean loss on the way."""
    steps = max(1, int(epochs * len(positions.states) / BATCH))
    weights, loss = fit(net._asdict(), _loss, _batches(positions, steps, seed), steps, RATE)
    return Network(**weights), loss


def _batches(positions: Positions, steps: int, seed: int) -> Iterator[tuple[np.ndarray, ...]]:
    random, count = np.random.default_rng(seed), len(positions.states)
    for _ in range(steps):
        sample = random.integers(0, count, BATCH)
        sight = look(positions.states[sample])
        yield positions.shares[sample, : sight.alive.shape[1]], *sight


def fit_wpm(positions: Positions) -> np.ndarray:
    """The logistic model for the seat that ends its turn: two weights a seat, in turn order from that one."""
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise ParlourError("this method needs scikit-learn: pip install 'parlour[learn]'") from None
    x, y = _wpm_samples(positions)
    model = LogisticRegression(C=1e3 / len(y), fit_intercept=False, tol=1e-8, max_iter=1000).fit(x, y)
    return np.asarray(model.coef_[0])


def _wpm_samples(positions: Positions) -> tuple[np.ndarray, np.ndarray]:
    """What the model sees at the end of a turn, with the new dice, and whether that seat won.

    Only positions in which all seats still have areas count: a linear model cannot tell the dice of a beaten
    rival from dice that went to the strongest one.
    """
    sight = look(positions.states)
    everyone, seats = sight.alive.all(axis=1), sight.alive.shape[1]
    features = sight.seats[everyone].astype(float)
    dice = np.exp(features[:, :, LOG_DICE]) - 1 + 16 * features[:, :, INCOME]
    logs = np.stack([features[:, :, LOG_REGION], np.log(dice + 1)], axis=2)
    enders = features[:, :, ENDS].argmax(axis=1)
    order, rows = (enders[:, None] + np.arange(seats)) % seats, np.arange(len(enders))
    won = positions.shares[everyone][rows, enders] == 1.0
    return logs[rows[:, None], order].reshape(len(enders), -1), won.astype(float)
