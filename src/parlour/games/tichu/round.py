"""A round from the deal to its points: what each decision does.

After each play and each pass, every seat that is not in turn and has at least four cards is asked for a
bomb, whether it holds one or not: so being asked, and waiting, tells nobody anything.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tichu import state as st
from parlour.games.tichu.cards import MAHJONG_BIT
from parlour.games.tichu.combinations import (
    CARDS,
    DOG_LED,
    DRAGON_VALUE,
    FLUSH,
    FOUR,
    NOTHING,
    SINGLE,
    ZERO,
    kind_of,
    value_of,
)
from parlour.games.tichu.state import SEATS, bit, card_points, next_in, rank_mask
from parlour.kernel import helper, pick, popcount, shuffle

__all__ = [
    "ask_from", "call", "deal", "end_round", "give", "make_wish", "pass_turn", "play", "round_is_over",
    "take_trick",
]  # fmt: skip


@helper
def ask_from(s, step):
    """Ask the next seat after the one in turn that may hold a bomb, `step` or more places on."""
    for i in range(step, 4):
        seat = (s.turn + i) % SEATS
        if s.counts[seat] >= 4:
            s.asked = seat
            return
    s.asked = -1


@helper
def deal(s, rng):
    """A new round: everything that belongs to one round is cleared and the cards are dealt."""
    cards = np.arange(56)
    first = 4 if s.mini else 0
    shuffle(cards[first:], 56 - first, rng)
    eight, hand = (13, 13) if s.mini else (8, 14)
    for seat in range(SEATS):
        start = first + seat * hand
        s.hands[seat] = s.rest[seat] = s.played[seat] = ZERO
        for i in range(hand):
            if i < eight or not s.may_call:
                s.hands[seat] |= bit(cards[start + i])
            else:
                s.rest[seat] |= bit(cards[start + i])
        s.counts[seat] = popcount(s.hands[seat])
        s.calls[seat] = s.place[seat] = s.points[seat] = s.lacks[seat] = 0
        for i in range(3):
            s.given[seat, i] = 0
    s.out = s.turn = s.turns = s.step = s.vowed = s.wish = s.wished = s.starter = 0
    s.asked = -1
    clear_trick(s)
    s.phase = st.GRAND_CALLS if s.may_call else st.EXCHANGE
    if s.mini:
        s.starter = pick(rng, SEATS)


@helper
def clear_trick(s):
    """No trick is on the table."""
    s.top = s.top_value = s.top_kind = s.top_length = s.stake = s.passes = 0
    s.owner = -1


@helper
def call(s, action):
    """The seats decide in order: Grand Tichu on eight cards, then Tichu before the exchange."""
    seat = s.turn
    if action == st.GRAND:
        s.calls[seat] = st.LARGE
    elif action == st.TICHU:
        s.calls[seat] = st.SMALL
    s.turn += 1
    if s.phase == st.CALLS:
        while s.turn < SEATS and s.calls[s.turn] == st.LARGE:
            s.turn += 1
        if s.turn == SEATS:
            s.turn, s.phase = 0, st.EXCHANGE
    elif s.turn == SEATS:
        take_up_rest(s)


@helper
def take_up_rest(s):
    """Six more cards each; those who have not called Grand Tichu may call Tichu."""
    s.turn, s.phase = SEATS, st.EXCHANGE
    for seat in range(SEATS - 1, -1, -1):
        s.hands[seat] |= s.rest[seat]
        s.rest[seat] = ZERO
        s.counts[seat] = 14
        if s.calls[seat] != st.LARGE:
            s.turn, s.phase = seat, st.CALLS
    s.turn %= SEATS


@helper
def give(s, card):
    """Put one card aside for a neighbour; when all have done so the cards change hands at once."""
    s.given[s.turn, s.step] = card + 1
    s.step += 1
    if s.step < 3:
        return
    s.step = 0
    s.turn += 1
    if s.turn < SEATS:
        return
    for seat in range(SEATS):
        for i in range(3):
            card = bit(np.int64(s.given[seat, i]) - 1)
            s.hands[seat] ^= card
            s.hands[(seat + 1 + i) % SEATS] ^= card
    for seat in range(SEATS):
        if s.hands[seat] & MAHJONG_BIT != ZERO:
            s.starter = seat
    s.turn, s.phase = s.starter, st.PLAY


@helper
def note_wish(s, seat, cards, kind):
    """A natural card of its rank fulfils the wish; any other turn but a bomb may show who has none."""
    wished = rank_mask(np.int64(s.wish))
    if cards & wished != ZERO:
        s.wish = 0
    elif s.asked < 0 and seat != s.owner and not FOUR <= kind <= FLUSH:
        lead = s.top_kind == NOTHING
        if lead or (s.top_kind == SINGLE and s.top_value < 2 * s.wish):
            s.lacks[seat] = 1


@helper
def play(s, seat, action, rng):
    """Cards are laid on the table, in turn or (a bomb) out of turn."""
    cards, kind = np.uint64(action) & CARDS, kind_of(action)
    if s.wish:
        note_wish(s, seat, cards, kind)
    s.hands[seat] &= ~cards
    s.played[seat] |= cards
    s.counts[seat] -= popcount(cards)
    if s.counts[seat] == 0:
        s.out += 1
        s.place[seat] = s.out
    s.asked, s.vowed = -1, 0
    s.turns += 1
    if kind == DOG_LED:
        partner = (seat + 2) % SEATS
        s.turn = partner if s.counts[partner] > 0 else next_in(s, partner)
        if round_is_over(s):
            end_round(s, rng)
        return
    s.top_value = value_of(action, kind, np.int64(s.top_value) if s.top_kind == SINGLE else 0)
    s.top, s.top_kind, s.top_length = action, kind, popcount(cards)
    s.stake += card_points(cards)
    s.owner, s.passes = seat, 0
    s.turn = next_in(s, seat)
    if cards & MAHJONG_BIT != ZERO:
        s.phase = st.WISHING
    else:
        after_play(s, rng)


@helper
def after_play(s, rng):
    """The round ends with the play, or the others are asked for bombs."""
    if round_is_over(s):
        last_trick(s, rng)
    else:
        ask_from(s, 1)


@helper
def make_wish(s, rank, rng):
    """A wish, or none (0), also by a Mahjong that ends the round: so the server has it."""
    s.wish = s.wished = rank
    s.phase = st.PLAY
    after_play(s, rng)


@helper
def pass_turn(s):
    """The trick ends when all who have cards, its owner too, have passed."""
    seat = s.turn
    if s.wish:
        note_wish(s, seat, ZERO, NOTHING)
    s.passes += 1
    s.turns += 1
    if s.passes < SEATS - s.out:
        s.turn = next_in(s, seat)
        ask_from(s, 1)
    elif s.top_value == DRAGON_VALUE and s.top_kind == SINGLE:
        s.phase = st.DRAGON_GIFT
    else:
        take_trick(s, np.int64(s.owner))


@helper
def take_trick(s, taker):
    """A seat takes the trick; its owner leads, or the next in order who has cards."""
    s.points[taker] += s.stake
    s.turn = s.owner if s.counts[s.owner] > 0 else next_in(s, np.int64(s.owner))
    clear_trick(s)


@helper
def double_win(s):
    """Whether partners went out first and second."""
    return s.out >= 2 and (
        np.int64(s.place[0]) * np.int64(s.place[2]) == 2 or np.int64(s.place[1]) * np.int64(s.place[3]) == 2
    )


@helper
def round_is_over(s):
    """Three seats are out, or two partners are."""
    return s.out == 3 or (s.out == 2 and double_win(s))


@helper
def last_trick(s, rng):
    """Whoever ended the round takes the trick on the table (the Dragon's goes to an opponent)."""
    if double_win(s):
        end_round(s, rng)
    elif s.top_value == DRAGON_VALUE and s.top_kind == SINGLE:
        s.phase = st.DRAGON_GIFT
    else:
        take_trick(s, np.int64(s.owner))
        end_round(s, rng)


@helper
def end_round(s, rng):
    """Count the round, calls included; then the next deal, or the end."""
    count_cards(s)
    for seat in range(SEATS):
        if s.calls[seat] != st.NONE:
            stake = 200 if s.calls[seat] == st.LARGE else 100
            s.total[seat % 2] += stake if s.place[seat] == 1 else -stake
    s.rounds += 1
    won = max(s.total[0], s.total[1]) >= st.MATCH and s.total[0] != s.total[1]
    if s.match and not won and s.rounds < st.MOST_ROUNDS:
        deal(s, rng)
    else:
        s.phase = st.OVER


@helper
def count_cards(s):
    """A double win is worth 200; else the last hand goes to the opponents, the last's tricks to the first."""
    first, last = 0, 0
    for seat in range(SEATS):
        if s.place[seat] == 1:
            first = seat
        elif s.place[seat] == 0:
            last = seat
    if double_win(s):
        s.total[first % 2] += 200
        return
    s.points[first] += s.points[last]
    s.points[last] = 0
    s.total[(last + 1) % 2] += card_points(s.hands[last])
    for seat in range(SEATS):
        s.total[seat % 2] += s.points[seat]
