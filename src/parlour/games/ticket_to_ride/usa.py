"""The map of the USA: its cities, routes and destination tickets, and the same as index tables.

A route joins two cities and has one track, or two side by side; a claim takes one track.
"""

from __future__ import annotations

import numpy as np

__all__ = [
    "ALL_FREE", "BIT", "CARS", "CITIES", "COLOURS", "DEGREE", "GREY", "LOCOMOTIVE", "NEIGHBOURS", "POINTS",
    "ROUTES", "ROUTE_ENDS", "ROUTE_LENGTH", "ROUTE_POINTS", "ROUTE_TRACKS", "THESIS_LACKS", "TICKETS",
    "TICKET_ENDS", "TICKET_POINTS", "TRACKS", "TRACK_COLOUR", "TRACK_LENGTH", "TRACK_POINTS", "TRACK_ROUTE",
    "TWIN", "WITHIN",
]  # fmt: skip

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive")
LOCOMOTIVE = 8  # the wild card
GREY = 8  # the colour of a track that any one colour pays for
POINTS = (0, 1, 2, 4, 7, 10, 15)  # of a claimed route, by its length
CARS = 45  # of each player at the start

# length, cities, the colour of each track
_ROUTES = """
2 Atlanta - Charleston: grey
5 Atlanta - Miami: blue
1 Atlanta - Nashville: grey
4 Atlanta - New Orleans: orange yellow
2 Atlanta - Raleigh: grey grey
2 Boston - Montreal: grey grey
2 Boston - New York: red yellow
4 Calgary - Helena: grey
4 Calgary - Seattle: grey
3 Calgary - Vancouver: grey
6 Calgary - Winnipeg: white
4 Charleston - Miami: purple
2 Charleston - Raleigh: grey
3 Chicago - Duluth: red
4 Chicago - Omaha: blue
3 Chicago - Pittsburgh: black orange
2 Chicago - Saint Louis: green white
4 Chicago - Toronto: white
4 Dallas - El Paso: red
1 Dallas - Houston: grey grey
2 Dallas - Little Rock: grey
2 Dallas - Oklahoma City: grey grey
4 Denver - Helena: green
4 Denver - Kansas City: black orange
4 Denver - Oklahoma City: red
4 Denver - Omaha: purple
5 Denver - Phoenix: white
3 Denver - Salt Lake City: red yellow
2 Denver - Santa Fe: grey
6 Duluth - Helena: orange
2 Duluth - Omaha: grey grey
3 Duluth - Sault St. Marie: grey
6 Duluth - Toronto: purple
4 Duluth - Winnipeg: black
6 El Paso - Houston: green
6 El Paso - Los Angeles: black
5 El Paso - Oklahoma City: yellow
3 El Paso - Phoenix: grey
2 El Paso - Santa Fe: grey
5 Helena - Omaha: red
3 Helena - Salt Lake City: purple
6 Helena - Seattle: yellow
4 Helena - Winnipeg: blue
2 Houston - New Orleans: grey
2 Kansas City - Oklahoma City: grey grey
1 Kansas City - Omaha: grey grey
2 Kansas City - Saint Louis: blue purple
2 Las Vegas - Los Angeles: grey
3 Las Vegas - Salt Lake City: orange
3 Little Rock - Nashville: white
3 Little Rock - New Orleans: green
2 Little Rock - Oklahoma City: grey
2 Little Rock - Saint Louis: grey
3 Los Angeles - Phoenix: grey
3 Los Angeles - San Francisco: purple yellow
6 Miami - New Orleans: red
3 Montreal - New York: blue
5 Montreal - Sault St. Marie: black
3 Montreal - Toronto: grey
4 Nashville - Pittsburgh: yellow
3 Nashville - Raleigh: black
2 Nashville - Saint Louis: grey
2 New York - Pittsburgh: green white
2 New York - Washington: black orange
3 Oklahoma City - Santa Fe: blue
3 Phoenix - Santa Fe: grey
2 Pittsburgh - Raleigh: grey
5 Pittsburgh - Saint Louis: green
2 Pittsburgh - Toronto: grey
2 Pittsburgh - Washington: grey
6 Portland - Salt Lake City: blue
5 Portland - San Francisco: green purple
1 Portland - Seattle: grey grey
2 Raleigh - Washington: grey grey
5 Salt Lake City - San Francisco: orange white
2 Sault St. Marie - Toronto: grey
6 Sault St. Marie - Winnipeg: grey
1 Seattle - Vancouver: grey grey
"""

# points, cities
_TICKETS = """
4 Denver - El Paso
5 Houston - Kansas City
6 Atlanta - New York
7 Calgary - Salt Lake City
7 Chicago - New Orleans
8 Duluth - Houston
8 Helena - Los Angeles
8 Nashville - Sault St. Marie
9 Atlanta - Montreal
9 Chicago - Santa Fe
9 Los Angeles - Seattle
9 Oklahoma City - Sault St. Marie
10 Duluth - El Paso
10 Miami - Toronto
11 Dallas - New York
11 Denver - Pittsburgh
11 Little Rock - Winnipeg
11 Phoenix - Portland
12 Boston - Miami
12 Houston - Winnipeg
13 Calgary - Phoenix
13 Montreal - New Orleans
13 Santa Fe - Vancouver
16 Chicago - Los Angeles
17 Atlanta - San Francisco
17 Nashville - Portland
20 Los Angeles - Miami
20 Montreal - Vancouver
21 Los Angeles - New York
22 New York - Seattle
"""


