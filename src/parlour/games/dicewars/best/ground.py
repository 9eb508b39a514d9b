"""The areas of a map as numbers, as a seat is about to end its turn: dice, borders, and what may fall."""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.best.standing import ENDS as SEAT_ENDS
from parlour.games.dicewars.best.standing import NEXT as SEAT_NEXT
from parlour.games.dicewars.best.standing import PARTS
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.rules import MOST_RESERVE
from parlour.games.dicewars.state import NONE, areas_of, borders, region_of
from parlour.games.dicewars.weights import AREA_NAMES
from parlour.kernel import bits, helper, popcount, row, trailing

__all__ = ["AREA_FEATURES", "ENEMIES", "survey"]

AREA_FEATURES = len(AREA_NAMES)
(
    DICE, ONE_DIE, FULL, COMING, FALLS, WORST, FALLS_LATER, STRIKES, STRIKES_IN_ALL, ENEMIES, FRIENDS,
    IN_REGION, CONNECTED, ENDS, NEXT, JOINT,
) = range(AREA_FEATURES)  # fmt: skip
EIGHTH = 1.0 / 8.0


@helper
def _parts(s, around):
    """Into how many parts, each of neighbours, some areas fall."""
    parts = 0
    while around != NONE:
        parts += 1
        around &= ~region_of(s, trailing(around), around)
    return parts


@helper
def _coming(s, seat, size):
    """How many dice an area of a seat that ends its turn may expect, if it has room for them."""
    dice, room = min(MOST_RESERVE, size + np.int64(s.reserve[seat])), 0
    for area in bits(areas_of(s, seat)):
        room += s.dice[area] < MOST_DICE
    return dice / room if room > 0 else 0.0


@helper
def _describe_border(s, area, dice, later, enemies, out):
    """What an area may lose to its enemies, and win from them."""
    safety, safety_later, worst, strike, strikes = 1.0, 1.0, 0.0, 0.0, 0.0
    for enemy in bits(enemies):
        theirs = np.int64(s.dice[enemy])
        odds = ODDS[theirs, dice]
        safety *= 1.0 - odds
        safety_later *= 1.0 - ODDS[theirs, later]
        worst = max(worst, odds)
        odds = ODDS[dice, theirs]
        strike = max(strike, odds)
        strikes += odds
    out[FALLS], out[FALLS_LATER], out[WORST] = 1.0 - safety, 1.0 - safety_later, worst
    out[STRIKES], out[STRIKES_IN_ALL] = strike, 0.25 * strikes


@helper
def survey(s, ender, regions, seats, out):
    """Write the features of every area, as `ender` is about to end its turn.

    `regions` and `seats` are what `standing.describe` has written; the parts of each seat are counted here.
    """
    for seat in range(s.players):
        own = left = areas_of(s, seat)
        coming = 0.0
        if seat == ender:
            coming = _coming(s, seat, popcount(regions[seat]))
        while left != NONE:
            region = region_of(s, trailing(left), own)
            left &= ~region
            seats[seat, PARTS] += EIGHTH
            for area in bits(region):
                line, dice, around = row(out, area), np.int64(s.dice[area]), borders(s, area)
                more = min(coming, 1.0 * MOST_DICE - dice)
                line[DICE], line[COMING] = dice * EIGHTH, more * EIGHTH
                line[ONE_DIE], line[FULL] = dice == 1, dice == MOST_DICE
                _describe_border(s, area, dice, dice + np.int64(more + 0.5), around & ~own, line)
                line[ENEMIES] = 0.25 * popcount(around & ~own)
                line[FRIENDS] = 0.25 * popcount(around & own)
                line[IN_REGION] = region == regions[seat]
                line[CONNECTED] = popcount(region) / s.areas
                line[ENDS], line[NEXT] = seats[seat, SEAT_ENDS], seats[seat, SEAT_NEXT]
                line[JOINT] = 0.5 * max(0, _parts(s, around & own) - 1)
