"""Isolation's rules, solver and agents against counts and solved starts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.agent import Clock
from parlour.errors import ParlourError
from parlour.games.isolation import square_number, start_squares
from parlour.games.isolation.best.solver import Solver, all_starts, free_mask
from parlour.games.isolation.rules import place_of
from parlour.search.minimax import WIN
from parlour.search.perft import perft
from parlour.testing import check_agent, check_game, random_positions


def lines(free: set[int], own: int, opp: int, size: int, depth: int) -> int:
    """A naive count of the lines of play, from sets of squares."""
    if depth == 0:
        return 1
    row, column = divmod(own, size)
    near = {
        size * r + c for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1)
        if 0 <= r < size and 0 <= c < size
    }  # fmt: skip
    return sum(lines(free - {target}, opp, target, size, depth - 1) for target in near & free)


def test_every_square_of_every_board_has_its_row_and_column() -> None:
    for size in range(1, 17):
        for square in range(size * size):
            assert place_of(square, size) == divmod(square, size)


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        ("size=4,start=a1-d4", [3, 9, 44, 200, 828, 3030, 8794, 22894, 46842, 83612, 111648, 116526]),
        ("size=8,start=a1-h8", [3, 9, 45, 225, 1125, 5625, 29324, 152812, 805304]),
    ],
)
def test_perft(start: str, counts: list[int]) -> None:
    state = parlour.game(f"isolation:{start}").new()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("size", [3, 4, 5])
def test_perft_agrees_with_a_naive_count(size: int) -> None:
    last = size * size - 1
    for first, second in ((0, last), (last // 2, 1), (2, 3)):
        squares = set(range(size * size)) - {first, second}
        name = "abcde"
        start = "-".join(f"{name[s % size]}{s // size + 1}" for s in (first, second))
        state = parlour.game(f"isolation:size={size},start={start}").new()
        for depth in range(1, 6):
            assert perft(state, depth) == lines(squares, first, second, size, depth)


def test_a_pawn_without_a_move_loses_at_once() -> None:
    state = parlour.game("isolation:size=3,start=a1-b2").new()
    for move in ("a2", "b1", "a3", "c2", "b3"):
        state.play(state.parse(move))
    assert [state.format(action) for action in state.legal_moves] == ["c1", "c3"]
    state.play(state.parse("c3"))
    assert state.over  # b3 has no free neighbour left
    assert state.rewards == [-1, 1]
    assert state.scores == [0, 1]


def test_random_starts_follow_the_seed_and_use_every_square() -> None:
    game = parlour.game("isolation:size=3")
    starts = {tuple(game.new(seed).data["pawns"].tolist()) for seed in range(2000)}
    assert len(starts) == 72
    assert all(first != second for first, second in starts)


@pytest.mark.parametrize("board", ["3x3", "4x4"])
def test_every_solved_start_agrees(board: str, data: Path) -> None:
    starts = json.loads((data / "isolation-solved.json").read_text())[board]
    size = int(board[0])
    solver = Solver(size)
    assert len(starts) == size**2 * (size**2 - 1)
    for start, result in starts.items():
        plies, *moves = result.split()
        solution = solver.solve(*start_squares(start, size))
        assert solution is not None
        assert solution.winner == (0 if moves else 1), start
        assert solution.plies == int(plies), start
        assert set(solution.winning_moves) == {square_number(move, size) for move in moves}, start


@pytest.mark.parametrize(("size", "won", "starts"), [(3, 56, 72), (4, 136, 240), (5, 432, 600)])
def test_how_many_starts_player_1_wins(size: int, won: int, starts: int) -> None:
    results = [wins for _, _, wins in all_starts(size)]
    assert (sum(results), len(results)) == (won, starts)


def exact(free: set[int], own: int, opp: int, size: int) -> int:
    """A naive solution: plies to the end, positive for a win of the side to move."""
    row, column = divmod(own, size)
    near = {size * r + c for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)
            if 0 <= r < size and 0 <= c < size}  # fmt: skip
    replies = [exact(free - {target}, opp, target, size) for target in near & free]
    lost = [-reply for reply in replies if reply < 0]
    if lost:
        return min(lost)
    return -(max(replies) + 1) if replies else -1


def test_the_solver_agrees_with_a_naive_one() -> None:
    solver = Solver(3)
    for first in range(9):
        for second in range(9):
            if first != second:
                naive = exact(set(range(9)) - {first, second}, first, second, 3)
                found = solver.solve(first, second)
                assert found is not None
                assert (found.winner == 0) == (naive > 0)


def test_a_time_limit_gives_no_answer_rather_than_a_wrong_one() -> None:
    assert Solver(8).solve(0, 63, seconds=0.05) is None


@pytest.mark.parametrize("start", [(0, 24), (12, 3)])
def test_the_solver_agent_wins_every_won_start(start: tuple[int, int]) -> None:
    name = "abcde"
    squares = "-".join(f"{name[s % 5]}{s // 5 + 1}" for s in start)
    game = parlour.game(f"isolation:size=5,start={squares}")
    winner = 0 if Solver(5).wins(*start) else 1
    for seed in range(5):
        for rival in ("random", "mcts:playouts=200"):
            specs = [rival, rival]
            specs[winner] = "solver"
            record = parlour.play(game, [parlour.agent(game, spec) for spec in specs], seed)
            assert record.rewards[winner] == 1


def test_minimax_breaks_ties_by_the_seed() -> None:
    game = parlour.game("isolation:size=5,start=c3-c5")
    view, chosen = game.new().view(), set()
    for seed in range(40):
        player = parlour.agent(game, "minimax:depth=1,heuristic=basic")
        player.begin(game, 0, seed)
        chosen.add(view.format(player.choose(view, Clock())))
    assert chosen == {"b2", "c2", "d2", "b3", "d3"}


@pytest.mark.parametrize("name", ["basic", "difference", "offensive", "defensive"])
def test_heuristics_weigh_mobility_as_published(name: str) -> None:
    weights = {"basic": (1, 0), "difference": (1, -1), "offensive": (1, -2), "defensive": (2, -1)}[name]
    game = parlour.game("isolation:size=5,start=a1-c3")
    state = game.new()
    own, opp = 3, 8  # in the corner and in the middle
    value = game.heuristic(name)(state.buffer, 0)
    assert value == weights[0] * own + weights[1] * opp


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("size=2", "expected a whole number from 3 to 15"),
        ("size=16", "expected a whole number from 3 to 15"),
        ("start=a1-a1", "two different squares"),
        ("start=a1-e5", "no square of a 4 x 4 board"),
        ("start=a1", "expected two squares"),
        ("start=a1-", "no square"),
    ],
)
def test_bad_boards_get_one_clear_line(spec: str, told: str) -> None:
    with pytest.raises(ParlourError, match=told):
        parlour.game(f"isolation:{spec}")


@pytest.mark.parametrize("spec", ["isolation", "isolation:size=3", "isolation:size=15"])
def test_the_contract_holds(spec: str) -> None:
    check_game(parlour.game(spec), games=5)


@pytest.mark.parametrize(
    "spec",
    [
        "random", "minimax:depth=3,heuristic=offensive", "alphabeta:depth=8", "solver", "mcts:playouts=80",
        "best:depth=8",
    ],
)  # fmt: skip
def test_agents_play_legally_and_repeatably(spec: str) -> None:
    check_agent(parlour.game("isolation"), spec, games=2)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_best_proves_what_the_solver_proves_and_keeps_what_is_won(size: int) -> None:
    game, solver = parlour.game(f"isolation:size={size}"), Solver(size)
    player = parlour.agent(game, "best:depth=25")
    for view in random_positions(game, 60, seed=5):
        own, opp = (int(view.data["pawns"][seat]) for seat in (view.seat, 1 - view.seat))
        value = solver.value(free_mask(view), own, opp)
        player.begin(game, view.seat, 0)
        if len(view.legal_moves) > 1:
            target = player.choose(view, Clock())
            assert abs(player.score) > WIN / 2
            assert (player.score > 0) == (value > 0)
            reply = solver.value(free_mask(view) & ~(1 << target), opp, target)
            assert (reply < 0) == (value > 0)


def test_best_sees_more_than_alphabeta_as_deep() -> None:
    game = parlour.game("isolation:size=7")
    result = parlour.match(game, ["best:depth=5", "alphabeta:depth=5"], games=60, seed=2)
    assert result.lines[0].score.value > 0.6


def test_best_plays_on_boards_that_are_too_large_for_it() -> None:
    check_agent(parlour.game("isolation:size=9"), "best:depth=2", games=1)


def test_best_explains_what_it_expects() -> None:
    game = parlour.game("isolation:size=5,start=a1-e5")
    explanation = parlour.analyse(game.new(), "best:depth=30")
    first, *others = explanation.candidates
    assert first.win == 1.0
    assert len(others) == 2
    state = game.new()
    for move in first.line:
        state.play(move)
    assert state.ply > 1


def test_alphabeta_and_the_solver_agree_on_who_wins() -> None:
    game, solver = parlour.game("isolation"), Solver(4)
    for view in random_positions(game, 60, seed=3):
        own, opp = (int(view.data["pawns"][seat]) for seat in (view.seat, 1 - view.seat))
        value = solver.value(free_mask(view), own, opp)
        player = parlour.agent(game, "alphabeta:depth=16")
        player.begin(game, view.seat, 0)
        if len(view.legal_moves) > 1:
            player.choose(view, Clock())
            assert (player.score > 0) == (value > 0)
            assert 1_000_000 - abs(player.score) == 1000 - abs(value)
