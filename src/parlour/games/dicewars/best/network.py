"""The chance to win as a seat is about to end its turn: a small network, the same for every seat.

Each seat that still has areas is described by `FEATURES` numbers; the network turns them into a strength,
and the chances to win are the softmax of the strengths. So one network serves two to eight players. Its
weights (see `weights.Network`) come from ``parlour train dicewars-best`` and are passed in.
"""

from __future__ import annotations

import numpy as np
from numba import types

from parlour.games.dicewars.best.attacks import fail, likely_attacks, prepare, succeed, take_back
from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.rules import MOST_RESERVE
from parlour.games.dicewars.state import END, MOST_PLAYERS, NONE, ONE, areas_of, borders, largest_within
from parlour.games.dicewars.weights import FEATURE_NAMES, Network
from parlour.kernel import FLOAT_ROWS, FLOATS, bits, helper, popcount

__all__ = [
    "ENDS", "FEATURES", "INCOME", "LOG_DICE", "LOG_REGION", "NETWORK_TYPE", "describe", "improve",
    "win_chance",
]  # fmt: skip

FEATURES = len(FEATURE_NAMES)
# The columns of a description, in the order of FEATURE_NAMES.
(
    WAITS, NEXT, ENDS, ALIVE, AREAS, LOG_AREAS, REGION, LOG_REGION, DICE, LOG_DICE, INCOME, RESERVE,
    LOST, REGION_LOST, WON, FRONTS, FULL, IDLE,
) = range(FEATURES)  # fmt: skip

EIGHTH = 1.0 / 8.0  # counts are scaled so that most of them lie between 0 and 1
NETWORK_TYPE = types.NamedTuple((FLOAT_ROWS, FLOATS, FLOATS), Network)
"""What compiled code sees of a `Network`."""


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
            for other in range(players):
                out[other, WON] += best[other] * EIGHTH
            out[seat, LOST] += (1.0 - safety) * EIGHTH
            if (regions[seat] >> np.uint64(area)) & ONE:
                out[seat, REGION_LOST] += (1.0 - safety) * EIGHTH


@helper
def describe(s, ender, out):
    """Write the features of every seat into its row of `out`, as `ender` is about to end its turn."""
    owners, regions = np.zeros(MOST_AREAS + 1, np.int8), np.zeros(MOST_PLAYERS, np.uint64)
    best = np.zeros(MOST_PLAYERS)
    total = _count_dice(s, owners, out)
    _describe_sizes(s, ender, total, regions, out)
    _describe_fronts(s, total, owners, regions, best, out)


@helper
def strength(rows, seat, net):
    """The strength that the network gives a seat."""
    hidden = net.bias.copy()
    for f in range(FEATURES):
        for h in range(hidden.size):
            hidden[h] += rows[seat, f] * net.hidden[f, h]
    total = 0.0
    for h in range(hidden.size):
        total += max(hidden[h], 0.0) * net.output[h]
    return total


@helper
def win_chance(s, ender, seat, net, rows):
    """A seat's chance to win as `ender` is about to end its turn."""
    if areas_of(s, seat) == NONE:
        return 0.0
    if popcount(areas_of(s, seat)) == s.areas:
        return 1.0
    describe(s, ender, rows)
    own_strength = strength(rows, seat, net)
    total = 1.0
    for other in range(s.players):
        if other != seat and areas_of(s, other) != NONE:
            total += np.exp(min(strength(rows, other, net) - own_strength, 50.0))
    return 1.0 / total


@helper
def _value_at_once(s, action, net, rows):
    """The chance to win if one attack is made and the turn then ends."""
    seat, attack = np.int64(s.turn), prepare(s, action)
    fail(s, attack)
    value = (1.0 - attack.chance) * win_chance(s, seat, seat, net, rows)
    succeed(s, attack)
    value += attack.chance * win_chance(s, seat, seat, net, rows)
    take_back(s, attack)
    return value


@helper
def improve(s, net, rows, actions):
    """The attack that most improves the chance to win if the turn then ends, or END."""
    best, most = END, win_chance(s, s.turn, s.turn, net, rows)
    for i in range(likely_attacks(s, actions, 0)):
        value = _value_at_once(s, actions[i], net, rows)
        if value > most:
            best, most = actions[i], value
    return best
