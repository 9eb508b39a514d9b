"""Ticket to Ride drawn: the map with its routes and who has claimed them, and the table below it."""

from __future__ import annotations

from functools import cache

from parlour.games.ticket_to_ride.drawing_map import HEIGHT, PLACES, WIDTH, Car, Label, cars, label, middle
from parlour.games.ticket_to_ride.looks import OWNERS, TRACK_GREY, TRAINS, train_sign
from parlour.games.ticket_to_ride.state import THESIS
from parlour.games.ticket_to_ride.strip import draw_strip
from parlour.games.ticket_to_ride.usa import GREY, ROUTES, THESIS_LACKS, TRACK_COLOUR, TWIN
from parlour.state import Position
from parlour.svg import (
    CARD,
    LINE,
    OUTLINE,
    SUNK,
    circle,
    element,
    group,
    number,
    path,
    picture,
    rect,
    sign,
    standing,
    text,
)

__all__ = ["svg"]

FREE_CAR, CLAIMED_CAR = 20, 25  # how high a car is
FREE, CLOSED = 0.9, 0.28  # how strong its colour is


def svg(position: Position) -> str:
    """The map of a position, and below it what is known of the players' cards, cars, tickets and points."""
    strip, height = draw_strip(position, WIDTH, HEIGHT + 20)
    return picture(
        f"Ticket to Ride: {standing(position)}",
        WIDTH,
        height,
        rect(0, 0, WIDTH, HEIGHT, rx=20, fill=SUNK),
        group(_beds(), *_tracks(position), _cities()),
        strip,
        pixels=960,
    )


@cache
def _beds() -> str:
    """A thin line from city to city, so that cars do not float."""
    lines = []
    for route, (_, first, second, _) in enumerate(ROUTES):
        points = [f"{number(x)} {number(y)}" for x, y in (PLACES[first], middle(route), PLACES[second])]
        lines.append(f"M{points[0]}Q{points[1]} {points[2]}")
    return path("".join(lines), fill="none", stroke=LINE, stroke_width=5)


def _tracks(position: Position) -> list[str]:
    """All tracks, those that are claimed above the others."""
    owners = [int(owner) for owner in position.data["owner"]]
    missing = THESIS_LACKS if position.data["rules"] == THESIS else -1
    tracks = sorted((track for track in range(len(owners)) if track != missing), key=lambda t: owners[t] > 0)
    return [_track(track, owners[track] - 1, _strength(position, track, owners)) for track in tracks]


def _strength(position: Position, track: int, owners: list[int]) -> float:
    """How strong a free track is drawn: with 2 or 3 players a claim closes the track beside it."""
    closed = position.data["players"] <= 3 and TWIN[track] >= 0 and owners[TWIN[track]] > 0
    return CLOSED if closed else FREE


@cache
def _track(track: int, seat: int, strength: float) -> str:
    """The cars of a track, free in its colour or claimed in a player's."""
    if seat < 0:
        colour = int(TRACK_COLOUR[track])
        return group(*(_free_car(car, colour) for car in cars(track)), opacity=strength, data_track=track)
    return group(*(_claimed_car(car, seat) for car in cars(track)), data_track=track, data_owner=seat + 1)


def _box(car: Car, height: float) -> dict[str, str | float]:
    turn = f"rotate({car.angle:.1f} {car.x:.1f} {car.y:.1f})"
    x, y = car.x - car.length / 2, car.y - height / 2
    return {"x": x, "y": y, "width": car.length, "height": height, "transform": turn}


def _free_car(car: Car, colour: int) -> str:
    """A place for a car, with the sign of its colour upright; grey has none."""
    fill, signs = (
        (TRACK_GREY, "") if colour == GREY else (TRAINS[colour].fill, train_sign(colour, car.x, car.y, 14))
    )
    place = element("rect", **_box(car, FREE_CAR), rx=3, fill=fill, stroke=OUTLINE, stroke_width=1.2)
    return place + signs


def _claimed_car(car: Car, seat: int) -> str:
    """A car of a player: larger, with a thick outline and the player's sign."""
    look = OWNERS[seat]
    body = element("rect", **_box(car, CLAIMED_CAR), rx=7, fill=look.fill, stroke=OUTLINE, stroke_width=4)
    return body + sign(look._replace(fill=look.ink), car.x, car.y, 17, edge=0)


@cache
def _cities() -> str:
    """The cities and their names."""
    dots = [circle(x, y, 13, fill=CARD, stroke=OUTLINE, stroke_width=4) for x, y in PLACES.values()]
    return group(*dots, *(_name(label(city)) for city in PLACES), font_weight=700)


def _name(place: Label) -> str:
    """The name of a city on a rim of the map's ground, so that it reads above cars too."""
    lines = [(line, place.x, place.y + 25 * i) for i, line in enumerate(place.lines)]
    rim = [text(line, x, y, 25, fill=SUNK, stroke=SUNK, stroke_width=7) for line, x, y in lines]
    words = [text(line, x, y, 25) for line, x, y in lines]
    return group(*rim, *words, text_anchor=place.anchor, stroke_linejoin="round")
