"""Thinking on while another seat decides: what is found is there for the next decision."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import parlour
from parlour.agent import Agent, Clock, Halt, agent_kinds
from parlour.games.isolation.best.player import ExactAgent
from parlour.games.reversi.best.memory import NODES
from parlour.games.reversi.best.player import Best
from parlour.search.mcts import Mcts
from parlour.state import State


def begun(game: parlour.Game, spec: str) -> Agent:
    player = parlour.agent(game, spec)
    player.begin(game, 0, 3)
    return player


def after_its_move(player: Agent, game: parlour.Game) -> State:
    """The position after the first decision of an agent."""
    state = game.new(seed=1)
    state.advance(player.choose(state.view(), Clock()))
    player.rest()
    return state


def ponder_for(player: Agent, state: State, seconds: float) -> None:
    halt = Halt()
    threading.Timer(seconds, halt.now).start()
    player.ponder(state.view(), halt)
    assert halt.raised or not seconds


ENDLESS = [
    ("reversi", "mcts:seconds=0.01"),
    ("reversi", "alphabeta:seconds=0.01"),
    ("reversi", "best:seconds=0.01"),
    ("reversi", "best:seconds=0.01,slips=0.1"),
    ("jungle", "best:seconds=0.01"),
    ("isolation:size=8", "best:seconds=0.01"),
    ("isolation:size=8", "solver:seconds=0.01"),
]


@pytest.mark.parametrize(("name", "spec"), ENDLESS)
def test_an_agent_thinks_on_until_it_is_halted_and_plays_on(name: str, spec: str) -> None:
    game = parlour.game(name)
    player = begun(game, spec)
    assert player.ponders
    state = after_its_move(player, game)
    ponder_for(player, state, 0.05)
    while state.mover != 0:
        state.advance(state.legal_moves[0])
    assert player.choose(state.view(), Clock()) in state.legal_moves


@pytest.mark.parametrize(("name", "spec"), ENDLESS)
def test_an_agent_that_is_halted_before_it_begins_stops_at_once(name: str, spec: str) -> None:
    game = parlour.game(name)
    player = begun(game, spec)
    state, halt = after_its_move(player, game), Halt()
    halt.now()
    player.ponder(state.view(), halt)


def test_a_tree_keeps_what_was_grown_below_the_reply() -> None:
    game = parlour.game("reversi")
    player = begun(game, "mcts:playouts=500")
    assert isinstance(player, Mcts)
    state = after_its_move(player, game)
    player.ponder(state.view(), Halt())  # to the end of its playouts
    visits = {
        int(player.tree[child]["action"]): int(player.tree[child]["visits"])
        for child in player.trees[0].children(0)
    }
    reply = max(visits, key=visits.__getitem__)
    state.advance(reply)
    player.choose(state.view(), Clock())
    told = player.explain()
    assert told is not None
    assert sum(candidate.visits for candidate in told.candidates) >= 500 + visits[reply] - 1


@pytest.mark.parametrize("spec", ["alphabeta:depth=6", "best:depth=8"])
def test_a_search_finds_in_its_table_what_it_pondered(spec: str) -> None:
    game = parlour.game("reversi")
    searched = []
    for pondering in (False, True):
        player = begun(game, spec)
        state = after_its_move(player, game)
        if pondering:
            player.ponder(state.view(), Halt())
        state.advance(state.legal_moves[0])
        before = player.work
        player.choose(state.view(), Clock())
        searched.append(player.work - before)
    assert searched[1] < searched[0]


def test_a_solver_proves_on_the_time_of_others() -> None:
    game = parlour.game("isolation:size=5")
    player = begun(game, "solver:seconds=5")
    assert isinstance(player, ExactAgent)
    state = game.new(seed=1)
    state.advance(state.legal_moves[0])
    player.ponder(state.view(), Halt())
    assert player.solver.nodes[0] > 0
    before = int(player.solver.nodes[0])
    player.ponder(state.view(), Halt())
    assert player.solver.nodes[0] - before <= 1, "it is proven"


def test_reversis_best_thinks_on_with_one_thread() -> None:
    game = parlour.game("reversi")
    player = begun(game, "best:depth=6,threads=2")
    assert isinstance(player, Best)
    state = after_its_move(player, game)
    (helper,) = player.engine.helpers
    helper.memory[NODES] = 0
    player.ponder(state.view(), Halt())
    assert helper.memory[NODES] == 0
    assert player.engine.helpers == [helper]


def test_a_halt_that_was_let_go_raises_nothing() -> None:
    halt, flag = Halt(), np.zeros(1, np.uint8)
    halt.watch(flag)
    halt.let_go()
    halt.now()
    assert not flag[0]
    assert halt.watch(flag)[0] == 1, "who watches too late is halted at once"


def test_policies_do_not_ponder() -> None:
    game = parlour.game("reversi")
    assert not any(
        parlour.agent(game, name).ponders for name, kind in agent_kinds(game).items() if kind.policy
    )
