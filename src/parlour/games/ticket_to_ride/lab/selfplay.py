"""Whole games of the algorithm or the network against itself, with all that the thesis counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from parlour.game import Game
from parlour.games.ticket_to_ride.labno.decisions import (
    CLAIMING,
    PASSING,
    PAYABLE,
    PROGRAM,
    decide,
    general_decision,
    make_plan,
)
from parlour.games.ticket_to_ride.net.decisions import FORBIDDEN, WEIGHTS, net_action
from parlour.games.ticket_to_ride.net.features import FEATURES, describe
from parlour.games.ticket_to_ride.net.model import CLASSES, Model
from parlour.games.ticket_to_ride.railways import N_ROUTES
from parlour.games.ticket_to_ride.state import FIRST, fields
from parlour.kernel import INTS, RNG, RULES, compiled, copy, helper, row, seed_rng

__all__ = ["Games", "Samples", "play_games"]

ALGORITHM, MASK, COUNT = (
    0,
    1,
    2,
)  # who plays: the algorithm; the network with forbidden classes masked, or not

_MATRIX = types.Array(types.float64, 2, "C")


@helper
def _note_turn(s, version, samples, labels, places, n, game):
    """Write down the features of a turn and the algorithm's decision; how many are written."""
    seat, plan = np.int64(s.turn), np.empty(6, np.int64)
    wanted, pays = np.empty(N_ROUTES, np.bool_), np.empty(N_ROUTES, np.int64)
    make_plan(s, seat, version, wanted, pays, plan)
    describe(s, seat, plan, row(samples, n))
    decision = general_decision(s, seat, version, plan)
    labels[n] = CLAIMING if decision == PASSING and plan[PAYABLE] > 0 else decision
    places[n] = game * s.players + seat
    return n + 1


_GRID = types.Array(types.int64, 2, "C")


@compiled(
    types.int64(RULES, INTS, types.int64, RNG, types.int64, types.int64, *WEIGHTS, _GRID, _GRID, _GRID, INTS,
                INTS, _MATRIX, INTS, INTS)
)  # fmt: skip
def _play(
    rules, options, size, seeds, who, version, mean, scale, w0, b0, w1, b1, w2, b2, scores, done, held,
    turns, forbidden, samples, labels, places,
):  # fmt: skip
    state, seen = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    chance, own = np.zeros(4, np.uint64), np.zeros((5, 4), np.uint64)
    players, noted = scores.shape[1], 0
    for game in range(seeds.size):
        seed_rng(chance, seeds[game], np.uint64(0))
        for seat in range(players):
            seed_rng(row(own, seat), seeds[game], np.uint64(1 + seat))
        state[:] = 0
        rules.setup(state, options, chance)
        seat, forbidden[game] = rules.mover(state), -1
        while seat >= 0:
            copy(seen, state)
            rules.hide(seen, seat)
            s = fields(seen)
            if who == ALGORITHM:
                if s.phase == FIRST and noted < labels.size:
                    noted = _note_turn(s, version, samples, labels, places, noted, game)
                action = decide(s, version, row(own, seat))
            else:
                action = net_action(seen, row(own, seat), who == MASK, mean, scale, w0, b0, w1, b1, w2, b2)
            if action == FORBIDDEN:
                forbidden[game] = seat
                break
            rules.apply(state, action, chance)
            seat = rules.mover(state)
        final = fields(state)
        turns[game] = final.turns
        for seat in range(players):
            scores[game, seat] = final.final[seat]
            done[game, seat], held[game, seat] = final.done[seat], final.held[seat]
    return noted


@dataclass(frozen=True)
class Samples:
    """Decisions of the algorithm: features, the class chosen, and who decided (game * players + seat)."""

    inputs: np.ndarray
    labels: np.ndarray
    places: np.ndarray

    def of_best(self, scores: np.ndarray, players: int) -> Samples:
        """The decisions of the players who scored best."""
        best = np.argsort(-scores.ravel(), kind="stable")[:players]
        chosen = np.isin(self.places, best)
        return Samples(self.inputs[chosen], self.labels[chosen], self.places[chosen])


@dataclass(frozen=True)
class Games:
    """Finished games, a row a game and a column a seat; `forbidden` is who broke a game off, or -1."""

    scores: np.ndarray
    done: np.ndarray
    failed: np.ndarray
    turns: np.ndarray
    forbidden: np.ndarray
    samples: Samples

    @property
    def finished(self) -> np.ndarray:
        """Which games were played to their end."""
        return self.forbidden < 0


def play_games(
    game: Game,
    seeds: np.ndarray,
    *,
    version: int = PROGRAM,
    model: Model | None = None,
    legal: str = "mask",
    notes: int = 0,
) -> Games:
    """Self-play of the algorithm, or of a model; `notes` decisions of the algorithm are written down."""
    n, players = len(seeds), game.players
    scores, done, held = (np.zeros((n, players), np.int64) for _ in range(3))
    turns, forbidden = np.zeros(n, np.int64), np.zeros(n, np.int64)
    inputs, labels = np.zeros((notes, len(FEATURES))), np.zeros(notes, np.int64)
    places = np.zeros(notes, np.int64)
    empty = np.zeros((len(FEATURES), len(CLASSES)))
    arrays: tuple[np.ndarray, ...] = (
        model.arrays if model else (empty[:, 0].copy(), empty[:, 0].copy(), *(empty, empty[0].copy()) * 3)
    )
    who = ALGORITHM if model is None else MASK if legal == "mask" else COUNT
    starts = np.asarray(seeds, np.uint64)
    outputs = (scores, done, held, turns, forbidden, inputs, labels, places)
    arguments = (game.rules, game.encoded, game.size, starts, who, version, *arrays, *outputs)
    noted = _play(*arguments)
    samples = Samples(inputs[:noted], labels[:noted], places[:noted])
    return Games(scores, done, held - done, turns, forbidden, samples)
