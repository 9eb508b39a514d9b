"""Hands as numbers: the thesis's features of a Grand Tichu call, and those of Yang and of Torres.

Every function takes many hands at once, as 56-bit masks (`cards` has the picture), and gives one row each.

Columns of the thesis's layout, all scaled to 0..1 (counted from 1, as the thesis does):

    1-4     Mahjong, Dog, Dragon, Phoenix            40-52   full house of 2..A: 0 or 1
    5-17    cards of rank 2..A, in quarters          53-92   straight flushes as straights: blue, red,
    18-29   steps ending at 3..A, in thirds                  green, black, each ending at 5..A
    30-39   straights ending at 5..A, in quarters    93      bombs, in halves
                                                     94, 95  the opponents' score and our own
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from parlour.errors import unknown
from parlour.games.tichu.cards import ACE, DOG, DRAGON, MAHJONG, PHOENIX, QUEEN, RANKS, SPECIALS, card_name
from parlour.games.tichu.partitions import outline

__all__ = ["FEATURE_SETS", "Hands", "feature_names", "features"]

PARTNER = 2  # its place in what is seen of the table: oneself, the left, the partner, the right
_SPECIALS = (MAHJONG, DOG, DRAGON, PHOENIX)  # in the thesis's order
_SUITS = {"blue": 2, "red": 0, "green": 1, "black": 3}
_ENDS = range(5, ACE + 1)  # ranks at which a straight can end
_NAMES = dict(enumerate(RANKS))
_GREEN_QUEEN = 4 * (QUEEN - 1) + _SUITS["green"]


class Hands:
    """Many hands with the score of each, and who has called Grand Tichu: what a player may know."""

    def __init__(
        self,
        masks: np.ndarray,
        own: np.ndarray | int = 0,
        opponents: np.ndarray | int = 0,
        called: np.ndarray | Sequence[int] = (0, 0, 0, 0),  # by oneself and the others, from the left
    ) -> None:
        self.masks = np.ascontiguousarray(masks, np.uint64)
        self.own = np.broadcast_to(np.asarray(own, float), self.masks.shape)
        self.opponents = np.broadcast_to(np.asarray(opponents, float), self.masks.shape)
        self.called = np.broadcast_to(np.asarray(called, float), (*self.masks.shape, 4))
        cards = np.arange(56, dtype=np.uint64)
        self.bits = (self.masks[:, None] >> cards & np.uint64(1)).astype(np.int8)
        self.suited = self.bits[:, 4:].reshape(-1, 13, 4)  # hand, rank from 2, suit
        self.counts = self.suited.sum(axis=2)  # of each rank from 2

    def __len__(self) -> int:
        return len(self.masks)


def _run_lengths(held: np.ndarray) -> np.ndarray:
    """How many columns in a row, up to and with each, are held."""
    lengths = np.zeros(held.shape, np.int64)
    for place in range(held.shape[1]):
        before = lengths[:, place - 1] if place else 0
        lengths[:, place] = np.where(held[:, place], before + 1, 0)
    return lengths


def steps(hands: Hands) -> np.ndarray:
    """For the ranks 3..A: how many consecutive pairs lie right below a pair of it."""
    return np.asarray(np.maximum(_run_lengths(hands.counts >= 2) - 1, 0)[:, 1:])


def straights(hands: Hands) -> np.ndarray:
    """For the ranks 5..A: 1 for a straight of five that ends there, 2 for one of six, and so on."""
    held = np.column_stack([hands.bits[:, MAHJONG], hands.counts]) > 0
    return np.asarray(np.maximum(_run_lengths(held) - 4, 0)[:, 4:])


def straight_flushes(hands: Hands) -> np.ndarray:
    """For blue, red, green, black and the ranks 5..A: as for straights; the Mahjong has no suit."""
    runs = [_run_lengths(hands.suited[:, :, suit] > 0) for suit in _SUITS.values()]
    return np.column_stack([np.maximum(run - 4, 0)[:, 3:] for run in runs])


def full_houses(hands: Hands) -> np.ndarray:
    """For the ranks 2..A: whether there is a triple of it and a pair of another rank."""
    pairs = (hands.counts >= 2).sum(axis=1, keepdims=True)
    return np.asarray((hands.counts >= 3) & (pairs >= 2))


def bombs(hands: Hands) -> np.ndarray:
    """How many bombs: fours of a kind, and straight flushes each counted once at its full length."""
    fours = (hands.counts == 4).sum(axis=1)
    return np.asarray(fours + (straight_flushes(hands) == 1).sum(axis=1))


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


def _longest_straight(hands: Hands) -> np.ndarray:
    longest = straights(hands).max(axis=1)
    return np.where(longest > 0, longest + 4, 0)


def _small_singles(hands: Hands) -> np.ndarray:
    """Cards below the queen that are alone of their rank and in no straight."""
    low = QUEEN - 2  # columns of the ranks below the queen
    alone = hands.counts[:, :low] == 1
    held = np.column_stack([hands.bits[:, MAHJONG], hands.counts]) > 0
    runs, back = _run_lengths(held), _run_lengths(held[:, ::-1])[:, ::-1]
    in_straight = (runs + back - 1 >= 5)[:, 1 : low + 1]
    return np.asarray((alone & ~in_straight).sum(axis=1))


def _highest(held: np.ndarray) -> np.ndarray:
    """The highest rank that is held, or 0."""
    ranks = np.arange(2, 2 + held.shape[1])
    return np.asarray((held * ranks).max(axis=1))


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
            _small_singles(hands),
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
            _highest(triples),
            pairs.sum(axis=1),
            _highest(pairs),
            _longest_straight(hands),
            (straight > 0).max(axis=1) * (5 + straight.shape[1] - 1 - (straight[:, ::-1] > 0).argmax(axis=1)),
            (steps(hands) > 0).sum(axis=1),
            _small_singles(hands),
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
    losers, turns = _small_singles(hands), plan[:, 0]
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
        *(f"{suit} straight flush to {_NAMES[rank]}" for suit in _SUITS for rank in _ENDS),
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
