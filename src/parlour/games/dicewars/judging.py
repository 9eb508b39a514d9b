"""How Dicewars is judged: the network picks the attacks of the turn, and judges the map as it ends."""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.best.network import FEATURES, improve, win_chance
from parlour.games.dicewars.rules import apply
from parlour.games.dicewars.state import END, MAX_ACTIONS, MOST_PLAYERS, NOBODY, fields
from parlour.games.dicewars.weights import Network, network
from parlour.kernel import rule

__all__ = ["PLAYER", "playout", "rewards"]

PLAYER = "stei"
HIDDEN, BIAS, OUTPUT = network()


@rule
def playout(state, rng):
    """Attack for as long as that improves the chance to win; the turn is not ended."""
    s, rows = fields(state), np.zeros((MOST_PLAYERS, FEATURES))
    actions = np.empty(MAX_ACTIONS, np.int64)
    while not s.over:
        action = improve(s, Network(HIDDEN, BIAS, OUTPUT), rows, actions)
        if action == END:
            return
        apply(state, action, rng)


@rule
def rewards(state, out):
    """The result; before the end, the chance to win that the network sees as the turn ends."""
    s, rows, players = fields(state), np.zeros((MOST_PLAYERS, FEATURES)), np.float64(fields(state).players)
    for seat in range(s.players):
        if s.over:
            share = 1.0 / players if s.winner == NOBODY else 1.0 * (seat == s.winner)
        else:
            share = win_chance(s, s.turn, seat, Network(HIDDEN, BIAS, OUTPUT), rows)
        out[seat] = (players * share - 1.0) / (players - 1.0)
