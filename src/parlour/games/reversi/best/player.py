"""`best`: the engine as a player, with its time, its levels and its reasons."""

from __future__ import annotations

import math

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation, Halt
from parlour.game import Game
from parlour.games.reversi.best.engine import TRUST, Engine, Finding
from parlour.games.reversi.best.memory import NODES, STOP
from parlour.games.reversi.best.midgame import SURE
from parlour.games.reversi.best.patterns import load_weights
from parlour.games.reversi.notation import PASS
from parlour.kernel import below, draw
from parlour.search.playing import FOREVER
from parlour.state import View

__all__ = ["Best"]

# Level: how deep it looks, and the standard deviation in discs of its errors of judgement.
LEVELS = {
    1: (1, 25.0),
    2: (1, 12.0),
    3: (1, 7.0),
    4: (1, 4.0),
    5: (1, 2.0),
    6: (2, 1.0),
    7: (3, 0.0),
    8: (5, 0.0),
    9: (7, 0.0),
}
TOP = 10
DEFAULT_SECONDS = 1.0
VARIED = 6  # moves of a game that it draws from those of nearly the same value,
NEAR = 0.75  # which differ by so many discs at most
LOOK = 6  # by a search of so many moves
_RESERVE = 0.2  # seconds of a clock that are left for a busy machine
_CERTAIN = 5.0  # discs at which a win looks about 73 % likely in the middle game


class Best(Agent):
    """The strongest player of Reversi here."""

    explains = True
    ponders = True

    def __init__(
        self,
        game: Game,
        level: int = TOP,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        model: str | None = None,
        threads: int = 1,
    ) -> None:
        self.depth, self.noise = LEVELS.get(level, (60, 0.0))
        if depth is not None:
            self.depth = min(self.depth, depth)
        self.seconds = seconds
        self.nodes = nodes
        self.fixed = level != TOP or depth is not None or nodes is not None
        quick = self.fixed or (seconds is not None and seconds <= 0.3)
        self.engine = Engine(16 if quick else 19, load_weights(model), threads)
        self.finding: Finding | None = None
        self._view: View | None = None

    @property
    def timed(self) -> bool:
        """Whether it decides by time (so it does without a level, depth or nodes), or by several threads."""
        return self.seconds is not None or not self.fixed or bool(self.engine.helpers)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts: nothing is remembered from the last."""
        super().begin(game, seat, seed)
        self.engine.forget()
        self.finding = self._view = None

    def choose(self, view: View, clock: Clock) -> int:
        """The best move of the deepest search that level and time allow."""
        self._view, self.finding = view, None
        legal = view.legal_moves
        if len(legal) == 1:
            return legal[0]
        own, opp = _discs(view)
        if self.noise:
            return self._by_noisy_values(own, opp, legal)
        soft, hard = self._times(clock, 64 - (own | opp).bit_count())
        for finding in self.engine.deepen(own, opp, hard, self.nodes or FOREVER, self.depth):
            self.finding = finding
            if finding.seconds > soft / 2 and not self.seconds:
                break
        assert self.finding is not None
        self.work += self.finding.nodes
        if self.nodes is None and (own | opp).bit_count() < 4 + VARIED:
            return self._varied(own, opp, legal, self.finding.move)
        return self.finding.move

    def ponder(self, view: View, halt: Halt) -> None:
        """Search on from where the other side is to move: what is found is in the table."""
        if self.noise or view.legal_moves == [PASS]:
            return
        helpers, self.engine.helpers = self.engine.helpers, []
        halt.watch(self.engine.memory[STOP : STOP + 1])
        for _ in self.engine.deepen(*_discs(view), nodes=self.nodes or FOREVER, most_depth=self.depth):
            if halt.raised:  # perhaps before the search has begun, and lowered its flag
                break
        self.engine.helpers = helpers

    def _times(self, clock: Clock, empties: int) -> tuple[float, float]:
        """How long to think: about so long, and at the very most so long."""
        left = clock.left
        if self.seconds is not None:
            return min(self.seconds, 0.9 * left), min(self.seconds, 0.9 * left)
        if math.isinf(left):
            return (math.inf, math.inf) if self.fixed else (DEFAULT_SECONDS, DEFAULT_SECONDS)
        left -= min(_RESERVE, left / 2)
        soft = left / (empties // 3 + 2) + 0.7 * clock.increment  # the last third costs next to nothing
        return min(soft, left / 3), max(0.001, min(2 * soft, left / 3))

    def _varied(self, own: int, opp: int, legal: list[int], best: int) -> int:
        """A move that looks nearly as good as the best one, drawn so that games differ from the start."""
        depth, before = min(self.depth, LOOK), int(self.engine.memory[NODES])
        values = self.engine.values(own, opp, legal, depth, TRUST)
        least = max(value for value, _ in values.values()) - NEAR
        near = [square for square in legal if square == best or values[square][0] >= least]
        self.work += int(self.engine.memory[NODES]) - before
        return near[int(below(self.rng, len(near)))]

    def _by_noisy_values(self, own: int, opp: int, legal: list[int]) -> int:
        """The move that looks best to a player who misjudges."""
        values, before = [], int(self.engine.memory[NODES])
        for square in legal:
            value = self.engine.search(own, opp, np.array([square]), self.depth, SURE)
            values.append((value + self.noise * _normal(self.rng), square))
        self.work += int(self.engine.memory[NODES]) - before
        return max(values)[1]

    def explain(self) -> Explanation | None:
        """Every move with the discs that are expected from it, by the deepest search that time allows."""
        if self._view is None:
            return None
        own, opp = _discs(self._view)
        legal = self._view.legal_moves
        if legal == [PASS]:
            return Explanation((Candidate(PASS, 0.5, line=(PASS,)),))
        depth, trust = (self.finding.depth, self.finding.trust) if self.finding else (self.depth, SURE)
        exact = self.finding is not None and self.finding.exact
        values = self.engine.values(own, opp, legal, depth, trust)
        empties = 64 - (own | opp).bit_count()
        candidates = []
        for square, (value, reached) in values.items():
            proven = exact and reached == depth >= empties
            line = tuple(self.engine.line(own, opp, square, depth))
            candidates.append(Candidate(square, _win(value, proven), line=line, proven=proven, score=value))
        candidates.sort(key=lambda candidate: -(candidate.score or 0.0))
        return Explanation(tuple(candidates), self.work, depth)


def _discs(view: View) -> tuple[int, int]:
    return int(view.data["own"]), int(view.data["opp"])


def _win(discs: float, proven: bool) -> float:
    if proven:
        return 1.0 if discs > 0 else 0.0 if discs < 0 else 0.5
    return 1 / (1 + math.exp(-discs / _CERTAIN))


def _normal(rng: np.ndarray) -> float:
    """A draw from the normal distribution (Box and Muller 1958)."""
    first, second = ((int(draw(rng)) >> 11) / 2**53 for _ in range(2))
    return math.sqrt(-2 * math.log(1 - first)) * math.cos(2 * math.pi * second)
