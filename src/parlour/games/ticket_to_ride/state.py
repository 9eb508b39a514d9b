"""The state of a game of Ticket to Ride, and the numbers of its actions.

Cards are counted by colour (see `usa.COLOURS`), tracks are numbered as in `usa.TRACKS`; a set of
tracks is two words of bits, track t = bit t % 64 of word t // 64.

An action is one of

    0..8    take a face-up card of that colour        9   take the deck's top card
    10      draw tickets                              11  pass
    12 + k  keep a set k of the offered tickets       bit i of k = the i-th of them
    20 + (9 * track + colour) * 7 + locomotives       claim a track, paid with cards of one colour
                                                      and so many locomotives (colour 8: no others)
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.ticket_to_ride.cards import MARKET
from parlour.games.ticket_to_ride.railways import N_TICKETS
from parlour.games.ticket_to_ride.usa import TRACK_LENGTH
from parlour.kernel import compiled, record

__all__ = [
    "BONUS", "CLAIM", "DECK", "FIRST", "KEEP", "KEEPING", "LAST_CARS", "MAX_ACTIONS", "MOST_CARDS",
    "OFFICIAL", "PASS", "SEATS", "SECOND", "STATE", "THESIS", "TICKETS", "fields", "pack_claim",
    "unpack_claim",
]  # fmt: skip

SEATS, MOST_CARDS = 5, 110
DECK, TICKETS, PASS, KEEP, CLAIM = 9, 10, 11, 12, 20
MAX_ACTIONS = 1100  # 8 * 93 payments for grey spaces, one more for each coloured space, and the rest
FIRST, SECOND, KEEPING = 0, 1, 2  # what is to be decided: a turn, its second card, which tickets to keep
BONUS = 10  # for the longest continuous path
LAST_CARS = 2  # a player with so few begins the last round
OFFICIAL, THESIS = 0, 1

STATE = np.dtype(
    [
        ("free", np.uint64, (2,)),  # tracks that may be claimed
        ("barred", np.uint64, (SEATS, 2)),  # all tracks of the routes that a player already has
        ("tickets", np.int32, (SEATS,)),  # the tickets kept, bit t = ticket t
        ("points", np.int16, (SEATS,)),  # for routes
        ("final", np.int16, (SEATS,)),  # the score, once the game is over
        ("turns", np.int16),  # played so far, of all players together
        ("owner", np.int8, (len(TRACK_LENGTH),)),  # of each track: seat + 1, 0 = nobody
        ("deck", np.int8, (MOST_CARDS,)),  # train cards face down, the top card last
        ("deck_size", np.int8),
        ("market", np.int8, (MARKET,)),  # the face-up cards
        ("discards", np.int8, (9,)),
        ("hands", np.int8, (SEATS, 9)),
        ("shown", np.int8, (SEATS, 9)),  # how many of a hand everybody knows: taken face up, not spent
        ("cards", np.int8, (SEATS,)),  # in each hand
        ("cars", np.int8, (SEATS,)),
        ("held", np.int8, (SEATS,)),  # how many tickets a player has
        ("offers", np.int8, (SEATS, 3)),  # tickets to choose from
        ("offer_seen", np.uint8, (SEATS, 3)),  # bit p = player p knows that it is this ticket
        ("offered", np.int8, (SEATS,)),
        ("ticket_deck", np.int8, (N_TICKETS,)),  # the top ticket first
        ("ticket_seen", np.uint8, (N_TICKETS,)),  # bit p = player p has put it there
        ("tickets_left", np.int8),
        ("done", np.int8, (SEATS,)),  # tickets completed, once the game is over
        ("longest", np.int8, (SEATS,)),  # the longest path, once the game is over
        ("players", np.int8),
        ("rules", np.int8),
        ("turn", np.int8),
        ("phase", np.int8),
        ("opening", np.int8),  # players who have yet to choose their first tickets
        ("passes", np.int8),  # in a row
        ("last", np.int8),  # turns to go in the last round; -1 before it
        ("over", np.int8),
    ],
    align=True,
)

fields = record(STATE)


@compiled(types.int64(types.int64, types.int64, types.int64))
def pack_claim(track: int, colour: int, locomotives: int) -> int:
    """The action that claims a track with cards of a colour and so many locomotives."""
    return CLAIM + (9 * track + colour) * 7 + locomotives


@compiled(types.UniTuple(types.int64, 3)(types.int64))
def unpack_claim(action: int) -> tuple[int, int, int]:
    """The track that an action claims, the colour of its cards, and its locomotives."""
    code = action - CLAIM
    return code // 63, code // 7 % 9, code % 7
