"""What an action is worth, as a network sees it: inference in compiled code, and the agent that plays by it.

The network takes what a seat knows and what an action is like, both as numbers of the game's encoding, and
has two hidden layers of rectified units. What the seat knows is the same for all actions of a decision, so
its share of the first layer is worked out once. It says what an action is worth, and how much it favours it:
a model of kind `policy` was taught both, one of kind `values` favours what is worth most.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import INTS, NUMBER_ROWS, NUMBERS, RULES, STATE, compiled, helper, ready, row
from parlour.model import Arrays, ModelKind, find_model, load_model, read_header
from parlour.state import View

__all__ = [
    "DESK", "NETWORK", "UNITS", "Desk", "Learned", "Network", "best_value", "expect", "favourite_value",
    "judge", "list_actions", "load_network", "network_of", "new_desk", "picture", "policy_kind",
    "values_kind", "weigh",
]  # fmt: skip

UNITS, SECOND = 128, 64  # units of the two hidden layers; the first may have others
HEAT = 0.1  # an action that is worth so much less is favoured e times less, by a model of values


class Network(NamedTuple):
    """The weights: those of a view's and of an action's numbers, then of the two hidden layers."""

    seen: np.ndarray
    like: np.ndarray
    bias: np.ndarray
    hidden: np.ndarray
    hidden_bias: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    choice: np.ndarray  # how much an action is favoured, as a logarithm


class Desk(NamedTuple):
    """Where the numbers of one decision are written."""

    actions: np.ndarray
    values: np.ndarray  # of the actions
    favours: np.ndarray  # how much each is favoured, as a logarithm
    seen: np.ndarray  # what the seat knows
    like: np.ndarray  # what each action is like
    base: np.ndarray  # the view's share of the first layer
    first: np.ndarray
    second: np.ndarray
    places: np.ndarray  # of the numbers that are not 0


NETWORK = types.NamedTuple((NUMBER_ROWS, NUMBER_ROWS, NUMBERS, NUMBER_ROWS, *[NUMBERS] * 4), Network)
DESK = types.NamedTuple((INTS, *[NUMBERS] * 3, NUMBER_ROWS, *[NUMBERS] * 3, INTS), Desk)


def values_kind(game: Game, units: int | None = None) -> ModelKind:
    """The kind of models that say what an action of a game is worth, of any size or of one."""
    encoding, first, second = game.encoding, units, SECOND
    return ModelKind(
        "values",
        f"parlour train {game.path or game.name}",
        {
            "seen": ("float32", (encoding.observation_size, first)),
            "like": ("float32", (encoding.feature_size, first)),
            "bias": ("float32", (first,)),
            "hidden": ("float32", (first, second)),
            "hidden_bias": ("float32", (second,)),
            "output": ("float32", (second,)),
            "output_bias": ("float32", (1,)),
        },
        encoding.version,
    )


def policy_kind(game: Game, units: int | None = None) -> ModelKind:
    """The kind of models that also say how likely a search is to choose an action."""
    values = values_kind(game, units)
    arrays = {**values.arrays, "choice": ("float32", (SECOND,))}
    return ModelKind("policy", f"{values.command} --method search", arrays, values.encoding)


def network_of(arrays: Arrays) -> Network:
    """The arrays of a model as compiled code reads them."""
    arrays = {"choice": arrays["output"] / np.float32(HEAT), **arrays}
    return Network(**{name: np.ascontiguousarray(arrays[name]) for name in Network._fields})


def load_network(game: Game, name: str | None) -> Network:
    """The network that an agent's option names, of either kind; without one, that of the game."""
    policy, values = policy_kind(game), values_kind(game)
    path = find_model(game, name, policy.name, values.name) if name else None
    kind = policy if path and _kind_of(path) == policy.name else values
    arrays = load_model(game, kind, name, values.name).arrays
    if len({*(arrays[part].shape[-1] for part in ("seen", "like", "bias")), len(arrays["hidden"])}) > 1:
        raise ParlourError(f"{name or kind.name} does not fit: its layers differ in size: {kind.remedy}")
    return network_of(arrays)


def _kind_of(path: Path) -> str:
    """The kind of a model; none of a file that its reader will refuse."""
    try:
        return read_header(path).kind
    except ParlourError:
        return ""


def new_desk(game: Game, net: Network) -> Desk:
    """Room for one decision of a game by a network."""
    encoding, first, second = game.encoding, net.bias.size, net.output.size
    most, seen, like = game.max_actions, encoding.observation_size, encoding.feature_size
    shapes = ((most,), (most,), (seen,), (most, like), (first,), (first,), (second,))
    actions, places = np.zeros(most, np.int64), np.zeros(1 + max(seen, like, first), np.int64)
    return Desk(actions, *(np.zeros(shape, np.float32) for shape in shapes), places=places)


