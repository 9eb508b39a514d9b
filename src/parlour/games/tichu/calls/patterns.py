"""Patterns of many hands at once: runs, sets and bombs, counted with NumPy.

Hands are 56-bit masks (`cards` has the picture); every function gives one row a hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlour.games.tichu.cards import MAHJONG, QUEEN

__all__ = [
    "PARTNER",
    "SUIT_ORDER",
    "Hands",
    "bombs",
    "full_houses",
    "highest",
    "longest_straight",
    "small_singles",
    "steps",
    "straight_flushes",
    "straights",
]

PARTNER = 2  # the place among those who may have called: oneself, the left, the partner, the right
SUIT_ORDER = {"blue": 2, "red": 0, "green": 1, "black": 3}  # as the thesis has them


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
    runs = [_run_lengths(hands.suited[:, :, suit] > 0) for suit in SUIT_ORDER.values()]
    return np.column_stack([np.maximum(run - 4, 0)[:, 3:] for run in runs])


def full_houses(hands: Hands) -> np.ndarray:
    """For the ranks 2..A: whether there is a triple of it and a pair of another rank."""
    pairs = (hands.counts >= 2).sum(axis=1, keepdims=True)
    return np.asarray((hands.counts >= 3) & (pairs >= 2))


def bombs(hands: Hands) -> np.ndarray:
    """How many bombs: fours of a kind, and straight flushes each counted once at its full length."""
    fours = (hands.counts == 4).sum(axis=1)
    return np.asarray(fours + (straight_flushes(hands) == 1).sum(axis=1))


def longest_straight(hands: Hands) -> np.ndarray:
    """The cards of the longest straight, or 0."""
    longest = straights(hands).max(axis=1)
    return np.where(longest > 0, longest + 4, 0)


def small_singles(hands: Hands) -> np.ndarray:
    """Cards below the queen that are alone of their rank and in no straight."""
    low = QUEEN - 2  # columns of the ranks below the queen
    alone = hands.counts[:, :low] == 1
    held = np.column_stack([hands.bits[:, MAHJONG], hands.counts]) > 0
    runs, back = _run_lengths(held), _run_lengths(held[:, ::-1])[:, ::-1]
    in_straight = (runs + back - 1 >= 5)[:, 1 : low + 1]
    return np.asarray((alone & ~in_straight).sum(axis=1))


def highest(held: np.ndarray) -> np.ndarray:
    """The highest rank that is held, or 0."""
    ranks = np.arange(2, 2 + held.shape[1])
    return np.asarray((held * ranks).max(axis=1))
