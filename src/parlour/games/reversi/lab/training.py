"""Training of the pattern evaluation: self-play that can stop and go on, and its learning curve."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.files import write_bytes
from parlour.games.reversi.best.memory import new_memory
from parlour.games.reversi.best.patterns import LANES, LAYOUT, SIZE, STAGES, UNIT, parts, save_weights
from parlour.games.reversi.best.transpositions import new_table
from parlour.games.reversi.lab.exam import RIVALS, examine
from parlour.games.reversi.lab.selfplay import Learning, Patterns, Settings, self_play
from parlour.kernel import new_rng
from parlour.progress import Track, silent
from parlour.stats.estimate import Estimate

__all__ = ["BATCH", "Trainer", "finish", "train"]

BATCH = 1000  # games between two looks at the clock
_TABLE_BITS = 12


@dataclass(frozen=True)
class Point:
    """One point of the learning curve: the share of the points against a fixed opponent."""

    games: int
    rival: str
    score: Estimate


@dataclass
class Trainer:
    """A training run: its weights, what each weight has learned from, and how far it has come."""

    seed: int = 0
    settings: dict[str, float] = field(default_factory=Settings()._asdict)
    games: int = 0
    curve: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.weights = np.zeros(STAGES * SIZE, np.float32)
        self.sums = np.zeros_like(self.weights)
        self.sizes = np.zeros_like(self.weights)
        self.rng = new_rng(self.seed, 77)
        self._memory, self._table = new_memory(_TABLE_BITS), new_table(_TABLE_BITS)

    def play(self, games: int) -> float:
        """Play and learn; the root of the mean square error in discs."""
        patterns = Patterns(self.weights, parts(), np.zeros(LANES, np.uint16))
        learning = Learning(self.sums, self.sizes, LAYOUT.mirror.astype(np.int32))
        settings = Settings(**self.settings)
        error = self_play(games, settings, patterns, learning, self._memory, self._table, self.rng)
        self.games += games
        return float(np.sqrt(error))

    def examine(self) -> None:
        """Add a point for each fixed opponent to the learning curve."""
        self.curve += [Point(self.games, rival, examine(self.weights, rival)) for rival in RIVALS]

    def quantised(self) -> np.ndarray:
        """The weights as they are shipped and played with."""
        return np.clip(np.rint(self.weights * UNIT), -32767, 32767).astype(np.int16)

    def summary(self) -> dict[str, Any]:
        """What the run was, for machines."""
        return {
            "patterns": LAYOUT.names,
            "stages": STAGES,
            "seed": self.seed,
            "games": self.games,
            "settings": self.settings,
            "curve": [asdict(point) for point in self.curve],
        }

    def save(self, path: Path) -> None:
        """Write a checkpoint: the old one or the new one is there, never half of one."""
        content = io.BytesIO()
        np.savez(
            content,
            about=np.array(json.dumps(self.summary())),
            weights=self.weights,
            sums=self.sums,
            sizes=self.sizes,
            rng=self.rng,
        )
        write_bytes(path, content.getvalue())

    @staticmethod
    def load(path: Path) -> Trainer:
        """Go on from a checkpoint."""
        try:
            with np.load(path, allow_pickle=False) as file:
                about: dict[str, Any] = json.loads(str(file["about"]))
                if about["patterns"] != LAYOUT.names or about["stages"] != STAGES:
                    raise ParlourError(f"{path} was trained with other patterns: name another --checkpoint")
                curve = [Point(p["games"], p["rival"], Estimate(**p["score"])) for p in about["curve"]]
                trainer = Trainer(about["seed"], about["settings"], about["games"], curve)
                for name in ("weights", "sums", "sizes", "rng"):
                    getattr(trainer, name)[:] = file[name]
        except (OSError, ValueError, KeyError) as error:
            raise ParlourError(f"cannot go on from {path}: {error}") from None
        return trainer


def train(trainer: Trainer, games: int, checkpoint: Path, every: int = 100_000) -> Iterator[float]:
    """Train until `games` games have been played in all, yielding the error after each batch.

    The checkpoint is written every so many games and at the end; points of the learning curve are taken
    after 1, 2, 5, 10, 20, 50 ... thousand games.
    """
    while trainer.games < games:
        before = trainer.games
        error = trainer.play(min(BATCH, games - before))
        if trainer.games >= _next_exam(before):
            trainer.examine()
        if trainer.games // every > before // every or trainer.games >= games:
            trainer.save(checkpoint)
        yield error


def _next_exam(games: int) -> int:
    mark = BATCH
    while True:
        for factor in (1, 2, 5):
            if factor * mark > games:
                return factor * mark
        mark *= 10


def finish(trainer: Trainer, path: Path, track: Track = silent) -> None:
    """Measure the spreads for probabilistic cuts and write the weights to play with."""
    from parlour.games.reversi.lab.cuts import measure_spreads

    weights = trainer.quantised()
    spreads = measure_spreads(weights, seed=trainer.seed, track=track)
    about = {"games": trainer.games, "seed": trainer.seed, "settings": trainer.settings}
    save_weights(path, weights, spreads, about)
