"""Reversi's rules against perft counts and OpenSpiel's Othello."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.errors import IllegalMove, ParlourError
from parlour.games.reversi import notation
from parlour.search.perft import perft
from parlour.testing import check_agent, check_game

REVERSI = parlour.game("reversi")
PASS = 64


def play_transcript(text: str) -> parlour.State:
    """The state after a transcript such as ``f5d6c3``; passes are left out or written ``pa``."""
    state = REVERSI.new()
    for word in re.findall("pa(?:ss)?|[a-h][1-8]|.", text.strip().lower()):
        if state.legal_moves == [PASS] and not word.startswith("pa"):
            state.advance(PASS)
        state.play("pass" if word.startswith("pa") else word)
    return state


@pytest.mark.parametrize(
    ("depth", "count"),
    list(enumerate([4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284], 1)),
)
def test_perft(depth: int, count: int) -> None:
    assert perft(REVERSI.new(), depth) == count


def test_start_position() -> None:
    start = REVERSI.new()
    assert notation.text(start) == "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert [start.format(a) for a in start.legal_moves] == ["d3", "c4", "f5", "e6"]
    assert start.scores == [2, 2]


def test_a_move_turns_discs_in_every_direction() -> None:
    state = REVERSI.position("---------O-O-O----XXX----OX-XO----XXX----O-O-O--" + "-" * 16 + " O")
    state.play(state.parse("d4"))
    assert notation.text(state) == ("---------O-O-O----OOO----OOOOO----OOO----O-O-O--" + "-" * 16 + " X")


def test_runs_do_not_wrap_round_the_edge() -> None:
    state = REVERSI.position("------OXX-------" + "-" * 48 + " X")
    assert [state.format(a) for a in state.legal_moves] == ["f1"]


def test_the_shortest_game_ends_with_all_discs_of_one_side() -> None:
    state = play_transcript("e6f4e3f6g5d6e7f5c5")
    assert state.over
    assert state.scores == [13, 0]
    assert state.rewards == [1, -1]


def test_a_side_without_a_move_must_pass_and_may_only_then() -> None:
    state = REVERSI.position("OX------" + "-" * 56 + " X")
    assert state.legal_moves == [PASS]
    state.play(PASS)
    assert state.mover == 1
    assert [state.format(action) for action in state.legal_moves] == ["c1"]
    start = REVERSI.new()
    with pytest.raises(IllegalMove, match="'pass' is not a legal move here: legal are d3, c4, f5, e6"):
        start.play(start.parse("pass"))


def test_the_game_is_over_as_soon_as_neither_side_can_move() -> None:
    state = REVERSI.position("-OX-----" + "-" * 56 + " X")
    state.play(state.parse("a1"))
    assert state.over
    assert state.scores == [3, 0]


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_openspiel_move_by_move(seed: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    othello = pyspiel.load_game("othello")
    chance = random.Random(seed)
    for _ in range(50):
        ours, theirs = REVERSI.new(), othello.new_initial_state()
        while not theirs.is_terminal():
            assert not ours.over
            assert ours.mover == theirs.current_player()
            assert sorted(ours.legal_moves) == sorted(theirs.legal_actions())
            action = chance.choice(theirs.legal_actions())
            ours.play(action)
            theirs.apply_action(action)
            board = notation.text(ours)[:64].replace("X", "x").replace("O", "o")
            assert board == _openspiel_board(str(theirs))
        assert ours.over
        assert ours.rewards == theirs.returns()


def _openspiel_board(text: str) -> str:
    rows = [line.split()[1:9] for line in text.splitlines() if line[:1].isdigit()]
    return "".join("".join(row) for row in rows)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 63), max_size=60))
def test_discs_never_vanish_and_never_lie_twice(choices: list[int]) -> None:
    state, discs = REVERSI.new(), 4
    for choice in choices:
        if state.over:
            break
        action = state.legal_moves[choice % len(state.legal_moves)]
        state.play(action)
        discs += action != PASS
        own, opp = int(state.data["own"]), int(state.data["opp"])
        assert own & opp == 0
        assert (own | opp).bit_count() == discs == sum(state.scores)


def test_positions_and_transcripts_read_back() -> None:
    state = play_transcript("f5d6c3d3c4f4")
    again = REVERSI.position(notation.text(state))
    assert (again.buffer == state.buffer).all()


@pytest.mark.parametrize("text", ["", "X" * 64, "X" * 63 + " X", "Z" * 64 + " X", "X" * 64 + " Q"])
def test_bad_positions_get_one_clear_line(text: str) -> None:
    with pytest.raises(ParlourError, match="64 characters"):
        REVERSI.position(text)


@pytest.mark.parametrize("text", ["", "z9", "a9", "a0", "aa", "f55"])
def test_bad_squares_get_one_clear_line(text: str) -> None:
    with pytest.raises(ParlourError, match="no square"):
        REVERSI.new().parse(text)


def test_the_contract_holds() -> None:
    check_game(REVERSI, games=4)


@pytest.mark.parametrize(
    "spec", ["random", "mc:playouts=40", "mcts:playouts=60", "mcts:playouts=60,reuse=yes",
             "mcts:playouts=40,cutoff=3", "minimax:depth=2", "alphabeta:depth=3", "alphabeta:nodes=300",
             "alphabeta:depth=3,order=random", "alphabeta:depth=3,order=value,table=no"],
)  # fmt: skip
def test_agents_play_legally_and_repeatably(spec: str) -> None:
    check_agent(REVERSI, spec, games=1)
