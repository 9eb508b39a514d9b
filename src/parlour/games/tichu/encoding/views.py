"""What a seat knows of a round of Tichu, as numbers."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.games.tichu import state as st
from parlour.games.tichu.cards import RANKS, SPECIALS
from parlour.games.tichu.combinations import CARDS, NOTHING, PHOENIX_LED, SINGLE, ZERO, held_of
from parlour.games.tichu.encoding.others import rivals_of, sure_rows
from parlour.games.tichu.knowledge import unseen
from parlour.games.tichu.partitions import COLUMNS, KIND, ROWS, row_strength, take_apart
from parlour.games.tichu.state import SEATS, bit, fields
from parlour.kernel import helper, popcount, rule, tell

__all__ = [
    "BY_RANK", "KINDS", "MOST", "OBSERVATION", "ROW_LABELS", "VALUES", "card_kind", "observe", "tell_cards",
    "tell_rows",
]  # fmt: skip

SEATED = ("own", "left", "partner", "right")
OTHERS = SEATED[1:]
BY_RANK = [*SPECIALS, *(f"{rank} {count}" for rank in RANKS[2:] for count in steps(4))]
CARD_KINDS = (*SPECIALS, *RANKS[2:])
KINDS = ("single", "pair", "triple", "steps", "full house", "straight", "four", "run", "dog")
VALUES = (*RANKS[1:], "phoenix", "dragon")
PHASES = ("grand call", "call", "exchange", "play", "wish", "dragon")
MOST = 14  # cards in a hand
ROW_LABELS = [
    *(f"all {n}" for n in steps(MOST)), *(f"weak {n}" for n in steps(8)), *(f"strong {n}" for n in steps(6)),
    *(f"bombs {n}" for n in steps(2)), *(f"sure {n}" for n in steps(6)), *(f"unsure {n}" for n in steps(8)),
]  # fmt: skip
WEAK, STRONG = 0.35, 0.7  # strengths of combinations, see `partitions`

OBSERVATION = (
    Block("hand", "own cards", BY_RANK),
    Block("unseen", "cards that others hold", BY_RANK),
    Block(
        "gave", "the card given, while it was not played", [f"{s} {c}" for s in OTHERS for c in CARD_KINDS]
    ),
    Block("got", "the card that came from a seat", [f"{s} {c}" for s in OTHERS for c in CARD_KINDS]),
    Block("cards", "cards in a hand", [f"{s} {n}" for s in SEATED for n in steps(MOST)]),
    Block("called", "a call", [f"{s} {c}" for s in SEATED for c in ("tichu", "grand")]),
    Block("out", "who went out first, second, third", [f"{s} {p}" for s in SEATED for p in (1, 2, 3)]),
    Block("phase", "what is decided", PHASES),
    Block("turn", "who is to move", SEATED),
    Block("asked", "a seat is asked for a bomb out of turn"),
    Block("vowed", "a seat has called and must bomb now"),
    Block("gift", "who gets the next card of the exchange", OTHERS),
    Block("top", "the play to beat", KINDS),
    Block("top length", "its cards", steps(MOST)),
    Block("top value", "its rank", VALUES),
    Block("top owner", "who has played it", SEATED),
    Block("passes", "since the last play", steps(3)),
    Block("stake", "points on the table, tens", steps(8)),
    Block("wish", "the rank in force", RANKS[2:]),
    Block("lacks", "a seat has shown that it held none of the wished rank", OTHERS),
    Block("taken", "points in the tricks of each seat, hundredths", SEATED),
    Block("ahead", "points that the own team is ahead, thousandths"),
    Block("combinations", "what the own hand comes apart into", ROW_LABELS),
)
(
    HAND, UNSEEN, GAVE, GOT, COUNTS, CALLED, OUT, PHASE, TURN, ASKED, VOWED, GIFT, TOP, TOP_LENGTH, TOP_VALUE,
    TOP_OWNER, PASSES, STAKE, WISHED, LACKS, TAKEN, AHEAD, COMBINATIONS,
) = starts(OBSERVATION)  # fmt: skip


@helper
def tell_cards(out, start, cards):
    """A set of cards: the specials, then each rank's cards in steps."""
    for card in range(4):
        out[start + card] = cards >> np.uint64(card) & np.uint64(1)
    for rank in range(2, 15):
        tell(out, start + 4 * (rank - 1), popcount(np.uint64(held_of(cards, rank))), 4)


