"""The engine behind `best` and `solve`: iterative deepening, then the exact end."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import numpy as np

from parlour.games.reversi.best import transpositions as tt
from parlour.games.reversi.best.memory import AGE, BUCKETS, MARGINS, MOST_NODES, NODES, STOP, new_memory
from parlour.games.reversi.best.midgame import SURE, search_root, table_move
from parlour.games.reversi.best.ordering import INFINITE, new_tools
from parlour.games.reversi.best.patterns import load_weights
from parlour.games.reversi.kinds import UNIT
from parlour.games.reversi.lanes import flips, moves
from parlour.search.playing import FOREVER, stop_after

__all__ = ["Engine", "Finding"]

TRUST = 1  # of searches in the middle game
END_TRUSTS = (0, 2, 3, SURE)  # of searches to the end, one after the other
EARLY_END = 9  # searches to the end begin when the next depth would come so close to it
WINDOW = 3 * UNIT
QUICK_DEPTH = 8


@dataclass
class Finding:
    """What a search comes to: the best move, its value in discs, and how sure that is."""

    move: int
    value: float
    depth: int
    trust: int
    nodes: int
    seconds: float
    lower: int = -64  # the result under best play of both sides is at least this, and
    upper: int = 64  # at most this

    @property
    def exact(self) -> bool:
        """Whether the result is proven."""
        return self.lower == self.upper


class Engine:
    """Searches positions, and remembers them in its table until it forgets."""

    def __init__(
        self,
        table_bits: int = 18,
        known: tuple[np.ndarray, np.ndarray] | None = None,
        threads: int = 1,
        table: np.ndarray | None = None,
    ) -> None:
        weights, spreads = known = known or load_weights()
        self.table = tt.new_table(table_bits) if table is None else table
        self.memory = new_memory(table_bits)
        self.memory[MARGINS:] = spreads.reshape(-1)
        self.tools = new_tools(self.memory, self.table, weights)
        self.helpers = [Engine(table_bits, known, table=self.table) for _ in range(threads - 1)]
        self.lower, self.upper = -64, 64  # what is proven of the result, when the end was searched

    def forget(self) -> None:
        """Start with an empty table."""
        self.table[:] = 0

    def _root(
        self, own: int, opp: int, squares: np.ndarray, alpha: int, beta: int, depth: int, trust: int
    ) -> int:
        """Search the moves of a position; the best comes to the front, its value is returned."""
        discs = np.uint64(own), np.uint64(opp)
        return int(search_root(self.tools, *discs, squares, alpha, beta, depth, trust))

    def _around(self, own: int, opp: int, squares: np.ndarray, guess: int, depth: int, trust: int) -> int:
        """Search with a window around a guess, and again with a wider one when the value is outside."""
        alpha, beta = guess - WINDOW, guess + WINDOW
        order = squares.copy()
        while True:
            value = self._root(own, opp, squares, alpha, beta, depth, trust)
            if trust == SURE:
                self._narrow(value, alpha, beta)
            if self.memory[STOP] or alpha < value < beta:
                return value
            if value <= alpha:
                squares[:] = order
                alpha = -INFINITE
            else:
                beta = INFINITE

    def _narrow(self, value: int, alpha: int, beta: int) -> None:
        """Note what a search without risky cuts has proven, even when it was stopped."""
        if value > alpha:
            self.lower = max(self.lower, value // UNIT)
        if value < beta and not self.memory[STOP]:
            self.upper = min(self.upper, -(-value // UNIT))

    def deepen(
        self, own: int, opp: int, seconds: float = math.inf, nodes: int = FOREVER, most_depth: int = 60
    ) -> Iterator[Finding]:
        """Search deeper and deeper until a limit is reached, yielding each finding.

        A search that was stopped counts as far as it came: it yields its best move once more.
        """
        squares = np.array([square for square in range(64) if moves(own, opp) >> square & 1], np.int64)
        empties = 64 - (own | opp).bit_count()
        began, guess, last = time.perf_counter(), 0, (0, 0)
        self.lower, self.upper = -64, 64
        age = (self.memory[AGE] + np.uint64(1)) & np.uint64(0xFF)
        for engine in (self, *self.helpers):
            engine.memory[NODES], engine.memory[STOP], engine.memory[AGE] = 0, 0, age
        self.memory[MOST_NODES] = nodes
        with stop_after(seconds, self.memory[STOP : STOP + 1]), self._helped(own, opp, squares, most_depth):
            for depth, trust in _plan(empties, most_depth):
                value = self._around(own, opp, squares, guess, depth, trust)
                stopped = bool(self.memory[STOP])
                if not stopped:
                    guess, last = value, (depth, trust)
                yield Finding(
                    int(squares[0]), guess / UNIT, *last, self._nodes(),
                    time.perf_counter() - began, self.lower, self.upper,
                )  # fmt: skip
                if stopped:
                    return

    def _nodes(self) -> int:
        """The positions that were searched, by all threads."""
        return sum(int(engine.memory[NODES]) for engine in (self, *self.helpers))

    @contextmanager
    def _helped(self, own: int, opp: int, squares: np.ndarray, most_depth: int) -> Iterator[None]:
        """Let the other threads search the same position meanwhile: what they find is in the table."""
        if not self.helpers:
            yield
            return
        with ThreadPoolExecutor(len(self.helpers)) as threads:
            for number, helper in enumerate(self.helpers, 1):
                threads.submit(helper._run_ahead, own, opp, np.roll(squares, -number), most_depth, number)
            try:
                yield
            finally:
                for helper in self.helpers:
                    helper.memory[STOP] = 1

    def _run_ahead(self, own: int, opp: int, squares: np.ndarray, most_depth: int, ahead: int) -> None:
        """Search deeper and deeper until it is stopped, so many depths ahead of the first thread."""
        guess = 0
        for depth, trust in islice(_plan(64 - (own | opp).bit_count(), most_depth), ahead, None):
            value = self._around(own, opp, squares, guess, depth, trust)
            if self.memory[STOP]:
                return
            guess = value

    def search(self, own: int, opp: int, squares: np.ndarray, depth: int, trust: int) -> float:
        """The value of the best of some moves in discs at one depth, without limits."""
        self.memory[STOP], self.memory[MOST_NODES] = 0, FOREVER
        return self._root(own, opp, squares, -INFINITE, INFINITE, depth, trust) / UNIT

    def values(
        self, own: int, opp: int, squares: list[int], depth: int, trust: int, seconds: float = 2.0
    ) -> dict[int, tuple[float, int]]:
        """Each move's value in discs and the depth of its search: `depth` when time allows, else less."""
        values = {}
        self.memory[STOP], self.memory[MOST_NODES] = 0, FOREVER
        quick = min(depth, QUICK_DEPTH)
        for square in squares:
            values[square] = (self.search(own, opp, np.array([square]), quick, trust), quick)
        with stop_after(seconds, self.memory[STOP : STOP + 1]):
            for square in squares if depth > quick else ():
                value = self._root(own, opp, np.array([square]), -INFINITE, INFINITE, depth, trust)
                if self.memory[STOP]:
                    break
                values[square] = (value / UNIT, depth)
        return values

    def line(self, own: int, opp: int, first: int, most: int) -> list[int]:
        """What the table expects to follow a move, that move first; passes are 64."""
        line: list[int] = []
        square = first
        while len(line) < most and square != tt.NO_MOVE:
            line.append(square)
            discs = flips(own, opp, square)
            own, opp = opp ^ discs, own | discs | 1 << square
            if not moves(own, opp):
                if not moves(opp, own):
                    break
                line.append(64)
                own, opp = opp, own
            square = int(table_move(np.uint64(own), np.uint64(opp), self.memory[BUCKETS], self.table))
            if square < 64 and not moves(own, opp) >> square & 1:
                break
        return line


def _plan(empties: int, most_depth: int) -> Iterator[tuple[int, int]]:
    """The searches of a position, each a depth and a trust, from the quickest to the exact one."""
    for depth in range(1, min(most_depth, empties - EARLY_END) + 1):
        yield depth, TRUST
    if most_depth >= empties:
        for trust in END_TRUSTS if empties > 13 else (SURE,):
            yield empties, trust
    else:
        for depth in range(max(empties - EARLY_END, 0) + 1, most_depth + 1):
            yield depth, TRUST
