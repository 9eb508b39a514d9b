"""Alpha-beta as a player: negamax, deeper and deeper until a limit is reached."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation, Halt
from parlour.game import Game
from parlour.kernel import new_rng, ready, structs
from parlour.search.minimax import WIN, friends_of, win_share
from parlour.search.negamax import ENTRY, ORDERS, PAST, SEARCH, Tools, deepen
from parlour.search.playing import FOREVER, one_record, seconds_for, stop_after
from parlour.state import View

__all__ = ["AlphaBeta"]


class AlphaBeta(Agent):
    """Alpha-beta as a player."""

    explains = True
    ponders = True

    def __init__(
        self,
        game: Game,
        depth: int = 6,
        seconds: float | None = None,
        nodes: int | None = None,
        order: str = "history",
        table: bool = True,
        heuristic: str | None = None,
    ) -> None:
        self.rules: Any = game.rules.but(value=game.heuristic(heuristic)) if heuristic else game.rules
        self.depth = 100 if seconds is not None or nodes is not None else depth
        self.seconds = seconds
        self.nodes = nodes
        self.order = order
        self.table_bits = min(20, 8 + self.depth if nodes is None else nodes.bit_length() + 1)
        self.use_table = table
        self.prepare()
        self.forget()

    def prepare(self) -> None:
        """Have compiled what it searches with, before any clock runs."""
        self.rules.ready()
        ready(deepen)

    def forget(self) -> None:
        """Start with an empty table."""
        self.table = structs(1 << self.table_bits if self.use_table else 1, ENTRY)
        self.past = np.zeros((2, PAST), np.int64)
        self.searched = 0
        self.reached = 0
        self.score = 0.0
        self._view: View | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts: nothing is remembered from the last."""
        super().begin(game, seat, seed)
        self.forget()

    def choose(self, view: View, clock: Clock) -> int:
        """The best action of the deepest search that the limits allowed."""
        actions = np.array(view.legal_moves, np.int64)
        self._view, self.searched, self.reached = view, 0, 0
        if actions.size == 1:
            return int(actions[0])
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            self._deepen(view, actions, stop)
        self.work += self.searched
        return int(actions[0])

    def ponder(self, view: View, halt: Halt) -> None:
        """Search on from where the other side is to move: what is found is in the table."""
        self.searched, self.reached = 0, 0
        self._deepen(view, np.array(view.legal_moves, np.int64), halt.watch(np.zeros(1, np.uint8)))

    def _deepen(self, view: View, actions: np.ndarray, stop: np.ndarray) -> None:
        """Search deeper and deeper until a limit is reached or the end is proven; the best comes first."""
        for depth in range(1, self.depth + 1):
            score = self._search(view, actions, depth, stop)
            if stop[0]:
                return
            self.score, self.reached = score, depth
            if abs(score) > WIN / 2 and WIN - abs(score) <= depth:
                return

    def _search(self, view: View, actions: np.ndarray, depth: int, stop: np.ndarray) -> float:
        game, search = view.game, self._settings(view.seat)
        tools = Tools(
            search=search,
            states=np.empty((depth + 2, game.size), np.uint8),
            lists=np.empty((depth + 2, game.max_actions), np.int64),
            grades=np.empty((depth + 2, game.max_actions)),
            rewards=np.zeros(game.players),
            friends=friends_of(game, view.seat),
            table=self.table,
            past=self.past,
            rng=self.rng,
            stop=stop,
        )
        score = deepen(self.rules, tools, view.buffer, actions, depth)
        self.searched = int(search[0]["nodes"])
        return float(score)

    def _settings(self, seat: int) -> np.ndarray:
        """How to search for a seat."""
        return one_record(
            SEARCH,
            seat=seat,
            order=ORDERS.index(self.order),
            use_table=self.use_table,
            most_nodes=FOREVER if self.nodes is None else self.nodes,
            nodes=self.searched,
        )

    def explain(self) -> Explanation | None:
        """Every action with its value, at the depth that its own time or nodes allow for all of them."""
        view = self._view
        if view is None:
            return None
        scores: dict[int, float] = {}
        work = self.searched
        with stop_after(math.inf if self.seconds is None else self.seconds) as stop:
            for depth in range(1, max(self.reached, 1) + 1):
                flag = stop if depth > 1 else np.zeros(1, np.uint8)
                values = {}
                for action in view.legal_moves:
                    values[action] = self._value(view, action, depth, flag)
                    work += self.searched
                if flag[0] and depth > 1:
                    break
                scores, reached = values, depth
        scale = view.game.value_scale
        candidates = [
            Candidate(action, win_share(score, scale), line=self._line(action), score=score)
            for action, score in sorted(scores.items(), key=lambda item: -item[1])
        ]
        return Explanation(tuple(candidates), work, reached)

    def _value(self, view: View, action: int, depth: int, stop: np.ndarray) -> float:
        """The value of one action at one depth."""
        self.searched = 0
        return self._search(view, np.array([action], np.int64), depth, stop)

    def _line(self, action: int) -> tuple[int, ...]:
        """What the table expects to follow an action."""
        assert self._view is not None
        state, line = self._view.sample(new_rng(0)), [action]
        state.advance(action)
        while self.use_table and not state.over and len(line) < self.reached:
            expected = self._expected(np.uint64(self.rules.key(state.buffer)) ^ np.uint64(1))
            if expected not in state.legal_moves:
                break
            line.append(expected)
            state.advance(expected)
        return tuple(line)

    def _expected(self, key: np.uint64) -> int:
        """The best action that the table knows of a position, or -1."""
        entry = self.table[int(key) & (self.table.size - 1)]
        return int(entry["action"]) if entry["key"] == key else -1
