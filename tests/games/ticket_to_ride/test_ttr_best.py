"""Ticket to Ride's strongest player: what its network sees, what it believes, and its race."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest
from numba import types

from parlour.agent import Clock, agent
from parlour.game import game
from parlour.games.ticket_to_ride.best.belief import suppose_tickets, weigh_tickets
from parlour.games.ticket_to_ride.railways import N_TICKETS
from parlour.games.ticket_to_ride.state import SEATS, fields
from parlour.kernel import FLOAT_ROWS, RNG, STATE, compiled, new_rng
from parlour.search.learned import judge, load_network, new_desk
from parlour.state import State

TWO, FOUR = game("ticket-to-ride"), game("ticket-to-ride:players=4")


def positions(of: str, count: int) -> Iterator[State]:
    """Every position of some games that the planner plays."""
    its = game(of)
    for seed in range(count):
        state, player = its.new(seed), agent(its, "planner")
        while not state.over:
            yield state
            player.begin(its, state.mover, seed)
            state.advance(player.choose(state.view(), Clock()))


@pytest.mark.parametrize("of", ["ticket-to-ride", "ticket-to-ride:players=4,rules=thesis"])
def test_a_network_sees_no_more_of_a_full_position_than_of_a_view(of: str) -> None:
    """So the race may ask it about guesses without hiding anything."""
    its = game(of)
    net, rules = load_network(its, None), its.encoding.rules
    desk, seen = new_desk(its, net), 0
    for state in positions(of, 1):
        n = judge(rules, net, state.buffer, state.mover, desk)
        values = desk.values[:n].copy()
        assert judge(rules, net, state.view().buffer, state.mover, desk) == n
        assert (desk.values[:n] == values).all()
        seen += n > 1
    assert seen > 60


@compiled(types.void(STATE, types.int64, FLOAT_ROWS))
def weigh(view, seat, likely):
    """Write how likely each of the others holds each ticket."""
    weigh_tickets(fields(view), seat, likely)


@compiled(types.void(STATE, FLOAT_ROWS, RNG))
def suppose(world, likely, rng):
    """Give the others tickets that they may hold."""
    suppose_tickets(world, likely, rng)


def test_the_tickets_that_are_held_are_likelier_than_others() -> None:
    likely, shares, fair = np.ones((SEATS, N_TICKETS)), [], []
    for state in positions(FOUR.spec, 4):
        if state.ply < 60 or state.ply % 10:
            continue
        view, held = state.view(), state.data["tickets"]
        weigh(view.buffer, view.seat, likely)
        hidden = [t for t in range(N_TICKETS) if not int(held[view.seat]) >> t & 1]
        for other in set(range(4)) - {view.seat}:
            own = [t for t in hidden if int(held[other]) >> t & 1]
            shares.append(likely[other, own].sum() / likely[other, hidden].sum())
            fair.append(len(own) / len(hidden))
    assert len(shares) > 50
    assert np.mean(shares) > 2 * np.mean(fair)


def test_supposed_tickets_are_as_many_as_are_held_and_none_that_lie_elsewhere() -> None:
    likely, checked = np.ones((SEATS, N_TICKETS)), 0
    for state in positions(FOUR.spec, 1):
        view, rng = state.view(), new_rng(state.ply)
        world = view.buffer.copy()
        suppose(world, likely, rng)
        tickets = [int(mask) for mask in np.ndarray(1, FOUR.dtype, world)[0]["tickets"]]
        assert [mask.bit_count() for mask in tickets] == state.data["held"].tolist()
        assert tickets[view.seat] == int(state.data["tickets"][view.seat])
        told = {int(t) for t in view.data["ticket_deck"] if t >= 0}
        told |= {int(t) for row in view.data["offers"] for t in row if t >= 0}
        everything = [t for mask in tickets for t in range(N_TICKETS) if mask >> t & 1]
        assert len(set(everything)) == len(everything)
        assert not told & set(everything)
        checked += len(everything) > 8
    assert checked > 60


def test_without_playouts_best_plays_what_its_network_values_most() -> None:
    best, learned = agent(TWO, "best:playouts=0"), agent(TWO, "learned")
    for state in positions(TWO.spec, 1):
        for player in (best, learned):
            player.begin(TWO, state.mover, 1)
        assert best.choose(state.view(), Clock()) == learned.choose(state.view(), Clock())


@pytest.mark.parametrize("playouts", [20, 200])
def test_candidates_that_are_clearly_behind_are_not_followed_up(playouts: int) -> None:
    player, state = agent(TWO, f"best:playouts={playouts},seconds=1000"), TWO.new(1)
    player.begin(TWO, 0, 1)
    player.choose(state.view(), Clock())
    explanation = player.explain()
    assert explanation is not None
    visits = [candidate.visits for candidate in explanation.candidates]
    assert len(visits) <= 12
    assert sum(visits) <= playouts
    assert visits[0] == max(visits)
    assert playouts < 100 or min(visits) < max(visits)


def test_best_keeps_its_seconds() -> None:
    player, state = agent(FOUR, "best:seconds=0.05"), FOUR.new(2)
    player.begin(FOUR, 0, 1)
    player.choose(state.view(), Clock())
    began = time.thread_time()
    player.choose(state.view(), Clock())
    assert time.thread_time() - began < 0.07
