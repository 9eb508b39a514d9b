"""What somebody who is handed a seed can try: to work back to the game's, and to deal the cards with it."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.game import Game

__all__ = ["name_card", "possible_seeds"]

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def _unshift(word: int, places: int) -> int:
    """The word that, shifted to the right and added without carry, became this one."""
    before = word
    for _ in range(64 // places):
        before = word ^ (before >> places)
    return before


def mix(word: int) -> int:
    """How splitmix64 scrambles a word."""
    word = ((word ^ (word >> 30)) * FACTORS[0]) & WORD
    word = ((word ^ (word >> 27)) * FACTORS[1]) & WORD
    return word ^ (word >> 31)


def unmix(word: int) -> int:
    """The word that `mix` has scrambled to this one."""
    word = _unshift(word, 31) * pow(FACTORS[1], -1, 1 << 64) & WORD
    word = _unshift(word, 27) * pow(FACTORS[0], -1, 1 << 64) & WORD
    return _unshift(word, 30)


def possible_seeds(seed: int, seat: int) -> Iterator[int]:
    """Seeds of a game that a seat's own seed may have come from, if the way there can be gone back."""
    yield seed
    for word in (seed, unmix(seed & WORD)):
        for stream in (0, 1 + seat):
            salt = mix((stream + 1) * GOLDEN & WORD)
            yield unmix((word - GOLDEN) & WORD) ^ salt
            yield unmix(word & WORD) ^ salt


def name_card(kuhn: Game, seed: int, seat: int, own: int) -> int:
    """The other's card in Kuhn poker, by the first seed that explains the own one; else any."""
    for candidate in possible_seeds(seed, seat):
        cards = kuhn.new(candidate).data["cards"]
        if cards[seat] == own:
            return int(cards[1 - seat])
    return (own + 1) % 3
