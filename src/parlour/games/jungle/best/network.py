"""How a position of Jungle looks to a small network: what `best` judges by.

Each player's view of the board is a sum of rows of the network, one for each living animal and one for the
quiet moves; both views pass one hidden layer of clipped squares and are weighed, the mover's own and the
other's. Since a move changes only one or two animals, the search carries the sums along from move to move
(Nasu 2018: efficiently updatable neural networks). The rows are:

    animals      512 * (enemy's) + 64 * rank + square, seen from the viewer's side with its den at the bottom
    WAITING_AT   by the quiet moves: 10 * (the viewer would win by waiting) + quiet // 3; with the judge's
                 rules nobody would, quiet // 5
    BIAS         where the sums start
    OWN, OTHER   the weights of the hidden layer for the mover's view and for the other one
    REST         its first number is added to all
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.game import Game
from parlour.games.jungle.evaluation import SCALE
from parlour.games.jungle.kinds import HIDDEN, NETWORK
from parlour.games.jungle.rules import leader
from parlour.games.jungle.state import GONE, PASS, occupant
from parlour.games.jungle.terrain import SQUARES
from parlour.kernel import helper, pointer, row
from parlour.model import load_model

__all__ = [
    "BIAS", "LAYER", "LEAST", "MOST", "NET", "OTHER", "OWN", "REST", "animal_row", "carry_on", "network",
    "outlook", "sum_up", "waiting_row",
]  # fmt: skip

WAITING_AT, BIAS, OWN, OTHER, REST = 1024, 1044, 1045, 1046, 1047
NET = types.Array(types.float32, 2, "C")
LAYER = types.Array(types.float32, 1, "C")
LEAST, MOST = np.float32(0.0), np.float32(1.0)  # between which a hidden unit counts
VIEWS = np.array(  # VIEWS[seat, square]: the square as a player sees it, player 1 with the board turned round
    [[*range(SQUARES), GONE], [*range(SQUARES - 1, -1, -1), GONE]], np.int64
)


def network(game: Game, model: str | None = None) -> np.ndarray:
    """The network for a rule set: that of a model, or Parlour's."""
    default = f"network-{game.setting('rules')}"
    return load_model(game, NETWORK, model, default).arrays["net"].astype(np.float32)


@helper
def animal_row(viewer, seat, rank, square):
    """The row of an animal in a player's view."""
    return 512 * np.int64(seat != viewer) + 64 * rank + VIEWS[viewer, square]


@helper
def waiting_row(s, viewer):
    """The row of the quiet moves in a player's view."""
    if s.judge:
        return WAITING_AT + s.quiet // 5
    return WAITING_AT + 10 * np.int64(leader(s) == viewer) + s.quiet // 3


@helper
def sum_up(net, s, sums):
    """Add up both players' views of a position, the quiet moves left out: player 0's first."""
    for viewer in range(2):
        start = viewer * HIDDEN
        for h in range(HIDDEN):
            sums[start + h] = net[BIAS, h]
        for slot in range(16):
            seat, rank = slot >> 3, slot & 7
            square = np.int64(s.places[seat, rank])
            if square != GONE:
                at = animal_row(viewer, seat, rank, square)
                for h in range(HIDDEN):
                    sums[start + h] += net[at, h]


@helper
def carry_on(net, s, action, sums, after):
    """Write both players' views after a move of the position `s` to `after`, from those before it."""
    old, new = pointer(sums), pointer(after)
    if action == PASS:
        for h in range(2 * HIDDEN):
            new[h] = old[h]
        return
    seat, left, entered = np.int64(s.turn), action >> 6, action & 63
    rank, victim = occupant(s, seat, left), occupant(s, 1 - seat, entered)
    for viewer in range(2):
        start = viewer * HIDDEN
        before = pointer(row(net, animal_row(viewer, seat, rank, left)))
        now = pointer(row(net, animal_row(viewer, seat, rank, entered)))
        for h in range(HIDDEN):
            new[start + h] = old[start + h] - before[h] + now[h]
        if victim >= 0:
            loss = pointer(row(net, animal_row(viewer, 1 - seat, victim, entered)))
            for h in range(HIDDEN):
                new[start + h] -= loss[h]


@helper
def outlook(net, s, sums, layer):
    """The value of a running game for the player to move; `layer` is written to."""
    mover, views, units = np.int64(s.turn), pointer(sums), pointer(layer)
    own, other = mover * HIDDEN, HIDDEN - mover * HIDDEN
    own_wait, own_weights = pointer(row(net, waiting_row(s, mover))), pointer(row(net, OWN))
    other_wait, other_weights = pointer(row(net, waiting_row(s, 1 - mover))), pointer(row(net, OTHER))
    for h in range(HIDDEN):
        mine = min(max(views[own + h] + own_wait[h], LEAST), MOST)
        theirs = min(max(views[other + h] + other_wait[h], LEAST), MOST)
        units[h] = mine * mine * own_weights[h] + theirs * theirs * other_weights[h]
    width = HIDDEN >> 1
    while width > 0:  # in halves: the same sum on every machine, however many numbers it adds at once
        for h in range(width):
            units[h] += units[h + width]
        width >>= 1
    return SCALE * np.float64(units[0] + net[REST, 0])
