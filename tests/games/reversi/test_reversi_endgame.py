"""The exact endgame against brute force, the published FFO positions, and itself in the mirror."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import types

import parlour
from parlour.errors import ParlourError
from parlour.games.reversi import notation
from parlour.games.reversi.best.endgame import exact
from parlour.games.reversi.best.engine import Engine
from parlour.games.reversi.best.memory import NODES, STOP, WORD_ARRAY, new_memory
from parlour.games.reversi.best.solving import solve
from parlour.games.reversi.best.stability import stable_discs
from parlour.games.reversi.best.transpositions import Entry, find, keep, new_table
from parlour.games.reversi.lanes import flips, moves
from parlour.kernel import compiled, pointer, popcount
from parlour.state import State

REVERSI = parlour.game("reversi")


@compiled(types.int64(types.uint64, types.uint64, types.int64, types.int64, WORD_ARRAY, WORD_ARRAY))
def solve_window(own, opp, alpha, beta, memory, table):
    """The value within a window, for callers in Python."""
    return exact(own, opp, alpha, beta, popcount(~(own | opp)), pointer(memory), pointer(table))


ALL = 2**64 - 1


def random_state(seed: int, empties: int) -> State | None:
    """A position of a random game with so many empty squares; None when the game ended before."""
    rng, state = np.random.default_rng(seed), REVERSI.new()
    while not state.over and 64 - sum(state.scores) > empties:
        state.advance(int(rng.choice(state.legal_moves)))
    return None if state.over else state


def discs(state: State) -> tuple[int, int]:
    return int(state.data["own"]), int(state.data["opp"])


def final(own: int, opp: int) -> int:
    lead = own.bit_count() - opp.bit_count()
    empty = 64 - (own | opp).bit_count()
    return lead + (empty if lead > 0 else -empty if lead < 0 else 0)


@cache
def brute_force(own: int, opp: int) -> int:
    """Every line of play, by nothing but the rules of moves and flips."""
    legal = [square for square in range(64) if moves(own, opp) >> square & 1]
    if not legal:
        return -brute_force(opp, own) if moves(opp, own) else final(own, opp)
    best = -64
    for square in legal:
        turned = flips(own, opp, square)
        best = max(best, -brute_force(opp ^ turned, own | turned | 1 << square))
    return best


def in_the_mirror(text: str, turn: bool, flip: bool) -> str:
    board, side = text.split()
    rows = [board[8 * row : 8 * row + 8] for row in range(8)]
    if flip:
        rows = rows[::-1]
    if turn:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    return "".join(rows) + " " + side


@compiled(types.void(WORD_ARRAY, types.uint64, types.int64))
def keep_at(table, key, depth):
    keep(table, np.uint64(15), key, Entry(0, 2, depth, 0, 5, 1))


@compiled(types.uint64(WORD_ARRAY, types.uint64))
def find_in(table, key):
    return find(table, np.uint64(15), key)


@given(st.integers(0, 10**6), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_the_solver_equals_brute_force(seed: int, empties: int) -> None:
    state = random_state(seed, empties)
    if state is None:
        return
    found = solve(state, engine=SOLVER)
    assert found.exact
    assert found.score == brute_force(*discs(state))
    after = state.copy()
    after.play(int(found.best or 0))
    own, opp = discs(after)
    assert found.score == (final(own, opp) if after.over else brute_force(own, opp)) * (
        -1 if int(after.data["turn"]) != int(state.data["turn"]) else 1
    )


SOLVER = Engine(14)


@given(st.integers(0, 10**6), st.integers(-33, 33), st.integers(5, 7))
@settings(max_examples=60, deadline=None)
def test_a_null_window_bounds_the_value(seed: int, alpha: int, empties: int) -> None:
    state = random_state(seed, empties)
    if state is None:
        return
    own, opp = discs(state)
    found = solve_window(own, opp, alpha, alpha + 1, new_memory(10), new_table(10))
    value = brute_force(own, opp)
    assert (found > alpha) == (value > alpha)
    assert found <= value if found > alpha else found >= value


@pytest.mark.parametrize("empties", [9, 11, 13, 15])
def test_without_the_patterns_the_result_is_the_same(empties: int) -> None:
    """The endgame alone and the engine with its evaluation order moves differently, and agree."""
    for seed in range(12):
        state = random_state(seed, empties)
        if state is not None:
            alone = solve_window(*discs(state), -64, 64, new_memory(14), new_table(14))
            assert solve(state, engine=SOLVER).score == alone


@pytest.mark.parametrize("threads", [2, 4])
def test_several_threads_find_the_same_results(threads: int) -> None:
    """They share a table without locks, and search the same positions at the same time."""
    helped = Engine(12, threads=threads)
    for seed in range(12):
        state = random_state(seed, 14)
        if state is not None:
            solution = solve(state, engine=helped)
            assert solution.exact
            assert solution.score == solve(state, engine=SOLVER).score


def test_the_other_threads_stop_with_the_first() -> None:
    state = random_state(1, 30)
    assert state is not None
    engine = Engine(12, threads=3)
    for finding in engine.deepen(*discs(state)):
        if finding.depth == 3:
            break  # whoever asked has seen enough
    positions = [int(helper.memory[NODES]) for helper in engine.helpers]
    assert all(helper.memory[STOP] for helper in engine.helpers)
    assert positions == [int(helper.memory[NODES]) for helper in engine.helpers]


def test_an_entry_that_two_threads_wrote_at_once_fits_no_position() -> None:
    table = new_table(4)
    for key in (0x1235, 0x77AB_1235):  # two positions of one bucket
        keep_at(table, key, 3)
    assert all(find_in(table, key) for key in (0x1235, 0x77AB_1235))
    slots = np.flatnonzero(table)
    table[slots[1]] ^= np.uint64(1 << 20)  # the second word of the first entry, as another thread wrote it
    assert not find_in(table, 0x1235)
    assert find_in(table, 0x77AB_1235)


def test_symmetric_positions_get_the_same_value() -> None:
    for seed in range(8):
        state = random_state(seed, 12)
        assert state is not None
        text = notation.text(state)
        other_colours = text.translate(str.maketrans("XO", "OX"))
        images = [in_the_mirror(text, turn, flip) for turn in (False, True) for flip in (False, True)]
        scores = {solve(REVERSI.position(image), engine=SOLVER).score for image in [*images, other_colours]}
        assert len(scores) == 1, text


def test_a_position_without_a_move_passes() -> None:
    state = REVERSI.position("XXXXXXO-" + "X" * 56 + " O")
    assert state.legal_moves == [64]
    found = solve(state)
    assert (found.score, found.best) == (-64, 64)


def test_a_finished_game_counts_empty_squares_for_the_winner() -> None:
    found = solve(REVERSI.position("X" * 40 + "-" * 23 + "O X"))
    assert (found.score, found.best, found.nodes) == (62, None, 0)


@pytest.mark.parametrize("nodes", [100, 1000, 10_000, 20_000, 40_000, 10**7])
def test_a_limit_leaves_bounds_that_hold(nodes: int) -> None:
    for seed in range(4):
        state = random_state(seed, 16)
        assert state is not None
        found, score = solve(state, nodes=nodes), solve(state, engine=SOLVER).score
        assert found.lower <= score <= found.upper
        assert found.best in state.legal_moves
        assert found.exact or found.nodes >= nodes
        assert found.exact == (nodes == 10**7) or 100 < nodes < 10**7


def test_a_board_of_one_colour_is_refused() -> None:
    with pytest.raises(ParlourError, match="discs of both sides"):
        solve(REVERSI.position("X" + "-" * 63 + " O"))


@compiled("uint64(uint64, uint64)")
def stable(own, opp):
    return stable_discs(own, opp)


def squares(text: str) -> int:
    return sum(1 << "abcdefgh".index(word[0]) + 8 * (int(word[1]) - 1) for word in text.split())


def test_corners_and_what_they_hold_are_stable() -> None:
    assert stable(squares("a1 b1 c1 e1"), squares("d4")) == squares("a1 b1 c1")
    assert stable(squares("a1 b1 a2 b2"), 0) == squares("a1 b1 a2")
    assert stable(squares("b2 c3"), squares("d4")) == 0


def test_a_full_board_is_stable() -> None:
    assert stable(ALL ^ squares("e5 d4"), squares("e5 d4")) == ALL ^ squares("e5 d4")


@given(st.integers(0, 10**6), st.integers(4, 20))
@settings(max_examples=60, deadline=None)
def test_stable_discs_are_never_turned(seed: int, empties: int) -> None:
    state = random_state(seed, empties)
    if state is None:
        return
    kept = {}
    own, opp = discs(state)
    turn = int(state.data["turn"])
    kept[turn], kept[1 - turn] = stable(own, opp), stable(opp, own)
    rng = np.random.default_rng(seed)
    while not state.over:
        state.advance(int(rng.choice(state.legal_moves)))
    own, opp = discs(state)
    turn = int(state.data["turn"])
    assert kept[turn] & ~own == 0
    assert kept[1 - turn] & ~opp == 0


Scores = dict[str, int]
"""The exact score of each move of a position."""


@pytest.fixture(scope="module")
def ffo(data: Path) -> dict[int, tuple[State, Scores]]:
    """The FFO positions by number."""
    positions = json.loads((data / "reversi-ffo.json").read_text())["positions"]
    return {int(number): (REVERSI.position(text), scores) for number, (text, scores) in positions.items()}


@pytest.mark.parametrize(("first", "last", "count"), [(1, 29, 25), (40, 44, 5)])
def test_ffo_positions_have_their_scores_and_best_moves(
    ffo: dict[int, tuple[State, Scores]], first: int, last: int, count: int
) -> None:
    engine, numbers = Engine(18), [number for number in ffo if first <= number <= last]
    assert len(numbers) == count
    for number in numbers:
        state, scores = ffo[number]
        solution = solve(state, engine=engine)
        assert solution.exact, number
        assert solution.score == max(scores.values()), number
        assert scores[state.format(int(solution.best or 0))] == solution.score, number


@pytest.mark.parametrize("number", range(1, 8))
def test_every_move_of_an_ffo_position_has_its_score(
    number: int, ffo: dict[int, tuple[State, Scores]]
) -> None:
    """Each move's own score, not only the best one's: the position after it is worth its negative."""
    state, scores = ffo[number]
    assert set(scores) == {state.format(action) for action in state.legal_moves}
    for move, score in scores.items():
        after = state.copy()
        after.play(after.parse(move))
        sign = 1 if after.data["turn"] == state.data["turn"] else -1
        assert sign * solve(after, engine=SOLVER).score == score, move


PLAINLY = """
from parlour.game import game
from parlour.games.reversi.best.solving import solve
print(solve(game("reversi").position("{position}")).score)
"""


def test_the_solver_runs_as_plain_python() -> None:
    state = random_state(1, 6)
    assert state is not None
    script = PLAINLY.format(position=notation.text(state))
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=plain)
    assert told.stdout.strip() == str(brute_force(*discs(state))), told.stderr
