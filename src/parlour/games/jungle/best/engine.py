"""Jungle's strongest player: the search with its network and endgame tables."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress

import numpy as np

from parlour.agent import Clock
from parlour.game import Game
from parlour.games.jungle.best.endgames import extend, load
from parlour.games.jungle.best.endings import NONE, Endings
from parlour.games.jungle.best.network import network as _network
from parlour.games.jungle.best.search import Tools, search_root, table_action
from parlour.games.jungle.evaluation import DEEPEST
from parlour.games.jungle.kinds import HIDDEN
from parlour.games.jungle.state import GONE, MAX_ACTIONS
from parlour.kernel import ready
from parlour.search.alphabeta import AlphaBeta
from parlour.state import Position, View

__all__ = ["DEPTHS", "Engine"]

DEPTHS = 60  # the deepest that a search goes
PATIENCE = 0.1  # the share of its time that a decision waits for a table


def animals_of(view: Position) -> int:
    """The living animals as 16 bits, player 0's first."""
    return sum(1 << slot for slot, square in enumerate(view.data["places"].ravel()) if square != GONE)


class Engine(AlphaBeta):
    """The search as a player: deeper and deeper until a limit is reached."""

    def __init__(
        self,
        game: Game,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        tables: int = 0,
        network: np.ndarray | None = None,
        threads: int = 1,
    ) -> None:
        self.helpers: list[Engine] = []
        self.making: Future[Endings] | None = None  # a table that is made beside the game
        self.judge, self.tables, self.size = int(game.encoded[0]), tables, game.size
        self.network = _network(game) if network is None else network
        with ThreadPoolExecutor(1) as aside:  # tables are made while the search is compiled
            endings = aside.submit(load, self.judge) if tables else None
            super().__init__(game, depth or DEPTHS, None if depth or nodes else seconds, nodes)
            self.endings = endings.result() if endings else NONE
        self.depth = depth or DEPTHS
        self.helpers = [Engine(game, self.depth, network=self.network) for _ in range(threads - 1)]

    @property
    def timed(self) -> bool:
        """Whether it decides by time, or by what several threads find first."""
        return self.seconds is not None or bool(self.helpers)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts: nothing is remembered from the last."""
        super().begin(game, seat, seed)
        for helper in self.helpers:
            helper.begin(game, seat, seed)

    def prepare(self) -> None:
        """Have compiled what it searches with, before any clock runs."""
        ready(search_root)
        ready(table_action)

    def forget(self) -> None:
        """Start with an empty table."""
        super().forget()
        most = DEPTHS + DEEPEST + 2
        self.killers = np.zeros((most, 2), np.int64)
        self.states = np.zeros((most, self.size), np.uint8)
        self.sums = np.zeros((most, 2 * HIDDEN), np.float32)
        self.lists, self.grades = np.zeros((2, most, MAX_ACTIONS), np.int64)

    def choose(self, view: View, clock: Clock) -> int:
        """What the endgame tables say; else the best move of the deepest search that the limits allowed."""
        code = animals_of(view)
        if self.tables == 4 and code.bit_count() == 4 and self.endings.directory[code] < 0:
            self._extend(code)
        if self.knows(view):
            return self._by_table(view)
        self.past //= 8
        with self._helped(view):
            return super().choose(view, clock)

    def _extend(self, code: int) -> None:
        """Have the table of four animals, by time perhaps only later: who must make it first plays on."""
        if self.seconds is None:
            self.endings = extend(self.endings, self.judge, code)
            return
        if self.making is None:
            aside = ThreadPoolExecutor(1)
            self.making = aside.submit(extend, self.endings, self.judge, code)
            aside.shutdown(wait=False)
        with suppress(TimeoutError):
            self.endings = self.making.result(PATIENCE * self.seconds)
            self.making = None

    @contextmanager
    def _helped(self, view: View) -> Iterator[None]:
        """Let the other threads search the same position meanwhile: what they find is in the table."""
        if not self.helpers or len(view.legal_moves) == 1:
            yield
            return
        stop = np.zeros(1, np.uint8)
        with ThreadPoolExecutor(len(self.helpers)) as threads:
            for number, helper in enumerate(self.helpers, 1):
                helper.table, helper.endings, helper.searched = self.table, self.endings, 0
                helper.past //= 8
                threads.submit(helper._run_ahead, view, number, stop)
            try:
                yield
            finally:
                stop[0] = 1
        self.work += sum(helper.searched for helper in self.helpers)

    def _run_ahead(self, view: View, ahead: int, stop: np.ndarray) -> None:
        """Search deeper and deeper until it is stopped, so many depths ahead of the first thread."""
        actions = np.roll(np.array(view.legal_moves, np.int64), -ahead)
        for depth in range(1 + ahead, self.depth + 1):
            self._search(view, actions, depth, stop)
            if stop[0]:
                return

    def _expected(self, key: np.uint64) -> int:
        return int(table_action(self.table, key))

    def knows(self, view: Position) -> bool:
        """Whether the endgame tables hold a position."""
        return bool(self.endings.directory[animals_of(view)] >= 0)

    def _by_table(self, view: View) -> int:
        """The move that wins soonest or loses latest."""
        actions = np.array(view.legal_moves, np.int64)
        self._view, self.searched, self.reached = view, 0, 1
        self.score = self._search(view, actions, 1, np.zeros(1, np.uint8))
        return int(actions[0])

    def tools(self, stop: np.ndarray) -> Tools:
        """What the search works with, until the flag is set."""
        return Tools(
            search=self._settings(0),
            states=self.states,
            lists=self.lists,
            grades=self.grades,
            sums=self.sums,
            net=self.network,
            layer=np.zeros(HIDDEN, np.float32),
            endings=self.endings,
            table=self.table,
            past=self.past,
            killers=self.killers,
            rng=self.rng,
            stop=stop,
        )

    def _search(self, view: View, actions: np.ndarray, depth: int, stop: np.ndarray) -> float:
        tools = self.tools(stop)
        score = search_root(tools, view.buffer, actions, depth)
        self.searched = int(tools.search[0]["nodes"])
        return float(score)
