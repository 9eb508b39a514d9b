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

import io
import json
from pathlib import Path

import numpy as np
from numba import types

from parlour.errors import ParlourError
from parlour.files import write_bytes
from parlour.games.jungle import GAME
from parlour.games.jungle.evaluation import SCALE
from parlour.games.jungle.rules import leader
from parlour.games.jungle.state import GONE, PASS, occupant
from parlour.games.jungle.terrain import SQUARES
from parlour.kernel import helper, pointer, row

__all__ = [
    "BIAS", "HEIGHT", "HIDDEN", "LAYER", "LEAST", "MOST", "NET", "OTHER", "OWN", "REST", "animal_row",
    "carry_on", "load_network", "network_path", "outlook", "save_network", "sum_up", "waiting_row",
]  # fmt: skip

HIDDEN = 32
WAITING_AT, BIAS, OWN, OTHER, REST, HEIGHT = 1024, 1044, 1045, 1046, 1047, 1048
NET = types.Array(types.float32, 2, "C")
LAYER = types.Array(types.float32, 1, "C")
LEAST, MOST = np.float32(0.0), np.float32(1.0)  # between which a hidden unit counts
VIEWS = np.array(  # VIEWS[seat, square]: the square as a player sees it, player 1 with the board turned round
    [[*range(SQUARES), GONE], [*range(SQUARES - 1, -1, -1), GONE]], np.int64
)


def network_path(rules: str) -> Path:
    """The network that comes with Parlour for a rule set."""
    return Path(__file__).parents[1] / "models" / f"network-{rules}.npz"


def save_network(path: Path, rules: str, net: np.ndarray, about: dict[str, object]) -> None:
    """Write a network with everything that says what it is for."""
    content = io.BytesIO()
    facts = json.dumps({**_purpose(rules), **about})
    np.savez_compressed(content, net=net.astype(np.float16), about=np.array(facts))
    write_bytes(path, content.getvalue())


def load_network(path: Path, rules: str) -> np.ndarray:
    """The network of a file; `ParlourError` when it is for something else."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about, net = json.loads(str(file["about"])), file["net"].astype(np.float32)
    except (OSError, ValueError, KeyError) as error:
        raise ParlourError(
            f"cannot read a network from {path} ({error}): make one with parlour train jungle-network"
        ) from None
    for name, value in _purpose(rules).items():
        if about.get(name) != value:
            raise ParlourError(f"{path} does not fit: its {name} is {about.get(name)!r}, not {value!r}")
    return np.ascontiguousarray(net)


def _purpose(rules: str) -> dict[str, object]:
    """What a network must be for, to be played with here."""
    return {
        "game": GAME.name,
        "rules": rules,
        "rules_version": GAME.rules_version,
        "rows": HEIGHT,
        "hidden": HIDDEN,
    }


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
