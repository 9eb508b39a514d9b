"""What somebody who is handed a seed can try: to work back to the game's, and to deal the cards with it."""

from __future__ import annotations

from parlour.game import Game

__all__ = ["name_card", "unscrambled"]

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


def unscrambled(word: int, seat: int) -> int:
    """The seed of a game, if a seat's own is the first word of the generator that splitmix64 makes of it."""
    stream = mix((seat + 2) * GOLDEN & WORD)
    return unmix((unmix(word) - GOLDEN) & WORD) ^ stream


def name_card(kuhn: Game, seed: int, seat: int, own: int) -> int:
    """The other's card in Kuhn poker when a seed explains the own one; else any."""
    cards = kuhn.new(seed).data["cards"]
    return int(cards[1 - seat]) if cards[seat] == own else (own + 1) % 3
