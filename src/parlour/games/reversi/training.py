"""Training of the pattern evaluation: self-play that can stop and go on, and its learning curve."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.files import write_bytes
from parlour.games.reversi.patterns import LAYOUT, SIZE, STAGES, UNIT, parts
from parlour.games.reversi.selfplay import MIRROR, SETTINGS, self_play
from parlour.games.reversi.engine import new_memory
from parlour.games.reversi.table import new_table
from parlour.kernel import new_rng

BATCH = 2000  # games between two looks at the clock
_TABLE_BITS = 12

DEFAULTS = {
    "random_moves": 20.0,  # a game starts with up to so many random moves
    "random_share": 0.1,  # and later on makes a random move so often
    "trace": 0.7,  # lambda: the weight of what happened later against what was expected
    "rate": 1.0,
    "exact_from": 8.0,  # with so many empty squares the result is solved
}


@dataclass
class Trainer:
    """A training run: its weights, what each weight has learned from, and how far it has come."""

    seed: int = 0
    settings: dict[str, float] = field(default_factory=lambda: dict(DEFAULTS))
    games: int = 0

    def __post_init__(self) -> None:
        self.weights = np.zeros(STAGES * SIZE, np.float32)
        self.sums = np.zeros_like(self.weights)
        self.sizes = np.zeros_like(self.weights)
        self.rng = new_rng(self.seed, 77)
        self.curve: list[tuple[int, str, float, float, float]] = []
        self._memory, self._table = new_memory(_TABLE_BITS), new_table(_TABLE_BITS)

    def play(self, games: int) -> float:
        """Play and learn; the root of the mean square error in discs."""
        settings = np.array([self.settings[name] for name in SETTINGS])
        error = self_play(
            games, settings, self.weights, self.sums, self.sizes, MIRROR, parts(), self._memory, self._table,
            self.rng,
        )  # fmt: skip
        self.games += games
        return float(np.sqrt(error))

    def quantised(self) -> np.ndarray:
        """The weights as they are shipped and played with."""
        return np.clip(np.rint(self.weights * UNIT), -32767, 32767).astype(np.int16)

    def save(self, path: Path) -> None:
        """Write a checkpoint: the old one or the new one is there, never half of one."""
        held = io.BytesIO()
        np.savez(
            held, weights=self.weights, sums=self.sums, sizes=self.sizes, rng=self.rng,
            about=json.dumps(
                {"patterns": LAYOUT.names, "stages": STAGES, "seed": self.seed, "games": self.games,
                 "settings": self.settings, "curve": self.curve}
            ),
        )  # fmt: skip
        write_bytes(path, held.getvalue())

    @staticmethod
    def load(path: Path) -> Trainer:
        """Go on from a checkpoint."""
        try:
            with np.load(path, allow_pickle=False) as held:
                about: dict[str, Any] = json.loads(str(held["about"]))
                if about["patterns"] != LAYOUT.names or about["stages"] != STAGES:
                    raise ParlourError(f"{path} was trained with other patterns: start a new checkpoint")
                found = Trainer(about["seed"], about["settings"], about["games"])
                for name in ("weights", "sums", "sizes", "rng"):
                    getattr(found, name)[:] = held[name]
                found.curve = [tuple(point) for point in about["curve"]]
        except (OSError, ValueError, KeyError) as error:
            raise ParlourError(f"cannot go on from {path}: {error}") from None
        return found


def train(games: int, checkpoint: Path, *, seed: int = 0, every: int = 100_000) -> Iterator[tuple[int, float]]:
    """Train until `games` games have been played in all, yielding (games, error) as it goes.

    With a checkpoint there, training goes on from it; it is written every so many games and at the end.
    """
    trainer = Trainer.load(checkpoint) if checkpoint.exists() else Trainer(seed)
    while trainer.games < games:
        error = trainer.play(min(BATCH, games - trainer.games))
        if trainer.games // every != (trainer.games - BATCH) // every or trainer.games >= games:
            trainer.save(checkpoint)
        yield trainer.games, error
