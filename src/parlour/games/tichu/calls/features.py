"""Hands as numbers: the thesis's features of a Grand Tichu call, and those of Yang and of Torres.

Every function takes many hands at once and gives one row each.

Columns of the thesis's layout, all scaled to 0..1 (counted from 1, as the thesis does):

    1-4     Mahjong, Dog, Dragon, Phoenix            40-52   full house of 2..A: 0 or 1
    5-17    cards of rank 2..A, in quarters          53-92   straight flushes as straights: blue, red,
    18-29   steps ending at 3..A, in thirds                  green, black, each ending at 5..A
    30-39   straights ending at 5..A, in quarters    93      bombs, in halves
                                                     94, 95  the opponents' score and our own
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

from parlour.errors import unknown
from parlour.games.tichu.calls.patterns import (
    SUIT_ORDER,
    Hands,
    bombs,
    full_houses,
    highest,
    longest_straight,
    small_singles,
    steps,
    straight_flushes,
    straights,
)
from parlour.games.tichu.cards import ACE, DOG, DRAGON, MAHJONG, PHOENIX, QUEEN, RANKS, SPECIALS, card_name
from parlour.games.tichu.partitions import outline

__all__ = ["FEATURE_SETS", "feature_names", "features"]

Columns = list[tuple[str | list[str], np.ndarray]]
"""Columns with their names: one, or several side by side."""

_RANKS = RANKS[2:]
_ENDS = RANKS[5 : ACE + 1]  # ranks at which a straight can end
_CARDS_OF_RANK = [f"{rank}s" for rank in _RANKS]
_STEPS = [f"steps to {rank}" for rank in _RANKS[1:]]
_STRAIGHTS = [f"straight to {rank}" for rank in _ENDS]
_FULL_HOUSES = [f"full house of {rank}" for rank in _RANKS]
_GREEN_QUEEN = 4 * (QUEEN - 1) + SUIT_ORDER["green"]


def _flush_names(suits: Iterable[str]) -> list[str]:
    return [f"{suit} straight flush to {rank}" for suit in suits for rank in _ENDS]


def _share(values: np.ndarray, most: float) -> np.ndarray:
    return np.minimum(np.asarray(values) / most, 1.0)


def _score(points: np.ndarray) -> np.ndarray:
    return np.asarray((np.clip(points, -1000, 1000) + 1000) / 2000)


def thesis(hands: Hands) -> Columns:
    """The 95 features of the thesis."""
    return [
        (["mahjong", "dog", "dragon", "phoenix"], hands.bits[:, [MAHJONG, DOG, DRAGON, PHOENIX]]),
        (_CARDS_OF_RANK, hands.counts * 0.25),
        (_STEPS, _share(steps(hands), 3)),
        (_STRAIGHTS, _share(straights(hands), 4)),
        (_FULL_HOUSES, full_houses(hands)),
        (_flush_names(SUIT_ORDER), _share(straight_flushes(hands), 4)),
        ("bombs", _share(bombs(hands), 2)),
        ("opponents' score", _score(hands.opponents)),
        ("own score", _score(hands.own)),
    ]


def thesis_code(hands: Hands) -> Columns:
    """The 98 columns of the thesis's public code: the 95 in another order, and three more.

    Its loops run on from the ace to the Phoenix and the Dragon: a thirteenth column of steps, for a pair of
    aces with the Phoenix, and two full houses that nobody can have. A straight flush counts as a bomb at each
    of its lengths, and the green queen is in none. Bombs are cut off at 1 here; the code lets them go beyond.
    """
    pairs = steps(hands)
    beyond = np.where((hands.counts[:, -1] >= 2) & (hands.bits[:, PHOENIX] > 0), pairs[:, -1] + 1, 0)
    without_queen = Hands(hands.masks & ~np.uint64(1 << _GREEN_QUEEN))
    blue, red, green, black = np.split(straight_flushes(without_queen), 4, axis=1)
    flushes = np.column_stack([black, green, blue, red])
    fours = (hands.counts == 4).sum(axis=1)
    columns: Columns = [
        ("own score", _score(hands.own)),
        ("opponents' score", _score(hands.opponents)),
        (["dog", "mahjong"], hands.bits[:, [DOG, MAHJONG]]),
        (_CARDS_OF_RANK, hands.counts * 0.25),
        (["phoenix", "dragon"], hands.bits[:, [PHOENIX, DRAGON]]),
        ([*_STEPS, "steps to phoenix"], _share(np.column_stack([pairs, beyond]), 3)),
        (_STRAIGHTS, _share(straights(hands), 4)),
        (_FULL_HOUSES, full_houses(hands).astype(float)),
        (["full house of phoenix", "full house of dragon"], np.zeros((len(hands), 2))),
        (_flush_names(("black", "green", "blue", "red")), _share(flushes, 4)),
        ("bombs", _share(fours / 2 + (flushes > 0).sum(axis=1), 1)),
    ]
    return [(names, values.round(3)) for names, values in columns]


def raw(hands: Hands) -> Columns:
    """Yang's raw hand: a bit for each card."""
    return [([card_name(card) for card in range(56)], hands.bits)]


