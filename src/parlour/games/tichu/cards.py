"""The 56 cards: their numbers, names and points.

A hand is a 56-bit mask, four bits a rank. The specials lie where rank 1 would be, so the Mahjong is the
1 of a straight; the suits are red, green, blue and black ("s", the swords):

    bit     0        1    2        3       4   5   6   7   8   9  ...  52  53  54  55
    card    Mahjong  Dog  Phoenix  Dragon  2r  2g  2b  2s  3r  3g ...  Ar  Ag  Ab  As
"""

from __future__ import annotations

import numpy as np

from parlour.errors import ParlourError

__all__ = [
    "ACE",
    "DECK",
    "DOG",
    "DOG_BIT",
    "DRAGON",
    "DRAGON_BIT",
    "FIVES",
    "JACK",
    "KING",
    "KINGS",
    "MAHJONG",
    "MAHJONG_BIT",
    "NATURAL",
    "PHOENIX",
    "PHOENIX_BIT",
    "QUEEN",
    "RANKS",
    "SPECIALS",
    "TENS",
    "card_name",
    "card_rank",
    "cards_of",
    "hand_text",
    "parse_card",
    "parse_rank",
]

SUITS = "rgbs"
RANKS = ("", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # by rank
MAHJONG, DOG, PHOENIX, DRAGON = range(4)
SPECIALS = ("mahjong", "dog", "phoenix", "dragon")
JACK, QUEEN, KING, ACE = 11, 12, 13, 14

DECK = np.uint64((1 << 56) - 1)
NATURAL = np.uint64((1 << 56) - 16)  # all cards but the specials
MAHJONG_BIT, DOG_BIT, PHOENIX_BIT, DRAGON_BIT = (np.uint64(1 << card) for card in range(4))


def rank_bits(rank: int) -> int:
    """The mask of the four cards of a rank."""
    return 15 << (4 * (rank - 1))


FIVES, TENS, KINGS = (np.uint64(rank_bits(rank)) for rank in (5, 10, KING))


def card_rank(card: int) -> int:
    """The rank of a card; 1 for the specials."""
    return card // 4 + 1


def card_name(card: int) -> str:
    """``7r``, ``10s`` or ``dragon``."""
    return SPECIALS[card] if card < 4 else RANKS[card // 4 + 1] + SUITS[card % 4]


def cards_of(mask: int) -> list[int]:
    """The cards of a mask, lowest first."""
    return [card for card in range(56) if mask >> card & 1]


def hand_text(mask: int) -> str:
    """The cards of a mask by name, highest first and the specials last."""
    cards = sorted(cards_of(mask), key=lambda card: -card if card > 3 else card)
    return " ".join(card_name(card) for card in cards)


def parse_rank(text: str) -> int:
    """The rank 2..14 that a text such as ``8``, ``10`` or ``Q`` names."""
    word = text.strip().upper()
    if word not in RANKS[2:]:
        raise ParlourError(f"'{text}' is no rank: expected 2 to 10, J, Q, K or A")
    return RANKS.index(word)


def parse_card(text: str) -> int:
    """The card that a text such as ``7r``, ``10s`` or ``dragon`` names."""
    word = text.strip().lower()
    for card, name in enumerate(SPECIALS):
        if len(word) > 2 and name.startswith(word):
            return card
    if len(word) < 2 or word[-1] not in SUITS or word[:-1].upper() not in RANKS[2:]:
        raise ParlourError(
            f"'{text}' is no card: expected a rank and a suit r, g, b or s (black) such as 7r or 10s, "
            f"or one of {', '.join(SPECIALS)}"
        )
    return 4 * (parse_rank(word[:-1]) - 1) + SUITS.index(word[-1])
