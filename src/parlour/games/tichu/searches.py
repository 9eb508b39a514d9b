"""The common searches with Tichu's learned determinizer: hidden hands are guessed by learned frequencies."""

from __future__ import annotations

from typing import Any

from parlour.game import Game
from parlour.games.tichu.determinizer import counters_of, guess, guess_by
from parlour.search.mcts import Mcts
from parlour.search.montecarlo import MonteCarlo

__all__ = ["LearnedMcts", "LearnedMonteCarlo"]


class LearnedMonteCarlo(MonteCarlo):
    """Flat Monte Carlo that guesses by learned frequencies."""

    def __init__(self, game: Game, counters: str | None = None, **settings: Any) -> None:
        super().__init__(game, **settings)
        self.rules = self.rules.but(guess=guess_by(counters_of(counters)) if counters else guess).ready()


class LearnedMcts(Mcts):
    """Monte Carlo tree search that guesses by learned frequencies."""

    def __init__(self, game: Game, counters: str | None = None, **settings: Any) -> None:
        super().__init__(game, **settings)
        self.rules = self.rules.but(guess=guess_by(counters_of(counters)) if counters else guess).ready()
