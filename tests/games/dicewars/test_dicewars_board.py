"""Dicewars on the page: the map's outlines, odds, what battles came to, and the reasons of a hint."""

from __future__ import annotations

import json
import re
from math import sqrt

import pytest

from parlour.advice import adviser
from parlour.agent import Clock, agent, consult
from parlour.game import game
from parlour.games.dicewars import board
from parlour.games.dicewars.hexes import STEP_X, STEP_Y, centre
from parlour.games.dicewars.maps import map_hexes
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.prospects import region_sizes
from parlour.games.dicewars.state import END, SOURCE
from parlour.state import Position, State

Point = tuple[float, float]
HEX = (
    2 * STEP_X * 2 * STEP_Y * 1.5
)  # the size of a hex: as wide as two steps, 1.5 of its sides high on average


def rings(path: str) -> list[list[Point]]:
    """The corners of each line of an SVG path."""
    lines = path.removeprefix("M").removesuffix("Z").split("ZM")
    return [[tuple(map(float, corner.split())) for corner in line.split("L")] for line in lines]  # type: ignore[misc]


def inside(point: Point, lines: list[list[Point]]) -> bool:
    """Whether a ray to the right leaves the lines an odd number of times."""
    x, y = point
    crossings = 0
    for line in lines:
        for (x0, y0), (x1, y1) in zip(line, line[1:] + line[:1], strict=True):
            crossings += (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    return crossings % 2 == 1


def surface(lines: list[list[Point]]) -> float:
    """The size of what lies within the lines; holes count against it."""
    sides = [side for line in lines for side in zip(line, line[1:] + line[:1], strict=True)]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides) / 2


def after(state: State, action: int) -> tuple[Position, State]:
    """The position before and the state after an action."""
    before = Position(state.game, state.buffer.copy())
    state.play(action)
    return before, state


@pytest.mark.parametrize("seed", range(5))
def test_outlines_cover_each_area_exactly_once(seed: int) -> None:
    state = game("dicewars").new(seed)
    outlines = [rings(path) for path in board.describe(state)["outlines"]]
    for area, hexes in enumerate(map_hexes(state)):
        assert surface(outlines[area]) == pytest.approx(len(hexes) * HEX, rel=1e-3)
        for cell in hexes:
            assert [n for n, lines in enumerate(outlines) if inside(centre(cell), lines)] == [area]


def test_a_hex_is_as_large_as_its_corners_say() -> None:
    assert pytest.approx(3 * sqrt(3) / 2 * (2 * STEP_Y) ** 2) == HEX


@pytest.mark.parametrize("seed", range(5))
def test_all_outlines_and_dice_lie_in_the_frame(seed: int) -> None:
    data = board.describe(game("dicewars").new(seed))
    left, top, width, height = data["frame"]
    corners = [corner for path in data["outlines"] for line in rings(path) for corner in line]
    for x, y in [*corners, *data["spots"]]:
        assert left <= x <= left + width
        assert top <= y <= top + height


def test_the_odds_of_every_attack_are_exact() -> None:
    state = game("dicewars:players=2").new(4)
    attacks = [action for action in state.legal_moves if action != END]
    assert attacks
    for action in attacks:
        target = board.targets(state, action)
        own, other = (int(state.data["dice"][area]) for area in divmod(action, SOURCE))
        assert target["dice"] == [own, other]
        assert target["odds"] == ODDS[own, other]
        assert f"{target['from']}-{target['to']}" == state.format(action)


def test_the_sequel_of_an_attack_tells_both_throws_and_who_won() -> None:
    state = game("dicewars:players=3").new(7)
    for _ in range(40):
        action = state.legal_moves[-1]
        target = board.targets(state, action)
        before, state = after(state, action)
        sequel = board.sequel(before, state)
        if action == END:
            added = sum(dice for _, dice in sequel["placed"])
            assert added + sequel["reserve"] == target["gain"]
            continue
        assert [len(side) for side in sequel["rolls"]] == target["dice"]
        assert sequel["won"] == (sum(sequel["rolls"][0]) > sum(sequel["rolls"][1]))
        owner = board.describe(state)["owners"][target["to"] - 1]
        assert owner == target["seats"][0 if sequel["won"] else 1]


def test_what_each_player_has_adds_up() -> None:
    state = game("dicewars:players=5").new(2)
    data = board.describe(state)
    assert sum(player["areas"] for player in data["players"]) == len(data["owners"])
    assert sum(player["dice"] for player in data["players"]) == sum(data["dice"])


def test_regions_are_the_connected_parts() -> None:
    chain = [0b0010, 0b0101, 0b0010, 0b0000]  # 0-1-2, and 3 alone
    assert sorted(region_sizes(chain, 0b1111)) == [1, 3]
    assert sorted(region_sizes(chain, 0b1101)) == [1, 1, 1]
    assert region_sizes(chain, 0) == []


def test_an_end_without_any_attack_is_forced() -> None:
    state = game("dicewars:players=2").new(1)
    assert "forced" not in board.targets(state, END)
    while len(state.legal_moves) > 1:
        state.play(state.legal_moves[-1])
    assert state.over or board.targets(state, END)["forced"]


def test_the_reasons_of_an_attack_do_not_depend_on_how_the_dice_fall() -> None:
    view = game("dicewars:players=4").new(3).view()
    action = view.legal_moves[-1]
    throws = [view.sample(seed) for seed in range(12)]
    for state in throws:
        state.advance(action)
    outcomes = {int(state.data["owned"][view.seat]) for state in throws}
    assert len(outcomes) == 2, "the attack must have won and failed"
    assert len({json.dumps(board.features(state, view.seat)) for state in throws}) == 1


def test_a_hint_comes_from_the_strongest_agent_with_its_candidates() -> None:
    dicewars = game("dicewars:players=4")
    spec = adviser(dicewars, "hint")
    assert spec.startswith("best")
    assert consult(agent(dicewars, spec), dicewars.new(5).view(), Clock(bank=600), 0).candidates


def test_nothing_that_is_shown_follows_from_the_generator_of_the_next_dice() -> None:
    """Two games that will throw other dice look the same until they do."""
    state = game("dicewars:players=4").new(6)
    other = state.copy()
    other.rng[:] = [int(word) ^ 0x5DEECE66D for word in other.rng]
    for shown in (board.describe, lambda one: [board.targets(one, action) for action in one.legal_moves]):
        assert json.dumps(shown(state)) == json.dumps(shown(other))
    attack = state.legal_moves[-1]
    throws = {json.dumps(board.sequel(*after(one.copy(), attack))) for one in (state, other)}
    assert len(throws) == 2


def test_every_word_that_the_board_asks_for_is_there() -> None:
    folder = game("dicewars").art
    assert folder is not None
    words = json.loads((folder / "words.json").read_text())
    for script in folder.glob("*.js"):
        for key in re.findall(r'"(dicewars\.[a-z.]+)"', script.read_text()):
            assert key in words, f"{script.name} asks for {key}"
