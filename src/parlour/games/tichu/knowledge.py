"""What a seat may know: its own cards, what it gave and received, all public play, and counts."""

from __future__ import annotations

import numpy as np

from parlour.games.tichu.cards import DECK, MAHJONG_BIT, NATURAL
from parlour.games.tichu.combinations import ZERO
from parlour.games.tichu.state import EXCHANGE, GRAND_CALLS, PLAY, SEATS, bit, fields, rank_mask
from parlour.kernel import bits, helper, nth_bit, pick, popcount, rule, shuffle

__all__ = ["guess", "hide", "redraw", "unseen"]


@rule
def hide(state, seat):
    """Other hands, the cards still to be taken up, and what others gave to others."""
    s = fields(state)
    for other in range(SEATS):
        s.rest[other] = ZERO
        if other == seat:
            continue
        s.hands[other] = ZERO
        for i in range(3):
            if s.phase <= EXCHANGE or (other + 1 + i) % SEATS != seat:
                s.given[other, i] = 0


@helper
def unseen(s, seat):
    """The cards that a seat neither holds nor has seen played."""
    deck = NATURAL if s.mini else DECK
    return deck & ~(s.hands[seat] | s.played[0] | s.played[1] | s.played[2] | s.played[3])


@helper
def deal_known(s, seat, left):
    """Cards whose holder is known go there: those the seat gave away, and the Mahjong of who led first."""
    if s.phase < PLAY:
        return left
    for i in range(3):
        card = bit(np.int64(s.given[seat, i]) - 1)
        if left & card != ZERO:
            s.hands[(seat + 1 + i) % SEATS] |= card
            left &= ~card
    if left & MAHJONG_BIT != ZERO:
        s.hands[s.starter] |= MAHJONG_BIT
        left &= ~MAHJONG_BIT
    return left


@helper
def free_places(s, seat, other):
    """How many cards of another hand are still to be guessed."""
    return 0 if other == seat else np.int64(s.counts[other]) - popcount(s.hands[other])


@helper
def deal_wished(s, seat, left, rng):
    """Cards of the wished rank go to those who have not shown that they held none."""
    wished = left & rank_mask(np.int64(s.wished))
    left &= ~wished
    for wanted in bits(wished):
        card, places = bit(wanted), 0
        for other in range(SEATS):
            if not s.lacks[other]:
                places += free_places(s, seat, other)
        place = pick(rng, places)
        for other in range(SEATS):
            if s.lacks[other]:
                continue
            here = free_places(s, seat, other)
            if 0 <= place < here:
                s.hands[other] |= card
            place -= here
    return left


@helper
def guess_gifts(s, seat, rng):
    """What others have put aside, or have given to others, as far as it is hidden."""
    for other in range(SEATS):
        if other == seat:
            continue
        aside = ZERO
        for i in range(3):
            target = (other + 1 + i) % SEATS
            if s.phase == EXCHANGE:
                if other > s.turn or (other == s.turn and i >= s.step):
                    break
                among = s.hands[other] & ~aside
            elif s.phase > EXCHANGE and target != seat:
                among = s.hands[target] | s.played[target]
                for giver in range(SEATS):
                    if giver != target and s.given[giver, (target - giver - 1) % SEATS] > 0:
                        among &= ~bit(np.int64(s.given[giver, (target - giver - 1) % SEATS]) - 1)
            else:
                continue
            card = nth_bit(among, pick(rng, popcount(among)))
            aside |= bit(card)
            s.given[other, i] = card + 1


@rule
def guess(state, seat, rng):
    """Deal the unseen cards at random among all deals that fit what the seat has seen."""
    s = fields(state)
    left = deal_known(s, seat, unseen(s, seat))
    if s.wished and s.phase >= PLAY:
        left = deal_wished(s, seat, left, rng)
    cards, n = np.empty(56, np.int64), 0
    for card in bits(left):
        cards[n] = card
        n += 1
    shuffle(cards, n, rng)
    for other in range(SEATS):
        for _ in range(free_places(s, seat, other)):
            n -= 1
            s.hands[other] |= bit(cards[n])
    if s.phase == GRAND_CALLS:
        for other in range(SEATS):
            for _ in range(6):
                n -= 1
                s.rest[other] |= bit(cards[n])
    guess_gifts(s, seat, rng)


@rule
def redraw(state, rng):
    """Deal the cards anew that nobody has taken up yet."""
    s = fields(state)
    cards, n = np.empty(56, np.int64), 0
    for card in bits(s.rest[0] | s.rest[1] | s.rest[2] | s.rest[3]):
        cards[n] = card
        n += 1
    shuffle(cards, n, rng)
    each = n // SEATS
    for seat in range(SEATS):
        s.rest[seat] = ZERO
        for i in range(each):
            s.rest[seat] |= bit(cards[each * seat + i])
