"""Ticket to Ride's rules: what a claim, a card or a ticket does, and how the game ends; see also `moves`."""

from __future__ import annotations

import numpy as np

from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.cards import (
    MARKET,
    NONE,
    draw_card,
    face_up,
    fill_market,
    give_card,
    keep_tickets,
    offer_tickets,
    refill_deck,
    spend,
)
from parlour.games.ticket_to_ride.knowledge import guess, hide, redraw
from parlour.games.ticket_to_ride.moves import legal
from parlour.games.ticket_to_ride.railways import N_TICKETS, longest_path, ticket_balance
from parlour.games.ticket_to_ride.state import (
    BONUS,
    CLAIM,
    DECK,
    FIRST,
    KEEP,
    KEEPING,
    LAST_CARS,
    MAX_ACTIONS,
    MOST_CARDS,
    OFFICIAL,
    PASS,
    SEATS,
    SECOND,
    STATE,
    THESIS,
    TICKETS,
    fields,
    unpack_claim,
)
from parlour.kernel import helper, rule, shuffle

__all__ = [
    "MAX_ACTIONS", "STATE", "apply", "guess", "hide", "legal", "mover", "redraw", "rewards", "scores",
    "setup",
]  # fmt: skip


@rule
def setup(state, options, rng):
    """Four train cards and three tickets each, five cards face up."""
    s = fields(state)
    s.players, s.rules = options[0], options[1]
    each, wild = (12, 14) if options[2] == 0 else (10, 12)
    s.deck_size = 8 * each + wild
    for i in range(MOST_CARDS):
        s.deck[i] = min(i // each, usa.LOCOMOTIVE) if i < s.deck_size else NONE
    shuffle(s.deck, s.deck_size, rng)
    s.tickets_left = N_TICKETS
    for i in range(N_TICKETS):
        s.ticket_deck[i] = i
    shuffle(s.ticket_deck, N_TICKETS, rng)
    s.free[0], s.free[1] = usa.ALL_FREE[0], usa.ALL_FREE[1]
    if s.rules == THESIS:
        for word in range(2):
            s.free[word] &= ~usa.BIT[usa.THESIS_LACKS, word]
    for seat in range(SEATS):
        for i in range(3):
            s.offers[seat, i] = NONE
    for seat in range(s.players):
        s.cars[seat] = usa.CARS
        for _ in range(4):
            give_card(s, seat, draw_card(s, rng))
        offer_tickets(s, seat)
    for i in range(MARKET):
        s.market[i] = NONE
    fill_market(s, rng)
    s.turn, s.phase, s.opening, s.last = 0, KEEPING, s.players, -1


@rule
def mover(state):
    s = fields(state)
    return -1 if s.over else np.int64(s.turn)


@helper
def claim(s, seat, track, colour, locomotives):
    """Pay for a track and lay cars on it; with 2 or 3 players that closes the other track too."""
    length, twin = usa.TRACK_LENGTH[track], usa.TWIN[track]
    if locomotives < length:
        spend(s, seat, colour, length - locomotives)
    if locomotives > 0:
        spend(s, seat, usa.LOCOMOTIVE, locomotives)
    s.owner[track] = seat + 1
    s.cars[seat] -= length
    s.points[seat] += usa.TRACK_POINTS[track]
    for word in range(2):
        s.free[word] &= ~usa.BIT[track, word]
        s.barred[seat, word] |= usa.BIT[track, word]
        if twin >= 0:
            s.barred[seat, word] |= usa.BIT[twin, word]
            if s.players <= 3:
                s.free[word] &= ~usa.BIT[twin, word]
            elif usa.TRACK_COLOUR[track] == usa.GREY and s.owner[twin] == 0:
                s.free[word] |= usa.BIT[twin, word]


@helper
def finish(s):
    """The game is over: tickets are turned over and the longest path is measured."""
    s.over = 1
    longest = 0
    for seat in range(s.players):
        balance, done = ticket_balance(s, seat)
        s.done[seat] = done
        s.final[seat] = s.points[seat] + balance
        s.longest[seat] = longest_path(s, seat)
        longest = max(longest, s.longest[seat])
    if s.rules == OFFICIAL:
        for seat in range(s.players):
            if s.longest[seat] == longest:
                s.final[seat] += BONUS


@helper
def end_turn(s):
    """The next player's turn; one who is left with two cars or fewer begins the last round."""
    s.turns += 1
    if s.last > 0:
        s.last -= 1
    elif s.cars[s.turn] <= LAST_CARS:
        s.last = s.players
    s.turn = (s.turn + 1) % s.players
    s.phase = FIRST
    if s.last == 0 or s.passes == s.players:
        finish(s)


@helper
def second_card_left(s):
    """Whether any card can be taken as the second."""
    for i in range(MARKET):
        if 0 <= s.market[i] < usa.LOCOMOTIVE:
            return True
    return s.deck_size > 0


@helper
def take_card(s, seat, action, rng):
    """A card from the deck or face up; a face-up locomotive is worth both."""
    if action == DECK:
        give_card(s, seat, draw_card(s, rng))
    else:
        give_card(s, seat, action)
        s.shown[seat, action] += 1
        s.market[face_up(s, action)] = NONE
        fill_market(s, rng)
    if s.phase == SECOND or action == usa.LOCOMOTIVE or not second_card_left(s):
        end_turn(s)
    else:
        s.phase = SECOND


@rule
def apply(state, action, rng):
    s = fields(state)
    seat = np.int64(s.turn)
    s.passes = s.passes + 1 if action == PASS else 0
    if action >= CLAIM:
        track, colour, locomotives = unpack_claim(action)
        claim(s, seat, track, colour, locomotives)
        refill_deck(s, rng)
        fill_market(s, rng)
        end_turn(s)
    elif action >= KEEP:
        keep_tickets(s, seat, action - KEEP)
        if s.opening == 0:
            end_turn(s)
        else:
            s.opening -= 1
            s.turn = (s.turn + 1) % s.players
            s.phase = KEEPING if s.opening > 0 else FIRST
    elif action == TICKETS:
        offer_tickets(s, seat)
        s.phase = KEEPING
    elif action == PASS:
        end_turn(s)
    else:
        take_card(s, seat, action, rng)


@rule
def scores(state, out):
    """The final scores; while the game lasts, the points for routes."""
    s = fields(state)
    for seat in range(s.players):
        out[seat] = s.final[seat] if s.over else s.points[seat]


@helper
def rank(s, seat):
    """What decides the game: points; by the official rules then tickets completed, then the bonus."""
    value = np.int64(s.final[seat]) * 10000
    if s.rules == OFFICIAL:
        longest = 0
        for other in range(s.players):
            longest = max(longest, s.longest[other])
        value += 100 * np.int64(s.done[seat]) + (s.longest[seat] == longest)
    return value


@rule
def rewards(state, out):
    """The winners share 1, the others share -1."""
    s = fields(state)
    best, winners = -(1 << 40), 0
    for seat in range(s.players):
        value = rank(s, seat)
        if value > best:
            best, winners = value, 0
        winners += value == best
        out[seat] = 0.0
    for seat in range(s.players):
        share = 1.0 / winners if rank(s, seat) == best else 0.0
        out[seat] = (s.players * share - 1.0) / (s.players - 1.0) if s.over else 0.0
