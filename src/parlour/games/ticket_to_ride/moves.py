"""What may be done in a turn: claim a route, take train cards, or draw tickets and keep some."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.cards import NONE, face_up
from parlour.games.ticket_to_ride.state import (
    DECK,
    FIRST,
    KEEP,
    KEEPING,
    PASS,
    THESIS,
    TICKETS,
    fields,
    pack_claim,
)
from parlour.games.ticket_to_ride.usa import GREY, LOCOMOTIVE, TRACK_COLOUR, TRACK_LENGTH, WITHIN
from parlour.kernel import bits, helper, rule

__all__ = ["legal", "may_keep", "within"]


@helper
def within(cards, cars):
    """The longest route that so many cards of a colour and so many cars allow."""
    return min(cards, cars, 6)


@helper
def claims(s, seat, actions, n):
    """Write every way to claim a track: which, in which colour, with how many locomotives."""
    wild, cars = np.int64(s.hands[seat, LOCOMOTIVE]), np.int64(s.cars[seat])
    free_0, free_1 = s.free[0] & ~s.barred[seat, 0], s.free[1] & ~s.barred[seat, 1]
    for colour in range(9):
        have = np.int64(s.hands[seat, colour] if colour != LOCOMOTIVE else 0)
        reach = within(have + wild, cars)
        if reach == 0:
            continue
        for word in range(2):
            free = free_0 if word == 0 else free_1
            tracks = free & WITHIN[colour, reach, word]
            if have > 0:
                tracks |= free & WITHIN[GREY, reach, word]
            for bit in bits(tracks):
                track = 64 * word + bit
                length = TRACK_LENGTH[track]
                most = length - 1 if TRACK_COLOUR[track] == GREY and colour != LOCOMOTIVE else length
                for locomotives in range(max(0, length - have), min(wild, most) + 1):
                    actions[n] = pack_claim(track, colour, locomotives)
                    n += 1
    return n


@helper
def draws(s, actions, n):
    """Write which train cards can be taken: a face-up locomotive only as the first."""
    for colour in range(9 if s.phase == FIRST else 8):
        if face_up(s, colour) != NONE:
            actions[n] = colour
            n += 1
    if s.deck_size > 0:
        actions[n] = DECK
        n += 1
    return n


@helper
def may_keep(s, choice):
    """Whether a set of the offered tickets may be kept: two or more at the start, later one or more."""
    least = 2 if s.opening > 0 else 1
    most = 2 if s.opening > 0 and s.rules == THESIS else 3
    return least <= (choice & 1) + (choice >> 1 & 1) + (choice >> 2) <= most


@helper
def keeps(s, seat, actions):
    """Write which sets of the offered tickets may be kept."""
    n = 0
    for choice in range(1, 1 << s.offered[seat]):
        if may_keep(s, choice):
            actions[n] = KEEP + choice
            n += 1
    return n


@rule
def legal(state, actions):
    """Cards, tickets and claims; while tickets are offered, the sets that may be kept."""
    s = fields(state)
    if s.over:
        return 0
    if s.phase == KEEPING:
        return keeps(s, s.turn, actions)
    n = draws(s, actions, 0)
    if s.phase == FIRST:
        if s.tickets_left > 0:
            actions[n] = TICKETS
            n += 1
        n = claims(s, s.turn, actions, n)
        if n == 0:
            actions[n] = PASS
            n += 1
    return n
