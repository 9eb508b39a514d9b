"""Train cards and tickets as piles: drawing, the five face-up cards, and what goes back."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride.usa import LOCOMOTIVE
from parlour.kernel import helper, shuffle

__all__ = [
    "MARKET", "NONE", "UNKNOWN", "draw_card", "face_up", "fill_market", "give_card", "keep_tickets",
    "offer_tickets", "refill_deck", "spend",
]  # fmt: skip

NONE = -1  # no card, no ticket
UNKNOWN = -2  # a card or ticket that a view does not show
MARKET = 5  # cards lie face up
MOST_LOCOMOTIVES = 2  # of them may be locomotives


@helper
def shuffle_in(s, rng):
    """Shuffle the discards and the deck into a new deck."""
    n = np.int64(s.deck_size)
    for colour in range(9):
        for _ in range(s.discards[colour]):
            s.deck[n] = colour
            n += 1
        s.discards[colour] = 0
    s.deck_size = n
    shuffle(s.deck, n, rng)


@helper
def refill_deck(s, rng):
    """Shuffle the discards into a new deck when the deck is empty."""
    if s.deck_size == 0:
        shuffle_in(s, rng)


@helper
def draw_card(s, rng):
    """Take the top card of the deck; NONE when there is no card left."""
    refill_deck(s, rng)
    if s.deck_size == 0:
        return NONE
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = NONE
    refill_deck(s, rng)
    return card


@helper
def too_many_locomotives(s):
    """Whether three of the face-up cards are locomotives and another five could do better."""
    locomotives, plain, total = 0, 0, s.deck_size + s.discards.sum()
    for colour in range(LOCOMOTIVE):
        plain += s.discards[colour]
    for i in range(s.deck_size):
        plain += s.deck[i] != LOCOMOTIVE
    for i in range(MARKET):
        locomotives += s.market[i] == LOCOMOTIVE
        plain += 0 <= s.market[i] < LOCOMOTIVE
        total += s.market[i] >= 0
    return locomotives > MOST_LOCOMOTIVES and min(MARKET, total) - plain <= MOST_LOCOMOTIVES


@helper
def fill_market(s, rng):
    """Lay cards face up until there are five; five with three locomotives are discarded at once.

    When the deck is nearly used up the discards are shuffled in, lest the same cards come again.
    """
    for i in range(MARKET):
        if s.market[i] == NONE:
            s.market[i] = draw_card(s, rng)
    locomotives = 0
    for i in range(MARKET):
        locomotives += s.market[i] == LOCOMOTIVE
    while locomotives > MOST_LOCOMOTIVES and too_many_locomotives(s):
        for i in range(MARKET):
            s.discards[s.market[i]] += 1
            s.market[i] = NONE
        if s.deck_size <= MARKET:
            shuffle_in(s, rng)
        locomotives = 0
        for i in range(MARKET):
            s.market[i] = draw_card(s, rng)
            locomotives += s.market[i] == LOCOMOTIVE


@helper
def face_up(s, colour):
    """The place of a face-up card of a colour, or NONE."""
    for i in range(MARKET):
        if s.market[i] == colour:
            return i
    return NONE


@helper
def give_card(s, seat, colour):
    """A card goes to a player's hand."""
    s.hands[seat, colour] += 1
    s.cards[seat] += 1


@helper
def spend(s, seat, colour, count):
    """Cards go from a hand to the discards, those first that everybody knows."""
    s.hands[seat, colour] -= count
    s.shown[seat, colour] = max(0, s.shown[seat, colour] - count)
    s.cards[seat] -= count
    s.discards[colour] += count


@helper
def offer_tickets(s, seat):
    """The three top tickets, or what is left, are offered to a player."""
    n = min(3, s.tickets_left)
    for i in range(n):
        s.offers[seat, i] = s.ticket_deck[i]
        s.offer_seen[seat, i] = s.ticket_seen[i]
    for i in range(s.tickets_left):
        after = i + n
        s.ticket_deck[i] = s.ticket_deck[after] if after < s.tickets_left else NONE
        s.ticket_seen[i] = s.ticket_seen[after] if after < s.tickets_left else 0
    s.tickets_left -= n
    s.offered[seat] = n


@helper
def keep_tickets(s, seat, choice):
    """The chosen tickets (bit i = the i-th offered) are kept, the others go under the deck."""
    for i in range(s.offered[seat]):
        ticket = np.int64(s.offers[seat, i])
        if choice >> i & 1:
            s.tickets[seat] |= 1 << ticket
            s.held[seat] += 1
        else:
            s.ticket_deck[s.tickets_left] = ticket
            s.ticket_seen[s.tickets_left] = 1 << seat
            s.tickets_left += 1
        s.offers[seat, i] = NONE
        s.offer_seen[seat, i] = 0
    s.offered[seat] = 0
