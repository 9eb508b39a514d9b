import json
from collections import Counter
from pathlib import Path

import numpy as np

from parlour.games.ticket_to_ride.usa import (
    ALL_FREE,
    CITIES,
    COLOURS,
    DEGREE,
    GREY,
    NEIGHBOURS,
    ROUTE_TRACKS,
    ROUTES,
    THESIS_LACKS,
    TICKET_POINTS,
    TICKETS,
    TRACK_COLOUR,
    TRACK_LENGTH,
    TRACK_ROUTE,
    TRACKS,
    TWIN,
    WITHIN,
)


def members(words):
    return {t for t in range(len(TRACKS)) if int(words[t // 64]) >> t % 64 & 1}


def test_the_map_has_the_printed_numbers():
    assert len(CITIES) == 36
    assert len(ROUTES) == 78
    assert len(TRACKS) == 100
    assert TRACK_LENGTH.sum() == 309
    assert len(TICKETS) == 30
    assert TICKET_POINTS.sum() == 349


def test_every_colour_has_27_spaces_and_grey_has_the_rest():
    spaces = Counter()
    for colour, length in zip(TRACK_COLOUR, TRACK_LENGTH, strict=True):
        spaces[int(colour)] += int(length)
    assert [spaces[colour] for colour in range(8)] == [27] * 8
    assert spaces[GREY] == 309 - 8 * 27


def test_the_map_is_the_printed_one(data: Path) -> None:
    printed = json.loads((data / "ticket-to-ride-usa.json").read_text())
    routes = {f"{first} - {second}": [length, *sorted(words)] for length, first, second, words in ROUTES}
    assert list(CITIES) == printed["cities"]
    assert routes == printed["routes"]
    assert {f"{first} - {second}": points for points, first, second, _ in TICKETS} == printed["tickets"]


def test_tracks_side_by_side_know_each_other():
    for track, twin in enumerate(TWIN):
        if twin >= 0:
            assert TWIN[twin] == track
            assert TRACK_ROUTE[twin] == TRACK_ROUTE[track]
        assert track in ROUTE_TRACKS[TRACK_ROUTE[track]]
    assert (TWIN >= 0).sum() == 44


def test_neighbours_go_both_ways():
    assert DEGREE.sum() == 2 * 78
    for city in range(36):
        for route, there in NEIGHBOURS[city, : DEGREE[city]]:
            assert {CITIES[city], CITIES[there]} == set(ROUTES[route][1:3])


def test_sets_of_tracks_are_what_their_names_say():
    red = COLOURS.index("red")
    assert members(WITHIN[red, 3]) == {
        t for t in range(100) if TRACK_COLOUR[t] == red and TRACK_LENGTH[t] <= 3
    }
    closed = set(range(100)) - members(ALL_FREE)
    assert closed == {t for t in range(100) if TRACK_COLOUR[t] == GREY and 0 <= TWIN[t] < t}


def test_the_thesis_lacks_the_purple_track_in_california():
    route, colour = TRACKS[THESIS_LACKS]
    assert (ROUTES[route][1:3], colour) == (("Los Angeles", "San Francisco"), "purple")


def test_the_map_is_connected():
    reached, waiting = {0}, [0]
    while waiting:
        for _, there in NEIGHBOURS[waiting.pop()][:8]:
            if there >= 0 and int(there) not in reached:
                reached.add(int(there))
                waiting.append(int(there))
    assert reached == set(np.arange(36))
