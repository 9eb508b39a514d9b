"""Ways to learn Tichu: when to call, and what players hold who could answer a play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.games.tichu.calls.models import CallModel
from parlour.games.tichu.kinds import DETERMINIZER, SHAPE
from parlour.games.tichu.lab.calls.cases import Task
from parlour.games.tichu.lab.calls.fitting import Point
from parlour.games.tichu.lab.calls.gathering import find_hands
from parlour.games.tichu.lab.calls.training import check_training, train
from parlour.games.tichu.lab.determinizer import learn_counters
from parlour.games.tichu.lab.ratings import Fame
from parlour.learn.training import Learner, Lesson, Measures, Method
from parlour.model import Arrays
from parlour.spec import Option

__all__ = ["METHODS"]


class DeterminizerLearner(Learner):
    """Counts who could answer a play in self-play of plan, half of it Mini-Tichu."""

    kind = DETERMINIZER

    def begin(self) -> Arrays:
        """Nothing is counted yet."""
        return {"counters": np.zeros(SHAPE, np.int32)}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Count some more."""
        games = int(self.settings["games"])
        counters = state["counters"] + learn_counters(games, self.lesson.seed + number).astype(np.int32)
        return {"counters": counters}, {"games": games, "observations": float(counters.sum())}

    def model(self, state: Arrays) -> Arrays:
        """The counters."""
        return state


class CallLearner(Learner):
    """Fits a model of calls to hands of logs or of self-play, and judges it on games it never saw."""

    def __init__(self, lesson: Lesson, call: str) -> None:
        super().__init__(lesson)
        set_ = self.settings
        protocol = set_.get("protocol", "clean")
        self.task = Task(
            call, set_["stage"], set_["label"], set_["features"], protocol, lesson.seed, set_["rounds-with"]
        )
        check_training(set_["model"], set_["grid"])
        self.points = [_read_point(set_["point"])] if set_["point"] else []
        self.trained: CallModel | None = None

    def begin(self) -> Arrays:
        """Nothing yet: everything is learned in the first round."""
        return {}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Gather, search the grid, fit and judge."""
        set_, lesson = self.settings, self.lesson
        hands, logs = (Path(set_[name]) if set_[name] else None for name in ("hands", "logs"))
        games, engine = int(set_["games"]), lesson.engine
        fame = Fame.of(set_["min-elo"], set_["player"])
        data, _ = find_hands(hands, logs, games, lesson.seed, engine, lesson.track, fame)
        result = train(
            set_["model"], data, self.task,
            grid=set_["grid"], points=self.points, threshold=set_["threshold"], workers=lesson.workers,
            track=lesson.track,
        )  # fmt: skip
        self.trained, self.kind = result.model, result.model.kind
        measures: Measures = {
            "games": len(set(data.game)),
            "hands": float(result.hands),
            "area under the curve": result.auc(),
        }
        measures |= {name: result.measured(name) for name in ("accuracy", "precision", "recall", "f1")}
        return result.model.arrays, measures

    def model(self, state: Arrays) -> Arrays:
        """The arrays of the model."""
        return state

    def facts(self, state: Arrays) -> dict[str, Any]:
        """What it looks at, and when it calls."""
        return self.trained.facts if self.trained else {}


def _read_point(text: str) -> Point:
    """Settings of a model, such as ``C=0.3+gamma=0.1``."""
    try:
        pairs = [part.split("=") for part in text.split("+")]
        return {name.strip(): float(value) for name, value in pairs}
    except ValueError:
        raise ParlourError(f"--point {text}: expected numbers such as C=0.3+gamma=0.1") from None


def _options(model: str, label: str, features: str, stage: str) -> tuple[Option, ...]:
    return (
        Option("model", model, "lr, svr, nb, adaboost, rf, perceptron, averaged, or gb (boosting, ours)"),
        Option("label", label, "called (imitation) or first-out (success)", choices=("called", "first-out")),
        Option("features", features, "the set of features: thesis, raw, compressed, minimal, full, rich ..."),
        Option("stage", stage, "on which cards", choices=("eight", "fourteen", "exchanged")),
        Option("rounds-with", "all", "all, or called: only rounds with a Grand Tichu call"),
        Option("grid", "coarse", "coarse, or full: all models of the source", choices=("coarse", "full")),
        Option("point", "", "the settings of the model, such as C=0.3, instead of a search"),
        Option("threshold", None, "call from this confidence on", low=0.0, high=1.0, kind=float),
        Option("hands", "", "a dataset of hands (.csv.gz)"),
        Option("logs", "", "a folder of BrettSpielWelt logs"),
        Option("min-elo", None, "only logged games with a player of this Elo ...", low=0.0, kind=float),
        Option("player", "", "... or with one of these players, separated by commas"),
        Option("games", 200, "matches of self-play when no hands are given", low=1),
    )


_PROTOCOL = Option("protocol", "clean", "clean, or thesis: as published", choices=("clean", "thesis"))
METHODS = (
    Method(
        "determinizer",
        "Who holds an answer to a play, from self-play of plan.",
        DeterminizerLearner,
        "mc:playouts=50",
        (Option("games", 20_000, "rounds of self-play", low=2),),
        source="Castelein 2017",
    ),
    Method(
        "grand",
        "When to call Grand Tichu, on the first eight cards.",
        lambda lesson: CallLearner(lesson, "grand"),
        "plan",
        (*_options("lr", "called", "thesis", "eight"), _PROTOCOL),
        source="the theses that `parlour study` reruns",
    ),
    Method(
        "calls",
        "When to call Tichu, on fourteen cards.",
        lambda lesson: CallLearner(lesson, "tichu"),
        "plan",
        _options("gb", "first-out", "table", "exchanged"),
    ),
)
