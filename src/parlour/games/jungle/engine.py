"""Jungle's strongest player: the search with its evaluation and endgame tables."""

from __future__ import annotations

import numpy as np

from parlour.agent import Clock, Explanation
from parlour.game import Game, Position, View
from parlour.games.jungle.endings import NONE
from parlour.games.jungle.evaluation import DECIDER_AT, DEEPEST, LEAD_AT, WEIGHTS
from parlour.games.jungle.rules import GONE, JUDGE, MAX_ACTIONS
from parlour.games.jungle.search import Tools, search_root
from parlour.games.jungle.tables import extend, load
from parlour.search.alphabeta import NODES, AlphaBeta
from parlour.search.playing import FOREVER

DEPTHS = 60  # the deepest that a search goes
HASTE = (0.0, 20.0, 60.0, 120.0, 200.0, 300.0)  # what fives of quiet moves cost who would lose by waiting

OUTLOOKS = WEIGHTS.copy()
"""The weights by which the engine judges: the sheet's, and the judge's with haste."""
OUTLOOKS[JUDGE, LEAD_AT:DECIDER_AT] = HASTE


def animals_of(view: Position) -> int:
    """The living animals as 16 bits, player 0's first."""
    return sum(1 << slot for slot, square in enumerate(view.data["places"].ravel()) if square != GONE)


def waiting_wins(view: View) -> bool:
    """Whether the player to move holds what wins by the sheet's rules when nothing more is taken."""
    code = animals_of(view)
    only = (code ^ code >> 8) & 0xFF
    ahead = 0 if only and code >> (only.bit_length() - 1) & 1 else 1
    return ahead == view.seat


class Engine(AlphaBeta):
    """The search as a player: deeper and deeper until a limit is reached.

    Whoever would lose by waiting judges by the weights learned by the judge's rules, where waiting earns
    nothing, and so goes for the den; and by the sheet's rules the more hastily, the longer nothing was taken.
    """

    def __init__(
        self,
        game: Game,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        tables: int = 0,
        weights: np.ndarray | None = None,
    ) -> None:
        self.judge, self.tables, self.size = int(game.encoded[0]), tables, game.size
        self.given, self.judging = weights, self.judge
        self.endings = load(self.judge) if tables else NONE
        super().__init__(game, depth or DEPTHS, None if depth or nodes else seconds, nodes)
        self.depth = depth or DEPTHS

    def forget(self) -> None:
        """Start with an empty table."""
        super().forget()
        most = DEPTHS + DEEPEST + 2
        self.killers = np.zeros((most, 2), np.int64)
        self.states = np.zeros((most, self.size), np.uint8)
        self.lists, self.grades = np.zeros((2, most, MAX_ACTIONS), np.int64)

    def choose(self, view: View, clock: Clock) -> int:
        """What the endgame tables say; else the best move of the deepest search that the limits allowed."""
        code = animals_of(view)
        if self.tables == 4 and code.bit_count() == 4:
            self.endings = extend(self.endings, self.judge, code)
        if self.knows(view):
            return self._by_table(view)
        self._judge_by(self.judge if waiting_wins(view) else JUDGE)
        self.past //= 8
        return super().choose(view, clock)

    def _judge_by(self, rules: int) -> None:
        """Judge by the weights of a rule set; what was found by others no longer counts."""
        if rules != self.judging:
            self.table, self.judging = np.zeros_like(self.table), rules

    @property
    def _weights(self) -> np.ndarray:
        return OUTLOOKS[self.judging] if self.given is None else self.given

    def knows(self, view: Position) -> bool:
        """Whether the endgame tables hold a position."""
        return bool(self.endings.directory[animals_of(view)] >= 0)

    def _by_table(self, view: View) -> int:
        """The move that wins soonest or loses latest."""
        actions = np.array(view.legal_moves, np.int64)
        self._view, self.searched, self.reached = view, 0, 1
        self.score = self._search(view, actions, 1, np.zeros(1, np.uint8))
        return int(actions[0])

    def _search(self, view: View, actions: np.ndarray, depth: int, stop: np.ndarray) -> float:
        work = np.array([self.searched, FOREVER if self.nodes is None else self.nodes], np.int64)
        tools = Tools(
            self.states, self.lists, self.grades, self._weights, *self.endings,
            self.table, self.past, self.killers, work, self.rng, stop,
        )  # fmt: skip
        score = search_root(tools, view.buffer, actions, depth)
        self.searched = int(work[NODES])
        return float(score)

    def explain(self) -> Explanation | None:
        """Every action with its value by the weights of the game's own rules: those of both players agree."""
        self._judge_by(self.judge)
        return super().explain()