def compressed(hands: Hands) -> Columns:
    """Yang's compressed hand: the specials, and how many cards of each rank."""
    return [(list(SPECIALS), hands.bits[:, :4]), (_CARDS_OF_RANK, hands.counts)]


def minimal(hands: Hands) -> Columns:
    """Yang's minimal pattern of a Grand Tichu call: aces, Dragon, Phoenix, bombs."""
    return [
        ("aces", hands.counts[:, -1]),
        (["dragon", "phoenix"], hands.bits[:, [DRAGON, PHOENIX]]),
        ("bombs", bombs(hands)),
    ]


def minimal_tichu(hands: Hands) -> Columns:
    """Yang's minimal pattern of a Tichu call: also Dog, straights and small singles."""
    return [
        ("aces", hands.counts[:, -1]),
        (["dog", "dragon", "phoenix"], hands.bits[:, [DOG, DRAGON, PHOENIX]]),
        ("bombs", bombs(hands)),
        ("straights", (straights(hands) == 1).sum(axis=1)),
        ("small singles", small_singles(hands)),
    ]


def full(hands: Hands) -> Columns:
    """Yang's full pattern: the minimal ones, and number and height of the other combinations."""
    pairs, triples, straight = hands.counts == 2, hands.counts == 3, straights(hands) > 0
    top = 5 + straight.shape[1] - 1 - straight[:, ::-1].argmax(axis=1)
    return [
        *minimal(hands),
        ("dog", hands.bits[:, DOG]),
        ("triples", triples.sum(axis=1)),
        ("highest triple", highest(triples)),
        ("pairs", pairs.sum(axis=1)),
        ("highest pair", highest(pairs)),
        ("longest straight", longest_straight(hands)),
        ("highest straight", straight.max(axis=1) * top),
        ("steps", (steps(hands) > 0).sum(axis=1)),
        ("small singles", small_singles(hands)),
    ]


def full_compressed(hands: Hands) -> Columns:
    """Yang's full pattern and the compressed hand."""
    return [*full(hands), *compressed(hands)]


def _strengths(hands: Hands) -> Columns:
    """High cards, aces, and combinations of low, middle and high rank."""
    high = np.column_stack([hands.bits[:, [PHOENIX, DRAGON]], hands.counts[:, -3:]])
    combined = hands.counts >= 2
    return [
        (["high phoenix", "high dragon", "queens", "kings", "aces"], high),
        ("high cards", high.sum(axis=1)),
        ("low combinations", combined[:, :4].sum(axis=1)),
        ("middle combinations", combined[:, 4:8].sum(axis=1)),
        ("high combinations", combined[:, 8:].sum(axis=1)),
    ]


