"""Positions of self-play in compiled games: what a model is fitted to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from parlour.agent import policy_of
from parlour.game import Game
from parlour.games.dicewars.best.network import NETWORK_TYPE, chances, improve, new_desk
from parlour.games.dicewars.state import END, MAX_ACTIONS, MOST_PLAYERS, NOBODY, fields
from parlour.games.dicewars.weights import Network
from parlour.games.dicewars.wpm import most_likely_to_win
from parlour.kernel import (
    FLOATS,
    INT_ROWS,
    INTS,
    NUMBER_ROWS,
    POLICIES,
    RNG,
    RULES,
    STATE,
    STATE_ROWS,
    compiled,
    copy,
    helper,
    policy_at,
    policy_table,
    row,
    start_game,
)

__all__ = ["FIELD", "NETWORK", "WPM", "Positions", "gather"]

FIELD = ("ste", "stei", "wpm", "difference")
NETWORK, WPM = -1, -2  # players that use the weights that are being fitted; others are numbers of FIELD
LONGEST = 600  # turns, after which a game is given up


class Players(NamedTuple):
    """The policies of FIELD, and the weights that are being fitted."""

    policies: Any
    network: Network
    wpm: np.ndarray


class Positions(NamedTuple):
    """Positions in which a seat ends its turn, and what each seat's chance to win turned out to be."""

    states: np.ndarray  # position x byte
    shares: np.ndarray  # position x seat

    @staticmethod
    def join(parts: Sequence[Positions]) -> Positions:
        """All of them as one."""
        return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


_PLAYERS = types.NamedTuple((POLICIES, NETWORK_TYPE, FLOATS), Players)
_POSITIONS = types.NamedTuple((STATE_ROWS, NUMBER_ROWS), Positions)


@helper
def _choose(players, number, state, rng, desk, actions):
    """The action of a player, given by its number."""
    if number == NETWORK:
        return improve(fields(state), players.network, desk, actions)
    if number == WPM:
        return most_likely_to_win(fields(state), players.wpm)
    return policy_at(players.policies, number)(state, rng)


@helper
def _note(state, network, desk, positions, n):
    """Write down a position in which a seat ends its turn, with the chances that the network sees."""
    s = fields(state)
    copy(row(positions.states, n), state)
    chances(s, np.int64(s.turn), network, desk)
    for seat in range(MOST_PLAYERS):
        positions.shares[n, seat] = desk.chances[seat] if seat < s.players else 0.0


@helper
def _look_back(positions, first, n, winner, trace):
    """Write what the chances turned out to be in a game, the last first (Sutton 1988)."""
    worth = np.zeros(MOST_PLAYERS, np.float32)
    worth[winner] = 1.0
    for i in range(n - 1, first - 1, -1):
        for seat in range(MOST_PLAYERS):
            hope, positions.shares[i, seat] = positions.shares[i, seat], worth[seat]
            worth[seat] = trace * worth[seat] + (1.0 - trace) * hope


@compiled(types.int64(RULES, INTS, STATE, _PLAYERS, INT_ROWS, RNG, _POSITIONS, INTS, types.float32))
def _gather(rules, options, state, players, lines, seeds, positions, games, trace):
    """Play a game a seed, and note the ends of turns until there is no more room; how many.

    `lines` has the number of each seat's player. A game that nobody wins in time leaves no positions;
    ``games[0]`` counts the others.
    """
    seats, room, n = lines.shape[1], len(positions.states), 0
    actions, desk = np.empty(MAX_ACTIONS, np.int64), new_desk()
    streams = np.zeros((1 + seats, 4), np.uint64)
    for game in range(seeds.size):
        start_game(rules, state, options, seeds[game], streams)
        first, seat = n, rules.mover(state)
        while seat >= 0 and n < min(room, first + LONGEST):
            action = _choose(players, lines[game, seat], state, row(streams, 1 + seat), desk, actions)
            if action == END:
                _note(state, players.network, desk, positions, n)
                n += 1
            rules.apply(state, action, row(streams, 0))
            seat = rules.mover(state)
        full, winner = seat >= 0 and n == room, fields(state).winner
        if winner == NOBODY:
            n = first
        else:
            games[0] += 1
            _look_back(positions, first, n, winner, trace)
        if full:
            break
    return n


def _play(
    game: Game,
    lines: np.ndarray,
    seeds: np.ndarray,
    network: Network,
    wpm: np.ndarray,
    room: int,
    trace: float,
) -> tuple[Positions, int]:
    """Positions met in games of the line-ups given by numbers, and how many games it took."""
    positions = Positions(np.zeros((room, game.size), np.uint8), np.zeros((room, MOST_PLAYERS), np.float32))
    players = Players(policy_table(policy_of(game, name) for name in FIELD), network, wpm)
    state, starts, games = np.zeros(game.size, np.uint8), seeds.astype(np.uint64), np.zeros(1, np.int64)
    n = _gather(game.rules, game.encoded, state, players, lines, starts, positions, games, np.float32(trace))
    return Positions(*(part[:n] for part in positions)), int(games[0])


def gather(
    game: Game,
    numbers: Sequence[int],
    positions: int,
    seed: int,
    network: Network,
    wpm: np.ndarray,
    trace: float = 1.0,
) -> tuple[Positions, int]:
    """So many positions from games whose players are drawn by their numbers; and how many games it took."""
    random = np.random.default_rng(seed)
    games = max(8, positions // 4)  # more than enough: the games stop when there are enough positions
    lines = random.choice(np.asarray(numbers, np.int64), (games, game.players))
    return _play(game, lines, random.integers(0, 2**62, games), network, wpm, positions, trace)
