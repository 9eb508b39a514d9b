"""How Dicewars is judged: the network picks the attacks of the turn, and judges the map as it ends."""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.best.network import chances, improve, new_desk
from parlour.games.dicewars.rules import apply
from parlour.games.dicewars.state import END, MAX_ACTIONS, NOBODY, fields
from parlour.games.dicewars.weights import network
from parlour.kernel import rule

__all__ = ["PLAYER", "playout", "rewards"]

PLAYER = "stei"
NETWORK = network()


@rule
def playout(state, rng):
    """Attack for as long as that improves the chance to win; the turn is not ended."""
    s, desk, actions = fields(state), new_desk(), np.empty(MAX_ACTIONS, np.int64)
    while not s.over:
        action = improve(s, NETWORK, desk, actions)
        if action == END:
            return
        apply(state, action, rng)


@rule
def rewards(state, out):
    """The result; before the end, the chance to win that the network sees as the turn ends."""
    s, desk, players = fields(state), new_desk(), np.float64(fields(state).players)
    if not s.over:
        chances(s, np.int64(s.turn), NETWORK, desk)
    for seat in range(s.players):
        if s.over:
            share = 1.0 / players if s.winner == NOBODY else 1.0 * (seat == s.winner)
        else:
            share = desk.chances[seat]
        out[seat] = (players * share - 1.0) / (players - 1.0)
