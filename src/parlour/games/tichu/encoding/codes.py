"""The codes of Tichu's decisions, and which play stands for a code in a hand."""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts
from parlour.games.tichu import state as st
from parlour.games.tichu.cards import (
    ACE,
    DRAGON,
    MAHJONG_BIT,
    NATURAL,
    PHOENIX_BIT,
    RANKS,
    SPECIALS,
    card_name,
)
from parlour.games.tichu.combinations import (
    CARDS,
    DOG_LED,
    FOUR,
    FULL_HOUSE,
    PAIR,
    SINGLE,
    STEPS,
    STRAIGHT,
    TRIPLE,
    ZERO,
    flushes_in,
    kind_of,
    one_suit,
    value_of,
)
from parlour.games.tichu.rules import deciding
from parlour.games.tichu.state import fields
from parlour.kernel import helper, leading, rule, trailing

__all__ = ["ACTIONS", "candidates", "code", "decode", "flush_cards"]

SUITS = ("red", "green", "blue", "black")
_NAMES = RANKS[2:]  # of the ranks 2 to 14
_ROLES = ("", "phoenix in the pair", "phoenix in the triple")
NATURALS = ACE - 1  # how many ranks there are


def _runs(low: int, shortest: int, longest: int) -> list[tuple[int, int, int]]:
    """Runs by lowest and highest rank, and by the rank that the Phoenix is (0: it is not in it)."""
    return [
        (first, last, role)
        for first in range(low, ACE + 1)
        for last in range(first + shortest - 1, min(ACE, first + longest - 1) + 1)
        for role in (0, *range(max(first, 2), last + 1))
    ]


def _starts_of(runs: list[tuple[int, int, int]]) -> np.ndarray:
    """Where the codes of the runs from one rank to another begin."""
    table = np.zeros((ACE + 1, ACE + 1), np.int64)
    for number, (first, last, role) in enumerate(runs):
        if role == 0:
            table[first, last] = number
    return table


def _run_names(runs: list[tuple[int, int, int]]) -> list[str]:
    return [
        f"{RANKS[first]}-{RANKS[last]}" + (f" phoenix as {RANKS[role]}" if role else "")
        for first, last, role in runs
    ]


_STEPS = _runs(2, 2, 7)
_STRAIGHTS = _runs(1, 5, 14)
_FLUSHES = [run for run in _runs(2, 5, 13) if run[2] == 0]
STEP_RUNS, STRAIGHT_RUNS, FLUSH_RUNS = (np.array(runs) for runs in (_STEPS, _STRAIGHTS, _FLUSHES))
STEP_STARTS, STRAIGHT_STARTS, FLUSH_STARTS = (_starts_of(runs) for runs in (_STEPS, _STRAIGHTS, _FLUSHES))

ACTIONS = (
    Block("special", "a special card alone", SPECIALS),
    Block("single", "a card alone", _NAMES),
    Block("pair", "two of a rank", _NAMES),
    Block("pair with phoenix", "one of a rank and the Phoenix", _NAMES),
    Block("triple", "three of a rank", _NAMES),
    Block("triple with phoenix", "two of a rank and the Phoenix", _NAMES),
    Block(
        "full house",
        "three of a rank, two of another",
        [
            f"{three} {two} {role}".strip()
            for role in _ROLES
            for three in _NAMES
            for two in _NAMES
            if three != two
        ],
    ),
    Block("steps", "two of each rank", _run_names(_STEPS)),
    Block("straight", "one of each rank, not all of one suit", _run_names(_STRAIGHTS)),
    Block("four", "all four of a rank", _NAMES),
    Block("run", "a run of one suit", [f"{run} {suit}" for run in _run_names(_FLUSHES) for suit in SUITS]),
    Block("pass", "in turn"),
    Block("wait", "no bomb out of turn"),
    Block("tichu", "a call"),
    Block("grand", "a call on the first eight cards"),
    Block("no call", "on the first eight cards, or before the exchange"),
    Block("dragon", "who gets the Dragon's trick", ("left", "right")),
    Block("wish", "the rank wished for", ("none", *_NAMES)),
    Block(
        "give", "the card that goes to the left, the partner or the right", [card_name(c) for c in range(56)]
    ),
)
(
    SPECIAL_CODE, SINGLE_CODE, PAIR_CODE, PAIR_PHOENIX, TRIPLE_CODE, TRIPLE_PHOENIX, HOUSE_CODE, STEPS_CODE,
    STRAIGHT_CODE, FOUR_CODE, FLUSH_CODE, OTHER_CODE, _, _, _, _, _, WISH_CODE, GIVE_CODE,
) = starts(ACTIONS)  # fmt: skip
HOUSES = NATURALS * (NATURALS - 1)


