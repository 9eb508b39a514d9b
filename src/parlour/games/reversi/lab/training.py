"""Ways to learn Reversi: the patterns of `best`, and the parameters of the simple evaluation."""

from __future__ import annotations

import numpy as np

from parlour.games.reversi.best.memory import new_memory
from parlour.games.reversi.best.patterns import LANES, LAYOUT, parts
from parlour.games.reversi.best.transpositions import new_table
from parlour.games.reversi.kinds import SIZE, STAGES, UNIT, WEIGHTS
from parlour.games.reversi.lab.cuts import measure_spreads
from parlour.games.reversi.lab.selfplay import Learning, Patterns, Settings, self_play
from parlour.games.reversi.lab.tuning import SquaresLearner
from parlour.kernel import new_rng
from parlour.learn.training import Learner, Measures, Method
from parlour.model import Arrays
from parlour.spec import Option

__all__ = ["METHODS", "PatternLearner"]

_TABLE_BITS = 12


class PatternLearner(Learner):
    """Self-play by temporal differences; then the spreads for probabilistic cuts are measured."""

    kind = WEIGHTS

    def begin(self) -> Arrays:
        """Nothing is known yet of any pattern."""
        zeros = np.zeros(STAGES * SIZE, np.float32)
        return {"weights": zeros, "sums": zeros, "sizes": zeros, "rng": new_rng(self.lesson.seed, 77)}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play and learn, then measure."""
        names = ("weights", "sums", "sizes", "rng")
        weights, sums, sizes, rng = (state[name].copy() for name in names)
        patterns = Patterns(weights, parts(), np.zeros(LANES, np.uint16))
        learning = Learning(sums, sizes, LAYOUT.mirror.astype(np.int32))
        games, memory, table = int(self.settings["games"]), new_memory(_TABLE_BITS), new_table(_TABLE_BITS)
        error = self_play(games, Settings(), patterns, learning, memory, table, rng)
        positions, track = int(self.settings["positions"]), self.lesson.track
        spreads = measure_spreads(_quantised(weights), positions, seed=self.lesson.seed, track=track)
        after = dict(zip((*names, "spreads"), (weights, sums, sizes, rng, spreads), strict=True))
        return after, {"games": games, "error in discs": float(np.sqrt(error))}

    def model(self, state: Arrays) -> Arrays:
        """The weights as they are played with, and the spreads."""
        return {"weights": _quantised(state["weights"]), "spreads": state["spreads"]}


def _quantised(weights: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(np.rint(weights * UNIT), -32767, 32767), np.int16)


METHODS = (
    Method(
        "patterns",
        "The pattern evaluation of `best`, from games against itself.",
        PatternLearner,
        "best:depth=1",
        (
            Option("games", 100_000, "games of a round", low=1),
            Option("positions", 600, "positions that the spreads are measured on", low=60),
        ),
        rounds=10,
        source="Buro 1995, 1998; Lucas 2008; Beal and Smith 1999",
    ),
    Method(
        "squares",
        "The parameters of the simple evaluation, tuned by matches.",
        SquaresLearner,
        "squares",
        (
            Option("steps", 1000, "steps of a round, each a match", low=1),
            Option("way", 12, "rounds after which the steps are smallest", low=1),
        ),
        rounds=12,
        source="Spall 1992 (simultaneous perturbation)",
    ),
)
