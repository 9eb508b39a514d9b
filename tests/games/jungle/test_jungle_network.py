"""The network of `best`: how it sees a position, how it is searched with, and how it learns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numba import types

from parlour.agent import Clock, agent
from parlour.errors import ParlourError
from parlour.game import game
from parlour.games.jungle.best.engine import Engine
from parlour.games.jungle.best.network import (
    LAYER,
    NET,
    carry_on,
    network,
    outlook,
    sum_up,
)
from parlour.games.jungle.kinds import HEIGHT, HIDDEN
from parlour.games.jungle.lab.fitting import fit_network, log_loss, new_network
from parlour.games.jungle.lab.selfplay import play_games
from parlour.games.jungle.notation import board_text
from parlour.games.jungle.state import PASS, fields
from parlour.games.jungle.terrain import DENS
from parlour.kernel import STATE, compiled, new_rng
from parlour.state import Position, State
from parlour.testing import random_positions

SHEET, JUDGE = game("jungle"), game("jungle:rules=judge")
BOTH = pytest.mark.parametrize("rules", [SHEET, JUDGE], ids=["sheet", "judge"])
FAR = 50_000.0  # beyond any value of a running game


@compiled(types.void(NET, STATE, LAYER))
def view_of(net, buffer, sums):
    sum_up(net, fields(buffer), sums)


@compiled(types.void(NET, STATE, types.int64, LAYER, LAYER))
def view_after(net, buffer, action, sums, after):
    carry_on(net, fields(buffer), action, sums, after)


@compiled(types.float64(NET, STATE, LAYER, LAYER))
def value_of(net, buffer, sums, layer):
    return outlook(net, fields(buffer), sums, layer)


def views(state: Position, net: np.ndarray) -> np.ndarray:
    sums = np.zeros(2 * HIDDEN, np.float32)
    view_of(net, state.buffer, sums)
    return sums


def value(state: Position, net: np.ndarray) -> float:
    return value_of(net, state.buffer, views(state, net), np.zeros(HIDDEN, np.float32))


def some_network(seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.3, (HEIGHT, HIDDEN)).astype(np.float32)


@BOTH
def test_views_carried_along_a_game_are_those_of_the_position(rules):
    net, random = some_network(), np.random.default_rng(1)
    for seed in range(5):
        state = rules.new(seed)
        sums = views(state, net)
        while not state.over:
            action, after = int(random.choice(state.legal_moves)), np.zeros_like(sums)
            view_after(net, state.buffer, action, sums, after)
            state.advance(action)
            sums = after
            assert sums == pytest.approx(views(state, net), abs=1e-4)


def test_both_players_see_the_same_position_alike():
    net = some_network()
    for view in random_positions(JUDGE, 40, seed=3):
        board = board_text(view)
        turned = board[::-1].swapcase()
        here, there = (JUDGE.position(f"{b} {p}") for b, p in ((board, view.seat), (turned, 1 - view.seat)))
        assert value(there, net) == pytest.approx(value(here, net), abs=0.01)


def test_who_would_win_by_waiting_matters_by_the_sheet_alone():
    board = board_text(SHEET.new())
    for rules, differ in ((SHEET, True), (JUDGE, False)):
        mover, other = (value(rules.position(f"{board} {turn}"), some_network()) for turn in (0, 1))
        assert (mover != pytest.approx(other, abs=0.01)) == differ


def takes(state: State, action: int) -> bool:
    """Whether an action takes an animal or steps into the den."""
    seat, entered = state.mover, action & 63
    return action != PASS and (entered == DENS[1 - seat] or entered in state.data["places"][1 - seat])


def reference(state: State, depth: int, net: np.ndarray) -> float:
    """Plain minimax over all moves, then over takings, for the player who has just moved."""
    if state.over:
        return FAR if state.data["result"] == 2 - state.data["turn"] else -FAR
    best, left = -np.inf, state.legal_moves
    if depth == 0:
        best, left = value(state, net), [action for action in left if takes(state, action)]
    for action in left:
        after = state.copy()
        after.advance(action)
        best = max(best, reference(after, max(depth - 1, 0), net))
    return -best


def test_the_searches_value_is_minimax_with_takings_where_nothing_is_cut_short():
    """At depth 2 no reduction or null move applies."""
    net, compared = network(SHEET), 0
    for view in random_positions(SHEET, 30, seed=5):
        engine = Engine(SHEET, depth=2, tables=0, network=net)
        engine.begin(SHEET, view.seat, 0)
        if len(view.legal_moves) > 1:
            engine.choose(view, Clock())
            expected = -reference(view.sample(new_rng(0)), 2, net)
            if abs(expected) < FAR / 2 and abs(engine.score) < FAR / 2:
                assert engine.score == pytest.approx(expected, abs=0.02)
                compared += 1
    assert compared >= 20


def test_the_network_knows_that_the_first_player_must_not_wait():
    board = board_text(SHEET.new())
    early, late = (value(SHEET.position(f"{board} 0 {quiet}"), network(SHEET)) for quiet in (2, 26))
    assert late < early - 50


@BOTH
def test_the_network_knows_what_the_strongest_animals_are_worth(rules):
    board = board_text(rules.new())
    net = network(rules)
    whole = value(rules.position(f"{board} 0"), net)
    for animal in "le":
        assert value(rules.position(f"{board.replace(animal, '.')} 0"), net) < whole
        assert value(rules.position(f"{board.replace(animal.upper(), '.')} 0"), net) > whole


def test_fitting_learns_what_became_of_positions_and_repeats_itself():
    pytest.importorskip("jax")
    played = play_games(SHEET, None, 60, 0, seed=1)
    assert set(np.unique(played.results)) == {0.0, 1.0}
    assert (played.looks == played.results).all()  # the heuristic does not say how a position looks
    start = new_network(0)
    one, two = (fit_network(start, played.states, played.results, 30, seed=2) for _ in range(2))
    assert (one == two).all()
    before, after = (log_loss(net, played.states, played.results) for net in (start, one))
    assert after < 0.7 * before


def test_the_search_plays_games_and_says_how_positions_looked():
    played = play_games(SHEET, network(SHEET), 20, 100, seed=1)
    again = play_games(SHEET, network(SHEET), 20, 100, seed=1)
    assert all((a == b).all() for a, b in zip(played, again, strict=True))
    assert ((played.looks >= 0) & (played.looks <= 1)).all()
    assert np.corrcoef(played.looks, played.results)[0, 1] > 0.5


def test_a_network_for_other_rules_is_refused():
    with pytest.raises(ParlourError, match="its rules is sheet, not judge"):
        agent(JUDGE, "best:nodes=50,model=network-sheet")
    with pytest.raises(ParlourError, match="its rules version is 1, not 2"):
        network(replace(SHEET, rules_version=2))
