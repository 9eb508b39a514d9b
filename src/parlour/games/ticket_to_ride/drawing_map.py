"""The map of the USA as it is drawn: where cities and their names stand, how routes bend, where cars lie.

Our own drawing: cities roughly where they are (a conic projection), moved apart until every route has room
for its cars. A route is a curve between its cities; a bend is how far its middle lies to the right of the
straight line from the first city to the second (to the left when it is negative).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from typing import NamedTuple

from parlour.games.ticket_to_ride.usa import ROUTE_TRACKS, ROUTES, TRACK_LENGTH, TRACK_ROUTE, TWIN
from parlour.svg import Point

__all__ = ["HEIGHT", "PLACES", "WIDTH", "Car", "Label", "cars", "curve", "label", "middle"]


# x, y, then where the name stands: x and y from the city, and which part of it is there (/ ends a line)
_CITIES = """
1227 692  -20  -5 end    Atlanta
1585 301   16  -5 start  Boston
 463  54   20  25 start  Calgary
1394 714   20  10 start  Charleston
1081 404  -25  -5 end    Chicago
 852 758  -10  40 end    Dallas
 633 472  -25  20 end    Denver
 964 262  -16 -25 start  Duluth
 564 772    0  35 end    El Paso
 544 242  -20  25 end    Helena
 906 835    0  46 middle Houston
 912 513   14 -45 start  Kansas/City
 313 563   -6  35 start  Las Vegas
1003 647   -2 -20 end    Little Rock
 183 634    0  35 end    Los Angeles
1427 930    0  35 end    Miami
1474 223   -8 -20 start  Montreal
1201 610   -6  52 end    Nashville
1097 828   10  35 end    New/Orleans
1501 391   14  30 start  New York
 807 628  -20 -10 end    Oklahoma City
 856 402  -10  35 end    Omaha
 387 660    0  35 end    Phoenix
1332 433   -5 -29 end    Pittsburgh
 197 210  -15 -10 end    Portland
1414 592   18  20 start  Raleigh
1044 547  -30  33 end    Saint/Louis
 434 402  -20 -15 end    Salt Lake City
 126 484   22  30 start  San Francisco
 585 629    7  35 start  Santa Fe
1188 229  -39  40 middle Sault St. Marie
 230 145  -25   0 end    Seattle
1331 306   16  25 start  Toronto
 228  65  -15 -10 end    Vancouver
1438 483   20  25 start  Washington
 823 135   -3 -20 start  Winnipeg
"""

# bend, cities in the order of the routes
_BENDS = """
 16 Atlanta - Charleston
 10 Atlanta - Miami
 -4 Atlanta - New Orleans
 18 Atlanta - Raleigh
 14 Boston - Montreal
-10 Boston - New York
  4 Calgary - Helena
 24 Calgary - Vancouver
-51 Calgary - Winnipeg
-10 Charleston - Miami
 10 Charleston - Raleigh
 10 Chicago - Duluth
-18 Chicago - Omaha
 16 Chicago - Pittsburgh
 -6 Dallas - El Paso
 -4 Dallas - Houston
 12 Denver - Helena
 -6 Denver - Kansas City
  6 Denver - Oklahoma City
-24 Denver - Omaha
 -2 Denver - Phoenix
 20 Denver - Salt Lake City
 14 Duluth - Helena
-10 Duluth - Sault St. Marie
  4 Duluth - Toronto
 -4 Duluth - Winnipeg
 36 El Paso - Houston
-47 El Paso - Los Angeles
  4 El Paso - Oklahoma City
 -4 El Paso - Phoenix
 -4 El Paso - Santa Fe
 -6 Helena - Omaha
-16 Helena - Salt Lake City
-10 Helena - Seattle
-24 Helena - Winnipeg
  4 Kansas City - Omaha
 -4 Kansas City - Saint Louis
 10 Las Vegas - Los Angeles
 10 Las Vegas - Salt Lake City
  4 Little Rock - Nashville
 -8 Little Rock - Oklahoma City
  8 Little Rock - Saint Louis
-20 Los Angeles - San Francisco
-14 Miami - New Orleans
  8 Montreal - New York
 32 Montreal - Sault St. Marie
  4 Montreal - Toronto
 22 Nashville - Pittsburgh
 -4 Nashville - Saint Louis
 22 New York - Pittsburgh
 -4 Oklahoma City - Santa Fe
 10 Phoenix - Santa Fe
 10 Pittsburgh - Raleigh
