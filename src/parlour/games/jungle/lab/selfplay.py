"""Compiled games from which the network of `best` learns: positions, and what became of them.

The first games are those of the heuristic, later ones the search's own. A game starts with some random
moves, often with an animal or two less, so that there is something to learn about unequal positions too.
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
from parlour.games.jungle.rules import (
    GONE,
    MAX_ACTIONS,
    RUNNING,
    WON_0,
    WON_1,
    apply,
    fields,
    legal,
    prize,
    setup,
)
from parlour.kernel import FLOATS, INTS, RNG, compiled, copy, helper, new_rng, pick, row, uniform
from parlour.search.alphabeta import MOST_NODES, NODES
from parlour.search.minimax import WIN

__all__ = ["Positions", "duel", "play_games"]

LONGEST = 400  # positions of one game
OPENING = 24  # a game starts with fewer random moves than this
STRAY = 0.02  # how often a later move is drawn at random
FEWER = 0.4  # how often a game starts with up to three animals less
TABLE_NODES = 5000  # for which the tables of transpositions are large enough
_STACK = types.Array(types.uint8, 2, "C")


@helper
def _think(t, state, actions, nodes):
    """The best move of the deepest search that so many nodes allow, and its value."""
    t.work[NODES], t.work[MOST_NODES], t.stop[0] = 0, nodes, 0
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
def _lay_out(state, options, fewer, rng):
    """A new game, perhaps with some animals less."""
    state[:] = 0
    setup(state, options, rng)
    if uniform(rng) < fewer:
        for _ in range(1 + pick(rng, 3)):
            fields(state).places[pick(rng, 2), pick(rng, 8)] = GONE


@compiled(
    types.int64(TOOLS, TOOLS, INTS, types.int64, types.int64, FLOATS, _STACK, FLOATS, FLOATS, FLOATS, RNG)
)
def _play_games(first, second, options, games, nodes, weights, states, results, looks, shares, rng):
    """Play games; write their quiet positions with what became of each and how it looked to the search.

    Returns how many positions there are; each game's result goes to `shares`, and is all that is written
    when no results are asked for: then no animals are missing. Without nodes the heuristic plays.
    """
    n, actions, state = 0, np.empty(MAX_ACTIONS, np.int64), np.empty(states.shape[1], np.uint8)
    for number in range(games):
        start, ply, opening = n, 0, pick(rng, OPENING)
        _lay_out(state, options, FEWER if results.size else 0.0, rng)
        s = fields(state)
        while s.result == RUNNING and ply < LONGEST:
            count = legal(state, actions)
            drawn = ply < opening or count == 1 or uniform(rng) < STRAY
            value = np.nan
            if drawn:
                action = actions[pick(rng, count)]
            elif nodes > 0:
                action, value = _think(first if s.turn == 0 else second, state, actions[:count], nodes)
            else:
                action = look_ahead(state, weights, 2, 0.0, rng)
            if results.size and not drawn and prize(s, s.turn, action & 63) < 0:
                copy(row(states, n), state)
                looks[n] = chance(value if s.turn == 0 else -value)
                n += 1
            apply(state, action, rng)
            ply += 1
        shares[number] = 1.0 if s.result == WON_0 else (0.0 if s.result == WON_1 else 0.5)
        for i in range(start, n):
            results[i] = shares[number]
            looks[i] = results[i] if np.isnan(looks[i]) else looks[i]
    return n


class Positions(NamedTuple):
    """Quiet positions, player 0's share of what became of each, and his chance as the search saw it."""

    states: np.ndarray
    results: np.ndarray
    looks: np.ndarray

    @staticmethod
    def joined(parts: Sequence[Positions]) -> Positions:
        """All of them."""
        return Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _tools(its: Game, network: np.ndarray | None, seed: int) -> Tools:
    """What a search by a network works with."""
    engine = Engine(its, nodes=TABLE_NODES, tables=3, network=network)
    engine.begin(its, 0, seed)
    return engine.tools(np.zeros(1, np.uint8))


def play_games(its: Game, network: np.ndarray | None, games: int, nodes: int, seed: int) -> Positions:
    """The quiet positions of some games, which a network plays with so many nodes a move.

    Without one the heuristic plays; it does not say how a position looks, so the result stands for that.
    """
    tools, weights = _tools(its, network, seed), WEIGHTS[int(its.encoded[0])]
    states, (results, looks) = np.zeros((games * LONGEST, its.size), np.uint8), np.zeros((2, games * LONGEST))
    count = _play_games(
        tools, tools, its.encoded, games, nodes if network is not None else 0, weights, states, results,
        looks, np.zeros(games), new_rng(seed),
    )  # fmt: skip
    return Positions(
        states[:count].copy(), results[:count].astype(np.float32), looks[:count].astype(np.float32)
    )


def duel(its: Game, one: np.ndarray, other: np.ndarray, games: int, nodes: int, seed: int) -> float:
    """The share that a network gets of so many games against another from each side."""
    ours, theirs = _tools(its, one, seed), _tools(its, other, seed)
    shares, states, none = np.zeros((2, games)), np.zeros((1, its.size), np.uint8), np.zeros(0)
    for place, (first, second) in enumerate(((ours, theirs), (theirs, ours))):
        _play_games(
            first, second, its.encoded, games, nodes, WEIGHTS[0], states, none, none, shares[place],
            new_rng(seed),
        )  # fmt: skip
    return float((shares[0].mean() + 1 - shares[1].mean()) / 2)
