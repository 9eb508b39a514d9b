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

from collections.abc import Callable

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

__all__ = ["FEATURE_SETS", "feature_names", "features", "minimal_tichu", "rich", "table"]

_SPECIALS = (MAHJONG, DOG, DRAGON, PHOENIX)  # in the thesis's order
_ENDS = range(5, ACE + 1)  # ranks at which a straight can end
_NAMES = dict(enumerate(RANKS))
_GREEN_QUEEN = 4 * (QUEEN - 1) + SUIT_ORDER["green"]


def _share(values: np.ndarray, most: float) -> np.ndarray:
    return np.minimum(np.asarray(values) / most, 1.0)


def _score(points: np.ndarray) -> np.ndarray:
    return np.asarray((np.clip(points, -1000, 1000) + 1000) / 2000)


def thesis(hands: Hands) -> np.ndarray:
    """The 95 features of the thesis."""
    return np.column_stack(
        [
            hands.bits[:, _SPECIALS],
            hands.counts * 0.25,
            _share(steps(hands), 3),
            _share(straights(hands), 4),
            full_houses(hands),
            _share(straight_flushes(hands), 4),
            _share(bombs(hands), 2),
            _score(hands.opponents),
            _score(hands.own),
        ]
    )


def thesis_code(hands: Hands) -> np.ndarray:
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
    columns = np.column_stack(
        [
            _score(hands.own),
            _score(hands.opponents),
            hands.bits[:, [DOG, MAHJONG]],
            hands.counts * 0.25,
            hands.bits[:, [PHOENIX, DRAGON]],
            _share(np.column_stack([pairs, beyond]), 3),
            _share(straights(hands), 4),
            full_houses(hands),
            np.zeros((len(hands), 2)),
            _share(flushes, 4),
            _share(fours / 2 + (flushes > 0).sum(axis=1), 1),
        ]
    )
    return np.asarray(columns.round(3))


def raw(hands: Hands) -> np.ndarray:
    """Yang's raw hand: a bit for each card."""
    return hands.bits.astype(float)


def compressed(hands: Hands) -> np.ndarray:
    """Yang's compressed hand: the specials, and how many cards of each rank."""
    return np.column_stack([hands.bits[:, :4], hands.counts]).astype(float)


def minimal(hands: Hands) -> np.ndarray:
    """Yang's minimal pattern of a Grand Tichu call: aces, Dragon, Phoenix, bombs."""
    return np.column_stack(
        [hands.counts[:, -1], hands.bits[:, DRAGON], hands.bits[:, PHOENIX], bombs(hands)]
    ).astype(float)


def minimal_tichu(hands: Hands) -> np.ndarray:
    """Yang's minimal pattern of a Tichu call: also Dog, straights and small singles."""
    straight = (straights(hands) == 1).sum(axis=1)
    return np.column_stack(
        [
            hands.counts[:, -1],
            hands.bits[:, [DOG, DRAGON, PHOENIX]],
            bombs(hands),
            straight,
            small_singles(hands),
        ]
    ).astype(float)


def full(hands: Hands) -> np.ndarray:
    """Yang's full pattern: the minimal ones, and number and height of the other combinations."""
    pairs, triples = hands.counts == 2, hands.counts == 3
    straight = straights(hands)
    return np.column_stack(
        [
            minimal(hands),
            hands.bits[:, DOG],
            triples.sum(axis=1),
            highest(triples),
            pairs.sum(axis=1),
            highest(pairs),
            longest_straight(hands),
            (straight > 0).max(axis=1) * (5 + straight.shape[1] - 1 - (straight[:, ::-1] > 0).argmax(axis=1)),
            (steps(hands) > 0).sum(axis=1),
            small_singles(hands),
        ]
    ).astype(float)


def full_compressed(hands: Hands) -> np.ndarray:
    """Yang's full pattern and the compressed hand."""
    return np.column_stack([full(hands), compressed(hands)])


def strength_counts(hands: Hands) -> np.ndarray:
    """Torres's first set: cards, high cards, aces, and combinations of low, middle and high rank."""
    high = np.column_stack([hands.bits[:, [PHOENIX, DRAGON]], hands.counts[:, -3:]])
    combined = hands.counts >= 2
    parts = [combined[:, :4].sum(axis=1), combined[:, 4:8].sum(axis=1), combined[:, 8:].sum(axis=1)]
    return np.column_stack([compressed(hands), high, high.sum(axis=1), *parts]).astype(float)


def presence(hands: Hands) -> np.ndarray:
    """Torres's second set: whether there is a pair, triple, step, full house, straight, Phoenix, Dragon."""
    return np.column_stack(
        [
            (hands.counts == 2).any(axis=1),
            (hands.counts >= 3).any(axis=1),
            (steps(hands) > 0).any(axis=1),
            full_houses(hands).any(axis=1),
            (straights(hands) > 0).any(axis=1),
            hands.bits[:, [PHOENIX, DRAGON]],
        ]
    ).astype(float)


def card_counts(hands: Hands) -> np.ndarray:
    """Torres's best single set: each number of cards of each rank as a column of its own."""
    numbers = [hands.counts == number for number in range(1, 5)]
    return np.column_stack([hands.bits[:, :4], *numbers]).astype(float)


def best_of_torres(hands: Hands) -> np.ndarray:
    """A choice among Torres's sets: card counts, presence, and aces less the cards below 4."""
    surplus = hands.counts[:, -1] - hands.counts[:, :2].sum(axis=1)
    return np.column_stack([card_counts(hands), presence(hands), strength_counts(hands)[:, 17:], surplus])