-34 Pittsburgh - Saint Louis
  8 Pittsburgh - Toronto
-38 Portland - Salt Lake City
  4 Salt Lake City - San Francisco
-18 Sault St. Marie - Toronto
 39 Sault St. Marie - Winnipeg
"""

WIDTH, HEIGHT = 1720, 1000
NEAR, FAR = 16, 44  # how far cars keep away from the middle of a city: where routes are short, and long
BESIDE = 11.5  # how far each of two tracks lies from the middle of their route
CAR, LONGEST_CAR, GAP = 43, 50, 4  # the length of a car where there is room, the most, and between two
STEPS = 48  # the straight pieces that a curve is measured by


class Label(NamedTuple):
    """Where the lines of a city's name stand: their start, middle or end at x, the first base line at y."""

    x: float
    y: float
    anchor: str
    lines: tuple[str, ...]


class Car(NamedTuple):
    """Where a car of a track lies: its middle, its length, and how it is turned in degrees."""

    x: float
    y: float
    length: float
    angle: float


def _cities() -> tuple[dict[str, Point], dict[str, Label]]:
    places: dict[str, Point] = {}
    labels: dict[str, Label] = {}
    for line in _CITIES.strip().splitlines():
        x, y, right, down, anchor, name = line.split(maxsplit=5)
        city = name.replace("/", " ")
        places[city] = float(x), float(y)
        labels[city] = Label(float(x) + float(right), float(y) + float(down), anchor, tuple(name.split("/")))
    return places, labels


PLACES, _LABELS = _cities()
_BEND = {ends: int(bend) for bend, ends in (line.split(maxsplit=1) for line in _BENDS.strip().splitlines())}


def label(city: str) -> Label:
    """Where the name of a city stands."""
    return _LABELS[city]


def middle(route: int) -> Point:
    """The point that draws a route's curve to its side: the control point of a quadratic curve."""
    _, first, second, _ = ROUTES[route]
    (x0, y0), (x2, y2) = PLACES[first], PLACES[second]
    bend = 2 * _BEND.get(f"{first} - {second}", 0) / hypot(x2 - x0, y2 - y0)
    return (x0 + x2) / 2 - bend * (y2 - y0), (y0 + y2) / 2 + bend * (x2 - x0)


@cache
def curve(route: int, beside: float = 0) -> list[Point]:
    """A route as points from its first city to its second, or a line so far to the right of it."""
    _, first, second, _ = ROUTES[route]
    (x0, y0), (x1, y1), (x2, y2) = PLACES[first], middle(route), PLACES[second]
    points = []
    for i in range(STEPS + 1):
        t, u = i / STEPS, 1 - i / STEPS
        right, down = u * (x1 - x0) + t * (x2 - x1), u * (y1 - y0) + t * (y2 - y1)
        aside = beside / hypot(right, down)
        x, y = u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2
        points.append((x - aside * down, y + aside * right))
    return points


def _beside(track: int) -> float:
    """On which side of its route a track lies, and how far."""
    if TWIN[track] < 0:
        return 0
    return -BESIDE if ROUTE_TRACKS[TRACK_ROUTE[track], 0] == track else BESIDE


@cache
def cars(track: int) -> list[Car]:
    """The cars of a track, evenly spread between its cities."""
    points, count = curve(int(TRACK_ROUTE[track]), _beside(track)), int(TRACK_LENGTH[track])
    sides = [dist(one, other) for one, other in pairwise(points)]
    start = min(max((sum(sides) - count * (CAR + GAP)) / 2, NEAR), FAR)
    room = (sum(sides) - 2 * start) / count
    length = min(room - GAP, LONGEST_CAR)
    return [_car(points, sides, start + room * (i + 0.5), length) for i in range(count)]


def _car(points: list[Point], sides: list[float], at: float, length: float) -> Car:
    """A car whose middle lies so far along a line of points."""
    i = 0
    while at > sides[i]:
        at -= sides[i]
        i += 1
    (x0, y0), (x1, y1) = points[i], points[i + 1]
    part = at / sides[i]
    angle = degrees(atan2(y1 - y0, x1 - x0))
    return Car(x0 + part * (x1 - x0), y0 + part * (y1 - y0), length, angle)
