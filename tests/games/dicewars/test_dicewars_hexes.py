"""The map's shapes: outlines of areas, and places for their labels."""

from __future__ import annotations

from parlour.game import game
from parlour.games.dicewars.hexes import HEIGHT, WIDTH, bounds, centre, corners, label_place, outline, place
from parlour.games.dicewars.maps import map_hexes

RING = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]


def test_the_outline_of_one_hex_is_its_six_corners() -> None:
    (line,) = outline([(4, 2)])
    assert sorted(line) == sorted(corners((4, 2)))


def test_a_side_between_two_hexes_of_an_area_is_not_part_of_its_outline() -> None:
    (line,) = outline([(0, 0), (2, 0)])
    assert len(line) == 10


def test_a_hole_has_a_line_of_its_own_that_turns_the_other_way() -> None:
    outer, hole = sorted(outline(RING), key=len, reverse=True)
    assert (len(outer), len(hole)) == (18, 6)
    assert turning(outer) > 0 > turning(hole)


def turning(line: list[tuple[int, int]]) -> int:
    """Twice the area inside a line, below 0 when it runs against the clock."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(line, line[1:] + line[:1], strict=True))


def test_all_areas_lie_on_the_sheet_and_their_labels_on_their_own_hexes() -> None:
    for seed in range(20):
        areas = map_hexes(game("dicewars:players=4").new(seed))
        left, top, right, bottom = bounds([outline(hexes) for hexes in areas])
        assert (left, top) >= (0, 0)
        assert right <= WIDTH
        assert bottom <= HEIGHT + 1e-9
        assert top >= -1e-9
        assert all(label_place(hexes) in {centre(cell) for cell in hexes} for hexes in areas)


def test_a_label_stands_in_the_middle_of_a_round_area() -> None:
    assert label_place([*RING, (0, 0)]) == centre((0, 0)) == place((0, 0))
