"""The strongest player of Isolation: a search by room, on boards that fit one word of bits."""

from __future__ import annotations

import numpy as np

from parlour.game import Game
from parlour.games.isolation import board_size
from parlour.games.isolation.best.search import ENTRY, UNIT, WON, edges_of, expected_move, search
from parlour.games.isolation.best.solver import free_mask, neighbours
from parlour.kernel import ready, structs
from parlour.search.alphabeta import AlphaBeta
from parlour.search.minimax import WIN
from parlour.state import View

__all__ = ["Engine"]

_DEPTHS = 64  # as many squares as a board has


class Engine(AlphaBeta):
    """The search as a player: deeper and deeper until the time is over or the end is proven."""

    def __init__(self, game: Game, depth: int | None, seconds: float | None) -> None:
        size = board_size(game)
        self.near, self.edges, self.scale = neighbours(size), edges_of(size), game.value_scale
        super().__init__(game, depth or _DEPTHS, None if depth else seconds)
        self.depth = depth or _DEPTHS

    def prepare(self) -> None:
        """Have compiled what it searches with, before any clock runs."""
        ready(search)

    def forget(self) -> None:
        """Start with an empty table."""
        super().forget()
        self.table = structs(1 << 20, ENTRY)

    def _search(self, view: View, actions: np.ndarray, depth: int, stop: np.ndarray) -> float:
        """The value of the best action, which comes to the front."""
        free, opp, nodes = free_mask(view), int(view.data["pawns"][1 - view.seat]), np.zeros(1, np.int64)
        best = -2 * WON
        for place, target in enumerate(actions.tolist()):
            after = np.uint64(free & ~(1 << target))
            value = -search(
                self.near, self.edges, after, opp, target, -2 * WON, -best, depth - 1, self.table, nodes, stop
            )
            if stop[0]:
                break
            if value > best:
                best = value
                actions[1 : place + 1], actions[0] = actions[:place].copy(), target
        self.searched += int(nodes[0])
        return self._score(best, free.bit_count())

    def _score(self, value: int, free: int) -> float:
        """A value as other searches give it: a win less the plies to it, or points of the game's scale."""
        if abs(value) < WON:
            return value * self.scale / UNIT
        plies = free - (abs(value) - WON)
        return float(WIN - plies if value > 0 else plies - WIN)

    def _line(self, action: int) -> tuple[int, ...]:
        """What the table expects to follow an action."""
        assert self._view is not None
        free = free_mask(self._view) & ~(1 << action)
        own, opp, line = int(self._view.data["pawns"][1 - self._view.seat]), action, [action]
        while len(line) < self.reached:
            move = expected_move(np.uint64(free), own, opp, self.table)
            if move < 0:
                break
            line.append(move)
            free, own, opp = free & ~(1 << move), opp, move
        return tuple(line)
