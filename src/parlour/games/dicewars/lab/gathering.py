"""Positions of self-play in compiled games: what a model is fitted to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from parlour.agent import policy_of
from parlour.game import Game
from parlour.games.dicewars.best.network import FEATURES, NETWORK_TYPE, describe, improve
from parlour.games.dicewars.state import END, MAX_ACTIONS, MOST_PLAYERS, NOBODY, fields
from parlour.games.dicewars.weights import Network
from parlour.games.dicewars.wpm import most_likely_to_win
from parlour.kernel import (
    FLOATS,
    INT_ROWS,
    INTS,
    POLICIES,
    RNG,
    RULES,
    STATE,
    compiled,
    helper,
    policy_at,
    policy_table,
    row,
    seed_rng,
    start_game,
    uniform,
)

__all__ = ["FIELD", "NETWORK", "WPM", "Positions", "gather"]

FIELD = ("ste", "stei", "wpm", "difference")
NETWORK, WPM = -1, -2  # players that use the weights that are being fitted; others are numbers of FIELD
SHARE = 0.3  # of the ends of turns are noted
UNPLAYED = -9


class Players(NamedTuple):
    """The policies of FIELD, and the weights that are being fitted."""

    policies: Any
    network: Network
    wpm: np.ndarray


class Positions(NamedTuple):
    """Positions at the ends of turns: each seat's features, whether it has areas, and who won."""

    features: np.ndarray  # position x seat x feature
    alive: np.ndarray
    winners: np.ndarray

    @staticmethod
    def join(parts: Sequence[Positions]) -> Positions:
        """Positions of games with different numbers of seats as one."""
        seats = max(part.alive.shape[1] for part in parts)

        def widen(array: np.ndarray) -> np.ndarray:
            missing = [(0, 0), (0, seats - array.shape[1])] + [(0, 0)] * (array.ndim - 2)
            return np.pad(array, missing)

        return Positions(
            np.concatenate([widen(part.features) for part in parts]),
            np.concatenate([widen(part.alive) for part in parts]),
            np.concatenate([part.winners for part in parts]),
        )


_PLAYERS = types.NamedTuple((POLICIES, NETWORK_TYPE, FLOATS), Players)
_POSITIONS = types.NamedTuple(
    (types.Array(types.float32, 3, "C"), types.Array(types.int8, 2, "C"), INTS), Positions
)


@helper
def _choose(players, number, state, rng, rows, actions):
    """The action of a player, given by its number."""
    if number == NETWORK:
        return improve(fields(state), players.network, rows, actions)
    if number == WPM:
        return most_likely_to_win(fields(state), players.wpm)
    return policy_at(players.policies, number)(state, rng)


@helper
def _note(s, seat, rows, positions, n):
    """Write down a position in which a seat ends its turn."""
    describe(s, seat, rows)
    for other in range(positions.alive.shape[1]):
        positions.alive[n, other] = s.owned[other] != 0
        for f in range(FEATURES):
            positions.features[n, other, f] = rows[other, f]


@compiled(types.int64(RULES, INTS, STATE, _PLAYERS, INT_ROWS, RNG, _POSITIONS, INTS))
def _gather(rules, options, state, players, lines, seeds, positions, winners):
    """Play a game a seed, and note a share of the ends of turns until there is no more room; how many.

    `lines` has the number of each seat's player. A game that nobody wins leaves no positions.
    """
    seats, room, n = lines.shape[1], positions.winners.size, 0
    actions, rows = np.empty(MAX_ACTIONS, np.int64), np.zeros((MOST_PLAYERS, FEATURES))
    streams, luck = np.zeros((1 + seats, 4), np.uint64), np.zeros(4, np.uint64)
    for game in range(seeds.size):
        start_game(rules, state, options, seeds[game], streams)
        seed_rng(luck, seeds[game], np.uint64(99))
        first, seat = n, rules.mover(state)
        while seat >= 0:
            action = _choose(players, lines[game, seat], state, row(streams, 1 + seat), rows, actions)
            if action == END and n < room and uniform(luck) < SHARE:
                _note(fields(state), seat, rows, positions, n)
                n += 1
            rules.apply(state, action, row(streams, 0))
            seat = rules.mover(state)
        winners[game] = fields(state).winner
        if winners[game] == NOBODY:
            n = first
        positions.winners[first:n] = winners[game]
        if room > 0 and n == room:
            break
    return n


def _play(
    game: Game, lines: np.ndarray, seeds: np.ndarray, network: Network, wpm: np.ndarray, room: int
) -> tuple[Positions, int]:
    """Positions met in games of the line-ups given by numbers, and how many games it took."""
    seats = game.players
    positions = Positions(
        np.zeros((room, seats, FEATURES), np.float32),
        np.zeros((room, seats), np.int8),
        np.zeros(room, np.int64),
    )
    winners = np.full(len(seeds), UNPLAYED, np.int64)
    players = Players(policy_table(policy_of(game, name) for name in FIELD), network, wpm)
    state = np.zeros(game.size, np.uint8)
    n = _gather(game.rules, game.encoded, state, players, lines, seeds.astype(np.uint64), positions, winners)
    return Positions(*(part[:n] for part in positions)), int((winners != UNPLAYED).sum())


def gather(
    game: Game, numbers: Sequence[int], positions: int, seed: int, network: Network, wpm: np.ndarray
) -> tuple[Positions, int]:
    """So many positions from games whose players are drawn by their numbers; and how many games it took."""
    random = np.random.default_rng(seed)
    games = 4 * positions  # more than enough: the games stop when there are enough positions
    lines = random.choice(np.asarray(numbers, np.int64), (games, game.players))
    return _play(game, lines, random.integers(0, 2**62, games), network, wpm, positions)
