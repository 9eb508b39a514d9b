"""What a seat may know: its own cards and tickets, and of the others what lies open or was taken openly.

Players know the tickets that they have put under the deck, and recognise them among those offered when they
come up again; which of those the other player then keeps is not followed further.
"""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.cards import MARKET, UNKNOWN
from parlour.games.ticket_to_ride.railways import N_TICKETS
from parlour.games.ticket_to_ride.state import MOST_CARDS, fields
from parlour.games.ticket_to_ride.usa import LOCOMOTIVE
from parlour.kernel import helper, rule, shuffle

__all__ = ["guess", "hide", "redraw"]


@rule
def hide(state, seat):
    """Erase the decks, the others' tickets (until the game is over) and what is not known of their hands."""
    s = fields(state)
    for i in range(s.deck_size):
        s.deck[i] = UNKNOWN
    for i in range(s.tickets_left):
        if not s.ticket_seen[i] >> seat & 1:
            s.ticket_deck[i] = UNKNOWN
    for other in range(s.players):
        if other == seat:
            continue
        for colour in range(9):
            s.hands[other, colour] = s.shown[other, colour]
        for i in range(s.offered[other]):
            if not s.offer_seen[other, i] >> seat & 1:
                s.offers[other, i] = UNKNOWN
        if not s.over:
            s.tickets[other] = 0


@helper
def guess_cards(s, rng):
    """Deal the cards that nobody has seen: first to the hands that lack some, then to the deck."""
    each, wild = 12, 14
    total = np.int64(s.deck_size) + s.discards.sum()
    for seat in range(s.players):
        total += s.cards[seat]
    for i in range(MARKET):
        total += s.market[i] >= 0
    if total < MOST_CARDS:
        each, wild = 10, 12
    pool, n = np.empty(MOST_CARDS, np.int64), 0
    for colour in range(9):
        count = (wild if colour == LOCOMOTIVE else each) - s.discards[colour]
        for seat in range(s.players):
            count -= s.hands[seat, colour]
        for i in range(MARKET):
            count -= s.market[i] == colour
        for _ in range(count):
            pool[n] = colour
            n += 1
    shuffle(pool, n, rng)
    for seat in range(s.players):
        for _ in range(s.cards[seat] - s.hands[seat].sum()):
            n -= 1
            s.hands[seat, pool[n]] += 1
    for i in range(s.deck_size):
        n -= 1
        s.deck[i] = pool[n]


@helper
def guess_tickets(s, rng):
    """Deal the tickets whose place is not known: to hands, to offers and to the deck."""
    visible, pool, n = np.int64(0), np.empty(N_TICKETS, np.int64), 0
    for seat in range(s.players):
        visible |= np.int64(s.tickets[seat])
        for i in range(s.offered[seat]):
            if s.offers[seat, i] >= 0:
                visible |= 1 << np.int64(s.offers[seat, i])
    for i in range(s.tickets_left):
        if s.ticket_deck[i] >= 0:
            visible |= 1 << np.int64(s.ticket_deck[i])
    for ticket in range(N_TICKETS):
        if not visible >> ticket & 1:
            pool[n] = ticket
            n += 1
    shuffle(pool, n, rng)
    for seat in range(s.players):
        if s.tickets[seat] == 0:
            for _ in range(s.held[seat]):
                n -= 1
                s.tickets[seat] |= 1 << pool[n]
        for i in range(s.offered[seat]):
            if s.offers[seat, i] == UNKNOWN:
                n -= 1
                s.offers[seat, i] = pool[n]
    for i in range(s.tickets_left):
        if s.ticket_deck[i] == UNKNOWN:
            n -= 1
            s.ticket_deck[i] = pool[n]


@rule
def guess(state, seat, rng):
    """Deal all that the seat has not seen."""
    s = fields(state)
    guess_cards(s, rng)
    guess_tickets(s, rng)


@helper
def redraw_cards(s, rng):
    """Shuffle the deck, from the same order whatever lay there."""
    counts, n = np.zeros(9, np.int64), 0
    for i in range(s.deck_size):
        counts[s.deck[i]] += 1
    for colour in range(9):
        for _ in range(counts[colour]):
            s.deck[n] = colour
            n += 1
    shuffle(s.deck, n, rng)


@helper
def redraw_tickets(s, rng):
    """Shuffle the tickets of the deck that nobody has put there."""
    unseen, pool, n = np.int64(0), np.empty(N_TICKETS, np.int64), 0
    for i in range(s.tickets_left):
        if s.ticket_seen[i] == 0:
            unseen |= 1 << np.int64(s.ticket_deck[i])
    for ticket in range(N_TICKETS):
        if unseen >> ticket & 1:
            pool[n] = ticket
            n += 1
    shuffle(pool, n, rng)
    for i in range(s.tickets_left):
        if s.ticket_seen[i] == 0:
            n -= 1
            s.ticket_deck[i] = pool[n]


@rule
def redraw(state, rng):
    """Shuffle both decks, but for the tickets whose place somebody knows."""
    s = fields(state)
    redraw_cards(s, rng)
    redraw_tickets(s, rng)
