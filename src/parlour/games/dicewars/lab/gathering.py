"""Learning from self-play: positions are gathered in compiled games, then a model is fitted to who won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numba import types

from parlour.agent import policy_of
from parlour.game import Game
from parlour.games.dicewars.best.network import FEATURES, GRID, describe, improve
from parlour.games.dicewars.rules import END, MAX_ACTIONS, MOST_PLAYERS, NOBODY, fields
from parlour.games.dicewars.wpm import most_likely_to_win
from parlour.kernel import (
    FLOATS,
    INTS,
    POLICIES,
    RNG,
    RULES,
    compiled,
    policy_at,
    policy_table,
    row,
    seed_rng,
    uniform,
)

__all__ = ["FIELD", "NETWORK", "WPM", "Network", "Positions", "Tell", "gather", "trial"]

Network = tuple[np.ndarray, np.ndarray, np.ndarray]
Tell = Callable[[str], None]

FIELD = ("ste", "stei", "wpm", "difference")
NETWORK, WPM = -1, -2  # who plays with the weights that are being fitted; others are numbers of FIELD

_LINES = types.Array(types.int64, 2, "C")
_SAMPLES = types.Array(types.float32, 3, "C")
_FLAGS = types.Array(types.int8, 2, "C")


@dataclass(frozen=True)
class Positions:
    """Positions at the ends of turns: each seat's features, whether it has areas, and who won."""

    features: np.ndarray  # position x seat x feature
    alive: np.ndarray
    winners: np.ndarray

    @staticmethod
    def joined(parts: Sequence[Positions]) -> Positions:
        """Positions of games with different numbers of seats as one."""
        seats = max(part.alive.shape[1] for part in parts)

        def widened(array: np.ndarray) -> np.ndarray:
            missing = [(0, 0), (0, seats - array.shape[1])] + [(0, 0)] * (array.ndim - 2)
            return np.pad(array, missing)

        return Positions(
            np.concatenate([widened(part.features) for part in parts]),
            np.concatenate([widened(part.alive) for part in parts]),
            np.concatenate([part.winners for part in parts]),
        )


@compiled(
    types.int64(
        RULES, POLICIES, _LINES, INTS, types.int64, RNG, types.float64, GRID, FLOATS, FLOATS, FLOATS,
        _SAMPLES, _FLAGS, INTS, INTS,
    )
)  # fmt: skip
def _gather(rules, policies, lines, options, size, seeds, rate, w1, b1, w2, wpm, found, alive, won, winners):
    """Play games, keep a share of the ends of turns until there is no more room; how many were kept."""
    seats, n = lines.shape[1], 0
    state, actions = np.zeros(size, np.uint8), np.empty(MAX_ACTIONS, np.int64)
    chance, luck, own = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros((seats, 4), np.uint64)
    rows = np.zeros((MOST_PLAYERS, FEATURES))
    for game in range(seeds.size):
        seed_rng(chance, seeds[game], np.uint64(0))
        seed_rng(luck, seeds[game], np.uint64(99))
        for seat in range(seats):
            seed_rng(row(own, seat), seeds[game], np.uint64(1 + seat))
        state[:] = 0
        rules.setup(state, options, chance)
        first, seat = n, rules.mover(state)
        while seat >= 0:
            who, s = lines[game, seat], fields(state)
            if who == NETWORK:
                action = improve(s, w1, b1, w2, rows, actions)
            elif who == WPM:
                action = most_likely_to_win(s, wpm)
            else:
                action = policy_at(policies, who)(state, row(own, seat))
            if action == END and n < found.shape[0] and uniform(luck) < rate:
                describe(s, seat, rows)
                for other in range(seats):
                    alive[n, other] = s.owned[other] != 0
                    for f in range(FEATURES):
                        found[n, other, f] = rows[other, f]
                n += 1
            rules.apply(state, action, chance)
            seat = rules.mover(state)
        winners[game] = fields(state).winner
        if winners[game] == NOBODY:
            n = first
        for i in range(first, n):
            won[i] = winners[game]
        if found.shape[0] > 0 and n == found.shape[0]:
            break
    return n


def _play(
    game: Game, lines: np.ndarray, seeds: np.ndarray, net: Network, wpm: np.ndarray, positions: int
) -> tuple[Positions, np.ndarray]:
    """Games of the line-ups given by numbers; positions met in them, and the winner of each."""
    seats = game.players
    found = np.zeros((positions, seats, FEATURES), np.float32)
    alive, won = np.zeros((positions, seats), np.int8), np.zeros(positions, np.int64)
    winners = np.full(len(seeds), NOBODY, np.int64)
    table = policy_table(policy_of(game, name) for name in FIELD)
    n = _gather(
        game.rules, table, lines, game.encoded, game.size, seeds.astype(np.uint64), 0.3, *net, wpm,
        found, alive, won, winners,
    )  # fmt: skip
    return Positions(found[:n], alive[:n], won[:n]), winners


def gather(
    game: Game, who: Sequence[int], positions: int, seed: int, net: Network, wpm: np.ndarray
) -> Positions:
    """So many positions from games whose seats are drawn from `who`."""
    random = np.random.default_rng(seed)
    games = 4 * positions  # more than enough: the games stop when there are enough positions
    lines = random.choice(np.asarray(who, np.int64), (games, game.players))
    return _play(game, lines, random.integers(0, 2**62, games), net, wpm, positions)[0]


def trial(game: Game, others: Sequence[int], games: int, seed: int, net: Network, wpm: np.ndarray) -> float:
    """The share of games that the network, looking one attack ahead, wins against others, seats rotated."""
    seats = game.players
    lines = np.empty((games, seats), np.int64)
    for i in range(games):
        line = [NETWORK, *(others[(i // seats + k) % len(others)] for k in range(seats - 1))]
        lines[i] = np.roll(line, i)
    seeds = seed + np.arange(games) // seats
    _, winners = _play(game, lines, seeds, net, wpm, 0)
    return float(np.mean((winners >= 0) & (lines[np.arange(games), winners] == NETWORK)))
