"""What a decision in Tichu is like, as numbers: its cards, what it leaves in the hand, and what it does."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.games.tichu import state as st
from parlour.games.tichu.cards import PHOENIX_BIT, RANKS, SPECIALS
from parlour.games.tichu.combinations import (
    CARDS,
    DOG_LED,
    FLUSH,
    FOUR,
    NOTHING,
    PHOENIX_LED,
    SINGLE,
    ZERO,
    flushes_in,
    kind_of,
    value_of,
)
from parlour.games.tichu.encoding.codes import code, decode
from parlour.games.tichu.encoding.others import is_master, rivals_of
from parlour.games.tichu.encoding.views import (
    BY_RANK,
    KINDS,
    MOST,
    ROW_LABELS,
    VALUES,
    card_kind,
    observe,
    tell_cards,
    tell_rows,
)
from parlour.games.tichu.knowledge import unseen
from parlour.games.tichu.partitions import COLUMNS, LENGTH, PLAY, ROWS, take_apart
from parlour.games.tichu.rules import deciding
from parlour.games.tichu.state import SEATS, bit, card_points, fields, rank_mask
from parlour.kernel import helper, popcount, row, rule, tell

__all__ = ["FEATURES", "depict", "depict_all"]

DECISIONS = ("pass", "wait", "tichu", "grand", "no call", "dragon left", "dragon right")
CARD_KINDS = (*SPECIALS, *RANKS[2:])
RECEIVERS = ("left", "partner", "right")

FEATURES = (
    Block("decision", "what is no play", DECISIONS),
    Block("wish", "the rank wished for", ("none", *RANKS[2:])),
    Block("wish unseen", "cards of that rank that others hold", steps(4)),
    Block("give", "the card given", [f"{r} {card}" for r in RECEIVERS for card in CARD_KINDS]),
    Block("give out of", "the given card is one of so many that belong together", steps(5)),
    Block("play", "the kind of combination", KINDS),
    Block("length", "its cards", steps(MOST)),
    Block("value", "its rank", VALUES),
    Block("cards", "the cards played or given", BY_RANK),
    Block("phoenix", "the Phoenix stands for another card"),
    Block("bomb", "it is a bomb"),
    Block("lead", "it leads a trick"),
    Block("on partner", "the trick is the partner's"),
    Block("on opponent", "the trick is an opponent's"),
    Block("on own", "the trick is one's own"),
    Block("master", "nothing that an opponent may hold beats it, bombs aside"),
    Block("fulfils", "it fulfils the wish"),
    Block("stake", "points on the table afterwards, tens", steps(8)),
    Block("goes out", "no card is left"),
    Block("left", "the cards left in the hand", BY_RANK),
    Block("left cards", "how many they are", steps(MOST)),
    Block("left combinations", "what they come apart into", ROW_LABELS),
    Block("in plan", "it takes one combination off the hand"),
    Block("against plan", "it leaves as many combinations as before, or more"),
    Block("receiver", "who gets the Dragon's trick: has more cards, is out", ("more", "out")),
)
(
    DECISION, WISH, WISH_UNSEEN, GIVE, GIVE_OF, PLAYED, CARDS_PLAYED, VALUE, BY_CARD, PHOENIX, BOMB, LEAD,
    ON_PARTNER, ON_OPPONENT, ON_OWN, MASTER, FULFILS, STAKE, GOES_OUT, LEFT, LEFT_CARDS, LEFT_ROWS, IN_PLAN,
    AGAINST_PLAN, RECEIVER,
) = starts(FEATURES)  # fmt: skip


@helper
def _trick(s, seat, out):
    """Whose trick it is."""
    if s.top_kind == NOTHING:
        out[LEAD] = 1.0
    elif s.owner == seat:
        out[ON_OWN] = 1.0
    elif (s.owner - seat) % SEATS == 2:
        out[ON_PARTNER] = 1.0
    else:
        out[ON_OPPONENT] = 1.0


@helper
def _value(s, action, kind, out):
    """The rank of a play, and what it is worth on the table."""
    value = value_of(action, kind, np.int64(s.top_value) if s.top_kind == SINGLE else 0)
    if kind == SINGLE:
        alone = np.uint64(action) == PHOENIX_BIT
        out[VALUE + (14 if alone or value == PHOENIX_LED else (15 if value == 32 else value // 2 - 1))] = 1.0
    elif kind != DOG_LED:
        out[VALUE + value - 1] = 1.0
    return value


@helper
def _ponder(s, seat):
    """What is the same for all decisions of a seat: what its hand comes apart into, and the rivals."""
    parts = np.empty((ROWS, COLUMNS), np.int64)
    return parts, take_apart(s.hands[seat], parts), rivals_of(s, seat), np.empty_like(parts)


@helper
def _left(s, seat, cards, thought, out):
    """The hand afterwards, and whether that is as the plan has it."""
    _, before, rivals, parts = thought
    rest = s.hands[seat] & ~cards
    after = take_apart(rest, parts)
    out[GOES_OUT] = rest == ZERO
    tell_cards(out, LEFT, rest)
    tell(out, LEFT_CARDS, popcount(rest), MOST)
    tell_rows(out, LEFT_ROWS, parts, after, rivals)
    out[IN_PLAN] = after == before - 1
    out[AGAINST_PLAN] = after >= before


@helper
def _play(s, seat, action, thought, out):
    """A combination of cards."""
    cards, kind = np.uint64(action) & CARDS, kind_of(action)
    length = popcount(cards)
    out[PLAYED + kind - 1] = 1.0
    tell(out, CARDS_PLAYED, length, MOST)
    value = _value(s, action, kind, out)
    out[PHOENIX] = cards & PHOENIX_BIT != ZERO and length > 1
    out[BOMB] = FOUR <= kind <= FLUSH
    out[MASTER] = is_master(kind, length, value, thought[2])
    out[FULFILS] = s.wish > 0 and cards & rank_mask(np.int64(s.wish)) != ZERO
    tell_cards(out, BY_CARD, cards)
    tell(out, STAKE, (np.int64(s.stake) + card_points(cards)) // 10, 8)
    _left(s, seat, cards, thought, out)


@helper
def _gift(s, seat, card, thought, out):
    """A card given away."""
    parts, n = thought[0], thought[1]
    out[GIVE + 17 * s.step + card_kind(card)] = 1.0
    for i in range(n):
        if np.uint64(parts[i, PLAY]) & bit(card) != ZERO:
            tell(out, GIVE_OF, parts[i, LENGTH], 5)
    cards = bit(card)
    for i in range(s.step):
        cards |= bit(np.int64(s.given[seat, i]) - 1)
    tell_cards(out, BY_CARD, bit(card))
    _left(s, seat, cards, thought, out)


@helper
def _wish(s, seat, rank, out):
    """A rank wished for."""
    out[WISH + max(0, rank - 1)] = 1.0
    if rank:
        tell(out, WISH_UNSEEN, popcount(unseen(s, seat) & rank_mask(rank)), 4)


@helper
def _other(s, seat, action, out):
    """A pass, a call, or the gift of the Dragon's trick."""
    out[DECISION + action - st.OTHER] = 1.0
    if s.phase == st.PLAY:
        tell(out, STAKE, np.int64(s.stake) // 10, 8)
    if action in (st.DRAGON_LEFT, st.DRAGON_RIGHT):
        way = 1 if action == st.DRAGON_LEFT else 3
        taker, spared = s.counts[(seat + way) % SEATS], s.counts[(seat + 4 - way) % SEATS]
        out[RECEIVER] = taker > spared
        out[RECEIVER + 1] = taker == 0


@helper
def _depict(s, seat, action, thought, out):
    """One decision of a seat."""
    if s.phase == st.PLAY:
        _trick(s, seat, out)
    if action >= st.GIVE:
        _gift(s, seat, (action - st.GIVE) % 64, thought, out)
    elif action >= st.WISH:
        _wish(s, seat, action - st.WISH, out)
    elif action >= st.OTHER:
        _other(s, seat, action, out)
    else:
        _play(s, seat, action, thought, out)


@helper
def _usual(state, s, seat, action):
    """The play that stands for all of the same code, where they may differ."""
    if action < st.OTHER and flushes_in(s.hands[seat]) != ZERO:
        return decode(state, code(state, action))
    return action


@rule
def depict(state, action, out):
    s = fields(state)
    seat = deciding(s)
    _depict(s, seat, _usual(state, s, seat, action), _ponder(s, seat), out)


@rule
def depict_all(state, actions, n, seen, out):
    s = fields(state)
    seat = deciding(s)
    observe(state, seat, seen)
    thought = _ponder(s, seat)
    for i in range(n):
        _depict(s, seat, _usual(state, s, seat, actions[i]), thought, row(out, i))
    return True
