"""What a model of calls is to learn: which hands, with which label, and which of them test it.

Clean: all hands but those of Grand Tichu callers' partners (who stay when the features tell them of the
call), the running score, games split 80:20. As in the thesis: only rounds with a Grand Tichu call, the
previous round's result in place of the score.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parlour.errors import ParlourError
from parlour.games.tichu.calls.features import feature_names, features
from parlour.games.tichu.calls.patterns import PARTNER
from parlour.games.tichu.lab.calls.hands import STAGES, Dataset

__all__ = ["Cases", "Task", "games_to_test", "prepare", "split"]

LABELS = ("called", "first-out")
PROTOCOLS = ("clean", "thesis")
ROUNDS = ("all", "called")
TEST_SHARE = 0.2


@dataclass(frozen=True)
class Task:
    """What a model is to learn: from which cards, which label, by which protocol."""

    call: str = "grand"  # or tichu
    stage: str = "eight"
    label: str = "called"
    features: str = "thesis"
    protocol: str = "clean"
    seed: int = 0
    rounds: str = "all"  # or called: only rounds with a Grand Tichu call

    def __post_init__(self) -> None:
        allowed = {"stage": STAGES, "label": LABELS, "protocol": PROTOCOLS, "rounds": ROUNDS}
        for name, words in allowed.items():
            if getattr(self, name) not in words:
                raise ParlourError(f"{name} '{getattr(self, name)}': expected one of {', '.join(words)}")
        if self.protocol == "thesis" and (self.call, self.stage, self.label) != ("grand", "eight", "called"):
            raise ParlourError(
                "--protocol thesis is about Grand Tichu calls on eight cards: leave the rest out"
            )
        feature_names(self.features)  # complains of an unknown set
        if (self.features, self.call, self.label) == ("table", "grand", "called"):
            raise ParlourError("--features table tells who has called: take --label first-out")

    @property
    def columns(self) -> str:
        """The feature set that the model sees: for the thesis that of its code."""
        by_code = self.protocol == "thesis" and self.features == "thesis"
        return "thesis-code" if by_code else self.features


@dataclass(frozen=True)
class Cases:
    """Hands as a model sees them."""

    x: np.ndarray
    y: np.ndarray
    game: np.ndarray

    def where(self, chosen: np.ndarray) -> Cases:
        """Some of them."""
        return Cases(self.x[chosen], self.y[chosen], self.game[chosen])


def prepare(data: Dataset, task: Task) -> Cases:
    """The cases of a task: its hands as features with their labels."""
    keep = np.ones(len(data), bool) if task.features == "table" else data.table_calls[:, PARTNER] == 0
    if task.protocol == "thesis" or task.rounds == "called":
        keep &= data.round_called
    if task.protocol == "thesis":
        data = data.with_previous_result()
    if task.call == "tichu" and task.label == "called":
        keep &= data.grand == 0
    called = data.grand if task.call == "grand" else data.tichu
    y = called if task.label == "called" else (data.place == 1).astype(np.int64)
    return Cases(features(task.columns, data.hands(task.stage)), y, data.game).where(keep)


def games_to_test(games: np.ndarray, seed: int) -> np.ndarray:
    """A fifth of the games, for the test."""
    names = np.unique(games)
    if names.size < 5:
        raise ParlourError(f"training needs at least 5 games, not {names.size}")
    return np.random.default_rng(seed).permutation(names)[: max(1, round(TEST_SHARE * names.size))]


def split(data: Dataset, task: Task) -> tuple[Cases, Cases]:
    """The cases of a task to train on, and those to test on."""
    cases = prepare(data, task)
    held = np.isin(cases.game, games_to_test(data.game, task.seed))
    return cases.where(~held), cases.where(held)