@helper
def _house_code(three, two, role):
    """A full house by its ranks and by where the Phoenix is."""
    kind = 0 if role == 0 else (1 if role == two else 2)
    return HOUSE_CODE + HOUSES * kind + (NATURALS - 1) * (three - 2) + two - 2 - (two > three)


@helper
def _run_code(begin, low, role):
    """A run by its number without the Phoenix and by the rank that the Phoenix is."""
    return begin if role == 0 else begin + 1 + role - max(low, 2)


@helper
def _lowest(cards, role):
    """The lowest rank of a play; the Mahjong is 1."""
    low = trailing(cards & ~PHOENIX_BIT) // 4 + 1
    return min(low, role) if role else low


@helper
def _play_code(action):
    cards, kind = np.uint64(action) & CARDS, kind_of(action)
    role = np.int64(np.uint64(action) >> np.uint64(56))
    if kind == DOG_LED or (kind == SINGLE and trailing(cards) <= DRAGON):
        return SPECIAL_CODE + trailing(cards)
    low, high = _lowest(cards, role), value_of(action, kind, 0)
    if kind == SINGLE:
        return SINGLE_CODE + low - 2
    if kind == PAIR:
        return (PAIR_PHOENIX if role else PAIR_CODE) + low - 2
    if kind == TRIPLE:
        return (TRIPLE_PHOENIX if role else TRIPLE_CODE) + low - 2
    if kind == FULL_HOUSE:
        plain = cards & NATURAL
        highest = max((63 - leading(plain)) // 4 + 1, role)
        return _house_code(high, highest if low == high else low, role)
    if kind == STEPS:
        return STEPS_CODE + _run_code(STEP_STARTS[low, high], low, role)
    if kind == STRAIGHT:
        return STRAIGHT_CODE + _run_code(STRAIGHT_STARTS[low, high], low, role)
    if kind == FOUR:
        return FOUR_CODE + low - 2
    return FLUSH_CODE + 4 * FLUSH_STARTS[low, high] + trailing(cards) % 4


@rule
def code(state, action):
    if action < st.OTHER:
        return _play_code(action)
    if action >= st.GIVE:
        return GIVE_CODE + (action - st.GIVE) % 64
    if action >= st.WISH:
        return WISH_CODE + max(0, action - st.WISH - 1)
    return OTHER_CODE + action - st.OTHER


@helper
def flush_cards(hand):
    """The cards of a hand that are part of five or more in a row of one suit."""
    starts, cards = flushes_in(hand), ZERO
    for place in range(5):
        cards |= starts << np.uint64(4 * place)
    return cards


@helper
def _some(hand, spared, rank, count):
    """So many cards of a rank out of a hand, the spared ones last."""
    mask = np.uint64(15) << np.uint64(4 * (rank - 1)) if rank > 1 else MAHJONG_BIT
    free, chosen = hand & mask & ~spared, ZERO
    for _ in range(count):
        if free == ZERO:
            free = hand & mask & ~chosen
        chosen |= free & (ZERO - free)
        free &= ~chosen
    return chosen


@helper
def _run(hand, spared, runs, number, size):
    """A straight (`size` 1) or steps (2)."""
    low, high, role = runs[number, 0], runs[number, 1], runs[number, 2]
    cards = ZERO
    for rank in range(low, high + 1):
        cards |= _some(hand, spared, rank, size - (1 if rank == role else 0))
    if size == 1 and role == 0 and low > 1 and one_suit(cards):
        cards = _mixed(hand, cards, low, high)
    return np.int64(cards) | _phoenix(role)


@helper
def _mixed(hand, cards, low, high):
    """The same straight with one card of another suit, for in one suit it is a bomb."""
    for rank in range(low, high + 1):
        mask = np.uint64(15) << np.uint64(4 * (rank - 1))
        others = hand & mask & ~cards
        if others != ZERO:
            return (cards & ~mask) | (others & (ZERO - others))
    return cards


@helper
def _phoenix(role):
    """The Phoenix as a rank; nothing when the role is 0."""
    return np.int64(PHOENIX_BIT) | (np.int64(role) << 56) if role else np.int64(0)


@helper
def _house(hand, spared, number):
    """A full house."""
    kind, ranks = number // HOUSES, number % HOUSES
    three, two = ranks // (NATURALS - 1), ranks % (NATURALS - 1)
    three, two = three + 2, two + 2 + (two >= three)
    cards = _some(hand, spared, three, 2 if kind == 2 else 3) | _some(
        hand, spared, two, 1 if kind == 1 else 2
    )
    return np.int64(cards) | _phoenix((0, two, three)[kind])


@helper
def _set(hand, spared, number, size):
    """Cards of one rank: natural ones first, then those with the Phoenix."""
    rank = number % NATURALS + 2
    if number < NATURALS:
        return np.int64(_some(hand, spared, rank, size))
    return np.int64(_some(hand, spared, rank, size - 1)) | _phoenix(rank)


@helper
def _play(hand, number):
    """The play that a code stands for in a hand."""
    spared = flush_cards(hand)
    if number < SINGLE_CODE:
        return np.int64(1) << number
    if number < PAIR_CODE:
        return np.int64(_some(hand, spared, number - SINGLE_CODE + 2, 1))
    if number < TRIPLE_CODE:
        return _set(hand, spared, number - PAIR_CODE, 2)
    if number < HOUSE_CODE:
        return _set(hand, spared, number - TRIPLE_CODE, 3)
    if number < STEPS_CODE:
        return _house(hand, spared, number - HOUSE_CODE)
    if number < STRAIGHT_CODE:
        return _run(hand, spared, STEP_RUNS, number - STEPS_CODE, 2)
    if number < FOUR_CODE:
        return _run(hand, spared, STRAIGHT_RUNS, number - STRAIGHT_CODE, 1)
    if number < FLUSH_CODE:
        return np.int64(15) << (4 * (number - FOUR_CODE + 1))
    return _flush((number - FLUSH_CODE) // 4, (number - FLUSH_CODE) % 4)


@helper
def _flush(number, suit):
    """A run of one suit."""
    low, high, cards = FLUSH_RUNS[number, 0], FLUSH_RUNS[number, 1], np.int64(0)
    for rank in range(low, high + 1):
        cards |= np.int64(1) << (4 * (rank - 1) + suit)
    return cards


@rule
def decode(state, code):
    s = fields(state)
    if code < OTHER_CODE:
        return _play(s.hands[deciding(s)], code)
    if code >= GIVE_CODE:
        return st.GIVE + 64 * np.int64(s.step) + code - GIVE_CODE
    if code >= WISH_CODE:
        return st.WISH + code - WISH_CODE + (code > WISH_CODE)
    return st.OTHER + code - OTHER_CODE


@rule
def candidates(state, actions, n):
    """One of the plays with the same ranks."""
    s = fields(state)
    hand, left = s.hands[deciding(s)], 0
    for i in range(n):
        action = actions[i]
        if action >= st.OTHER or _play(hand, _play_code(action)) == action:
            actions[left] = action
            left += 1
    return left
