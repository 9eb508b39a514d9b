"""A small game for the tests of sketched boards: pieces that go from square to square, in two ways."""

from __future__ import annotations

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import record, rule
from parlour.sketch import Grid, Square
from parlour.state import Position

GAME = Game(name="hops", title="Hops", summary="First across wins. 2 players.", module=__name__)

PASS, STEP, STOMP, JUMP = range(4)
NAMES = ("pass", "step", "stomp", "jump")
MAX_ACTIONS = 4
LONGEST = 20  # moves: then it is a draw

# Each seat has a row of three squares, and its piece begins at the left: a2 b2 c2
#                                                                         a1 b1 c1
STATE = np.dtype([("places", np.int64, (2,)), ("moves", np.int64)], align=True)

fields = record(STATE)


@rule
def setup(state, options, rng):
    s = fields(state)
    s.places[0] = s.places[1] = s.moves = 0


@rule
def mover(state):
    s = fields(state)
    over = s.places[0] == 2 or s.places[1] == 2 or s.moves == LONGEST
    return -1 if over else s.moves % 2


@rule
def legal(state, actions):
    s = fields(state)
    seat = mover(state)
    if seat < 0:
        return 0
    actions[0], actions[1], actions[2], actions[3] = PASS, STEP, STOMP, JUMP
    return 4 if s.places[seat] == 0 else 3


@rule
def apply(state, action, rng):
    s = fields(state)
    if action != PASS:
        s.places[s.moves % 2] += 2 if action == JUMP else 1
    s.moves += 1


@rule
def rewards(state, out):
    s = fields(state)
    out[0] = (1.0 if s.places[0] == 2 else 0.0) - (1.0 if s.places[1] == 2 else 0.0)
    out[1] = 0.0 - out[0]


@rule
def scores(state, out):
    rewards(state, out)


def format(state: Position, action: int) -> str:
    return NAMES[action]


def parse(state: Position, text: str) -> int:
    if text not in NAMES:
        raise ParlourError(f"'{text}' is no move: expected one of {', '.join(NAMES)}")
    return NAMES.index(text)


def draw(state: Position) -> str:
    return " ".join(str(place) for place in state.data["places"])


def sketch(state: Position) -> Grid:
    squares = [Square(ground="grass" if n % 3 == 2 else "") for n in range(6)]
    for seat, place in enumerate(state.data["places"]):
        squares[3 * (1 - seat) + int(place)] = Square(seat=seat)
    return Grid(3, squares)


def targets(state: Position, action: int) -> dict[str, str]:
    if action == PASS:
        return {}
    seat = int(state.data["moves"]) % 2
    place = int(state.data["places"][seat])
    steps = 2 if action == JUMP else 1
    return {"from": f"{'abc'[place]}{seat + 1}", "to": f"{'abc'[place + steps]}{seat + 1}"}
