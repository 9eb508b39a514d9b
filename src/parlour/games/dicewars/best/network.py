"""The chance to win as a seat is about to end its turn: a small network that sees the map.

Each area at a border learns from its neighbours, those of its own seat and those of others; each seat is
what `standing` says of it and the sum of its areas. The network turns that into a strength, and the chances
to win are the softmax of the strengths: one network for two to eight players (graph networks: Battaglia et
al. 2018). Its weights (see `weights.Network`) come from ``parlour train dicewars --method network``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.games.dicewars.best.attacks import fail, likely_attacks, prepare, succeed, take_back
from parlour.games.dicewars.best.ground import AREA_FEATURES, survey
from parlour.games.dicewars.best.standing import FEATURES, describe
from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.state import END, MOST_PLAYERS, NONE, areas_of, borders
from parlour.games.dicewars.weights import AREA_HIDDEN, HIDDEN, Network
from parlour.kernel import NUMBER_ROWS, NUMBERS, bits, helper, popcount, row

__all__ = ["NETWORK_TYPE", "TIDY", "Desk", "chances", "improve", "new_desk", "win_chance"]

POOLED = 2 * AREA_HIDDEN
EIGHTH = np.float32(1.0 / 8.0)
ZERO = np.float32(0.0)
TIDY = 0.02
NETWORK_TYPE = types.NamedTuple(
    (*[NUMBER_ROWS] * 2, NUMBERS, *[NUMBER_ROWS] * 3, NUMBERS, *[NUMBER_ROWS] * 2, *[NUMBERS] * 2), Network
)
"""What compiled code sees of a `Network`."""


class Desk(NamedTuple):
    """Where the numbers of one position are written: a row for each seat, or for each area."""

    seats: np.ndarray
    areas: np.ndarray
    regions: np.ndarray  # the largest region of each seat, as a mask
    owners: np.ndarray
    brought: np.ndarray  # what a seat brings to each of its areas
    first: np.ndarray  # an area by itself
    second: np.ndarray  # an area among its neighbours
    around: np.ndarray  # the sums of its neighbours of the same seat, and of the others
    pooled: np.ndarray  # the sums of a seat's areas, by themselves, and among their neighbours at its borders
    hidden: np.ndarray
    chances: np.ndarray  # of each seat to win


@helper
def new_desk():
    """Room for one position."""
    areas = MOST_AREAS + 1
    return Desk(
        np.zeros((MOST_PLAYERS, FEATURES), np.float32),
        np.zeros((areas, AREA_FEATURES), np.float32),
        np.zeros(MOST_PLAYERS, np.uint64),
        np.zeros(areas, np.int8),
        np.zeros((MOST_PLAYERS, AREA_HIDDEN), np.float32),
        np.zeros((areas, AREA_HIDDEN), np.float32),
        np.zeros(AREA_HIDDEN, np.float32),
        np.zeros((2, AREA_HIDDEN), np.float32),
        np.zeros((MOST_PLAYERS, POOLED), np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(MOST_PLAYERS, np.float64),
    )


@helper
def _through(numbers, weights, units, out):
    """Add what some numbers, a multiple of four, bring to the units of a layer."""
    for f in range(0, numbers.size, 4):
        a, b, c, d = numbers[f], numbers[f + 1], numbers[f + 2], numbers[f + 3]
        one, two, three, four = row(weights, f), row(weights, f + 1), row(weights, f + 2), row(weights, f + 3)
        for h in range(units):
            out[h] += (a * one[h] + b * two[h]) + (c * three[h] + d * four[h])


@helper
def _alone(s, net, desk):
    """Each area by itself, and as an area of its seat."""
    for seat in range(s.players):
        own = areas_of(s, seat)
        if own == NONE:
            continue
        brought = row(desk.brought, seat)
        for h in range(AREA_HIDDEN):
            brought[h] = net.area_bias[h]
        _through(row(desk.seats, seat), net.brings, AREA_HIDDEN, brought)
        for area in bits(own):
            first = row(desk.first, area)
            for h in range(AREA_HIDDEN):
                first[h] = brought[h]
            _through(row(desk.areas, area), net.area, AREA_HIDDEN, first)
            for h in range(AREA_HIDDEN):
                first[h] = max(first[h], ZERO)


@helper
def _sum_around(s, area, own, desk):
    """What the neighbours of an area amount to, those of the same seat and the others."""
    friends, enemies = row(desk.around, 0), row(desk.around, 1)
    for h in range(AREA_HIDDEN):
        friends[h] = enemies[h] = ZERO
    for other in bits(borders(s, area) & own):
        line = row(desk.first, other)
        for h in range(AREA_HIDDEN):
            friends[h] += line[h]
    for other in bits(borders(s, area) & ~own):
        line = row(desk.first, other)
        for h in range(AREA_HIDDEN):
            enemies[h] += line[h]


@helper
def _pool(s, net, desk, seat):
    """Sum up the areas of a seat, and those at its borders among their neighbours."""
    own, second, pooled = areas_of(s, seat), desk.second, row(desk.pooled, seat)
    for h in range(POOLED):
        pooled[h] = ZERO
    for area in bits(own):
        first = row(desk.first, area)
        for h in range(AREA_HIDDEN):
            pooled[h] += EIGHTH * first[h]
        if borders(s, area) & ~own == NONE:
            continue
        _sum_around(s, area, own, desk)
        for h in range(AREA_HIDDEN):
            second[h] = net.near_bias[h]
        _through(first, net.itself, AREA_HIDDEN, second)
        _through(row(desk.around, 0), net.friends, AREA_HIDDEN, second)
        _through(row(desk.around, 1), net.enemies, AREA_HIDDEN, second)
        for h in range(AREA_HIDDEN):
            pooled[AREA_HIDDEN + h] += EIGHTH * max(second[h], ZERO)


@helper
def _strength(net, desk, seat):
    """The strength that the network gives a seat."""
    hidden, total = desk.hidden, ZERO
    for h in range(HIDDEN):
        hidden[h] = net.bias[h]
    _through(row(desk.seats, seat), net.seat, HIDDEN, hidden)
    _through(row(desk.pooled, seat), net.pool, HIDDEN, hidden)
    for h in range(HIDDEN):
        total += max(hidden[h], ZERO) * net.output[h]
    return total


@helper
def chances(s, ender, net, desk):
    """Write each seat's chance to win as `ender` is about to end its turn."""
    describe(s, ender, desk.seats, desk.regions)
    survey(s, ender, desk.regions, desk.seats, desk.areas)
    _alone(s, net, desk)
    most = -np.inf
    for seat in range(s.players):
        desk.chances[seat] = -np.inf
        if areas_of(s, seat) != NONE:
            _pool(s, net, desk, seat)
            desk.chances[seat] = _strength(net, desk, seat)
            most = max(most, desk.chances[seat])
    total = 0.0
    for seat in range(s.players):
        desk.chances[seat] = np.exp(desk.chances[seat] - most)
        total += desk.chances[seat]
    for seat in range(s.players):
        desk.chances[seat] /= total


@helper
def win_chance(s, ender, seat, net, desk):
    """A seat's chance to win as `ender` is about to end its turn.

    A little of it is the seat's share of the map, so that what is as good as won is brought to an end.
    """
    own = areas_of(s, seat)
    if own == NONE:
        return 0.0
    if popcount(own) == s.areas:
        return 1.0
    chances(s, ender, net, desk)
    return (1.0 - TIDY) * desk.chances[seat] + TIDY * popcount(own) / s.areas


@helper
def improve(s, net, desk, actions):
    """The attack that most improves the chance to win if the turn then ends, or END."""
    seat = np.int64(s.turn)
    best, most, source, failed = END, win_chance(s, seat, seat, net, desk), -1, 0.0
    for i in range(likely_attacks(s, actions, 0)):
        attack = prepare(s, actions[i])
        fail(s, attack)
        if attack.source != source:  # whatever it attacks, it looks the same when that fails
            source, failed = attack.source, win_chance(s, seat, seat, net, desk)
        succeed(s, attack)
        value = (1.0 - attack.chance) * failed + attack.chance * win_chance(s, seat, seat, net, desk)
        take_back(s, attack)
        if value > most:
            best, most = actions[i], value
    return best
