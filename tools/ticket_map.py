"""Write Ticket to Ride's map for the page: ``python tools/ticket_map.py``.

Cities, routes, tickets and looks come from the tables of the game, so that the page draws the same map.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.games import ticket_to_ride
from parlour.games.ticket_to_ride import usa
from parlour.games.ticket_to_ride.drawing_map import HEIGHT, PLACES, WIDTH, cars, label, middle
from parlour.games.ticket_to_ride.looks import OWNERS, STRIPES, TRACK_GREY, TRAINS
from parlour.svg import Look

TARGET = Path(ticket_to_ride.__file__).parent / "board" / "table.js"
HEAD = """// @ts-check
// Made by tools/ticket_map.py from the tables of the game.
/** The map, the tickets and the looks of cards and players.
 * @type {import("./types.d.ts").Table} */
export const TABLE = JSON.parse(`"""


def _rounded(value: float) -> float:
    return round(value, 1)


def _look(look: Look) -> dict[str, str]:
    return {"fill": look.fill, "ink": look.ink, "shape": look.shape}


def _city(name: str) -> dict[str, Any]:
    (x, y), place = PLACES[name], label(name)
    return {
        "name": name,
        "at": [x, y],
        "label": [place.x, place.y],
        "anchor": place.anchor,
        "lines": place.lines,
    }


def _route(route: int) -> dict[str, Any]:
    return {
        "ends": usa.ROUTE_ENDS[route].tolist(),
        "length": usa.ROUTES[route][0],
        "points": usa.POINTS[usa.ROUTES[route][0]],
        "tracks": [int(track) for track in usa.ROUTE_TRACKS[route] if track >= 0],
        "middle": [_rounded(value) for value in middle(route)],
    }


def _track(track: int) -> dict[str, Any]:
    return {
        "route": usa.TRACKS[track][0],
        "colour": int(usa.TRACK_COLOUR[track]),
        "cars": [[_rounded(value) for value in car] for car in cars(track)],
    }


def table() -> dict[str, Any]:
    """All that the page needs to draw the map."""
    return {
        "size": [WIDTH, HEIGHT],
        "grey": TRACK_GREY,
        "colours": usa.COLOURS,
        "stripes": STRIPES,
        "trains": [_look(look) for look in TRAINS],
        "owners": [_look(look) for look in OWNERS],
        "cities": [_city(name) for name in usa.CITIES],
        "routes": [_route(route) for route in range(len(usa.ROUTES))],
        "tracks": [_track(track) for track in range(len(usa.TRACKS))],
        "tickets": [
            {"ends": ends.tolist(), "points": ticket[0]}
            for ends, ticket in zip(usa.TICKET_ENDS, usa.TICKETS, strict=True)
        ],
    }


def _lines(value: Any) -> str:
    """JSON with a line for each entry of a long list."""
    if isinstance(value, Sequence) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(json.dumps(entry) for entry in value) + "\n]"
    return json.dumps(value)


def module() -> str:
    """The module of the page that holds the table."""
    fields = ",\n".join(f'"{name}": {_lines(value)}' for name, value in table().items())
    return f"{HEAD}{{\n{fields}\n}}`);\n"


if __name__ == "__main__":
    TARGET.write_text(module())