@helper
def card_kind(card):
    """The number of a special card, or of a rank."""
    return card if card < 4 else card // 4 + 3


@helper
def tell_rows(out, start, parts, n, rivals):
    """What a hand comes apart into: how many combinations, weak ones, strong ones, bombs; which are sure."""
    weak, strong, bombs, sure = 0, 0, 0, sure_rows(parts, n, rivals)
    for i in range(n):
        power = row_strength(parts, i)
        weak += power < WEAK
        strong += power > STRONG
        bombs += 6 < parts[i, KIND] < 9
    tell(out, start, n, MOST)
    tell(out, start + MOST, weak, 8)
    tell(out, start + MOST + 8, strong, 6)
    tell(out, start + MOST + 14, bombs, 2)
    tell(out, start + MOST + 16, sure, 6)
    tell(out, start + MOST + 22, n - sure, 8)


@helper
def _gifts(s, seat, hidden, out):
    """What the seat gave, while it may still be held, and what it got."""
    for i in range(3):
        card = np.int64(s.given[seat, i]) - 1
        if card >= 0 and (s.phase <= st.EXCHANGE or bit(card) & hidden != ZERO):
            out[GAVE + 17 * i + card_kind(card)] = 1.0
        giver = (seat + 1 + i) % SEATS
        card = np.int64(s.given[giver, 2 - i]) - 1
        if card >= 0 and s.phase > st.EXCHANGE:
            out[GOT + 17 * i + card_kind(card)] = 1.0


@helper
def _table(s, seat, out):
    """The trick on the table."""
    tell(out, STAKE, np.int64(s.stake) // 10, 8)
    tell(out, PASSES, np.int64(s.passes), 3)
    if s.wish:
        out[WISHED + s.wish - 2] = 1.0
    if s.top_kind == NOTHING:
        return
    value = np.int64(s.top_value)
    if s.top_kind == SINGLE:
        value = 15 if value == PHOENIX_LED else value // 2
    out[TOP + s.top_kind - 1] = 1.0
    tell(out, TOP_LENGTH, np.int64(s.top_length), MOST)
    out[TOP_VALUE + value - 1] = 1.0
    out[TOP_OWNER + (s.owner - seat) % SEATS] = 1.0


@helper
def _seats(s, seat, out):
    """Counts, calls, places and points of the seats."""
    for step in range(SEATS):
        other = (seat + step) % SEATS
        tell(out, COUNTS + MOST * step, np.int64(s.counts[other]), MOST)
        if s.calls[other]:
            out[CALLED + 2 * step + s.calls[other] - 1] = 1.0
        if s.place[other]:
            out[OUT + 3 * step + s.place[other] - 1] = 1.0
        if step:
            out[LACKS + step - 1] = s.lacks[other]
        out[TAKEN + step] = min(max(s.points[other] / 100.0, -1.0), 1.0)
    ahead = np.float64(s.total[seat % 2]) - np.float64(s.total[1 - seat % 2])
    out[AHEAD] = min(max(ahead / 1000.0, -1.0), 1.0)


@helper
def _phase(s, seat, out):
    """What is decided, and by whom."""
    if s.phase == st.OVER:
        return
    mover = s.turn if s.asked < 0 else s.asked
    if s.phase == st.WISHING or s.phase == st.DRAGON_GIFT:
        mover = s.owner
    out[PHASE + s.phase] = 1.0
    out[TURN + (mover - seat) % SEATS] = 1.0
    out[ASKED] = s.asked >= 0
    out[VOWED] = s.vowed
    if s.phase == st.EXCHANGE:
        out[GIFT + s.step] = 1.0


@rule
def observe(state, seat, out):
    s = fields(state)
    hidden = unseen(s, seat) & CARDS
    parts = np.empty((ROWS, COLUMNS), np.int64)
    tell_cards(out, HAND, s.hands[seat])
    tell_cards(out, UNSEEN, hidden)
    _gifts(s, seat, hidden, out)
    _seats(s, seat, out)
    _phase(s, seat, out)
    _table(s, seat, out)
    tell_rows(out, COMBINATIONS, parts, take_apart(s.hands[seat], parts), rivals_of(s, seat))
