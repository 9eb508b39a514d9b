"""The codes of Ticket to Ride's actions."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.encoding.plans import look_ahead
from parlour.games.ticket_to_ride.railways import N_ROUTES
from parlour.games.ticket_to_ride.state import CLAIM, KEEP, fields, unpack_claim
from parlour.kernel import helper, rule

__all__ = ["ACTIONS", "TRACK_NAMES", "candidates", "code", "decode", "price_of"]

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


@helper
def price_of(action, lacking):
    """What a payment costs: a card that is not to spare counts once, a locomotive twice."""
    track, colour, wild = unpack_claim(action)
    paid = usa.TRACK_LENGTH[track] - wild
    spared = max(0, min(paid, -lacking[colour])) if colour < usa.LOCOMOTIVE else 0
    return 2 * wild + paid - spared


@rule
def candidates(state, actions, n):
    """Of the payments for a route the first that costs least."""
    if n == 0 or actions[n - 1] < CLAIM:
        return n
    s, left = fields(state), 0
    lacking = look_ahead(s, np.int64(s.turn)).lacking
    place, price = np.full(N_ROUTES, -1), np.empty(N_ROUTES, np.int64)
    for i in range(n):
        action = actions[i]
        if action >= CLAIM:
            track, _, _ = unpack_claim(action)
            route, cost = usa.TRACK_ROUTE[track], price_of(action, lacking)
            if place[route] >= 0 and cost >= price[route]:
                continue
            price[route] = cost
            if place[route] >= 0:
                actions[place[route]] = action
                continue
            place[route] = left
        actions[left] = action
        left += 1
    return left
