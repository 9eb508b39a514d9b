"""How the seats stand, in numbers, as one of them is about to end its turn."""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.rules import MOST_RESERVE
from parlour.games.dicewars.state import MOST_PLAYERS, NONE, ONE, areas_of, borders, largest_within
from parlour.games.dicewars.weights import FEATURE_NAMES
from parlour.kernel import bits, helper, popcount

__all__ = ["ENDS", "FEATURES", "INCOME", "LOG_DICE", "LOG_REGION", "NEXT", "PARTS", "describe"]

FEATURES = len(FEATURE_NAMES)
# The columns of a description, in the order of FEATURE_NAMES.
(
    WAITS, NEXT, ENDS, ALIVE, AREAS, LOG_AREAS, REGION, LOG_REGION, DICE, LOG_DICE, INCOME, RESERVE,
    LOST, REGION_LOST, WON, FRONTS, FULL, IDLE, STRONG, PARTS,
) = range(FEATURES)  # fmt: skip

EIGHTH = 1.0 / 8.0  # counts are scaled so that most of them lie between 0 and 1


@helper
def _count_dice(s, owners, out):
    """Note the owner of each area and the dice of each seat; all dice on the board."""
    total = 0.0
    for seat in range(s.players):
        for f in range(FEATURES):
            out[seat, f] = 0.0
        for area in bits(areas_of(s, seat)):
            owners[area] = seat
            out[seat, DICE] += s.dice[area]
        total += out[seat, DICE]
    return total


@helper
def _describe_sizes(s, ender, total, regions, out):
    """Turn order, areas, regions and dice of every seat."""
    players, areas, alive = np.int64(s.players), 1.0 * s.areas, 0
    for seat in range(players):
        alive += areas_of(s, seat) != NONE
    before = 0
    for k in range(1, players + 1):
        seat = (ender + k) % players
        own = areas_of(s, seat)
        if own == NONE:
            continue
        regions[seat] = largest_within(s, own)
        count, size, dice = popcount(own), popcount(regions[seat]), out[seat, DICE]
        reserve = np.float64(s.reserve[seat])
        out[seat, WAITS] = before * EIGHTH
        out[seat, NEXT] = 1.0 if before == 0 else 0.0
        out[seat, ENDS] = 1.0 if seat == ender else 0.0
        out[seat, ALIVE] = alive * EIGHTH
        out[seat, AREAS] = count / areas
        out[seat, LOG_AREAS] = np.log(count + 1.0)
        out[seat, REGION] = size / areas
        out[seat, LOG_REGION] = np.log(size + 1.0)
        out[seat, DICE] = dice / total
        out[seat, LOG_DICE] = np.log(dice + 1.0)
        out[seat, INCOME] = min(1.0 * MOST_RESERVE, size + reserve) / 16.0 if seat == ender else 0.0
        out[seat, RESERVE] = reserve / 16.0
        before += 1


@helper
def _describe_fronts(s, total, owners, regions, best, out):
    """What each seat may lose and win along its borders."""
    players = np.int64(s.players)
    for seat in range(players):
        own = areas_of(s, seat)
        for area in bits(own):
            dice = np.int64(s.dice[area])
            out[seat, FULL] += (dice == MOST_DICE) * EIGHTH
            enemies = borders(s, area) & ~own
            if enemies == NONE:
                out[seat, IDLE] += dice / total
                continue
            out[seat, FRONTS] += 1.0 / s.areas
            best[:players] = 0.0
            safety = 1.0
            for enemy in bits(enemies):
                odds, attacker = ODDS[s.dice[enemy], dice], owners[enemy]
                safety *= 1.0 - odds
                best[attacker] = max(best[attacker], odds)
                out[attacker, STRONG] += (odds > 0.5) * 0.5 * EIGHTH
            for other in range(players):
                out[other, WON] += best[other] * EIGHTH
            out[seat, LOST] += (1.0 - safety) * EIGHTH
            if (regions[seat] >> np.uint64(area)) & ONE:
                out[seat, REGION_LOST] += (1.0 - safety) * EIGHTH


@helper
def describe(s, ender, out, regions):
    """Write the features of every seat into its row of `out`, as `ender` is about to end its turn.

    The largest region of each seat that has areas goes into `regions`.
    """
    owners, best = np.zeros(MOST_AREAS + 1, np.int8), np.zeros(MOST_PLAYERS)
    total = _count_dice(s, owners, out)
    _describe_sizes(s, ender, total, regions, out)
    _describe_fronts(s, total, owners, regions, best, out)