def partition_facts(hands: Hands) -> np.ndarray:
    """What plan makes of a hand: turns, their strength, weak and strong ones, the longest combination."""
    facts = np.empty((len(hands), len(_PARTITION_NAMES)))
    outline(hands.masks, facts)
    return facts


def rich(hands: Hands) -> np.ndarray:
    """Our own: Yang's full pattern and counts, winners, losers, the hand as plan plays it, and the score."""
    counts, plan = hands.counts, partition_facts(hands)
    losers, turns = small_singles(hands), plan[:, 0]
    tops = hands.bits[:, [PHOENIX, DRAGON]].sum(axis=1) + counts[:, -1] + 0.5 * counts[:, -2]
    return np.column_stack(
        [
            full_compressed(hands),
            plan,
            tops,
            tops - losers,
            tops - turns,
            (counts == 1).sum(axis=1),
            counts[:, -3:].sum(axis=1),
            counts @ np.arange(2, 15),
            _score(hands.opponents),
            _score(hands.own),
        ]
    )


def table(hands: Hands) -> np.ndarray:
    """Our own, and who has called Grand Tichu: what a player knows before the first card is played."""
    return np.column_stack([rich(hands), hands.called])


def _thesis_names() -> list[str]:
    ranks = RANKS[2:]
    return [
        *(SPECIALS[card] for card in _SPECIALS),
        *(f"{rank}s" for rank in ranks),
        *(f"steps to {rank}" for rank in ranks[1:]),
        *(f"straight to {_NAMES[rank]}" for rank in _ENDS),
        *(f"full house of {rank}" for rank in ranks),
        *(f"{suit} straight flush to {_NAMES[rank]}" for suit in SUIT_ORDER for rank in _ENDS),
        "bombs",
        "opponents' score",
        "own score",
    ]


def _thesis_code_names() -> list[str]:
    ranks = RANKS[2:]
    return [
        "own score",
        "opponents' score",
        "dog",
        "mahjong",
        *(f"{rank}s" for rank in ranks),
        "phoenix",
        "dragon",
        *(f"steps to {rank}" for rank in (*ranks[1:], "phoenix")),
        *(f"straight to {_NAMES[rank]}" for rank in _ENDS),
        *(f"full house of {rank}" for rank in (*ranks, "phoenix", "dragon")),
        *(f"{s} straight flush to {_NAMES[r]}" for s in ("black", "green", "blue", "red") for r in _ENDS),
        "bombs",
    ]


_COMPRESSED_NAMES = [*SPECIALS, *(f"{rank}s" for rank in RANKS[2:])]
_MINIMAL_NAMES = ["aces", "dragon", "phoenix", "bombs"]
_FULL_NAMES = [
    *_MINIMAL_NAMES, "dog", "triples", "highest triple", "pairs", "highest pair", "longest straight",
    "highest straight", "steps", "small singles",
]  # fmt: skip
_PARTITION_NAMES = ["turns", "strength", "weak turns", "strong turns", "longest combination"]
_RICH_NAMES = [
    *_FULL_NAMES, *_COMPRESSED_NAMES, *_PARTITION_NAMES, "tops", "tops less losers", "tops less turns",
    "singles", "court cards", "rank sum", "opponents' score", "own score",
]  # fmt: skip
_CALLED_NAMES = ["own grand", "left's grand", "partner's grand", "right's grand"]
_STRENGTH_NAMES = [
    "high phoenix", "high dragon", "queens", "kings", "aces", "high cards", "low combinations",
    "middle combinations", "high combinations",
]  # fmt: skip
_PRESENCE_NAMES = ["pair", "triple", "step", "full house", "straight", "has phoenix", "has dragon"]
_COUNT_NAMES = [*SPECIALS, *(f"{number} of {rank}" for number in range(1, 5) for rank in RANKS[2:])]

FEATURE_SETS: dict[str, tuple[Callable[[Hands], np.ndarray], list[str]]] = {
    "thesis": (thesis, _thesis_names()),
    "thesis-code": (thesis_code, _thesis_code_names()),
    "raw": (raw, [card_name(card) for card in range(56)]),
    "compressed": (compressed, _COMPRESSED_NAMES),
    "minimal": (minimal, _MINIMAL_NAMES),
    "minimal-tichu": (
        minimal_tichu,
        ["aces", "dog", "dragon", "phoenix", "bombs", "straights", "small singles"],
    ),
    "full": (full, _FULL_NAMES),
    "full+compressed": (full_compressed, [*_FULL_NAMES, *_COMPRESSED_NAMES]),
    "strength": (strength_counts, [*_COMPRESSED_NAMES, *_STRENGTH_NAMES]),
    "presence": (presence, _PRESENCE_NAMES),
    "counts": (card_counts, _COUNT_NAMES),
    "chosen": (best_of_torres, [*_COUNT_NAMES, *_PRESENCE_NAMES, *_STRENGTH_NAMES, "aces less low cards"]),
    "rich": (rich, _RICH_NAMES),
    "table": (table, [*_RICH_NAMES, *_CALLED_NAMES]),
}


def features(name: str, hands: Hands) -> np.ndarray:
    """The feature set of that name, a row a hand."""
    if name not in FEATURE_SETS:
        raise unknown("feature set", name, FEATURE_SETS)
    return np.asarray(FEATURE_SETS[name][0](hands), float)


def feature_names(name: str) -> tuple[str, ...]:
    """The names of the columns of a feature set."""
    if name not in FEATURE_SETS:
        raise unknown("feature set", name, FEATURE_SETS)
    return tuple(FEATURE_SETS[name][1])
