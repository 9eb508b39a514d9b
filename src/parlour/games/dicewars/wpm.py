"""Win probability maximisation: a logistic model on the regions and dice of all seats.

It has two weights a seat, in turn order from oneself: those of ln(largest region + 1) and of ln(dice + 1).
"""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.state import (
    END,
    SOURCE,
    areas_of,
    borders,
    dice_of,
    largest_region,
    owner,
    ready,
)
from parlour.kernel import bits, helper, popcount

__all__ = ["most_likely_to_win", "win_score"]

LEAST_GAIN = -0.05  # of the logarithm of the chance to win


@helper
def logistic(score):
    """The chance to win that a score stands for."""
    return 1.0 / (1.0 + np.exp(-score))


@helper
def score_without_own_dice(s, weights, dice):
    """The model's score without one's own dice; everyone's dice go into `dice`, in turn order."""
    seats, score = np.int64(s.players), 0.0
    for k in range(seats):
        seat = (s.turn + k) % seats
        dice[k] = dice_of(s, seat)
        score += weights[2 * k] * np.log(popcount(largest_region(s, seat)) + 1.0)
        if k > 0:
            score += weights[2 * k + 1] * np.log(dice[k] + 1.0)
    return score


@helper
def win_score(s, seat, weights):
    """The model's score of a position for a seat; the seat to move gets the dice of its largest region."""
    seats, score = np.int64(s.players), 0.0
    for k in range(seats):
        other = (seat + k) % seats
        region, dice = popcount(largest_region(s, other)), dice_of(s, other)
        if other == s.turn:
            dice += region
        score += weights[2 * k] * np.log(region + 1.0) + weights[2 * k + 1] * np.log(dice + 1.0)
    return score


@helper
def most_likely_to_win(s, weights):
    """The attack that improves the model's chance to win most, when that beats ending the turn.

    A turn that ends brings dice for the largest region, an attack moves dice as it wins or fails. Eight dice
    attack in any case.
    """
    own, seats = areas_of(s, s.turn), np.int64(s.players)
    dice = np.zeros(seats)
    rest, income = score_without_own_dice(s, weights, dice), popcount(largest_region(s, s.turn))
    now = np.log(logistic(rest + weights[1] * np.log(dice[0] + 1.0)))
    at_end = rest + weights[1] * np.log(dice[0] + income + 1.0)
    best, most, full, most_full = END, np.log(logistic(at_end)) - now, END, -np.inf
    for source in bits(ready(s, own)):
        power = np.int64(s.dice[source])
        if_it_fails = logistic(rest + weights[1] * np.log(dice[0] + income - (power - 1) + 1.0))
        for target in bits(borders(s, source) & ~own):
            k = (owner(s, target) - s.turn + seats) % seats
            fewer = np.log(dice[k] - s.dice[target] + 1.0) - np.log(dice[k] + 1.0)
            if_it_wins = logistic(at_end + weights[2 * k + 1] * fewer)
            p = ODDS[power, s.dice[target]]
            gain = np.log(p * if_it_wins + (1.0 - p) * if_it_fails) - now
            if gain > most:
                best, most = SOURCE * source + target, gain
            if power == MOST_DICE and gain > most_full:
                full, most_full = SOURCE * source + target, gain
    return best if best != END and most >= LEAST_GAIN else full
