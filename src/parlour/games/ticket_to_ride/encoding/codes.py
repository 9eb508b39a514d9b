"""The codes of Ticket to Ride's actions."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.state import CLAIM, KEEP, pack_claim, unpack_claim
from parlour.kernel import rule

__all__ = ["ACTIONS", "TRACK_NAMES", "candidates", "code", "decode"]

SETS = ("1st", "2nd", "1st 2nd", "3rd", "1st 3rd", "2nd 3rd", "all")  # of the tickets offered


def _track_name(track: int) -> str:
    """The cities of a track, with its colour, and which of two grey ones it is."""
    _, first, second, colours = usa.ROUTES[usa.TRACK_ROUTE[track]]
    place = track - int(usa.ROUTE_TRACKS[usa.TRACK_ROUTE[track], 0])
    twins = len(colours) == 2 and colours[0] == colours[1]
    return f"{first} - {second} {colours[place]}" + (f" {place + 1}" if twins else "")


def _payments(track: int) -> list[tuple[int, int, int]]:
    """Every way to pay for a track: a colour of cards and a number of locomotives."""
    length, colour = int(usa.TRACK_LENGTH[track]), int(usa.TRACK_COLOUR[track])
    if colour != usa.GREY:
        return [(track, colour, wild) for wild in range(length + 1)]
    plain = [(track, paid, wild) for paid in range(usa.LOCOMOTIVE) for wild in range(length)]
    return [*plain, (track, usa.LOCOMOTIVE, length)]


TRACK_NAMES = [_track_name(track) for track in range(len(usa.TRACKS))]
_PAYMENTS = [payment for track in range(len(usa.TRACKS)) for payment in _payments(track)]
PAYMENTS = np.array([CLAIM + (9 * track + colour) * 7 + wild for track, colour, wild in _PAYMENTS])
NUMBERS = np.full(63 * len(usa.TRACKS), -1)
NUMBERS[PAYMENTS - CLAIM] = np.arange(len(PAYMENTS))

ACTIONS = (
    Block("take", "a card that lies face up", usa.COLOURS),
    Block("deck", "the top card of the deck"),
    Block("tickets", "draw tickets"),
    Block("pass", "nothing else can be done"),
    Block("keep", "which of the offered tickets are kept", SETS),
    Block(
        "claim",
        "a track, paid with cards of a colour and so many locomotives",
        [f"{TRACK_NAMES[track]}: {usa.COLOURS[colour]} + {wild}" for track, colour, wild in _PAYMENTS],
    ),
)
_, _, _, _, KEEP_CODE, CLAIM_CODE = starts(ACTIONS)


@rule
def code(state, action):
    if action >= CLAIM:
        return CLAIM_CODE + NUMBERS[action - CLAIM]
    return action - KEEP - 1 + KEEP_CODE if action >= KEEP else action


@rule
def decode(state, code):
    if code >= CLAIM_CODE:
        return PAYMENTS[code - CLAIM_CODE]
    return code - KEEP_CODE + KEEP + 1 if code >= KEEP_CODE else code


@rule
def candidates(state, actions, n):
    """Of the payments for a track in one colour, which are listed together, the first."""
    left, last = 0, np.int64(-1)
    for i in range(n):
        action = actions[i]
        if action >= CLAIM:
            track, colour, _ = unpack_claim(action)
            if pack_claim(track, colour, 0) == last:
                continue
            last = pack_claim(track, colour, 0)
        actions[left] = action
        left += 1
    return left
