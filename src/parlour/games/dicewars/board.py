"""Dicewars for a board on a screen: areas are counted from 1, as people read them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from parlour.contract import Ending
from parlour.games.dicewars.hexes import Corner, bounds, label_place, outline, place
from parlour.games.dicewars.maps import seed_hexes
from parlour.games.dicewars.notation import last_battle, owner_of
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.prospects import attack_features, region_sizes, rest_features
from parlour.games.dicewars.rules import MOST_BATTLES, MOST_RESERVE, PASS_ROUNDS
from parlour.games.dicewars.state import END, NOBODY, SOURCE
from parlour.state import Position, State
from parlour.svg import number

ADVISERS = {"hint": ("best:depth=4,seconds=0.4",), "replay": ("best:depth=3",)}
MARGIN = 8.0


def describe(position: Position) -> dict[str, Any]:
    """The map, who owns each area with how many dice, and what each player has."""
    s = position.data
    areas = int(s["areas"])
    return {
        **_chart(int(s["map_seed"]), areas),
        "neighbours": [_members(int(s["neighbours"][area])) for area in range(areas)],
        "owners": [owner_of(position, area) for area in range(areas)],
        "dice": s["dice"][:areas].tolist(),
        "players": [_player(position, seat) for seat in range(int(s["players"]))],
        "turn": int(s["turn"]),
        "battles": int(s["battles"]),
        "turns": int(s["turns"]),
    }


@lru_cache(maxsize=32)
def _chart(map_seed: int, areas: int) -> dict[str, Any]:
    """What never changes on a map: its frame, the outline of each area, and where the dice stand."""
    hexes = seed_hexes(map_seed, areas)
    outlines = [outline(cells) for cells in hexes]
    left, top, right, bottom = bounds(outlines)
    frame = (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    return {
        "frame": [round(edge, 2) for edge in frame],
        "outlines": ["".join(_path(line) for line in lines) for lines in outlines],
        "spots": [[round(axis, 2) for axis in label_place(cells)] for cells in hexes],
    }


def _path(line: list[Corner]) -> str:
    """A closed line as an SVG path."""
    return "M" + "L".join(" ".join(map(number, place(corner))) for corner in line) + "Z"


def _members(mask: int) -> list[int]:
    return [area + 1 for area in range(mask.bit_length()) if mask >> area & 1]


def _player(position: Position, seat: int) -> dict[str, int]:
    """Areas, the largest region (so many dice come next), dice on the map, and dice in reserve."""
    s, mask = position.data, int(position.data["owned"][seat])
    return {
        "areas": mask.bit_count(),
        "region": max(region_sizes(s["neighbours"].tolist(), mask), default=0),
        "dice": sum(int(s["dice"][area - 1]) for area in _members(mask)),
        "reserve": int(s["reserve"][seat]),
    }


def targets(position: Position, action: int) -> dict[str, Any]:
    """From where to where, the dice and the seats of both sides, and the odds; or the dice to come."""
    s = position.data
    if action == END:
        player = _player(position, int(s["turn"]))
        gain = min(MOST_RESERVE, player["reserve"] + player["region"])
        return {"end": True, "gain": gain, **({"forced": True} if len(position.legal_moves) == 1 else {})}
    source, target = divmod(action, SOURCE)
    dice = [int(s["dice"][source]), int(s["dice"][target])]
    seats = [int(s["turn"]), owner_of(position, target)]
    odds = float(ODDS[dice[0], dice[1]])
    return {"from": source + 1, "to": target + 1, "dice": dice, "seats": seats, "odds": odds}


def sequel(before: Position, after: Position) -> dict[str, Any]:
    """The dice that were thrown and who won; at the end of a turn, where the new dice were put."""
    s, t = before.data, after.data
    if t["battles"] == s["battles"]:
        gains = (t["dice"] - s["dice"]).tolist()
        placed = [[area + 1, gain] for area, gain in enumerate(gains) if gain > 0]
        return {"placed": placed, "reserve": int(t["reserve"][s["turn"]])}
    rolls = last_battle(after)
    assert rolls is not None
    loser = owner_of(before, int(t["last_target"]))
    return {"rolls": list(rolls), "won": sum(rolls[0]) > sum(rolls[1]), "out": int(t["owned"][loser]) == 0}


def ending(state: State) -> Ending:
    """Somebody owns the map, nobody attacks any more, or too many battles were fought."""
    s = state.data
    if s["winner"] != NOBODY:
        return {"key": "conquest", "seats": [int(s["winner"])], "areas": int(s["areas"])}
    if s["battles"] >= MOST_BATTLES:
        return {"key": "battles", "battles": MOST_BATTLES}
    return {"key": "peace", "rounds": PASS_ROUNDS}


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """What an attack promises, as if it had been won; after the end of a turn, how things rest."""
    s = position.data
    attacked = int(s["attacks"]) > 0 and int(s["turn"]) == seat
    return attack_features(position, seat) if attacked else rest_features(position, seat)
