"""The state of a game of Dicewars, its actions, and what can be read off the map.

Sets of areas are masks, bit a for area a (shown to people as a + 1). The map lies in the state as a mask of
neighbours for each area; its picture follows from `map_seed`. An action is END, or an attack:
32 * source + target.
"""

from __future__ import annotations

import numpy as np

from parlour.games.dicewars.maps import MOST_AREAS
from parlour.kernel import bits, helper, popcount, record, trailing

__all__ = [
    "END", "MAX_ACTIONS", "MOST_PLAYERS", "NOBODY", "NONE", "ONE", "SOURCE", "STATE", "areas_of", "borders",
    "dice_of", "fields", "largest_region", "largest_within", "owner", "ready", "region_of",
]  # fmt: skip

MOST_PLAYERS = 8
END = 0
SOURCE = 32  # what the source of an attack counts for in its action
MAX_ACTIONS = 3 * MOST_AREAS - 6 + 1  # a map has at most so many borders; each allows one attack
NOBODY = -1

STATE = np.dtype(
    [
        ("map_seed", np.uint64),
        ("throw", np.uint64),  # the random word of the last battle; `rules.throw` reads it
        ("neighbours", np.uint32, (MOST_AREAS + 1,)),  # of each area
        ("owned", np.uint32, (MOST_PLAYERS,)),  # the areas of each seat
        ("dice", np.int8, (MOST_AREAS + 1,)),  # on each area
        ("reserve", np.int8, (MOST_PLAYERS,)),  # dice of each seat for which there was no room
        ("battles", np.int16),  # in the whole game
        ("attacks", np.int16),  # in this turn
        ("passes", np.int16),  # ends of turns since the last attack
        ("turns", np.int16),  # ends of turns in the whole game
        ("areas", np.int8),
        ("players", np.int8),
        ("turn", np.int8),
        ("over", np.int8),
        ("winner", np.int8),  # NOBODY until somebody has won
        ("last_source", np.int8),  # the last battle: from where, to where, and how many dice were thrown
        ("last_target", np.int8),
        ("last_attackers", np.int8),
        ("last_defenders", np.int8),
    ],
    align=True,
)

fields = record(STATE)
ONE = np.uint64(1)
NONE = np.uint64(0)


@helper
def areas_of(s, seat):
    """The areas of a seat, as a mask."""
    return np.uint64(s.owned[seat])


@helper
def borders(s, area):
    """The neighbours of an area, as a mask."""
    return np.uint64(s.neighbours[area])


@helper
def owner(s, area):
    """The seat that has an area."""
    for seat in range(s.players):
        if (areas_of(s, seat) >> np.uint64(area)) & ONE:
            return seat
    return NOBODY


@helper
def region_of(s, area, within):
    """The connected part of the areas `within` that an area lies in."""
    region = ONE << np.uint64(area)
    edge = region
    while edge != NONE:
        around = NONE
        for place in bits(edge):
            around |= borders(s, place)
        edge = around & within & ~region
        region |= edge
    return region


@helper
def largest_within(s, areas):
    """The largest connected part of some areas; among equals the one with the lowest area."""
    best, size = NONE, 0
    while areas != NONE and popcount(areas) > size:
        region = region_of(s, trailing(areas), areas)
        if popcount(region) > size:
            best, size = region, popcount(region)
        areas &= ~region
    return best


@helper
def largest_region(s, seat):
    """The largest connected region of a seat, as a mask."""
    return largest_within(s, areas_of(s, seat))


@helper
def dice_of(s, seat):
    """All dice of a seat on the board."""
    total = 0
    for area in bits(areas_of(s, seat)):
        total += np.int64(s.dice[area])
    return total


@helper
def ready(s, areas):
    """Those areas that have at least two dice."""
    able = NONE
    for area in bits(areas):
        if s.dice[area] > 1:
            able |= ONE << np.uint64(area)
    return able
