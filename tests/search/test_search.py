"""The searches against each other and against what is known exactly."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.agent import Agent, Clock
from parlour.search import playing
from parlour.search.alphabeta import AlphaBeta
from parlour.search.mcts import Mcts
from parlour.search.minimax import win_share
from parlour.search.montecarlo import TRIAL, is_clear
from parlour.search.playing import stop_after, until_settled
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


@pytest.mark.parametrize(("name", "positions"), [("reversi", 150), ("isolation:size=5", 40)])
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


def test_alphabeta_by_nodes_keeps_to_its_limit() -> None:
    game = parlour.game("reversi")
    player = begun(game, "alphabeta:nodes=500")
    player.choose(game.new().view(), Clock())
    assert isinstance(player, AlphaBeta)
    assert 0 < player.searched <= 501
    assert 0 < player.reached < 100


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time is up at once, however fast the machine; the seconds that searches asked for."""
    asked: list[float] = []

    @contextmanager
    def stop_at_once(seconds: float) -> Iterator[np.ndarray]:
        asked.append(seconds)
        yield np.ones(1, np.uint8)

    for module in (sys.modules[AlphaBeta.__module__], playing):
        monkeypatch.setattr(module, "stop_after", stop_at_once)
    return asked


@pytest.mark.parametrize("spec", ["alphabeta:seconds=0.05", "mcts:seconds=0.05"])
def test_a_search_by_time_stops_when_its_seconds_are_over(spec: str, no_time: list[float]) -> None:
    game = parlour.game("reversi")
    view, player = game.new().view(), begun(game, spec)
    assert player.choose(view, Clock()) in view.legal_moves
    assert player.work <= 1  # the position at which it saw that it must stop
    assert 0 < max(no_time) <= 0.05


@pytest.mark.parametrize("spec", ["alphabeta:seconds=60", "mcts:seconds=60", "mcts:playouts=1000000000"])
def test_a_search_asks_for_no_more_than_its_clock_has(spec: str, no_time: list[float]) -> None:
    game = parlour.game("reversi")
    begun(game, spec).choose(game.new().view(), Clock(bank=2.0))
    assert 0 < no_time[0] <= 1.8


def test_the_flag_that_stops_a_search_is_raised_when_time_is_up() -> None:
    with stop_after(0.01) as stop:
        for _ in range(10_000):  # many times what it takes
            if not stop[0]:
                time.sleep(0.001)
        assert stop[0]
    with stop_after(3600) as stop:
        assert not stop[0]
    with stop_after(math.inf) as stop:
        assert not stop[0]


@pytest.mark.parametrize(("settled_at", "looks"), [(0.5, 1), (0.875, 3), (2.0, 4)])
def test_a_search_by_time_ends_when_it_is_settled_but_not_before_half_of_it(
    settled_at: float, looks: int, no_time: list[float]
) -> None:
    searches: list[bool] = []
    until_settled(8.0, lambda stop: searches.append(bool(stop[0])), lambda share: share >= settled_at)
    assert searches == [True] * looks
    assert 3.9 < no_time[0] <= 4.0
    assert max(no_time) <= 8.0


def test_a_search_that_has_nothing_left_to_do_ends() -> None:
    searches: list[np.ndarray] = []
    until_settled(3600, searches.append, lambda _: False)
    until_settled(math.inf, searches.append, lambda _: False)
    assert len(searches) == 2


@pytest.mark.parametrize(
    ("visits", "share", "settled"), [(70, 0.5, False), (70, 0.75, True), (41, 1.0, True)]
)
def test_mcts_is_settled_when_its_favourite_cannot_be_caught(
    visits: int, share: float, settled: bool
) -> None:
    game = parlour.game("reversi")
    player = begun(game, "mcts:playouts=100")
    assert isinstance(player, Mcts)
    player.choose(game.new().view(), Clock())
    first, second, *others = player.trees[0].children(0)
    for child, count in ((first, visits), (second, 100 - visits), *((child, 0) for child in others)):
        player.tree[child]["visits"] = count
    assert player._is_settled(share) is settled
    player.tree[first]["proven"], player.tree[first]["exact"] = 1, -1
    assert not player._is_settled(0.5), "a proven loss is nobody's favourite"


def test_flat_monte_carlo_by_time_goes_on_while_the_first_two_are_close() -> None:
    trials = np.zeros(3, TRIAL)
    trials["visits"], trials["total"] = 100, (50, 60, 20)
    assert not is_clear(trials)
    trials["total"] = (50, 85, 20)
    assert is_clear(trials)
    assert not is_clear(trials[:1])


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