@helper
def _add_rows(weights, numbers, places, out):
    """Add what some numbers, most of them 0, bring to a layer: four at a time, found without branching."""
    n, i = 0, 0
    for place in range(numbers.size):
        places[n] = place
        n += numbers[place] != 0.0
    while i + 4 <= n:
        a, b, c, d = places[i], places[i + 1], places[i + 2], places[i + 3]
        one, two, three, four = numbers[a], numbers[b], numbers[c], numbers[d]
        for h in range(out.size):
            sum_of_two = (out[h] + one * weights[a, h]) + two * weights[b, h]
            out[h] = (sum_of_two + three * weights[c, h]) + four * weights[d, h]
        i += 4
    while i < n:
        a = places[i]
        for h in range(out.size):
            out[h] += numbers[a] * weights[a, h]
        i += 1


@helper
def _rectify(layer):
    for h in range(layer.size):
        layer[h] = max(layer[h], np.float32(0.0))


@helper
def list_actions(rules, view, desk):
    """Write the actions of a view, one of those that mean the same; how many."""
    return rules.candidates(view, desk.actions, rules.legal(view, desk.actions))


@helper
def picture(rules, view, seat, actions, n, seen, like):
    """Write what a seat that is to move knows, and what some actions are like, a row each."""
    seen[:] = 0.0
    like[:n] = 0.0
    if not rules.depict_all(view, actions, n, seen, like):
        rules.observe(view, seat, seen)
        for i in range(n):
            rules.depict(view, actions[i], row(like, i))


@compiled(types.void(RULES, NETWORK, STATE, types.int64, DESK, types.int64), late=True)
def weigh(rules, net, view, seat, desk, n):
    """Write what each of the actions on the desk is worth, and how much it is favoured."""
    picture(rules, view, seat, desk.actions, n, desk.seen, desk.like)
    desk.base[:] = net.bias
    _add_rows(net.seen, desk.seen, desk.places, desk.base)
    for i in range(n):
        desk.first[:] = desk.base
        _add_rows(net.like, row(desk.like, i), desk.places, desk.first)
        _rectify(desk.first)
        desk.second[:] = net.hidden_bias
        _add_rows(net.hidden, desk.first, desk.places, desk.second)
        _rectify(desk.second)
        value, favour = net.output_bias[0], np.float32(0.0)
        for h in range(desk.second.size):
            value += desk.second[h] * net.output[h]
            favour += desk.second[h] * net.choice[h]
        desk.values[i], desk.favours[i] = value, favour


@compiled(types.int64(RULES, NETWORK, STATE, types.int64, DESK), late=True)
def judge(rules, net, view, seat, desk):
    """Write the actions of a view and what each is worth; how many."""
    n = list_actions(rules, view, desk)
    weigh(rules, net, view, seat, desk, n)
    return n


@helper
def best_value(desk, n):
    """What the best of the actions that were judged is worth, between -1 and 1."""
    best = np.float32(-1.0)
    for i in range(n):
        best = max(best, desk.values[i])
    return min(best, np.float32(1.0))


@helper
def favourite_value(desk, n):
    """What the action that is favoured most is worth, between -1 and 1."""
    best = 0
    for i in range(1, n):
        if desk.favours[i] > desk.favours[best]:
            best = i
    return min(max(desk.values[best], np.float32(-1.0)), np.float32(1.0))


@helper
def expect(value, seat, teams, out):
    """Write what a position that has a value for one seat is worth to all: the other teams share the rest."""
    others = teams.max() - teams.min()
    for other in range(teams.size):
        out[other] = value if teams[other] == teams[seat] else -value / others


class Learned(Agent):
    """Plays the action that its network favours most."""

    explains = True

    def __init__(self, game: Game, model: str | None = None) -> None:
        self.net = load_network(game, model)
        self.rules, self.desk = game.encoding.rules.ready(), new_desk(game, self.net)
        ready(judge)

    def choose(self, view: View, clock: Clock) -> int:
        """The action that is favoured most; the first of equals."""
        n = judge(self.rules, self.net, view.buffer, view.seat, self.desk)
        order = np.argsort(-self.desk.favours[:n], kind="stable")
        self.work += n
        self.explanation = Explanation(tuple(self._candidate(int(i)) for i in order), n)
        return int(self.desk.actions[order[0]])

    def _candidate(self, place: int) -> Candidate:
        action, value = int(self.desk.actions[place]), float(self.desk.values[place])
        return Candidate(action, min(max((value + 1) / 2, 0.0), 1.0), line=(action,), score=value)
