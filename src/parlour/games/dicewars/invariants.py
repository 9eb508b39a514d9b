"""What holds in every state of Dicewars."""

from __future__ import annotations

from parlour.games.dicewars.odds import MOST_DICE
from parlour.games.dicewars.rules import MOST_BATTLES, MOST_RESERVE
from parlour.games.dicewars.state import NOBODY
from parlour.state import State

__all__ = ["broken"]


def broken(state: State) -> list[str]:
    """Everything that is wrong with a state."""
    return [*_broken_map(state), *_broken_sides(state)]


def _broken_map(state: State) -> list[str]:
    """Neighbours are mutual, and every area has one to eight dice."""
    s = state.data
    areas, faults = int(s["areas"]), []
    borders = [int(mask) for mask in s["neighbours"]]
    for area in range(areas):
        if not 1 <= s["dice"][area] <= MOST_DICE:
            faults.append(f"area {area + 1} has {s['dice'][area]} dice")
        others = [other for other in range(areas) if borders[area] >> other & 1]
        if borders[area] >> areas or area in others or not all(borders[o] >> area & 1 for o in others):
            faults.append(f"the neighbours of area {area + 1} are not mutual")
    if s["dice"][areas:].any() or any(borders[areas:]):
        faults.append("there is something beyond the last area")
    return faults


def _broken_sides(state: State) -> list[str]:
    """Every area has one owner, the mover has areas, and only the owner of everything has won."""
    s = state.data
    players, everything = int(s["players"]), (1 << int(s["areas"])) - 1
    owned, faults = [int(mask) for mask in s["owned"]], []
    if sum(owned) != everything or any(mask & ~everything for mask in owned) or any(owned[players:]):
        faults.append(f"the areas of the seats are {owned}")
    if not 0 <= s["turn"] < players or owned[s["turn"]] == 0:
        faults.append(f"seat {s['turn']} is to move but has no area")
    if not all(0 <= dice <= MOST_RESERVE for dice in s["reserve"]):
        faults.append(f"the reserves are {s['reserve']}")
    winners = [seat for seat, mask in enumerate(owned) if mask == everything]
    if winners != ([] if s["winner"] == NOBODY else [s["winner"]]) or (winners and not s["over"]):
        faults.append(f"the winner is {s['winner']}, but all areas belong to {winners}")
    if not 0 <= s["battles"] <= MOST_BATTLES:
        faults.append(f"{s['battles']} battles were fought")
    return faults
