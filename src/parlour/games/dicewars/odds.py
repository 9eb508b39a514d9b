"""The chance of an attack: both sides throw all their dice, a strictly higher sum wins."""

from __future__ import annotations

import numpy as np

__all__ = ["FACES", "MOST_DICE", "ODDS"]

MOST_DICE = 8
FACES = 6


def _ways(dice: int) -> list[int]:
    """In how many ways so many dice make each sum; entry s is the sum s."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + FACES)
        for total, count in enumerate(ways):
            for face in range(1, FACES + 1):
                longer[total + face] += count
        ways = longer
    return ways


def attack_odds() -> np.ndarray:
    """The chance that the attacker wins, by the dice of both sides; 0 where no attack is allowed.

    Counted in whole numbers, so that the last bit is the same on every processor.
    """
    odds = np.zeros((MOST_DICE + 1, MOST_DICE + 1))
    for attacker in range(2, MOST_DICE + 1):
        for defender in range(1, MOST_DICE + 1):
            defence = _ways(defender)
            won = sum(count * sum(defence[:total]) for total, count in enumerate(_ways(attacker)))
            odds[attacker, defender] = won / FACES ** (attacker + defender)
    return odds


ODDS = attack_odds()
