"""The map as it is drawn: routes do not cross, and cities, cars and names keep apart."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, dist, radians, sin

import numpy as np

from parlour.games.ticket_to_ride.drawing_map import HEIGHT, PLACES, WIDTH, Car, cars, curve, label
from parlour.games.ticket_to_ride.usa import CITIES, ROUTES, TRACK_LENGTH, TRACKS, TWIN
from parlour.svg import Point

CITY = 13  # the radius of a city
CAR = 20  # how high a free car is
APART = 40  # a city lies at least so far from the middle of every route that passes it

Line = list[Point]


def ends(route: int) -> set[str]:
    return set(ROUTES[route][1:3])


def crossings(one: Line, other: Line) -> list[Point]:
    """About where two lines cross."""
    first, second = np.array(list(pairwise(one))), np.array(list(pairwise(other)))
    p, q, r, s = first[:, None, 0], first[:, None, 1], second[:, 0], second[:, 1]

    def side(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        across, along = (b - a)[..., 0] * (c - a)[..., 1], (b - a)[..., 1] * (c - a)[..., 0]
        return across - along

    meet = (side(p, q, r) * side(p, q, s) < 0) & (side(r, s, p) * side(r, s, q) < 0)
    return [one[i] for i, _ in np.argwhere(meet)]


def corners(car: Car) -> Line:
    x, y = cos(radians(car.angle)), sin(radians(car.angle))
    half, high = car.length / 2, CAR / 2
    return [
        (car.x + a * half * x - b * high * y, car.y + a * half * y + b * high * x)
        for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def overlap(one: Line, other: Line) -> bool:
    """Whether no line parts two rectangles."""
    for box in (one, other):
        for (x0, y0), (x1, y1) in pairwise(box[:3]):
            spans = [[(y1 - y0) * x - (x1 - x0) * y for x, y in corners] for corners in (one, other)]
            if max(spans[0]) <= min(spans[1]) or max(spans[1]) <= min(spans[0]):
                return False
    return True


def test_every_city_has_a_place_and_a_name_on_the_map() -> None:
    assert set(PLACES) == set(CITIES)
    for city, (x, y) in PLACES.items():
        name = label(city)
        assert " ".join(name.lines) == city
        assert CITY < x < WIDTH - CITY
        assert CITY < y < HEIGHT - CITY
        assert abs(name.x - x) < 40
        assert abs(name.y - y) < 60


def test_routes_meet_in_their_common_city_only() -> None:
    for one, other in combinations(range(len(ROUTES)), 2):
        common = [PLACES[city] for city in ends(one) & ends(other)]
        points = [
            p for p in crossings(curve(one), curve(other)) if all(dist(p, city) > CITY for city in common)
        ]
        assert points == [], (ROUTES[one], ROUTES[other])


def test_crossing_lines_would_be_noticed() -> None:
    down = [(50.0, 10.0 * i) for i in range(11)]
    assert len(crossings([(0.0, 0.0), (100.0, 95.0)], down)) == 1
    assert crossings([(0.0, 0.0), (40.0, 95.0)], down) == []


def test_cities_keep_clear_of_routes_that_do_not_touch_them() -> None:
    near = {
        (city, ROUTES[route][1:3]): min(dist(place, point) for point in curve(route))
        for route in range(len(ROUTES))
        for city, place in PLACES.items()
        if city not in ends(route)
    }
    assert {pair: space for pair, space in near.items() if space < APART} == {}


def test_a_track_has_as_many_cars_as_its_length_and_all_are_long_enough() -> None:
    for track in range(len(TRACKS)):
        assert len(cars(track)) == TRACK_LENGTH[track]
        assert all(30 <= car.length <= 50 for car in cars(track))


def test_no_two_cars_overlap_and_none_lies_on_a_city() -> None:
    boxes = [(track, car, corners(car)) for track in range(len(TRACKS)) for car in cars(track)]
    for (one, car, box), (other, next_car, next_box) in combinations(boxes, 2):
        if abs(car.x - next_car.x) < 80 and abs(car.y - next_car.y) < 80:
            assert not overlap(box, next_box), (TRACKS[one], TRACKS[other])
    for _, car, box in boxes:
        points = [(car.x, car.y), *box]
        assert min(dist(point, place) for point in points for place in PLACES.values()) >= CITY


def test_the_two_tracks_of_a_route_lie_side_by_side() -> None:
    for track in range(len(TRACKS)):
        if TWIN[track] > track:
            for one, other in zip(cars(track), cars(int(TWIN[track])), strict=True):
                assert CAR < dist((one.x, one.y), (other.x, other.y)) < 1.6 * CAR
