"""Dicewars' rules: the map, the odds, battles, the end of a turn and of the game."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.game import game
from parlour.games.dicewars.maps import map_hexes
from parlour.games.dicewars.notation import last_battle
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.state import END, SOURCE
from parlour.state import State
from parlour.testing import broken_invariants, check_game

# The specification's table: attackers 2-8 in rows, defenders 1-8 in columns.
PUBLISHED_ODDS = """
.83796296 .44367284 .15200617 .03587963 .00610497 .00076625 .00007095 .00000473
.97299383 .77854938 .45357510 .19170096 .06071269 .01487860 .00288998 .00045192
.99729938 .93923611 .74283050 .45952825 .22044235 .08342284 .02544975 .00637948
.99984997 .98794010 .90934714 .71807842 .46365360 .24244910 .10362599 .03674187
.99999643 .99821685 .97529981 .88395347 .69961639 .46673060 .25998382 .12150697
1.0       .99980134 .99466336 .96153588 .86237652 .68516499 .46913917 .27437553
1.0       .99998345 .99906917 .98953404 .94773146 .84387382 .67345564 .47109073
"""


def owned(state: State, seat: int) -> list[int]:
    return [area for area in range(int(state.data["areas"])) if int(state.data["owned"][seat]) >> area & 1]


def neighbours(state: State, area: int) -> list[int]:
    return [a for a in range(int(state.data["areas"])) if int(state.data["neighbours"][area]) >> a & 1]


def dice(state: State) -> int:
    return int(state.data["dice"].sum())


def largest_region(state: State, seat: int) -> int:
    """By plain search, as an oracle."""
    left, best = set(owned(state, seat)), 0
    while left:
        region, edge = set(), [left.pop()]
        while edge:
            area = edge.pop()
            region.add(area)
            edge += [n for n in neighbours(state, area) if n in left]
            left -= set(edge)
        best = max(best, len(region))
    return best


def test_odds_are_exact_to_the_last_bit_on_any_processor() -> None:
    sums = [Counter(map(sum, product(range(1, 7), repeat=dice))) for dice in range(5)]
    for attacker, defender in product(range(2, 5), range(1, 5)):
        won = sum(n * m for a, n in sums[attacker].items() for b, m in sums[defender].items() if a > b)
        assert ODDS[attacker, defender] == won / 6 ** (attacker + defender)


def test_odds_equal_the_published_table() -> None:
    published = np.array([[float(x) for x in line.split()] for line in PUBLISHED_ODDS.split("\n") if line])
    assert np.abs(ODDS[2:, 1:] - published).max() < 5.1e-9


@pytest.mark.parametrize(("rules", "counts"), [("2019", {29, 30, 31}), ("2020", {29})])
def test_maps_are_connected_and_of_the_right_size(rules: str, counts: set[int]) -> None:
    found, degrees = set(), []
    for seed in range(1000):
        state = game(f"dicewars:rules={rules}").new(seed)
        areas = int(state.data["areas"])
        masks = [int(mask) for mask in state.data["neighbours"]]
        reached, edge = {0}, [0]
        while edge:
            area = edge.pop()
            fresh = {other for other in range(areas) if masks[area] >> other & 1} - reached
            reached |= fresh
            edge += fresh
        assert len(reached) == areas, f"seed {seed}: not connected"
        found.add(areas)
        degrees.append(sum(mask.bit_count() for mask in masks) / areas)
    assert found == counts
    assert 3.0 < np.mean(degrees) < 3.5


@pytest.mark.parametrize("seed", range(5))
def test_hexes_of_the_map_agree_with_the_neighbours(seed: int) -> None:
    state = game("dicewars").new(seed)
    hexes = map_hexes(state)
    where = {cell: area for area, cells in enumerate(hexes) for cell in cells}
    assert sum(map(len, hexes)) == len(where)
    for area, cells in enumerate(hexes):
        assert len(cells) >= 12
        steps = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        touching = {where[x + dx, y + dy] for x, y in cells for dx, dy in steps if (x + dx, y + dy) in where}
        assert touching - {area} == set(neighbours(state, area))
        assert all(-32 <= x <= 31 and -14 <= y <= 13 and (x + y) % 2 == 0 for x, y in cells)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_the_deal_of_2019(players: int) -> None:
    for seed in range(50):
        state = game(f"dicewars:players={players}").new(seed)
        areas, total = int(state.data["areas"]), dice(state)
        counts = [len(owned(state, seat)) for seat in range(players)]
        assert sorted(counts, reverse=True) == counts
        assert counts[0] - counts[-1] <= 1
        assert 3 * areas - 5 <= total <= 3 * areas
        shares = [sum(int(state.data["dice"][a]) for a in owned(state, s)) for s in range(players)]
        assert max(shares) - min(shares) <= 1


def test_the_deal_of_2020_puts_three_dice_everywhere() -> None:
    state = game("dicewars:rules=2020").new(4)
    assert state.data["dice"][:29].tolist() == [3] * 29


def test_attacks_need_two_dice_and_an_enemy_neighbour() -> None:
    state = game("dicewars").new(11)
    own = owned(state, 0)
    expected = {
        SOURCE * source + target
        for source in own
        for target in neighbours(state, source)
        if target not in own and state.data["dice"][source] >= 2
    }
    assert set(state.legal_moves) == expected | {END}


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 8), rules=st.sampled_from(["2019", "2020"]))
def test_every_die_is_accounted_for(seed: int, players: int, rules: str) -> None:
    state = game(f"dicewars:players={players},rules={rules}").new(seed)
    random = np.random.default_rng(seed)
    out: set[int] = set()
    while not state.over:
        before, seat = state.copy(), state.mover
        assert seat not in out
        moves = state.legal_moves
        state.play(moves[random.integers(1, len(moves))] if len(moves) > 1 else END)
        if state.data["attacks"] > before.data["attacks"]:
            check_battle(before, state, seat)
        else:
            check_end_of_turn(before, state, seat)
        assert broken_invariants(state) == []
        out = {s for s in range(players) if not owned(state, s)}
        assert not any(state.data["reserve"][s] < before.data["reserve"][s] for s in out)
    assert int(state.data["winner"]) in range(-1, players)


def check_battle(before: State, after: State, seat: int) -> None:
    source, target = int(after.data["last_source"]), int(after.data["last_target"])
    attackers, defenders = int(before.data["dice"][source]), int(before.data["dice"][target])
    ours, theirs = last_battle(after) or ([], [])
    assert (len(ours), len(theirs)) == (attackers, defenders)
    assert all(1 <= face <= 6 for face in ours + theirs)
    won = sum(ours) > sum(theirs)
    assert after.data["dice"][source] == 1
    assert (target in owned(after, seat)) == won
    assert after.data["dice"][target] == (attackers - 1 if won else defenders)
    assert dice(before) - dice(after) == (defenders if won else attackers - 1)
    assert (after.data["reserve"] == before.data["reserve"]).all()


def check_end_of_turn(before: State, after: State, seat: int) -> None:
    income = min(64, int(before.data["reserve"][seat]) + largest_region(before, seat))
    room = sum(8 - int(before.data["dice"][area]) for area in owned(before, seat))
    assert dice(after) - dice(before) == min(income, room)
    assert after.data["reserve"][seat] == income - min(income, room)
    assert (after.data["owned"] == before.data["owned"]).all()
    others = [area for area in range(int(before.data["areas"])) if area not in owned(before, seat)]
    assert (after.data["dice"][others] == before.data["dice"][others]).all()
    players = int(before.data["players"])
    following = [(seat + k) % players for k in range(1, players + 1)]
    assert after.data["turn"] == next(s for s in following if owned(before, s))


def test_eight_rounds_without_an_attack_end_the_game_for_nobody() -> None:
    state = game("dicewars:players=3").new(1)
    for _ in range(8 * 3 - 1):
        state.play(END)
        assert not state.over
    state.play(END)
    assert state.over
    assert state.rewards == [0.0, 0.0, 0.0]


def test_an_attack_starts_the_count_of_passes_anew() -> None:
    state = game("dicewars:players=2").new(1)
    for _ in range(15):
        state.play(END)
    state.play(state.legal_moves[1])
    state.play(END)
    assert not state.over


def test_ten_thousand_battles_end_the_game_for_nobody() -> None:
    state = game("dicewars:players=2").new(1)
    state.data["battles"] = 9999
    state.play(state.legal_moves[1])
    assert state.over
    assert state.data["winner"] == -1


def test_the_winner_takes_the_last_area() -> None:
    state = game("dicewars:players=3").new(2)
    s = state.data
    everything, last = (1 << int(s["areas"])) - 1, 5
    s["owned"][:3] = [everything & ~(1 << last), 1 << last, 0]
    source = neighbours(state, last)[0]
    s["dice"][source], s["dice"][last] = 8, 1
    state.play(SOURCE * source + last)
    assert state.over
    assert state.rewards == [1.0, -0.5, -0.5]
    assert state.scores == [float(s["areas"]), 0.0, 0.0]


def test_beaten_players_are_skipped() -> None:
    state = game("dicewars:players=4").new(2)
    s = state.data
    s["owned"][3] |= s["owned"][1] | s["owned"][2]
    s["owned"][1] = s["owned"][2] = 0
    state.play(END)
    assert state.mover == 3
    state.play(END)
    assert state.mover == 0


def test_no_more_than_64_dice_come_or_wait() -> None:
    state = game("dicewars:players=2").new(3)
    s = state.data
    s["reserve"][0] = 60
    s["dice"][: int(s["areas"])] = 8
    state.play(END)
    assert s["reserve"][0] == 64


@pytest.mark.parametrize("spec", ["dicewars:players=2", "dicewars", "dicewars:players=8,rules=2020"])
def test_the_contract_is_kept(spec: str) -> None:
    check_game(game(spec), games=1)


def test_dice_are_fair() -> None:
    state, faces = game("dicewars:players=8").new(0), np.zeros(7, int)
    random = np.random.default_rng(0)
    for seed in range(40):
        state = game("dicewars:players=8").new(seed)
        while not state.over:
            moves = state.legal_moves
            state.advance(moves[random.integers(1, len(moves))] if len(moves) > 1 else END)
            if state.data["attacks"]:
                thrown = last_battle(state) or ([], [])
                for face in thrown[0] + thrown[1]:
                    faces[face] += 1
    expected = faces.sum() / 6
    assert ((faces[1:] - expected) ** 2 / expected).sum() < 20.5  # chi-squared with 5 degrees, 0.1 %
