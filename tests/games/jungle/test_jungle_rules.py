"""Jungle's rules: who may step, jump, swim and take, and how a game ends."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import IllegalMove, ParlourError
from parlour.game import game
from parlour.kernel import draw, new_rng
from parlour.search.perft import perft
from parlour.search.simulate import simulate
from parlour.state import State
from parlour.testing import check_game

SHEET, JUDGE = game("jungle"), game("jungle:rules=judge")
BOTH = pytest.mark.parametrize("rules", [SHEET, JUDGE], ids=["sheet", "judge"])


def board(*animals: str) -> str:
    """63 characters with animals such as ``ra1`` and ``Ed5`` on their squares."""
    signs = ["."] * 63
    for animal in animals:
        signs[7 * (9 - int(animal[2])) + "abcdefg".index(animal[1])] = animal[0]
    return "".join(signs)


def place(rules, turn: int, *animals: str, quiet: int = 0) -> State:
    return rules.position(f"{board(*animals)} {turn} {quiet}")


def exits(rules, turn: int, *animals: str) -> set[str]:
    """Where the first animal named may go."""
    state = place(rules, turn, *animals)
    moves = [state.format(action) for action in state.legal_moves]
    return {text[3:] for text in moves if text.startswith(animals[0][1:])}


@pytest.fixture
def counts(data: Path) -> dict:
    return json.loads((data / "jungle-perft.json").read_text())


@BOTH
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
def test_perft_from_the_start(rules, depth, counts):
    assert perft(rules.new(), depth) == counts["start"][depth - 1]


@BOTH
@pytest.mark.parametrize("number", range(10))
def test_perft_of_positions_with_known_counts(rules, number, counts):
    position, lines = list(counts["positions"].items())[number]
    state = rules.position(position)
    assert [perft(state, depth) for depth in range(1, 6)] == lines[rules.setting("rules")]


def test_perft_has_no_continuation_for_a_player_without_a_move():
    state = place(SHEET, 0, "ca1", "Wa2", "Jb1")
    assert [state.format(action) for action in state.legal_moves] == ["pass"]
    assert perft(state, 1) == 0
    assert perft(place(SHEET, 1, "ca1", "Wa2", "Jb2"), 2) == 4  # none of them after b2-b1


@BOTH
def test_the_game_keeps_the_contract(rules):
    check_game(rules, games=6)


def test_nobody_enters_its_own_den_and_only_the_rat_swims():
    assert exits(SHEET, 0, "dd2", "Ea9") == {"d3", "c2", "e2"}
    assert exits(SHEET, 1, "Dd8", "ea1") == {"d7", "c8", "e8"}
    assert exits(SHEET, 0, "eb3", "Ea9") == {"a3", "c3", "b2"}
    assert exits(SHEET, 0, "rb3", "Ea9") == {"a3", "c3", "b2", "b4"}


def test_tiger_and_lion_jump_over_the_ponds_both_ways():
    assert exits(SHEET, 0, "tb3", "Ea9") == {"a3", "c3", "b2", "b7"}
    assert exits(SHEET, 0, "ld5", "Ea9") == {"d4", "d6", "a5", "g5"}
    assert "b3" in exits(SHEET, 1, "Lb7", "ea1")
    assert "b7" not in exits(SHEET, 0, "jb3", "Ea9")


def test_a_jump_takes_what_is_weak_enough_where_it_lands():
    assert "b7" in exits(SHEET, 0, "tb3", "Tb7")
    assert "b7" not in exits(SHEET, 0, "tb3", "Lb7")
    assert "b7" not in exits(SHEET, 0, "tb3", "cb7", "Ea9")


def test_only_an_enemy_rat_stops_a_jump_but_the_judge_minds_any():
    for rat in ("Rb4", "Rb5", "Rb6"):
        assert "b7" not in exits(SHEET, 0, "tb3", rat)
        assert "b7" not in exits(JUDGE, 0, "tb3", rat)
    assert "b7" in exits(SHEET, 0, "tb3", "rb5", "Ea9")
    assert "b7" not in exits(JUDGE, 0, "tb3", "rb5", "Ea9")
    assert "b7" in exits(JUDGE, 0, "tb3", "rc5", "Ea9")


@BOTH
def test_equal_or_lower_rank_is_taken(rules):
    order = "rcdwjtle"
    for mine in range(1, 7):
        for theirs in range(8):
            taken = "d7" in exits(rules, 0, f"{order[mine]}d6", f"{order[theirs].upper()}d7")
            assert taken == (mine >= theirs), (order[mine], order[theirs])


@BOTH
def test_the_rat_takes_the_elephant_and_is_not_taken_by_it(rules):
    assert "d7" in exits(rules, 0, "rd6", "Ed7")
    assert "d7" in exits(rules, 0, "rd6", "Rd7")
    assert "d7" not in exits(rules, 0, "rd6", "Cd7")
    assert "d7" not in exits(rules, 0, "ed6", "Rd7")
    assert "d7" in exits(rules, 0, "ed6", "Ed7")


@BOTH
def test_a_rat_takes_nothing_when_it_comes_ashore(rules):
    assert "a5" not in exits(rules, 0, "rb5", "Ea5")
    assert "a5" not in exits(rules, 0, "rb5", "Ra5")
    assert "a5" in exits(rules, 0, "rb5", "Ea9")
    assert "b5" in exits(rules, 0, "ra5", "Rb5")  # into the water it may
    assert "c5" in exits(rules, 0, "rb5", "Rc5")  # and inside it


@BOTH
@pytest.mark.parametrize("trap", ["c9", "e9", "d8", "c1", "e1", "d2"])
def test_anything_takes_an_animal_on_any_trap(rules, trap):
    beside = {"c9": "b9", "e9": "f9", "d8": "c8", "c1": "b1", "e1": "f1", "d2": "c2"}[trap]
    assert trap in exits(rules, 0, f"c{beside}", f"L{trap}")
    assert trap in exits(rules, 0, f"r{beside}", f"L{trap}")
    assert trap not in exits(rules, 0, f"c{beside}", f"l{trap}", "Ea5")


def test_an_elephant_takes_a_rat_on_a_trap_but_never_for_the_judge():
    assert "d8" in exits(SHEET, 0, "ed7", "Rd8")
    assert "d8" not in exits(JUDGE, 0, "ed7", "Rd8")


@BOTH
def test_entering_the_den_or_taking_the_last_animal_wins(rules):
    den = place(rules, 0, "cd8", "Ea5")
    den.play(den.parse("d8-d9"))
    assert den.over
    assert den.rewards == [1, -1]
    last = place(rules, 1, "ca1", "Da2", quiet=7)
    last.play(last.parse("a2xa1"))
    assert last.rewards == [-1, 1]
    assert last.scores == [0, 1]
    assert place(rules, 0, "ca1").rewards == [1, -1]


def test_thirty_quiet_moves_and_the_highest_animal_that_the_other_lacks_wins():
    first = place(SHEET, 0, "ea1", "cb1", "Lg9", "Tf9", quiet=29)
    first.play(first.parse("a1-a2"))
    assert first.rewards == [1, -1]
    shared = place(SHEET, 0, "ea1", "cb1", "Eg9", "Df9", quiet=29)
    shared.play(shared.parse("a1-a2"))
    assert shared.rewards == [-1, 1]


def test_with_the_same_animals_the_second_player_wins():
    for turn, move in ((0, "a1-a2"), (1, "g9-g8")):
        state = place(SHEET, turn, "ea1", "Eg9", quiet=29)
        state.play(state.parse(move))
        assert state.rewards == [-1, 1]


def test_the_judge_waits_for_fifty_quiet_moves_and_calls_a_draw():
    state = place(JUDGE, 0, "ea1", "cb1", "Cg9", quiet=48)
    state.play(state.parse("a1-a2"))
    assert not state.over
    state.play(state.parse("g9-g8"))
    assert state.over
    assert state.rewards == [0, 0]
    assert state.scores == [0.5, 0.5]


def test_a_taking_on_the_last_move_starts_the_count_afresh():
    state = place(SHEET, 0, "ea1", "Ca2", "Dg9", quiet=29)
    state.play(state.parse("a1-a2"))
    assert not state.over
    assert state.data["quiet"] == 0


def test_a_player_without_a_move_passes_and_the_pass_counts_as_a_quiet_move():
    state = place(SHEET, 0, "ca1", "Wa2", "Jb1", quiet=28)
    state.play(state.parse("pass"))
    assert (state.mover, int(state.data["quiet"])) == (1, 29)
    state.play(state.parse("a2-a3"))
    assert state.rewards == [-1, 1]
    stuck = place(SHEET, 0, "ca1", "Wa2", "Jb1", quiet=29)
    stuck.play(stuck.parse("pass"))
    assert stuck.rewards == [-1, 1]


@BOTH
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 80))
@settings(max_examples=40, deadline=None)
def test_a_playout_is_the_same_game_as_random_play_move_by_move(rules, seed, plies):
    state, rng = rules.new(), new_rng(seed, 5)
    fast = state.buffer.copy()
    rules.rules.playout(fast, new_rng(seed, 5))
    while not state.over:
        moves = state.legal_moves
        state.advance(moves[((int(draw(rng)) >> 32) * len(moves)) >> 32])
    assert (fast == state.buffer).all()


@BOTH
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 120))
@settings(max_examples=60, deadline=None)
def test_turning_the_board_round_swaps_the_players(rules, seed, plies):
    state, rng = rules.new(), new_rng(seed, 6)
    for _ in range(plies):
        if state.over:
            break
        moves = state.legal_moves
        state.advance(moves[((int(draw(rng)) >> 32) * len(moves)) >> 32])
    if state.over:
        return
    turned = state.copy()
    places = state.data["places"]
    turned.data["places"] = np.where(places == 63, 63, 62 - places)[::-1]
    turned.data["turn"] = 1 - state.data["turn"]
    pairs = {((62 - (a >> 6)) << 6) + 62 - (a & 63) if a != 4095 else a for a in state.legal_moves}
    assert set(turned.legal_moves) == pairs


def test_random_games_mostly_end_by_the_thirty_move_rule_with_the_second_player_ahead():
    games = simulate(SHEET, ["random", "random"], range(2000))
    assert games.rewards[:, 1].mean() > 0.9
    assert (games.lengths == 30).mean() > 0.9


def test_notation_reads_and_writes_moves_and_positions():
    state = SHEET.new()
    assert state.format(state.legal_moves[0]) == "g3-g4"
    assert state.parse("g3g4") == state.parse("g3-g4") == state.parse(" G3xG4 ")
    with pytest.raises(IllegalMove, match="not a legal move here"):
        state.parse("g3-g5")
    with pytest.raises(ParlourError, match="two squares such as a7-a6"):
        state.parse("g3")


def test_notation_round_trips_positions():
    from parlour.games.jungle.notation import text

    for seed in range(20):
        state, rng = SHEET.new(), new_rng(seed, 8)
        for _ in range(int(draw(rng)) % 25):
            if not state.over:
                moves = state.legal_moves
                state.advance(moves[int(draw(rng)) % len(moves)])
        again = SHEET.position(text(state))
        assert (again.buffer == state.buffer).all()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("abc 0", "63 characters"),
        (board("cb5", "Ea1") + " 0", "only a Rat can"),
        (board("cd1", "Ea1") + " 0", "its own den"),
        (board("ca1", "cb1", "Ea9") + " 0", "expected one"),
        (board("ca1", "Ea9") + " 2", "63 characters"),
        (board("ca1", "Ea9") + " 0 31", "the game ends after 30"),
    ],
)
def test_a_position_that_cannot_be_is_refused(given, reason):
    with pytest.raises(ParlourError, match=reason):
        SHEET.position(given)


def test_the_board_prints_with_its_coordinates():
    lines = str(SHEET.new()).splitlines()
    assert lines[0].split() == list("abcdefg")
    assert lines[1] == " 9 L  ·  #  *  #  ·  T  9"
    assert lines[4] == " 6 ·  ~  ~  ·  ~  ~  ·  6"
    assert lines[9] == " 1 t  ·  #  *  #  ·  l  1"


def test_the_courses_coordinates_count_from_the_top_left():
    from parlour.games.jungle.notation import wroclaw_format, wroclaw_parse

    state = SHEET.new()
    assert wroclaw_format(state, state.parse("a3-a4")) == "0 6 0 5"
    assert wroclaw_parse(state, "0 6 0 5") == state.parse("a3-a4")
    assert wroclaw_format(state, 4095) == "-1 -1 -1 -1"
    assert wroclaw_parse(state, "-1 -1 -1 -1") == 4095
    for wrong in ("0 6 0", "7 0 0 0", "0 9 0 0", "a b c d", "-1 0 0 0"):
        with pytest.raises(ParlourError):
            wroclaw_parse(state, wrong)
