"""Whole games of the algorithm or the network against itself, with all that the thesis counts."""

from __future__ import annotations

from typing import NamedTuple

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
    new_notes,
)
from parlour.games.ticket_to_ride.net.decisions import FORBIDDEN, NETWORK_TYPE, net_action
from parlour.games.ticket_to_ride.net.features import describe
from parlour.games.ticket_to_ride.net.kinds import CLASSES, LATER
from parlour.games.ticket_to_ride.net.model import Network
from parlour.games.ticket_to_ride.state import FIRST, fields
from parlour.kernel import (
    FLOAT_ROWS,
    INT_ROWS,
    INTS,
    RNG,
    RULES,
    STATE,
    compiled,
    copy,
    helper,
    row,
    start_game,
)

__all__ = ["Games", "Samples", "play_games"]

ALGORITHM, MASK, COUNT = 0, 1, 2  # kinds of players; a network's forbidden decisions are masked or counted


class Player(NamedTuple):
    """Who plays all seats: the algorithm in one of its versions, or a network."""

    kind: int
    version: int
    network: Network


class Samples(NamedTuple):
    """Decisions of the algorithm: features, the class chosen, and who decided (game * players + seat)."""

    inputs: np.ndarray
    labels: np.ndarray
    places: np.ndarray

    def of_best(self, scores: np.ndarray, players: int) -> Samples:
        """The decisions of the players who scored best."""
        best = np.argsort(-scores.ravel(), kind="stable")[:players]
        chosen = np.isin(self.places, best)
        return Samples(*(part[chosen] for part in self))


class Games(NamedTuple):
    """How games went, a row a game and a column a seat; `forbidden` is who broke a game off, or -1."""

    scores: np.ndarray
    done: np.ndarray  # tickets completed
    failed: np.ndarray  # tickets not completed
    turns: np.ndarray
    forbidden: np.ndarray
    samples: Samples

    @property
    def finished(self) -> np.ndarray:
        """Which games were played to their end."""
        return self.forbidden < 0


_PLAYER = types.NamedTuple((types.int64, types.int64, NETWORK_TYPE), Player)
_SAMPLES = types.NamedTuple((FLOAT_ROWS, INTS, INTS), Samples)
_GAMES = types.NamedTuple((INT_ROWS, INT_ROWS, INT_ROWS, INTS, INTS, _SAMPLES), Games)


@helper
def _note_turn(s, version, samples, n, game):
    """Write down the features of a turn and the algorithm's decision."""
    seat, plan = np.int64(s.turn), np.empty(6, np.int64)
    notes = new_notes()
    make_plan(s, seat, version, notes, plan)
    describe(s, seat, plan, row(samples.inputs, n))
    decision = general_decision(s, seat, version, plan)
    samples.labels[n] = CLAIMING if decision == PASSING and plan[PAYABLE] > 0 else decision
    samples.places[n] = game * s.players + seat


@helper
def _note_end(s, games, game):
    """Write down how a game ended."""
    games.turns[game] = s.turns
    for seat in range(s.players):
        games.scores[game, seat] = s.final[seat]
        games.done[game, seat] = s.done[seat]
        games.failed[game, seat] = s.held[seat] - s.done[seat]


@compiled(types.int64(RULES, INTS, STATE, RNG, _PLAYER, _GAMES))
def _play(rules, options, state, seeds, player, games):
    """Play a game a seed and write down how it went; how many decisions of the algorithm were noted.

    A decision that the rules forbid ends its game.
    """
    view, streams = np.empty_like(state), np.zeros((1 + games.scores.shape[1], 4), np.uint64)
    noted = 0
    for game in range(seeds.size):
        start_game(rules, state, options, seeds[game], streams)
        seat, games.forbidden[game] = rules.mover(state), -1
        while seat >= 0:
            copy(view, state)
            rules.hide(view, seat)
            s, rng = fields(view), row(streams, 1 + seat)
            if player.kind == ALGORITHM:
                if s.phase == FIRST and noted < games.samples.labels.size:
                    _note_turn(s, player.version, games.samples, noted, game)
                    noted += 1
                action = decide(s, player.version, rng)
            else:
                action = net_action(view, rng, player.kind == MASK, player.network)
            if action == FORBIDDEN:
                games.forbidden[game] = seat
                break
            rules.apply(state, action, row(streams, 0))
            seat = rules.mover(state)
        _note_end(fields(state), games, game)
    return noted


def _player(version: int, network: Network | None, legal: str) -> Player:
    if network is not None:
        return Player(MASK if legal == "mask" else COUNT, version, network)
    layer, numbers = np.zeros((len(LATER), len(CLASSES))), np.zeros(len(CLASSES))
    return Player(ALGORITHM, version, Network(numbers, numbers, *(layer, numbers) * 3))


def play_games(
    game: Game,
    seeds: np.ndarray,
    *,
    version: int = PROGRAM,
    network: Network | None = None,
    legal: str = "mask",
    notes: int = 0,
) -> Games:
    """Self-play of the algorithm, or of a network; `notes` decisions of the algorithm are written down."""
    n, players = len(seeds), game.players
    inputs, (labels, places) = np.zeros((notes, len(LATER))), np.zeros((2, notes), np.int64)
    scores, done, failed = np.zeros((3, n, players), np.int64)
    turns, forbidden = np.zeros((2, n), np.int64)
    games = Games(scores, done, failed, turns, forbidden, Samples(inputs, labels, places))
    state, starts = np.zeros(game.size, np.uint8), np.asarray(seeds, np.uint64)
    noted = _play(game.rules, game.encoded, state, starts, _player(version, network, legal), games)
    return games._replace(samples=Samples(*(part[:noted] for part in games.samples)))
