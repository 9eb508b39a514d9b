"""Ways to learn Reversi: the patterns of `best`, and the parameters of the simple evaluation."""

from __future__ import annotations

import numpy as np

from parlour.games.reversi.best.patterns import unfold
from parlour.games.reversi.kinds import FOLDED, STAGES, UNIT, WEIGHTS
from parlour.games.reversi.lab.cuts import measure_spreads
from parlour.games.reversi.lab.fitting import fit, predict
from parlour.games.reversi.lab.selfplay import How, Positions, play_games
from parlour.games.reversi.lab.tuning import SquaresLearner
from parlour.learn.training import Learner, Measures, Method, slide_window, with_window
from parlour.model import Arrays
from parlour.spec import Option

__all__ = ["METHODS", "PatternLearner"]

CHUNK = 50  # games that one thread plays at a time
WINDOW = 2  # rounds at least whose positions are learned from
EARLY = 2  # rounds that are short
SETTLED = 4  # the round from which on all are learned from, and what a search expects is trusted
TRACE = 0.85  # the weight then of what happened later against what was expected
GRAIN = 8  # weights are whole multiples of so many units: a sixteenth of a disc, which keeps the file small


class PatternLearner(Learner):
    """Rounds of games against itself: each is fitted, and the spreads measured, before the next is played.

    The first two are a quarter as long and look less far ahead, since little is known yet. At first positions
    are taught the result of their game, later partly what the search expected on the way (Sutton 1988).
    """

    kind = WEIGHTS

    def begin(self) -> Arrays:
        """Nothing is known yet of any pattern."""
        return {"weights": np.zeros((STAGES, FOLDED), np.float32), "spreads": np.zeros((64, 64), np.uint64)}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        """Play, fit and measure."""
        new, track = self._play(state, number), self.lesson.track
        error = float(np.sqrt(np.mean((predict(state["weights"], new) - new.results) ** 2)))
        window = slide_window(state, new._asdict(), max(WINDOW, number - SETTLED + 1))
        weights = fit(Positions.join([Positions(**part) for part in window]), state["weights"], track)
        count = int(self.settings["positions"]) // (4 if number < EARLY else 1)
        spreads = measure_spreads(unfold(_quantised(weights)), count, self.lesson.seed, track)
        measures: Measures = {
            "games": self._games(number),
            "positions": float(new.owns.size),
            "error in discs on new games": error,
        }
        return with_window({"weights": weights, "spreads": spreads}, window), measures

    def _games(self, number: int) -> int:
        """How many games a round has, in whole chunks."""
        games = int(self.settings["games"]) // (4 if number < EARLY else 1)
        return CHUNK * -(-games // CHUNK)

    def _play(self, state: Arrays, number: int) -> Positions:
        """The positions of one round's games; the same for any number of workers."""
        depth, solve = int(self.settings["depth"]), int(self.settings["solve"])
        trace = TRACE if number > SETTLED else 1.0
        how = How(min(depth, number + 1), min(solve, 10 + 4 * number), trace=trace)
        settings = (unfold(_quantised(state["weights"])), state["spreads"], how, CHUNK)
        seeds = [int(seed) for seed in self.lesson.seeds(number, self._games(number) // CHUNK)]
        return Positions.join(self.lesson.gather(play_games, settings, seeds, "games by fifties"))

    def model(self, state: Arrays) -> Arrays:
        """The weights as they are played with, and the spreads."""
        return {"weights": _quantised(state["weights"]), "spreads": state["spreads"]}


def _quantised(weights: np.ndarray) -> np.ndarray:
    return np.asarray(GRAIN * np.clip(np.rint(weights * (UNIT / GRAIN)), -4000, 4000), np.int16)


METHODS = (
    Method(
        "patterns",
        "The pattern evaluation of `best`, from games against itself.",
        PatternLearner,
        "best:depth=1",
        (
            Option("games", 30_000, "games of a round", low=1),
            Option("depth", 4, "moves that the players look ahead", low=1, high=12),
            Option("solve", 13, "empty squares from which positions are solved", low=8, high=24),
            Option("positions", 600, "positions that the spreads are measured on", low=60),
        ),
        rounds=5,
        source="Buro 1995, 1998; Sutton 1988 (temporal differences)",
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
