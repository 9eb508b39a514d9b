"""Compiled games from which the network of `best` learns: positions, and the results of their games.

The first games are those of the heuristic, later ones the search's own. A game starts with some random
moves, and often without one to three of the animals, so that it learns about unequal positions too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.game import Game
from parlour.games.jungle.best.engine import DEPTHS, Engine
from parlour.games.jungle.best.search import TOOLS, Tools, search_root
from parlour.games.jungle.evaluation import WEIGHTS, chance
from parlour.games.jungle.policies import look_ahead
from parlour.games.jungle.rules import apply, legal, setup
from parlour.games.jungle.state import GONE, MAX_ACTIONS, RUNNING, WON_0, WON_1, fields, prize
from parlour.kernel import FLOATS, INTS, RNG, STATE_ROWS, compiled, copy, helper, new_rng, pick, row, uniform
from parlour.search.minimax import WIN

__all__ = ["Positions", "play_games"]

LONGEST = 400  # positions of one game
OPENING = 24  # a game starts with fewer random moves than this
STRAY = 0.02  # how often a later move is drawn at random
FEWER = 0.4  # how often a game starts without one to three of its animals
TABLE_NODES = 5000  # what the transposition tables are large enough for


class Positions(NamedTuple):
    """Quiet positions, player 0's share of the result of each, and his chance to win as the search saw it."""

    states: np.ndarray
    results: np.ndarray
    looks: np.ndarray

    @staticmethod
    def join(parts: Sequence[Positions]) -> Positions:
        """All of them."""
        return Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


_POSITIONS = types.NamedTuple([STATE_ROWS, FLOATS, FLOATS], Positions)


@helper
def _think(t, state, actions, nodes):
    """The best move of the deepest search that so many nodes allow, and its value."""
    t.search[0].nodes, t.search[0].most_nodes, t.stop[0] = 0, nodes, 0
    best, value = actions[0], 0.0
    for depth in range(1, DEPTHS + 1):
        score = search_root(t, state, actions, depth)
        best = actions[0]
        if t.stop[0]:
            break
        value = score
        if abs(score) > WIN / 2:
            break
    return best, value


@helper
def _lay_out(state, options, rng):
    """A new game; with the chance `FEWER`, some animals are missing."""
    state[:] = 0
    setup(state, options, rng)
    if uniform(rng) < FEWER:
        for _ in range(1 + pick(rng, 3)):
            fields(state).places[pick(rng, 2), pick(rng, 8)] = GONE


@compiled(types.int64(TOOLS, INTS, types.int64, FLOATS, types.int64, _POSITIONS, RNG))
def _play_games(tools, options, nodes, weights, games, positions, rng):
    """Play some games and write their quiet positions; how many.

    The players search with the tools, `nodes` for a move; without nodes the heuristic plays by `weights`.
    """
    states, results, looks = positions
    n, actions, state = 0, np.empty(MAX_ACTIONS, np.int64), np.empty(states.shape[1], np.uint8)
    for _ in range(games):
        start, ply, opening = n, 0, pick(rng, OPENING)
        _lay_out(state, options, rng)
        s = fields(state)
        while s.result == RUNNING and ply < LONGEST:
            count = legal(state, actions)
            strays = ply < opening or count == 1 or uniform(rng) < STRAY
            value = np.nan
            if strays:
                action = actions[pick(rng, count)]
            elif nodes > 0:
                action, value = _think(tools, state, actions[:count], nodes)
            else:
                action = look_ahead(state, weights, 2, 0.0, rng)
            if not strays and prize(s, s.turn, action & 63) < 0:
                copy(row(states, n), state)
                looks[n] = chance(value if s.turn == 0 else -value)
                n += 1
            apply(state, action, rng)
            ply += 1
        share = 1.0 if s.result == WON_0 else (0.0 if s.result == WON_1 else 0.5)
        for i in range(start, n):
            results[i] = share
            looks[i] = results[i] if np.isnan(looks[i]) else looks[i]
    return n


def _tools(variant: Game, network: np.ndarray | None, seed: int) -> Tools:
    """What a search by a network works with."""
    engine = Engine(variant, nodes=TABLE_NODES, tables=3, network=network)
    engine.begin(variant, 0, seed)
    return engine.tools(np.zeros(1, np.uint8))


def play_games(variant: Game, network: np.ndarray | None, games: int, nodes: int, seed: int) -> Positions:
    """The quiet positions of some games, which a network plays with so many nodes a move.

    Without one the heuristic plays; it does not say how a position looks, so the result stands for that.
    """
    tools, weights = _tools(variant, network, seed), WEIGHTS[int(variant.encoded[0])]
    most = games * LONGEST
    room = Positions(np.zeros((most, variant.size), np.uint8), np.zeros(most), np.zeros(most))
    nodes = nodes if network is not None else 0
    count = _play_games(tools, variant.encoded, nodes, weights, games, room, new_rng(seed))
    return Positions(
        room.states[:count].copy(),
        room.results[:count].astype(np.float32),
        room.looks[:count].astype(np.float32),
    )
