"""Action values from the returns of self-play: what every game with an encoding can be learned by.

Games are played to their end, and each decision learns what the game turned out to be worth to its seat
(Zha et al. 2021, DouZero). It needs nothing of a game but its encoding: hidden cards, chance, teams and any
number of seats make no difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from parlour.agent import policy_names
from parlour.errors import ParlourError, unknown
from parlour.game import Game
from parlour.learn.descent import Optimizer, fit
from parlour.learn.selfplay import CHUNK, POLICY_PLAYS, RANDOM, encode, join, play
from parlour.learn.training import Learner, Lesson, Measures, Method, slide_window, with_window
from parlour.model import Arrays, load_model
from parlour.search.learned import UNITS, network_of, values_kind
from parlour.spec import Option, split_spec

__all__ = ["VALUES", "ValueLearner", "layers"]

BATCH = 1024
ADAMW = Optimizer("adam", decay=1e-4)
WINDOW = 2  # rounds that are learned from
OPENING = 8  # random actions at most before a game in which nothing is left to chance
# How much of a surprise is learned from; random actions; games in which the others play at random, so that it
# keeps in mind how weak players are beaten; and the rounds in which the rate halves, so that the luck of one
# round's games is averaged out by others.
HIDDEN = {"trace": 0.8, "stray": 0.03, "mixed": 0.0, "halving": math.inf}
OPEN = {"trace": 0.8, "stray": 0.03, "mixed": 0.25, "halving": math.inf}
OPEN_CHANCE = {"trace": 0.97, "stray": 0.01, "mixed": 0.75, "halving": 40.0}
FIRST_STRAY = 0.02  # random actions of a taught first round


def layers(net: Any, seen: Any, like: Any) -> tuple[Any, Any]:
    """The second hidden layer for some actions, and what they are worth."""
    import jax.numpy as jnp

    first = jnp.maximum(seen + like @ net["like"] + net["bias"], 0)
    second = jnp.maximum(first @ net["hidden"] + net["hidden_bias"], 0)
    return second, second @ net["output"] + net["output_bias"][0]


def _loss(net: Any, seen: Any, like: Any, targets: Any) -> Any:
    """The mean square error of the values of some decisions."""
    _, values = layers(net, seen @ net["seen"], like)
    return ((values - targets) ** 2).mean()


def _variants(game: Game, among: str) -> list[dict[str, str]]:
    """The options of the variants that are played in turn: one network must serve them all."""
    variants = [split_spec(f"{game.name}:{options}")[1] for options in among.split("/") if options]
    for options in variants:
        encoding, own = game.variant(**options).encoding, game.encoding
        if (encoding.observation, encoding.features) != (own.observation, own.features):
            other = game.variant(**options).spec
            raise ParlourError(f"{other} has other numbers than {game.spec}: no network learns both")
    return variants or [{}]


class ValueLearner(Learner):
    """Learns what actions are worth from games against itself."""

    loss: ClassVar[Callable[..., Any]] = staticmethod(_loss)
    chunk, batch = CHUNK, BATCH

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.kind = values_kind(lesson.game, int(self.settings["units"]))
        self.chunks = max(1, round(self.settings["decisions"] / self.chunk))
        self.variants = _variants(lesson.game, self.settings.get("among") or "")
        like = self.settings.get("like")
        if like and like not in policy_names(self.game):
            raise unknown(f"policy of {self.game.name}", like, policy_names(self.game))

    def begin(self) -> Arrays:
        """A network with small random weights (He et al. 2015), or the one to begin with.

        It has none for what could be learned by heart.
        """
        if self.settings.get("begin"):
            return load_model(self.game, self.kind, self.settings["begin"], "values").arrays
        random = np.random.default_rng(self.lesson.seed)
        shapes = {name: tuple(n or 0 for n in shape) for name, (_, shape) in self.kind.arrays.items()}
        spreads = {name: (2 / shape[0]) ** 0.5 if len(shape) == 2 else 0.0 for name, shape in shapes.items()}
        spreads["output"] = shapes["output"][0] ** -0.5
        net = {name: random.normal(0, spreads[name], shapes[name]).astype(np.float32) for name in shapes}
        net["seen"][self.game.encoding.memorable] = 0.0
        return net

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play, and fit to the games of the last two rounds."""
        net = self.model(state)
        new, games = self._gather(net, number)
        window = slide_window(state, new, WINDOW)
        decisions = join(window)
        steps = int(self.settings["epochs"] * len(decisions["actions"]) / self.batch)
        batches = self._batches(decisions, steps, number)
        rate = self.settings["rate"] * 0.5 ** (number / self._varied("halving"))
        net, loss = fit(net, self.loss, batches, steps, rate, ADAMW)
        measures: Measures = {"games": games, "loss": loss}
        return with_window(net, window), measures

    def _gather(self, net: Arrays, number: int) -> tuple[Arrays, int]:
        """The decisions of a round: at first of random games or of the policy to be taught by."""
        like = self.settings["like"]
        how: dict[str, Any] = {name: self._varied(name) for name in ("trace", "stray", "mixed")}
        how |= {"early": self.settings["early"], "opening": self._opening, "heat": self.settings["heat"]}
        if number == 0 and like:
            how |= {"guided": POLICY_PLAYS, "stray": FIRST_STRAY, "early": None, "like": like, "mixed": 0.0}
        elif number == 0 and not self.settings["begin"]:
            how = {"guided": RANDOM, "mixed": how["mixed"]}
        seeds = self.lesson.seeds(number, self.chunks)
        return play(self.lesson, network_of(net), seeds, variants=self.variants, **how)

    @property
    def _opening(self) -> int:
        """The random actions that a game begins with: without chance all games would be alike."""
        if self.settings["opening"] is not None:
            return int(self.settings["opening"])
        return 0 if self.game.chance or self.game.hidden else OPENING

    def _varied(self, name: str) -> float:
        """A setting that differs where something is hidden, and where chance varies open games."""
        if self.settings[name] is not None:
            return float(self.settings[name])
        return (HIDDEN if self.game.hidden else OPEN_CHANCE if self.game.chance else OPEN)[name]

    def _batches(self, decisions: Arrays, steps: int, number: int) -> Iterator[tuple[np.ndarray, ...]]:
        random, count = np.random.default_rng((self.lesson.seed, number)), len(decisions["actions"])
        passes, size = 1 + self.batch * steps // max(count, 1), self.batch
        order = np.concatenate([random.permutation(count) for _ in range(passes)])
        for step in self.lesson.track(range(steps), "steps of learning", steps):
            sample = order[size * step : size * (step + 1)]
            yield self._batch({name: array[sample] for name, array in decisions.items()})

    def _batch(self, decisions: Arrays) -> tuple[np.ndarray, ...]:
        """Some decisions as the loss takes them."""
        return *self._encode(decisions["views"], decisions["actions"]), decisions["targets"]

    def _encode(self, views: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Views and actions as numbers, without those that only tell games apart."""
        seen, like = encode(self.game, views, actions)
        seen[:, self.game.encoding.memorable] = 0.0
        return seen, like

    def model(self, state: Arrays) -> Arrays:
        """The network."""
        return {name: state[name] for name in self.kind.arrays}


VALUES = Method(
    "values",
    "What each action is worth, from games against itself.",
    ValueLearner,
    "learned",
    options=(
        Option("decisions", 131_072, "decisions noted in a round", low=CHUNK, kind=int),
        Option("units", UNITS, "units of the first hidden layer", low=8, high=1024, kind=int),
        Option("stray", None, "how often an action is drawn at random", low=0.0, high=1.0, kind=float),
        Option(
            "early", None, "how often one of a seat's first two choices is", low=0.0, high=1.0, kind=float
        ),
        Option("heat", 0.0, "one drawn at random is so much worse e times less often; 0: all alike", low=0.0),
        Option("trace", None, "how much of a surprise is learned from", low=0.0, high=1.0, kind=float),
        Option(
            "mixed", None, "in how many games all others play like `random`", low=0.0, high=1.0, kind=float
        ),
        Option("opening", None, "a game begins with up to so many random actions", low=0, kind=int),
        Option("rate", 1e-3, "how far a step of learning goes", low=1e-6, high=1.0),
        Option("halving", None, "in so many rounds the rate halves", low=1.0, kind=float),
        Option("epochs", 1.0, "passes over what was noted in the last two rounds", low=0.01),
        Option("begin", None, "a model to begin with", kind=str, models=("values",), needed=False),
        Option("among", "", "variants that are played in turn, such as players=2/players=3"),
        Option("like", "", "a policy whose games are learned from first, such as one of the game's own"),
    ),
    rounds=100,
    source="Zha et al. 2021 (DouZero)",
)