def _lines(table: str) -> list[tuple[int, str, str, list[str]]]:
    """The lines of a table taken apart: number, both cities, and what follows the colon."""
    rows = []
    for line in table.strip().splitlines():
        number, _, rest = line.partition(" ")
        ends, _, words = rest.partition(":")
        first, _, second = ends.partition(" - ")
        rows.append((int(number), first, second, words.split()))
    return rows


ROUTES = _lines(_ROUTES)
TICKETS = _lines(_TICKETS)
CITIES = tuple(sorted({city for _, first, second, _ in ROUTES for city in (first, second)}))

# Routes are numbered in the order of the table, tracks likewise: route 3 has the tracks 3 and 4.

ROUTE_ENDS = np.array([[CITIES.index(first), CITIES.index(second)] for _, first, second, _ in ROUTES])
ROUTE_LENGTH = np.array([length for length, *_ in ROUTES])
TRACKS = [(number, word) for number, route in enumerate(ROUTES) for word in route[3]]
TRACK_ROUTE = np.array([number for number, _ in TRACKS])
TRACK_LENGTH = ROUTE_LENGTH[TRACK_ROUTE]
TRACK_COLOUR = np.array([GREY if word == "grey" else COLOURS.index(word) for _, word in TRACKS])
TRACK_POINTS = np.array(POINTS)[TRACK_LENGTH]
ROUTE_POINTS = np.array(POINTS)[ROUTE_LENGTH]
TICKET_ENDS = np.array([[CITIES.index(first), CITIES.index(second)] for _, first, second, _ in TICKETS])
TICKET_POINTS = np.array([points for points, *_ in TICKETS])


def _route_tracks() -> np.ndarray:
    """The tracks of each route; -1 where there is no second one."""
    table = np.full((len(ROUTES), 2), -1)
    for track, route in enumerate(TRACK_ROUTE):
        table[route, 0 if table[route, 0] < 0 else 1] = track
    return table


def _neighbours() -> tuple[np.ndarray, np.ndarray]:
    """For each city its routes and the city at their other end; how many there are."""
    degree = np.zeros(len(CITIES), np.int64)
    table = np.full((len(CITIES), 8, 2), -1)
    for route, ends in enumerate(ROUTE_ENDS):
        for here, there in (ends, ends[::-1]):
            table[here, degree[here]] = route, there
            degree[here] += 1
    return table, degree


def _mask(tracks: np.ndarray) -> list[int]:
    """Tracks as two words of bits: track t is bit t % 64 of word t // 64."""
    return [sum(1 << int(t) % 64 for t in tracks if int(t) // 64 == word) for word in range(2)]


ROUTE_TRACKS = _route_tracks()
NEIGHBOURS, DEGREE = _neighbours()
TWIN = np.array([ROUTE_TRACKS[route].sum() - track for track, route in enumerate(TRACK_ROUTE)])
TWIN[ROUTE_TRACKS[TRACK_ROUTE, 1] < 0] = -1  # the other track of a double route

# WITHIN[colour, n]: the tracks of a colour (grey: 8) that n cards or cars suffice for, as bits
WITHIN = np.array(
    [
        [_mask(np.flatnonzero((colour == TRACK_COLOUR) & (reach >= TRACK_LENGTH))) for reach in range(7)]
        for colour in range(9)
    ],
    np.uint64,
)

# Of two grey tracks side by side the first is claimed first, so that equal claims are one action.
SECOND_GREY = [t for t in range(len(TRACKS)) if 0 <= TWIN[t] < t and TRACK_COLOUR[t] == GREY]
ALL_FREE = np.array(_mask(np.array([t for t in range(len(TRACKS)) if t not in SECOND_GREY])), np.uint64)
BIT = np.array([_mask(np.array([t])) for t in range(len(TRACKS))], np.uint64)

# A set of routes is a set of tracks in which each route stands as its first one.
ROUTE_BIT = BIT[ROUTE_TRACKS[:, 0]]
SECOND_TRACKS = np.array(_mask(ROUTE_TRACKS[:, 1][ROUTE_TRACKS[:, 1] >= 0]), np.uint64)
# LONG[n]: the routes of length n or more
LONG = np.array([_mask(ROUTE_TRACKS[n <= ROUTE_LENGTH, 0]) for n in range(7)], np.uint64)

# The thesis's map has one yellow track between Los Angeles and San Francisco where the printed one has two.
THESIS_LACKS = next(
    t
    for t, (route, word) in enumerate(TRACKS)
    if ROUTES[route][1:3] == ("Los Angeles", "San Francisco") and word == "purple"
)
