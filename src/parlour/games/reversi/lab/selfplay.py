"""Compiled self-play that the pattern evaluation learns from: positions, and what each came to be worth.

A game starts with some random moves; then both sides search, and now and then a move is drawn at random. From
some number of empty squares on every position is solved, and that result is what the positions before it came
to be worth (Buro 1995), or partly what the search expected on the way (Sutton 1988). A move drawn at random
is not blamed on the positions before it: they were worth what the search expected there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.game import Game
from parlour.games.reversi.best.engine import TRUST
from parlour.games.reversi.best.lastmoves import final_score
from parlour.games.reversi.best.memory import AGE, BUCKETS, MARGINS, WORD_ARRAY, new_memory
from parlour.games.reversi.best.midgame import SURE, principal, table_move
from parlour.games.reversi.best.ordering import ARRAYS, INFINITE, new_tools, pointers
from parlour.games.reversi.best.transpositions import new_table
from parlour.games.reversi.kinds import UNIT
from parlour.games.reversi.lanes import after_move, next_mover
from parlour.games.reversi.rules import START_BLACK, START_WHITE, ZERO
from parlour.kernel import NUMBERS, RNG, compiled, helper, new_rng, nth_bit, pick, popcount, uniform

__all__ = ["How", "Positions", "play_games"]

DEEPEST = 5  # a search that goes further is begun with others of two moves less each, up to here
_LONGEST = 64
_TABLE_BITS = 14


class How(NamedTuple):
    """How games are played."""

    depth: int  # moves that both sides look ahead
    solve: int  # with so few empty squares positions are solved
    opening: int = 18  # a game starts with one to so many random moves
    stray: float = 0.04  # how often a later move is drawn at random
    trace: float = 1.0  # the weight of what happened later against what was expected


class Positions(NamedTuple):
    """Positions by the discs of the side to move and of the other, and what each turned out to be worth."""

    owns: np.ndarray
    opps: np.ndarray
    results: np.ndarray  # in discs, for the side to move

    @staticmethod
    def join(parts: Sequence[Positions]) -> Positions:
        """All of them."""
        return Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


_HOW = types.NamedTuple([types.int64] * 3 + [types.float64] * 2, How)
_POSITIONS = types.NamedTuple([WORD_ARRAY, WORD_ARRAY, NUMBERS], Positions)


@helper
def _think(t, own, opp, depth, trust):
    """What a search makes of a position, in discs; one to the end gives the result."""
    for level in range(2 - (depth & 1), min(depth, DEEPEST), 2):  # what the table learns orders the moves
        principal(t, own, opp, -INFINITE, INFINITE, level, TRUST)
    return np.float64(principal(t, own, opp, -INFINITE, INFINITE, depth, trust)) / UNIT


@compiled(types.int64(ARRAYS, types.int64, _HOW, _POSITIONS, RNG))
def _play_games(tools, games, how, positions, rng):
    """Play some games and write their positions; how many."""
    memory, table = tools.memory, tools.table
    t = pointers(tools)
    owns, opps, results = positions
    turns, strays, values = np.zeros(_LONGEST, np.int8), np.zeros(_LONGEST, np.int8), np.zeros(_LONGEST)
    n = 0
    for _ in range(games):
        memory[AGE] = (memory[AGE] + np.uint64(1)) & np.uint64(0xFF)
        own, opp, start, ply = START_BLACK, START_WHITE, n, 0
        opening = 1 + pick(rng, how.opening)
        while True:
            own, opp, moves, passed = next_mover(own, opp)
            turns[n - start] = not passed
            if moves == ZERO:
                result = np.float64(final_score(own, opp))
                break
            square = nth_bit(moves, pick(rng, popcount(moves)))
            if ply >= opening:
                empties = popcount(~(own | opp))
                solved = empties <= how.solve
                depth, trust = (empties, SURE) if solved else (how.depth, TRUST)
                value = _think(t, own, opp, depth, trust)
                stray = uniform(rng) < how.stray
                if not stray:
                    square = table_move(own, opp, memory[BUCKETS], table)
                owns[n], opps[n], values[n - start], strays[n - start] = own, opp, value, stray or solved
                n += 1
            own, opp = after_move(own, opp, square)
            ply += 1
        for i in range(n - 1, start - 1, -1):
            later = -result if turns[i - start + 1] else result
            result = values[i - start]
            if not strays[i - start]:
                result += how.trace * (later - result)
            results[i] = result
    return n


def play_games(
    game: Game, weights: np.ndarray, spreads: np.ndarray, how: How, games: int, seed: int
) -> Positions:
    """The positions of some games of the search with an evaluation, from the end of the opening on."""
    memory = new_memory(_TABLE_BITS)
    memory[MARGINS:] = spreads.reshape(-1)
    tools = new_tools(memory, new_table(_TABLE_BITS), weights)
    most = games * _LONGEST
    room = Positions(np.zeros(most, np.uint64), np.zeros(most, np.uint64), np.zeros(most, np.float32))
    count = _play_games(tools, games, how, room, new_rng(seed))
    return Positions(*(column[:count].copy() for column in room))
