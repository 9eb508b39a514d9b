"""Policy and value from games of a search that they guide (Silver et al. 2018, AlphaZero).

A tree search plays against itself by what the network favours and expects. The network learns to favour what
the search would choose, and to expect what the search found and the games turned out to be worth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from parlour.errors import ParlourError
from parlour.learn.searching import CHUNK, NOBODY, search_chunk
from parlour.learn.selfplay import join
from parlour.learn.training import Lesson, Method
from parlour.learn.values import VALUES, ValueLearner, layers
from parlour.model import Arrays
from parlour.search.learned import network_of, policy_kind
from parlour.spec import Option

__all__ = ["SEARCH", "PolicyLearner"]

BATCH = 256
STEP = 512  # the rows of a batch are filled up to a multiple, so that few shapes must be compiled


def _loss(net: Any, seen: Any, owner: Any, like: Any, shares: Any, worths: Any) -> Any:
    """How far the values of actions are from what came of them, and the policy from the search's.

    A row is an action of the decision ``owner``; a last decision owns the rows that fill up.
    """
    import jax
    import jax.numpy as jnp

    count = len(seen) + 1
    base = jnp.concatenate([seen @ net["seen"], jnp.zeros((1, net["seen"].shape[1]))])
    second, values = layers(net, base[owner], like)
    favours = second @ net["choice"]
    favours -= jax.ops.segment_max(jax.lax.stop_gradient(favours), owner, count)[owner]
    favours -= jnp.log(jax.ops.segment_sum(jnp.exp(favours), owner, count))[owner]
    known = ~jnp.isnan(worths)
    errors = jnp.where(known, values - jnp.where(known, worths, 0.0), 0.0) ** 2
    return errors.sum() / known.sum() - (shares * favours).sum() / len(seen)


class PolicyLearner(ValueLearner):
    """Learns what a search finds in games against itself."""

    loss: ClassVar[Callable[..., Any]] = staticmethod(_loss)
    chunk, batch = CHUNK, BATCH

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.kind = policy_kind(lesson.game, int(self.settings["units"]))
        if self.game.hidden or len(set(self.game.team_of)) != 2:
            raise ParlourError(
                f"--method search needs a game of two sides in which nothing is hidden: for {self.game.spec} "
                "there is --method values"
            )

    def _gather(self, net: Arrays, number: int) -> tuple[Arrays, int]:
        """The decisions of a round: at first of a search that knows only how games end."""
        if number == 0:
            net = net | {"output": np.zeros_like(net["output"])}
        settings = (self.settings["playouts"], self.settings["stray"], self._opening, self._varied("trace"))
        seeds = [int(seed) for seed in self.lesson.seeds(number, self.chunks)]
        chunks = self.lesson.gather(search_chunk, (network_of(net), *settings), seeds, "chunks of games")
        return join([part for part, _ in chunks]), sum(games for _, games in chunks)

    def _batch(self, decisions: Arrays) -> tuple[np.ndarray, ...]:
        """Some decisions as the loss takes them: a row an action, filled up with rows of none."""
        legal, owner = decisions["legal"], np.nonzero(decisions["legal"] != NOBODY)[0]
        there = legal != NOBODY
        seen, like = self._encode(decisions["views"][owner], legal[there])
        worths = np.where(
            legal == decisions["actions"][:, None], decisions["targets"][:, None], decisions["worths"]
        )
        more = -len(owner) % STEP
        first = np.flatnonzero(np.diff(owner, prepend=-1))
        return (
            seen[first],
            np.pad(owner, (0, more), constant_values=len(legal)).astype(np.int32),
            np.pad(like, ((0, more), (0, 0))),
            np.pad(decisions["shares"][there], (0, more)),
            np.pad(worths[there], (0, more), constant_values=np.nan).astype(np.float32),
        )


_SHARED = {option.name: option for option in VALUES.options}
SEARCH = Method(
    "search",
    "What to do and what it is worth, from games of a tree search against itself.",
    PolicyLearner,
    "learned",
    options=(
        Option("decisions", 16_384, "decisions noted in a round", low=CHUNK, kind=int),
        Option("playouts", 64, "positions that the search judges for a decision", low=2),
        Option("stray", 0.0, "how often an action is drawn at random", low=0.0, high=1.0),
        *(_SHARED[name] for name in ("units", "trace", "opening", "rate", "halving", "epochs")),
    ),
    rounds=100,
    source="Silver et al. 2018 (AlphaZero); Danihelka et al. 2022",
)