@pytest.mark.parametrize("nodes", [300, 20, 1])
def test_alphabeta_explains_each_move_within_its_nodes(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[tuple[int, int]] = []

    def counted(self: AlphaBeta, view: parlour.View, action: int, depth: int, stop: np.ndarray) -> float:
        value = plainly(self, view, action, depth, stop)
        searches.append((depth, self.searched))
        return value

    plainly = AlphaBeta._value
    monkeypatch.setattr(AlphaBeta, "_value", counted)
    game = parlour.game("reversi")
    view, player = game.new().view(), begun(game, f"alphabeta:nodes={nodes}")
    player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert isinstance(player, AlphaBeta)
    assert max(searched for _, searched in searches) <= nodes + 1
    complete = {depth for depth, _ in searches if all(n <= nodes for d, n in searches if d == depth)}
    assert told.depth == max(complete) <= max(player.reached, 1)
    assert {c.action for c in told.candidates} == set(view.legal_moves)


def test_alphabeta_explains_within_its_seconds(no_time: list[float]) -> None:
    """Out of time it still compares all moves, one ply deep."""
    game = parlour.game("reversi")
    view, player = game.new().view(), begun(game, "alphabeta:seconds=0.02")
    player.choose(view, Clock())
    assert isinstance(player, AlphaBeta)
    player.reached = 5  # as if it had had more time to decide
    told = player.explain()
    assert told is not None
    assert no_time == [0.02, 0.02]
    assert told.depth == 1
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


def test_mcts_by_nodes_keeps_to_its_limit() -> None:
    game = parlour.game("reversi")
    player = begun(game, "mcts:nodes=300")
    player.choose(game.new().view(), Clock())
    assert isinstance(player, Mcts)
    assert 300 <= player.trees[0].used < 300 + game.max_actions


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


@pytest.mark.parametrize("heuristic", ["difference", "offensive", "defensive"])
def test_a_cutoff_judges_by_the_heuristic(heuristic: str) -> None:
    """Each move is tried once and judged at once: its worth is what the heuristic says of what follows."""
    game = parlour.game("isolation:size=6,start=b2-d3")
    state = game.new()
    player = begun(game, f"mcts:playouts={len(state.legal_moves)},cutoff=0,heuristic={heuristic}")
    player.choose(state.view(), Clock())
    told = player.explain()
    assert told is not None
    assert {candidate.action for candidate in told.candidates} == set(state.legal_moves)
    for candidate in told.candidates:
        after = state.copy()
        after.play(candidate.action)
        value = game.heuristic(heuristic)(after.buffer, 0)
        assert candidate.visits == 1
        assert candidate.win == pytest.approx(win_share(value, game.value_scale))
    assert len({candidate.win for candidate in told.candidates}) > 1


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


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("name", ["reversi", "ticket-to-ride"])
def test_threads_share_the_playouts_and_add_up_what_they_find(name: str, threads: int) -> None:
    game = parlour.game(name)
    view = game.new(seed=3).view()
    player = begun(game, f"mcts:playouts=100,threads={threads}")
    action = player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert told.work == player.work == 100
    assert sum(candidate.visits or 0 for candidate in told.candidates) == 100
    assert told.candidates[0].action == action
    assert {candidate.action for candidate in told.candidates} == set(view.legal_moves)
    assert begun(game, f"mcts:playouts=100,threads={threads}").choose(view, Clock()) == action


def test_every_thread_has_a_tree_and_chance_of_its_own() -> None:
    game = parlour.game("reversi")
    player = begun(game, "mcts:playouts=2000,threads=2")
    assert isinstance(player, Mcts)
    player.choose(game.new().view(), Clock())
    first, second = (tree.nodes["action"][1 : min(tree.used, 200)].tolist() for tree in player.trees)
    assert first != second
    assert player.timed  # the arena says that the same seed may give other games


def test_what_one_thread_proves_ends_the_search_of_all() -> None:
    game = parlour.game("isolation:size=3")
    player = begun(game, "mcts:playouts=100000000,threads=2")
    view = game.new().view()
    assert player.choose(view, Clock()) in view.legal_moves
    told = player.explain()
    assert told is not None
    assert told.candidates[0].proven


def test_threads_keep_the_part_of_each_tree_that_was_reached() -> None:
    game = parlour.game("reversi")
    state, player = game.new(), begun(game, "mcts:playouts=400,threads=2,reuse=yes")
    assert isinstance(player, Mcts)
    state.advance(player.choose(state.view(), Clock()))
    state.advance(state.legal_moves[0])
    player._plant(state.view())
    assert all(tree.used > 1 for tree in player.trees)