def strength_counts(hands: Hands) -> Columns:
    """Torres's first set: cards, high cards, aces, and combinations of low, middle and high rank."""
    return [*compressed(hands), *_strengths(hands)]


def presence(hands: Hands) -> Columns:
    """Torres's second set: whether there is a pair, triple, step, full house, straight, Phoenix, Dragon."""
    return [
        ("pair", (hands.counts == 2).any(axis=1)),
        ("triple", (hands.counts >= 3).any(axis=1)),
        ("step", steps(hands).max(axis=1) > 0),
        ("full house", full_houses(hands).max(axis=1)),
        ("straight", straights(hands).max(axis=1) > 0),
        (["has phoenix", "has dragon"], hands.bits[:, [PHOENIX, DRAGON]]),
    ]


def card_counts(hands: Hands) -> Columns:
    """Torres's best single set: each number of cards of each rank as a column of its own."""
    numbers: Columns = [
        ([f"{number} of {rank}" for rank in _RANKS], hands.counts == number) for number in range(1, 5)
    ]
    return [(list(SPECIALS), hands.bits[:, :4]), *numbers]


def best_of_torres(hands: Hands) -> Columns:
    """A choice among Torres's sets: card counts, presence, and aces less the cards below 4."""
    surplus = hands.counts[:, -1] - hands.counts[:, :2].sum(axis=1)
    parts = [*card_counts(hands), *presence(hands), *_strengths(hands)]
    return [*parts, ("aces less low cards", surplus)]


def rich(hands: Hands) -> Columns:
    """Our own: Yang's full pattern and counts, winners, losers, the hand as plan plays it, and the score."""
    counts, plan = hands.counts, np.empty((len(hands), 5))
    outline(hands.masks, plan)
    tops = hands.bits[:, [PHOENIX, DRAGON]].sum(axis=1) + counts[:, -1] + 0.5 * counts[:, -2]
    return [
        *full_compressed(hands),
        (["turns", "strength", "weak turns", "strong turns", "longest combination"], plan),
        ("tops", tops),
        ("tops less losers", tops - small_singles(hands)),
        ("tops less turns", tops - plan[:, 0]),
        ("singles", (counts == 1).sum(axis=1)),
        ("court cards", counts[:, -3:].sum(axis=1)),
        ("rank sum", counts @ np.arange(2, 15)),
        ("opponents' score", _score(hands.opponents)),
        ("own score", _score(hands.own)),
    ]


def table(hands: Hands) -> Columns:
    """Our own, and who has called Grand Tichu: what a player knows before the first card is played."""
    return [*rich(hands), (["own grand", "left's grand", "partner's grand", "right's grand"], hands.called)]


FEATURE_SETS: dict[str, Callable[[Hands], Columns]] = {
    "thesis": thesis,
    "thesis-code": thesis_code,
    "raw": raw,
    "compressed": compressed,
    "minimal": minimal,
    "minimal-tichu": minimal_tichu,
    "full": full,
    "full+compressed": full_compressed,
    "strength": strength_counts,
    "presence": presence,
    "counts": card_counts,
    "chosen": best_of_torres,
    "rich": rich,
    "table": table,
}


def _columns(name: str, hands: Hands) -> Columns:
    if name not in FEATURE_SETS:
        raise unknown("feature set", name, FEATURE_SETS)
    return FEATURE_SETS[name](hands)


def features(name: str, hands: Hands) -> np.ndarray:
    """The feature set of that name, a row a hand."""
    values = [values for _, values in _columns(name, hands)]
    return np.ascontiguousarray(np.column_stack(values), float)


@cache
def feature_names(name: str) -> tuple[str, ...]:
    """The names of the columns of a feature set."""
    names = [names for names, _ in _columns(name, Hands(np.zeros(1, np.uint64)))]
    return tuple(word for each in names for word in ([each] if isinstance(each, str) else each))
