"""The chance of an attack: both sides throw all their dice, a strictly higher sum wins."""

from __future__ import annotations

import numpy as np

__all__ = ["FACES", "MOST_DICE", "ODDS"]

MOST_DICE = 8
FACES = 6


def _sums(dice: int) -> np.ndarray:
    """How likely each sum of so many dice is; entry s is the sum s."""
    die = np.full(FACES + 1, 1.0 / FACES)
    die[0] = 0.0
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, die)
    return chances


def attack_odds() -> np.ndarray:
    """The chance that the attacker wins, by the dice of both sides; 0 where no attack is allowed."""
    odds = np.zeros((MOST_DICE + 1, MOST_DICE + 1))
    for attacker in range(2, MOST_DICE + 1):
        for defender in range(1, MOST_DICE + 1):
            below = np.cumsum(_sums(defender))
            highest = below.size - 1
            sums = _sums(attacker)
            odds[attacker, defender] = sum(
                chance * below[min(total - 1, highest)] for total, chance in enumerate(sums) if total > 0
            )
    return odds


ODDS = attack_odds()
