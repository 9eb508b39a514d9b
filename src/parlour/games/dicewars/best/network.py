"""The chance to win, seen when a seat is about to end its turn: a small network, the same for every seat.

Each seat that still has areas is described by `FEATURES` numbers; the network turns them into a strength,
and the chances to win are the softmax of the strengths. So one network serves two to eight players. Its
weights come from ``parlour train dicewars-best`` and are passed in: (features x hidden), hidden bias, output.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.best.turns import change_hands, likely_attacks
from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.rules import (
    END,
    MOST_PLAYERS,
    MOST_RESERVE,
    NONE,
    ONE,
    SOURCE,
    areas_of,
    borders,
    largest_within,
    owner,
)
from parlour.games.dicewars.weights import FEATURE_NAMES
from parlour.kernel import helper, popcount, trailing

__all__ = [
    "ENDS", "FEATURES", "GRID", "INCOME", "LOG_DICE", "LOG_REGION", "describe", "improve", "win_chance",
]  # fmt: skip

FEATURES = len(FEATURE_NAMES)
# The columns of a description, in the order of FEATURE_NAMES.
(
    WAITS, NEXT, ENDS, ALIVE, AREAS, LOG_AREAS, REGION, LOG_REGION, DICE, LOG_DICE, INCOME, RESERVE,
    LOST, REGION_LOST, WON, FRONTS, FULL, IDLE,
) = range(FEATURES)  # fmt: skip

EIGHTH = 1.0 / 8.0  # counts are scaled so that most of them lie between 0 and 1
GRID = types.Array(types.float64, 2, "C")


@helper
def _count_dice(s, owners, out):
    """Note the owner of each area and the dice of each seat; all dice on the board."""
    total = 0.0
    for seat in range(s.players):
        for f in range(FEATURES):
            out[seat, f] = 0.0
        scan = areas_of(s, seat)
        while scan != NONE:
            area = trailing(scan)
            scan &= scan - ONE
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
        own = scan = areas_of(s, seat)
        while scan != NONE:
            area = trailing(scan)
            scan &= scan - ONE
            dice = np.int64(s.dice[area])
            out[seat, FULL] += (dice == MOST_DICE) * EIGHTH
            enemies = borders(s, area) & ~own
            if enemies == NONE:
                out[seat, IDLE] += dice / total
                continue
            out[seat, FRONTS] += 1.0 / s.areas
            best[:players] = 0.0
            held = 1.0
            while enemies != NONE:
                enemy = trailing(enemies)
                enemies &= enemies - ONE
                odds, attacker = ODDS[s.dice[enemy], dice], owners[enemy]
                held *= 1.0 - odds
                best[attacker] = max(best[attacker], odds)
            for other in range(players):
                out[other, WON] += best[other] * EIGHTH
            out[seat, LOST] += (1.0 - held) * EIGHTH
            if (regions[seat] >> np.uint64(area)) & ONE:
                out[seat, REGION_LOST] += (1.0 - held) * EIGHTH


@helper
def describe(s, ender, out):
    """Write the features of every seat into its row of `out`, as `ender` is about to end its turn."""
    owners, regions = np.zeros(MOST_AREAS + 1, np.int8), np.zeros(MOST_PLAYERS, np.uint64)
    best = np.zeros(MOST_PLAYERS)
    total = _count_dice(s, owners, out)
    _describe_sizes(s, ender, total, regions, out)
    _describe_fronts(s, total, owners, regions, best, out)


@helper
def strength(rows, seat, w1, b1, w2):
    """The network: one hidden layer of rectified units."""
    hidden = b1.copy()
    for f in range(FEATURES):
        for h in range(hidden.size):
            hidden[h] += rows[seat, f] * w1[f, h]
    total = 0.0
    for h in range(hidden.size):
        total += max(hidden[h], 0.0) * w2[h]
    return total


@helper
def win_chance(s, ender, seat, w1, b1, w2, rows):
    """A seat's chance to win as `ender` is about to end its turn."""
    if areas_of(s, seat) == NONE:
        return 0.0
    if popcount(areas_of(s, seat)) == s.areas:
        return 1.0
    describe(s, ender, rows)
    mine = strength(rows, seat, w1, b1, w2)
    total = 1.0
    for other in range(s.players):
        if other != seat and areas_of(s, other) != NONE:
            total += np.exp(min(strength(rows, other, w1, b1, w2) - mine, 50.0))
    return 1.0 / total


@helper
def _value_at_once(s, action, w1, b1, w2, rows):
    """The chance to win if one attack is made and the turn then ends."""
    seat, source, target = np.int64(s.turn), action // SOURCE, action % SOURCE
    ours, theirs, loser = s.dice[source], s.dice[target], owner(s, target)
    p = ODDS[ours, theirs]
    s.dice[source] = 1
    failed = win_chance(s, seat, seat, w1, b1, w2, rows)
    s.dice[target] = ours - 1
    change_hands(s, target, seat, loser)
    won = win_chance(s, seat, seat, w1, b1, w2, rows)
    change_hands(s, target, seat, loser)
    s.dice[source], s.dice[target] = ours, theirs
    return p * won + (1.0 - p) * failed


@helper
def improve(s, w1, b1, w2, rows, actions):
    """The attack that most improves the chance to win if the turn then ends, or END."""
    best, most = END, win_chance(s, s.turn, s.turn, w1, b1, w2, rows)
    for i in range(likely_attacks(s, actions)):
        value = _value_at_once(s, actions[i], w1, b1, w2, rows)
        if value > most:
            best, most = actions[i], value
    return best
