"""The chance to win, seen when a seat is about to end its turn: a small network, the same for every seat.

Each seat that still has areas is described by FEATURES numbers; the network turns them into a strength,
and the chances to win are the softmax of the strengths. So one network serves two to eight players.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.rules import (
    MOST_AREAS,
    MOST_PLAYERS,
    NONE,
    ONE,
    areas_of,
    borders,
    fields,
    largest_within,
)
from parlour.kernel import FLOATS, STATE, compiled, helper, popcount, trailing

# What the network knows of a seat, in this order.
FEATURE_NAMES = (
    "waits",  # seats that move before it, as a share
    "next",  # it moves next
    "ends",  # it is the seat that ends its turn
    "rivals",  # other seats that have areas, in eighths
    "areas",  # as a share of the map
    "log_areas",
    "region",  # the largest connected one, as a share of the map
    "log_region",
    "dice",  # as a share of all dice
    "log_dice",
    "income",  # dice that come before the others move, only for the seat that ends its turn
    "reserve",
    "lost",  # areas expected to fall, each enemy neighbour attacking once
    "region_lost",  # the same within the largest region
    "won",  # enemy areas expected to fall to its best attack on each
    "fronts",  # own areas beside an enemy
    "full",  # areas with eight dice
    "idle",  # dice on areas without an enemy neighbour, as a share of all dice
)
FEATURES = len(FEATURE_NAMES)

GRID = types.Array(types.float64, 2, "C")


@helper
def describe(s, ender, out):
    """Write the features of every seat into its row of `out`, as `ender` is about to end its turn."""
    areas, players = np.int64(s.areas), np.int64(s.players)
    owners = np.zeros(MOST_AREAS + 1, np.int8)
    total, alive = 0.0, 0
    for seat in range(players):
        scan = areas_of(s, seat)
        alive += scan != NONE
        for f in range(FEATURES):
            out[seat, f] = 0.0
        while scan != NONE:
            area = trailing(scan)
            scan &= scan - ONE
            owners[area] = seat
            out[seat, 8] += s.dice[area]
    for seat in range(players):
        total += out[seat, 8]
    before = 0
    for k in range(players):
        seat = (ender + 1 + k) % players
        own = areas_of(s, seat)
        if own == NONE:
            continue
        row = out[seat]
        region = largest_within(s, own)
        count, size, dice = popcount(own), popcount(region), row[8]
        row[0] = before / 8.0
        row[1] = 1.0 if before == 0 else 0.0
        row[2] = 1.0 if seat == ender else 0.0
        row[3] = alive / 8.0
        row[4] = count / areas
        row[5] = np.log(count + 1.0)
        row[6] = size / areas
        row[7] = np.log(size + 1.0)
        row[8] = dice / total
        row[9] = np.log(dice + 1.0)
        reserve = np.float64(s.reserve[seat])
        row[10] = min(64.0, size + reserve) / 16.0 if seat == ender else 0.0
        row[11] = reserve / 16.0
        before += 1
    for seat in range(players):
        own = areas_of(s, seat)
        if own == NONE:
            continue
        region = largest_within(s, own)
        row = out[seat]
        scan = own
        while scan != NONE:
            area = trailing(scan)
            scan &= scan - ONE
            dice = np.int64(s.dice[area])
            row[16] += (dice == MOST_DICE) / 8.0
            enemies = borders(s, area) & ~own
            if enemies == NONE:
                row[17] += dice / total
                continue
            row[15] += 1.0 / areas
            held = 1.0
            best = np.zeros(MOST_PLAYERS)
            while enemies != NONE:
                enemy = trailing(enemies)
                enemies &= enemies - ONE
                odds = ODDS[s.dice[enemy], dice]
                held *= 1.0 - odds
                best[owners[enemy]] = max(best[owners[enemy]], odds)
            for other in range(players):
                out[other, 14] += best[other] / 8.0
            row[12] += (1.0 - held) / 8.0
            if (region >> np.uint64(area)) & ONE:
                row[13] += (1.0 - held) / 8.0


@helper
def strength(row, w1, b1, w2):
    """The network: one hidden layer of rectified units."""
    hidden = b1.copy()
    for f in range(row.size):
        x = row[f]
        for h in range(hidden.size):
            hidden[h] += x * w1[f, h]
    total = 0.0
    for h in range(hidden.size):
        total += max(hidden[h], 0.0) * w2[h]
    return total


@helper
def win_chance(s, ender, seat, w1, b1, w2, rows):
    """A seat's chance to win as `ender` is about to end its turn."""
    if areas_of(s, seat) == NONE:
        return 0.0
    if s.winner >= 0:
        return 1.0
    describe(s, ender, rows)
    mine = strength(rows[seat], w1, b1, w2)
    total = 0.0
    for other in range(s.players):
        if areas_of(s, other) != NONE:
            total += np.exp(strength(rows[other], w1, b1, w2) - mine)
    return 1.0 / total
