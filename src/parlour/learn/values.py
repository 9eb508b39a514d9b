"""Action values from the returns of self-play: what every game with an encoding can be learned by.

Games are played to their end, and each decision learns what the game turned out to be worth to its seat
(Zha et al. 2021, DouZero). It needs nothing of a game but its encoding: hidden cards, chance, teams and any
number of seats make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.agent import policy_names
from parlour.errors import unknown
from parlour.learn.descent import Optimizer, fit
from parlour.learn.selfplay import CHUNK, POLICY_PLAYS, RANDOM, encode, join, play
from parlour.learn.training import Learner, Lesson, Measures, Method, slide_window, with_window
from parlour.model import Arrays
from parlour.search.learned import HIDDEN, Network, network_of, values_kind
from parlour.spec import Option

__all__ = ["VALUES", "ValueLearner"]

BATCH = 1024
ADAMW = Optimizer("adam", decay=1e-4)
WINDOW = 2  # rounds that are learned from
OPENING = 8  # random actions at most before a game in which nothing is left to chance
TRACE = 0.8  # how much of a surprise decisions learn from, where nothing is hidden
STRAY = 0.03  # random actions
OPEN_CHANCE = {"trace": 0.97, "stray": 0.01}  # where nothing is hidden but chance varies the games
FIRST_STRAY = 0.02  # random actions of a taught first round


def _loss(net: Any, seen: Any, like: Any, targets: Any) -> Any:
    """The mean square error of the values of some decisions."""
    import jax.numpy as jnp

    first = jnp.maximum(seen @ net["seen"] + like @ net["like"] + net["bias"], 0)
    second = jnp.maximum(first @ net["hidden"] + net["hidden_bias"], 0)
    values = second @ net["output"] + net["output_bias"][0]
    return jnp.mean((values - targets) ** 2)


class ValueLearner(Learner):
    """Learns what actions are worth from games against itself."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.kind = values_kind(lesson.game)
        self.chunks = max(1, round(self.settings["decisions"] / CHUNK))
        like = self.settings["like"]
        if like and like not in policy_names(self.game):
            raise unknown(f"policy of {self.game.name}", like, policy_names(self.game))

    def begin(self) -> Arrays:
        """A network with small random weights (He et al. 2015), none for what could be learned by heart."""
        random = np.random.default_rng(self.lesson.seed)
        shapes = {name: tuple(n or 0 for n in shape) for name, (_, shape) in self.kind.arrays.items()}
        spreads = {name: (2 / shape[0]) ** 0.5 if len(shape) == 2 else 0.0 for name, shape in shapes.items()}
        spreads["output"] = HIDDEN[1] ** -0.5
        net = {name: random.normal(0, spreads[name], shapes[name]).astype(np.float32) for name in shapes}
        net["seen"][self.game.encoding.memorable] = 0.0
        return net

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play, and fit to the games of the last two rounds."""
        net = self.model(state)
        new, games = self._gather(net, number)
        window = slide_window(state, new, WINDOW)
        decisions = join(window)
        steps = int(self.settings["epochs"] * len(decisions["actions"]) / BATCH)
        batches = self._batches(decisions, steps, number)
        net, loss = fit(net, _loss, batches, steps, self.settings["rate"], ADAMW)
        measures: Measures = {"games": games, "loss": loss}
        return with_window(net, window), measures

    def _gather(self, net: Arrays, number: int) -> tuple[Arrays, int]:
        """The decisions of a round: at first of random games or of the policy to be taught by."""
        like, how = self.settings["like"], dict[str, Any](opening=self._opening)
        how |= {"stray": self._varied("stray", STRAY, STRAY), "trace": self._varied("trace", 1.0, TRACE)}
        if number == 0 and like:
            how |= {"guided": POLICY_PLAYS, "stray": FIRST_STRAY, "like": like}
        elif number == 0:
            how = {"guided": RANDOM}
        seeds = self.lesson.seeds(number, self.chunks)
        return play(self.lesson, network_of(net), seeds, **how)

    @property
    def _opening(self) -> int:
        """The random actions that a game begins with: without chance all games would be alike."""
        if self.settings["opening"] is not None:
            return int(self.settings["opening"])
        return 0 if self.game.chance or self.game.hidden else OPENING

    def _varied(self, name: str, hidden: float, certain: float) -> float:
        """A setting that differs by what a game hides and leaves to chance.

        Where others expect by what one cannot see, all that is learned comes from the end of a game.
        """
        if self.settings[name] is not None:
            return float(self.settings[name])
        if self.game.hidden:
            return hidden
        return OPEN_CHANCE[name] if self.game.chance else certain

    def _batches(self, decisions: Arrays, steps: int, number: int) -> Iterator[tuple[np.ndarray, ...]]:
        random, count = np.random.default_rng((self.lesson.seed, number)), len(decisions["actions"])
        order = np.concatenate([random.permutation(count) for _ in range(1 + BATCH * steps // max(count, 1))])
        for step in self.lesson.track(range(steps), "steps of learning", steps):
            sample = order[BATCH * step : BATCH * (step + 1)]
            seen, like = encode(self.game, decisions["views"][sample], decisions["actions"][sample])
            seen[:, self.game.encoding.memorable] = 0.0
            yield seen, like, decisions["targets"][sample]

    def model(self, state: Arrays) -> Arrays:
        """The network."""
        return {name: state[name] for name in Network._fields}


VALUES = Method(
    "values",
    "What each action is worth, from games against itself.",
    ValueLearner,
    "learned",
    options=(
        Option("decisions", 131_072, "decisions noted in a round", low=CHUNK, kind=int),
        Option("stray", None, "how often an action is drawn at random", low=0.0, high=1.0, kind=float),
        Option("trace", None, "how much of a surprise is learned from", low=0.0, high=1.0, kind=float),
        Option("opening", None, "a game begins with up to so many random actions", low=0, kind=int),
        Option("rate", 1e-3, "how far a step of learning goes", low=1e-6, high=1.0),
        Option("epochs", 1.0, "passes over what was noted in the last two rounds", low=0.01),
        Option("like", "", "a policy whose games are learned from first, such as one of the game's own"),
    ),
    rounds=100,
    source="Zha et al. 2021 (DouZero)",
)
