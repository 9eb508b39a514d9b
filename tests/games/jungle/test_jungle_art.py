"""Jungle's animals are drawn once, for Python and for the page."""

from __future__ import annotations

import re

import jungle_art
from parlour.games.jungle.figures import DEN, NAMES, POND, TRAP, figure, scenery


def test_the_page_has_the_drawings_of_the_python_picture() -> None:
    assert jungle_art.TARGET.read_text(encoding="utf-8") == jungle_art.module(), "run tools/jungle_art.py"
    assert jungle_art.CARD.read_text(encoding="utf-8") == jungle_art.card(), "run tools/jungle_art.py"


def test_every_stroke_of_every_animal_and_ground_is_on_the_page() -> None:
    page = jungle_art.module()
    drawings = [figure(rank) for rank in range(len(NAMES))] + [scenery(*art) for art in (TRAP, DEN, POND)]
    for drawing in drawings:
        paths = set(re.findall(' d="([^"]+)"', drawing))
        assert paths
        assert all(f'"{path}"' in page for path in paths)


def test_no_two_animals_look_alike() -> None:
    assert len({figure(rank) for rank in range(len(NAMES))}) == len(NAMES)
