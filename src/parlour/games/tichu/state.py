"""The state of a round: its fields, the numbers of the decisions, and small questions about it.

Seats 0..3 sit in turn order, partners are 0 and 2, 1 and 3; to the left of a seat is the next one. A
decision is one integer: a play (`combinations`), or 2**60 plus one of the codes below.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.cards import DRAGON_BIT, FIVES, KINGS, PHOENIX_BIT, TENS
from parlour.games.tichu.combinations import FIFTEEN, ONE, ZERO
from parlour.kernel import helper, popcount, record

__all__ = [
    "CALLS",
    "DRAGON_GIFT",
    "DRAGON_LEFT",
    "DRAGON_RIGHT",
    "EXCHANGE",
    "GIVE",
    "GRAND",
    "GRAND_CALLS",
    "LARGE",
    "MATCH",
    "MAX_ACTIONS",
    "MOST_ROUNDS",
    "NONE",
    "NO_CALL",
    "OTHER",
    "OVER",
    "PASS",
    "PLAY",
    "SEATS",
    "SMALL",
    "STATE",
    "TICHU",
    "WAIT",
    "WISH",
    "WISHING",
    "bit",
    "card_points",
    "fields",
    "next_in",
    "rank_mask",
]

MAX_ACTIONS = 2048  # the richest lead found has 1,857 plays
SEATS = 4
MATCH = 1000  # points that win a match
MOST_ROUNDS = 100  # a match that is still open then goes to the team that is ahead

# Decisions that are no plays.
OTHER = 1 << 60
PASS, WAIT, TICHU, GRAND, NO_CALL, DRAGON_LEFT, DRAGON_RIGHT = (OTHER + code for code in range(7))
WISH = OTHER + 16  # + the rank 2..14, or 0 for no wish
GIVE = OTHER + 64  # + 64 * (0 left, 1 partner, 2 right) + the card

# What is decided now.
GRAND_CALLS, CALLS, EXCHANGE, PLAY, WISHING, DRAGON_GIFT, OVER = range(7)
NONE, SMALL, LARGE = range(3)  # calls

STATE = np.dtype(
    [
        ("hands", np.uint64, (4,)),  # 0 in the view of another seat
        ("rest", np.uint64, (4,)),  # the six cards that nobody has seen before the Grand Tichu calls
        ("played", np.uint64, (4,)),  # what each seat has played in this round
        ("top", np.int64),  # the play to beat, 0 when the trick is to be led
        ("total", np.int32, (2,)),  # points of the teams so far
        ("points", np.int16, (4,)),  # points in the tricks that each seat has taken
        ("stake", np.int16),  # points in the trick on the table
        ("top_value", np.int16),
        ("top_kind", np.int8),
        ("top_length", np.int8),
        ("given", np.int8, (4, 3)),  # 1 + the card given to the left, partner, right; 0 = none or unknown
        ("counts", np.int8, (4,)),  # cards in each hand
        ("calls", np.int8, (4,)),
        ("place", np.int8, (4,)),  # 1, 2, 3 for the seats that went out first, second, third
        ("lacks", np.int8, (4,)),  # the seat has shown that it held no card of the wished rank
        ("out", np.int8),  # how many seats are out
        ("phase", np.int8),
        ("turn", np.int8),  # whose turn it is
        ("asked", np.int8),  # the seat that is asked for a bomb out of turn, or -1
        ("step", np.int8),  # in the exchange: 0 left, 1 partner, 2 right
        ("vowed", np.int8),  # the seat that is asked has called Tichu and must bomb now
        ("owner", np.int8),  # who has played the top
        ("passes", np.int8),  # since the last play
        ("starter", np.int8),  # who leads the first trick
        ("wish", np.int8),  # the rank in force, or 0
        ("wished", np.int8),  # the rank that was wished for in this round, or 0
        ("mini", np.int8),
        ("match", np.int8),
        ("may_call", np.int8),
        ("turns", np.int16),  # plays and passes in this round
        ("rounds", np.int16),  # rounds that have ended
    ],
    align=True,
)

fields = record(STATE)


@helper
def card_points(cards):
    """Fives count 5, tens and kings 10, the Dragon 25 and the Phoenix -25."""
    points = 5 * popcount(cards & FIVES) + 10 * popcount(cards & (TENS | KINGS))
    if cards & DRAGON_BIT != ZERO:
        points += 25
    if cards & PHOENIX_BIT != ZERO:
        points -= 25
    return points


@helper
def bit(card):
    """The mask of one card."""
    return ONE << np.uint64(card)


@helper
def rank_mask(rank):
    """The mask of the four cards of a rank."""
    return FIFTEEN << np.uint64(4 * (rank - 1))


@helper
def next_in(s, seat):
    """The next seat in order that still has cards."""
    for step in range(1, 4):
        other = (seat + step) % SEATS
        if s.counts[other] > 0:
            return other
    return seat
