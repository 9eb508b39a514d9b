"""The searches against each other and against what is known exactly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.agent import Agent, Clock
from parlour.search.alphabeta import AlphaBeta
from parlour.search.mcts import Mcts
from parlour.testing import random_positions


def begun(game: parlour.Game, spec: str, seat: int = 0, seed: int = 0) -> Agent:
    player = parlour.agent(game, spec)
    player.begin(game, seat, seed)
    return player


def best_value(game: parlour.Game, spec: str, view: parlour.View) -> float:
    player = begun(game, spec, view.seat)
    player.choose(view, Clock())
    if isinstance(player, AlphaBeta):
        return player.score
    told = player.explain()
    assert told is not None
    score = told.candidates[0].score
    assert score is not None
    return score


@pytest.mark.parametrize(("name", "positions"), [("reversi", 400), ("isolation:size=5", 40)])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("seed", "options"), [(0, ""), (1, ",table=no"), (2, ",order=value,table=no"), (3, ",order=random")]
)
def test_alphabeta_has_the_value_of_minimax(
    name: str, positions: int, depth: int, seed: int, options: str
) -> None:
    """About 3,000 different positions of Reversi in all, and 300 of Isolation."""
    game = parlour.game(name)
    for view in random_positions(game, positions // depth, seed=4 * depth + seed):
        if len(view.legal_moves) > 1:
            exact = best_value(game, f"minimax:depth={depth}", view)
            assert best_value(game, f"alphabeta:depth={depth}{options}", view) == exact


def test_alphabeta_by_nodes_and_by_time_keeps_to_its_limits() -> None:
    game = parlour.game("reversi")
    view = game.new().view()
    player = begun(game, "alphabeta:nodes=500")
    player.choose(view, Clock())
    assert isinstance(player, AlphaBeta)
    assert 0 < player.searched <= 501
    assert 0 < player.reached < 100
    timed = begun(game, "alphabeta:seconds=0.05")
    timed.choose(view, Clock())
    assert isinstance(timed, AlphaBeta)
    assert timed.reached >= 1


def test_alphabeta_explains_with_a_line_that_can_be_played() -> None:
    game = parlour.game("reversi")
    view = game.new().view()
    player = begun(game, "alphabeta:depth=5")
    action = player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert told.depth == 5
    assert [c.action for c in told.candidates[:1]] == [action] or told.candidates[0].score == player.score
    assert {c.action for c in told.candidates} == set(view.legal_moves)
    for candidate in told.candidates:
        state = view.sample(np.ones(4, np.uint64))
        for step in candidate.line:
            state.play(step)


@pytest.mark.parametrize("limit", ["seconds=0.02", "nodes=300", "nodes=1"])
def test_alphabeta_explains_within_its_own_limits(limit: str) -> None:
    game = parlour.game("reversi")
    view = game.new().view()
    player = begun(game, f"alphabeta:{limit}")
    player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert isinstance(player, AlphaBeta)
    assert 1 <= told.depth <= max(player.reached, 1)
    assert {c.action for c in told.candidates} == set(view.legal_moves)


def test_mcts_counts_its_playouts() -> None:
    game = parlour.game("reversi")
    view = game.new().view()
    player = begun(game, "mcts:playouts=400")
    player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert told.work == 400 == player.work
    assert sum(candidate.visits for candidate in told.candidates) == 400
    assert [c.visits for c in told.candidates] == sorted((c.visits for c in told.candidates), reverse=True)


def test_mcts_by_nodes_and_by_time_keeps_to_its_limits() -> None:
    game = parlour.game("reversi")
    view = game.new().view()
    by_nodes = begun(game, "mcts:nodes=300")
    by_nodes.choose(view, Clock())
    assert isinstance(by_nodes, Mcts)
    assert 300 <= by_nodes.used < 300 + game.max_actions
    by_time = begun(game, "mcts:seconds=0.05")
    by_time.choose(view, Clock())
    assert by_time.work > 0


def test_mcts_proves_small_games() -> None:
    game = parlour.game("isolation:size=3,start=a1-c3")
    from parlour.games.isolation.best.solver import Solver

    wins = Solver(3).wins(0, 8)
    player = begun(game, "mcts:playouts=1000000")
    view = game.new().view()
    player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert player.work < 100_000  # it stopped when the root was proven
    assert told.candidates[0].proven
    assert told.candidates[0].win == float(wins)


def test_mcts_takes_a_win_at_hand(examples: Path) -> None:
    game = parlour.game(str(examples / "tictactoe.py"))
    state = game.new()
    for square in ("1", "4", "2", "5"):
        state.play(state.parse(square))
    for spec in ("mcts:playouts=200", "mc:playouts=400", "minimax:depth=1", "alphabeta:depth=1"):
        assert state.format(begun(game, spec).choose(state.view(), Clock())) == "3", spec


def test_mcts_blocks_a_loss_at_hand(examples: Path) -> None:
    game = parlour.game(str(examples / "tictactoe.py"))
    state = game.new()
    for square in ("1", "5", "2"):
        state.play(state.parse(square))
    for spec in ("mcts:playouts=500", "minimax:depth=2", "alphabeta:depth=2"):
        assert state.format(begun(game, spec, 1).choose(state.view(), Clock())) == "3", spec


def test_a_reused_tree_keeps_its_visits() -> None:
    game = parlour.game("reversi")
    state, player = game.new(), begun(game, "mcts:playouts=500,reuse=yes")
    assert isinstance(player, Mcts)
    state.play(player.choose(state.view(), Clock()))
    state.play(state.legal_moves[0])
    player.choose(state.view(), Clock())
    told = player.explain()
    assert told is not None
    assert told.work == 500
    assert sum(candidate.visits for candidate in told.candidates) > 500


def test_a_cutoff_judges_by_the_heuristic() -> None:
    game = parlour.game("reversi")
    record = game.position("-" * 8 + "--XO----" + "-" * 48 + " X")
    player = begun(game, "mcts:playouts=100,cutoff=0")
    player.choose(record.view(), Clock())
    told = player.explain()
    assert told is not None
    assert told.work > 0


@pytest.mark.parametrize(
    "spec", ["mc:playouts=300", "mcts:playouts=300", "minimax:depth=3", "alphabeta:depth=3"]
)
def test_every_search_beats_random(spec: str) -> None:
    results = parlour.match(parlour.game("reversi"), [spec, "random"], games=20, seed=1)
    assert results.lines[0].wins >= 16


def test_a_clock_that_runs_out_stops_the_search() -> None:
    game = parlour.game("reversi")
    player, clock = begun(game, "mcts:playouts=1000000000"), Clock(bank=1.0)
    clock.start()
    player.choose(game.new().view(), clock)
    assert clock.stop()  # in time
