"""A small card game for the tests of sketched boards: play a card or a pair; who is out first wins."""

from __future__ import annotations

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import record, rule
from parlour.sketch import Card, Cards, Row
from parlour.state import Position

GAME = Game(
    name="pairs", title="Pairs", summary="Play a card or a pair. 2 players.", module=__name__,
    seat_names=("south", "north"),
)  # fmt: skip

# Bit n of a hand is a card: 0 the ace, 1 and 2 the two tens. An action is the cards that are played.
FACES = (("A", "black"), ("10", "red"), ("10", "blue"))
ACTIONS = {1: "ace", 2: "red ten", 4: "blue ten", 6: "both tens"}
MAX_ACTIONS = 4
STATE = np.dtype([("hands", np.int64, (2,)), ("turn", np.int64)], align=True)

fields = record(STATE)


@rule
def setup(state, options, rng):
    s = fields(state)
    s.hands[0] = s.hands[1] = 7
    s.turn = 0


@rule
def mover(state):
    s = fields(state)
    return -1 if s.hands[0] == 0 or s.hands[1] == 0 else s.turn


@rule
def legal(state, actions):
    s = fields(state)
    n = 0
    if mover(state) >= 0:
        for action in (1, 2, 4, 6):
            if s.hands[s.turn] & action == action:
                actions[n] = action
                n += 1
    return n


@rule
def apply(state, action, rng):
    s = fields(state)
    s.hands[s.turn] &= ~action
    s.turn = 1 - s.turn


@rule
def rewards(state, out):
    s = fields(state)
    out[0] = 1.0 if s.hands[0] == 0 else -1.0
    out[1] = -out[0]


@rule
def scores(state, out):
    rewards(state, out)


def format(state: Position, action: int) -> str:
    return ACTIONS[action]


def parse(state: Position, text: str) -> int:
    for action, name in ACTIONS.items():
        if name == text:
            return action
    raise ParlourError(f"'{text}' is no move: expected one of {', '.join(ACTIONS.values())}")


def draw(state: Position) -> str:
    return " against ".join(bin(hand) for hand in state.data["hands"])


def _cards(seat: int, hand: int) -> list[str]:
    return [f"{'sn'[seat]}{n}" for n in range(3) if hand >> n & 1]


def sketch(state: Position) -> Cards:
    hands = [int(hand) for hand in state.data["hands"]]
    cards = [[Card(*FACES[int(name[1])], name) for name in _cards(seat, hands[seat])] for seat in (0, 1)]
    return Cards([Row(state.game.seat_name(seat), cards[seat]) for seat in (1, 0)])


def targets(state: Position, action: int) -> dict[str, list[str]]:
    return {"cards": _cards(int(state.data["turn"]), action)}
