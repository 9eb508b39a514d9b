"""What an attack promises, in numbers for the reasons of a hint: chance, regions, and what is at stake."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from parlour.games.dicewars.odds import ODDS
from parlour.state import Position

__all__ = ["attack_features", "region_sizes", "rest_features"]

Features = dict[str, tuple[float, float]]


def region_sizes(neighbours: Sequence[int], areas: int) -> list[int]:
    """The sizes of the connected regions that some areas (a mask) form."""
    sizes = []
    while areas:
        region, edge = 0, areas & -areas
        while edge:
            region |= edge
            around = 0
            for area in _bits(edge):
                around |= neighbours[area]
            edge = around & areas & ~region
        sizes.append(region.bit_count())
        areas &= ~region
    return sizes


def _bits(mask: int) -> list[int]:
    return [area for area in range(mask.bit_length()) if mask >> area & 1]


def rest_features(position: Position, seat: int) -> Features:
    """Regions as they are; nothing is at stake."""
    owned = [int(mask) for mask in position.data["owned"]]
    return {**_regions(position, owned, seat), "stake": (0, 0)}


def attack_features(position: Position, seat: int) -> Features:
    """The chance of the attack that was made, and the position if it is won, however the dice really fell.

    The features of a hint come from a throw that nobody has made: only what does not depend on it may count.
    """
    s = position.data
    target, thrown = int(s["last_target"]), int(s["last_attackers"])
    bit = 1 << target
    owned = [int(mask) & ~bit for mask in s["owned"]]
    owned[seat] |= bit
    return {
        "odds": (_percent(ODDS[thrown, int(s["last_defenders"])]), 0),
        **_regions(position, owned, seat),
        "hold": (_percent(_hold(position, owned[seat], target, thrown - 1)), 0),
        "stake": (1 - thrown, 0),
    }


def _percent(chance: float) -> int:
    return round(100 * chance)


def _regions(position: Position, owned: Sequence[int], seat: int) -> Features:
    """The own largest region, and the largest of any other player."""
    neighbours = position.data["neighbours"].tolist()
    largest = [max(region_sizes(neighbours, areas), default=0) for areas in owned]
    rivals = [size for rival, size in enumerate(largest) if rival != seat]
    return {"region": (largest[seat], 0), "rival": (0, max(rivals))}


def _hold(position: Position, own: int, target: int, dice: int) -> float:
    """The chance that no single attack on an area with so many dice succeeds."""
    around = int(position.data["neighbours"][target]) & ~own
    return prod(1 - float(ODDS[int(position.data["dice"][area]), dice]) for area in _bits(around))
