"""Kuhn poker (Kuhn 1950): the smallest game with hidden cards, chance and bluffing.

Three cards, one each; both pay one chip. A player may pass or bet one more chip; facing a bet, call or
fold (pass). The higher card takes the pot unless somebody folds.

    parlour play examples/kuhn.py mcts random
    parlour serve examples/kuhn.py
"""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import pick, record, rule
from parlour.sketch import Card, Cards, Row
from parlour.state import Position, State

GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    summary="One card of three, one bet. 2 players, hidden cards.",
    module=__name__,
    hidden=True,
    chance=True,
)

MAX_ACTIONS = 2
PASS, BET = 0, 1
NAMES = ("pass", "bet")
CARDS = "JQK"
UNKNOWN = -1

STATE = np.dtype(
    [
        ("cards", np.int8, (2,)),  # 0 jack, 1 queen, 2 king; UNKNOWN in a view
        ("bets", np.int8, (3,)),  # the actions so far, -1 = none yet
        ("length", np.int8),
    ],
    align=True,
)

fields = record(STATE)


@rule
def setup(state, options, rng):
    s = fields(state)
    s.cards[0] = pick(rng, 3)
    s.cards[1] = (s.cards[0] + 1 + pick(rng, 2)) % 3
    s.bets[0] = s.bets[1] = s.bets[2] = -1
    s.length = 0


@rule
def mover(state):
    s = fields(state)
    if s.length == 3 or (s.length == 2 and not (s.bets[0] == PASS and s.bets[1] == BET)):
        return -1
    return np.int64(s.length % 2)


@rule
def legal(state, actions):
    if mover(state) < 0:
        return 0
    actions[0], actions[1] = PASS, BET
    return 2


@rule
def apply(state, action, rng):
    s = fields(state)
    s.bets[s.length] = action
    s.length += 1


@rule
def scores(state, out):
    """Chips won by each seat."""
    s = fields(state)
    bets = (s.bets[0] == BET) + (s.bets[1] == BET) + (s.bets[2] == BET)
    winner = 0 if s.cards[0] > s.cards[1] else 1
    if bets == 1:  # one bet and no call: who did not bet has folded
        winner = 1 if s.bets[1] == BET else 0
    out[winner] = 2.0 if bets == 2 else 1.0
    out[1 - winner] = -out[winner]


@rule
def rewards(state, out):
    scores(state, out)
    out[0] /= 2.0
    out[1] /= 2.0


@rule
def hide(state, seat):
    fields(state).cards[1 - seat] = UNKNOWN


@rule
def guess(state, seat, rng):
    s = fields(state)
    s.cards[1 - seat] = (s.cards[seat] + 1 + pick(rng, 2)) % 3


def broken(state: State) -> list[str]:
    cards = list(state.data["cards"])
    return [] if cards[0] != cards[1] and min(cards) >= 0 else [f"the cards are {cards}"]


def format(state: Position, action: int) -> str:
    return NAMES[action]


def parse(state: Position, text: str) -> int:
    if text.strip() not in NAMES:
        raise ParlourError(f"'{text}' is no move: expected pass or bet")
    return NAMES.index(text.strip())


def seen(state: Position, action: int, viewer: int) -> str:
    return format(state, action)


def draw(state: Position) -> str:
    cards = ["?" if card == UNKNOWN else CARDS[card] for card in state.data["cards"]]
    bets = " ".join(NAMES[bet] for bet in state.data["bets"] if bet >= 0)
    return f"cards {cards[0]} {cards[1]}   {bets}"


def sketch(state: Position) -> Cards:
    """The board on the page: the cards, and what was bet on each; the actions are buttons."""
    cards, bets = state.data["cards"], state.data["bets"]
    said = [", ".join(NAMES[bet] for bet in bets[seat::2] if bet >= 0) for seat in (0, 1)]
    faces = [Card("" if card == UNKNOWN else CARDS[card]) for card in cards]
    return Cards([Row(state.game.seat_name(seat), [faces[seat]], said[seat]) for seat in (1, 0)])


# As numbers, for learning: the own card, and the actions so far.
OBSERVATION = (
    Block("card", "the own card", CARDS),
    Block("action", "what was done so far", [f"{n} {name}" for n in (1, 2, 3) for name in NAMES]),
)
ACTIONS = (Block("action", "pass or fold, bet or call", NAMES),)


@rule
def observe(state, seat, out):
    s = fields(state)
    out[s.cards[seat]] = 1.0
    for i in range(s.length):
        out[3 + 2 * i + s.bets[i]] = 1.0
