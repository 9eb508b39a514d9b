"""Training and judging models of calls: which hands, which label, which protocol.

Clean: all hands but those of Grand Tichu callers' partners (who stay when the features tell them of the
call), the running score, games split 80:20; settings and threshold come from ten folds of the training games,
and the test games are looked at once. As in the thesis: only rounds with a Grand Tichu call, the previous
round's result in place of the score, and chosen by F1 on the test hands: every threshold, and the settings of
support vector regression.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from parlour.arena.estimate import Estimate
from parlour.errors import ParlourError, unknown
from parlour.games.tichu.calls.features import PARTNER, feature_names, features
from parlour.games.tichu.calls.models import Model
from parlour.games.tichu.lab.calls.fitting import GRIDS, MODELS, NEEDED, Point, fit, predict, refined, used
from parlour.games.tichu.lab.calls.hands import STAGES, Dataset, read_hands
from parlour.learn.grid import folds, grid_search
from parlour.learn.measures import THRESHOLDS, Sweep, auc, bootstrap, sweep
from parlour.learn.threads import one_thread

if TYPE_CHECKING:
    from parlour.arena.engines import Engine
    from parlour.arena.match import Track

LABELS = ("called", "first-out")
PROTOCOLS = ("clean", "thesis")
ROUNDS = ("all", "called")
FOLDS = 10
TEST_SHARE = 0.2
BREAK_EVEN = 0.5  # a call pays when it succeeds in more than half
SELF_PLAY = "plan:calls=model"  # the agent whose matches stand in for logs


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
        for name, known in allowed.items():
            if getattr(self, name) not in known:
                raise ParlourError(f"{name} '{getattr(self, name)}': expected one of {', '.join(known)}")
        if self.protocol == "thesis" and (self.call, self.stage, self.label) != ("grand", "eight", "called"):
            raise ParlourError(
                "--protocol thesis is about Grand Tichu calls on eight cards: leave the rest out"
            )
        feature_names(self.features)  # complains of an unknown set
        if (self.features, self.call, self.label) == ("table", "grand", "called"):
            raise ParlourError("--features table tells who has called: take --label first-out")


@dataclass(frozen=True)
class Cases:
    """Hands as a model sees them."""

    x: np.ndarray
    y: np.ndarray
    game: np.ndarray

    def where(self, chosen: np.ndarray) -> Cases:
        """Some of them."""
        return Cases(self.x[chosen], self.y[chosen], self.game[chosen])


@dataclass(frozen=True)
class Trained:
    """A model with what it showed on the test hands."""

    model: Model
    point: Point
    labels: np.ndarray
    confidence: np.ndarray
    games: np.ndarray
    hands: int  # trained on
    facts: dict[str, str] = field(default_factory=dict)

    @property
    def sweep(self) -> Sweep:
        """Its measures on the test hands at every threshold."""
        return sweep(self.labels, self.confidence)

    @property
    def at(self) -> int:
        """The place of its threshold."""
        return min(round(self.model.threshold / 0.0005), THRESHOLDS.size - 1)

    def auc(self) -> Estimate:
        """The area under its ROC curve, with the interval by games."""
        return bootstrap(self.games, lambda rows: auc(self.labels[rows], self.confidence[rows]))

    def measured(self, name: str) -> Estimate:
        """A measure at its threshold (accuracy, precision, recall, f1), with the interval by games."""

        def measure(rows: np.ndarray) -> float:
            return float(getattr(sweep(self.labels[rows], self.confidence[rows]), name)[self.at])

        return bootstrap(self.games, measure, times=200)


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
    name = "thesis-code" if task.protocol == "thesis" and task.features == "thesis" else task.features
    return Cases(features(name, data.hands(task.stage)), y, data.game).where(keep)


def games_to_test(games: np.ndarray, seed: int) -> np.ndarray:
    """A fifth of the games, for the test."""
    names = np.unique(games)
    if names.size < 5:
        raise ParlourError(f"training needs at least 5 games, not {names.size}")
    return np.random.default_rng(seed).permutation(names)[: max(1, round(TEST_SHARE * names.size))]


def out_of_fold(name: str, cases: Cases, point: Point, seed: int, count: int = FOLDS) -> np.ndarray:
    """The confidence for each case of a model that was trained on the other folds."""
    fold, found = folds(cases.game, count, seed), np.zeros(cases.y.size)
    with one_thread():
        for number in range(count):
            held = fold == number
            found[held] = predict(fit(name, cases.x[~held], cases.y[~held], point, seed), cases.x[held])
    return found


def search(
    name: str,
    points: Sequence[Point],
    cases: Cases,
    test: Cases | None,
    seed: int,
    *,
    kept: Path | None = None,
    about: str = "",
    workers: int = 1,
    track: Track | None = None,
) -> Point:
    """The point of a grid with the best area under the curve over ten folds, or the best F1 on test hands."""

    def score(point: Point) -> float:
        if test is not None:
            return float(sweep(test.y, predict(fit(name, cases.x, cases.y, point, seed), test.x)).f1.max())
        return auc(cases.y, out_of_fold(name, cases, point, seed))

    scores = grid_search(points, score, kept=kept, about=about, workers=workers, track=track)
    return dict(points[int(np.argmax(scores))])


def check_training(name: str, grid: str) -> None:
    """Say what would go wrong, before any hands are gathered."""
    if name not in MODELS:
        raise unknown("model", name, MODELS)
    if grid not in ("coarse", "full"):
        raise ParlourError(f"--grid {grid}: expected coarse or full")
    if find_spec("sklearn") is None:
        raise ParlourError(NEEDED)


def train(
    name: str,
    data: Dataset,
    task: Task,
    *,
    grid: str = "coarse",
    points: Sequence[Point] | None = None,
    threshold: float | None = None,
    kept: Path | None = None,
    workers: int = 1,
    track: Track | None = None,
) -> Trained:
    """Train a model for a task, with the best settings of a grid, and judge it on games that it never saw.

    Without a threshold, a call is imitated from the one with the best F1, and success is claimed from even
    chances on.
    """
    check_training(name, grid)
    cases = prepare(data, task)
    held = np.isin(cases.game, games_to_test(data.game, task.seed))
    known, test = cases.where(~held), cases.where(held)
    seen = test if task.protocol == "thesis" else None
    settled_by = seen if name == "svr" else None
    about = f"{name} {task} {grid} {hashlib.sha256(cases.x.tobytes()).hexdigest()[:12]}"

    def best_of(points: Sequence[Point]) -> Point:
        return search(
            name, points, known, settled_by, task.seed, kept=kept, about=about, workers=workers, track=track
        )

    points = points or (GRIDS[name][grid] if name in GRIDS else [{}])
    if name == "svr" and task.label == "first-out":
        points = [{**point, "balance": 1.0} for point in points]
    point = best_of(points) if len(points) > 1 else points[0]
    if name == "lr" and grid == "full":
        point = best_of([point, *refined(point["C"])])
    form, parameters = fit(name, known.x, known.y, point, task.seed)
    confidence = predict((form, parameters), test.x)
    if threshold is None and task.label == "first-out":
        threshold = BREAK_EVEN
    elif threshold is None and seen is not None:
        threshold = float(THRESHOLDS[sweep(test.y, confidence).best])
    elif threshold is None:
        threshold = float(THRESHOLDS[sweep(known.y, out_of_fold(name, known, point, task.seed)).best])
    columns = "thesis-code" if task.protocol == "thesis" and task.features == "thesis" else task.features
    hands = used(name, known.y.size, point)
    model = Model(
        name, form, columns, task.stage, task.label, parameters, threshold,
        {"protocol": task.protocol, "hands": str(hands), **{k: f"{v:g}" for k, v in point.items()}},
    )  # fmt: skip
    return Trained(model, point, test.y, confidence, test.game, hands)


# The models that the package ships: what each learns, with which settings, and when it calls.
# Who calls gets the partner's best card and help, so a Grand Tichu succeeds in more than half of the cases
# from less than even chances on.
SHIPPED: dict[str, tuple[str, Task, Point, float]] = {
    "grand-lr": ("lr", Task("grand", "eight", "first-out"), {"C": 0.3}, 0.42),
    "grand-svr": (
        "svr", Task("grand", "eight", "first-out"),
        {"C": 0.1, "gamma": 2.0**-6, "balance": 1.0, "hands": 1000.0}, 0.40,
    ),
    "dealt-lr": ("lr", Task("tichu", "fourteen", "first-out", "rich"), {"C": 0.3}, 0.5),
    "tichu-gb": (
        "gb", Task("tichu", "exchanged", "first-out", "rich"), {"trees": 150.0, "leaves": 6.0}, 0.55,
    ),
}  # fmt: skip


def ship(data: Dataset, origin: str) -> Iterator[tuple[str, Model, float]]:
    """The models that the package ships, each with its area under the curve on games it never saw."""
    for title, (name, task, point, threshold) in SHIPPED.items():
        cases = prepare(data, task)
        held = np.isin(cases.game, games_to_test(data.game, task.seed))
        with one_thread():
            form, parameters = fit(name, cases.x[~held], cases.y[~held], point, task.seed)
        facts = {
            "hands": str(int((~held).sum())),
            "origin": origin,
            **{k: f"{v:g}" for k, v in point.items()},
        }
        model = Model(name, form, task.features, task.stage, task.label, parameters, threshold, facts)
        yield title, model, auc(cases.y[held], predict((form, parameters), cases.x[held]))


def find_hands(
    hands: Path | None, logs: Path | None, games: int, seed: int, engine: Engine, track: Track
) -> tuple[Dataset, str]:
    """The hands of a dataset or of logs; without either, of self-play. With a word on where they are from."""
    from parlour.games.tichu.lab.calls.gathering import import_logs, selfplay

    if hands is not None and logs is not None:
        raise ParlourError("--hands and --logs are two sources: give one of them")
    if hands is not None:
        return read_hands(hands), str(hands)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "hands.csv.gz"
        if logs is not None:
            import_logs(logs, made)
            return read_hands(made), f"logs in {logs}"
        selfplay(made, SELF_PLAY, games, seed, engine, track)
        return read_hands(made), f"self-play of {SELF_PLAY}, {games} matches"


def rate_players(logs: Path) -> tuple[list[tuple[str, float, int]], int, int]:
    """The running Elo of the players of logs with their games, best first; games that count, and others."""
    from collections import Counter

    from parlour.arena.elo import RunningElo
    from parlour.games.tichu.logs import Damaged, read_games
    from parlour.games.tichu.state import MATCH

    running, played, games, skipped = RunningElo(), Counter[str](), 0, 0
    for _, found in read_games(logs):
        rounds = [] if isinstance(found, Damaged) else found
        ours, theirs = (sum((one.result or (0, 0))[team] for one in rounds) for team in (0, 1))
        if max(ours, theirs) < MATCH or ours == theirs:
            skipped += 1
            continue
        names = rounds[-1].players
        running.play(names[::2], names[1::2], float(ours > theirs))
        played.update(names)
        games += 1
    if not games:
        raise ParlourError(f"{logs} holds no finished game: expected BrettSpielWelt logs (.tch)")
    ranked = sorted(running.ratings.items(), key=lambda item: (-item[1], item[0]))
    return [(name, rating, played[name]) for name, rating in ranked], games, skipped
