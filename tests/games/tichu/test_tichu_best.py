"""Tichu's strongest player: what it reads from the play, what it believes, and its race."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from parlour.agent import Clock, agent
from parlour.game import game
from parlour.games.tichu.best.agent import played_in_round
from parlour.games.tichu.best.belief import how_likely, take_back
from parlour.games.tichu.state import EXCHANGE, PLAY
from parlour.kernel import new_rng
from parlour.search.learned import judge, load_network, new_desk
from parlour.state import State

FULL, MATCH = game("tichu"), game("tichu:length=match")


def rounds(count: int, of: str = "plan") -> Iterator[State]:
    """Every position of some rounds that a policy plays."""
    for seed in range(count):
        state, players = FULL.new(seed), [agent(FULL, of) for _ in range(4)]
        for seat, player in enumerate(players):
            player.begin(FULL, seat, seed)
        while not state.over:
            yield state
            state.advance(players[state.mover].choose(state.view(), Clock()))


def test_a_network_sees_no_more_of_a_full_position_than_of_a_view() -> None:
    """So the race may ask it about guesses without hiding anything."""
    net, rules = load_network(FULL, None), FULL.encoding.rules
    desk, seen = new_desk(FULL, net), 0
    for state in rounds(2):
        n = judge(rules, net, state.buffer, state.mover, desk)
        values = desk.values[:n].copy()
        assert judge(rules, net, state.view().buffer, state.mover, desk) == n
        assert (desk.values[:n] == values).all()
        seen += n > 1
    assert seen > 60


def test_the_play_of_a_round_is_read_from_its_history() -> None:
    read = 0
    for state in rounds(2):
        played = played_in_round(state.view())
        if state.data["phase"] < PLAY:
            assert played == []
            continue
        since = [move for move in state.moves if not move.text.startswith(("give", "no call", "grand"))]
        early = [move for move in state.moves[:8] if move.text == "tichu"]
        told = [(seat, state.format(action)) for seat, action in played]
        if any(state.data["played"]):
            assert told == [tuple(move) for move in since[len(early) :]]
            read += 1
    assert read > 100


def test_the_play_is_taken_back_to_where_it_began_and_leads_here_again() -> None:
    checked, rules = 0, FULL.rules
    for state in rounds(3):
        played = played_in_round(state.view())
        if not played:
            continue
        again, rng = state.buffer.copy(), new_rng(1)
        take_back(again, *(np.array(column) for column in zip(*played, strict=True)))
        for seat, action in played:
            assert rules.mover(again) == seat
            rules.apply(again, action, rng)
        assert again.tobytes() == state.buffer.tobytes()
        checked += 1
    assert checked > 100


def test_the_hands_that_are_held_are_likelier_than_guesses() -> None:
    net, rules = load_network(FULL, None), FULL.encoding.rules
    desk, rng, scratch, better = new_desk(FULL, net), new_rng(5), FULL.new().buffer, []
    for ply, state in enumerate(rounds(3)):
        played = played_in_round(state.view())
        if len(played) < 20 or ply % 7:
            continue
        columns = [np.array(column) for column in zip(*played, strict=True)]

        def likely(buffer: np.ndarray) -> float:
            return how_likely(rules, net, desk, buffer, scratch, state.mover, *columns, rng)  # noqa: B023

        guesses = [likely(state.view().sample(seed).buffer) for seed in range(8)]
        better.append(likely(state.buffer) - np.mean(guesses))
    assert len(better) > 20
    assert np.mean(better) > 3 * np.std(better) / len(better) ** 0.5


def test_without_playouts_best_plays_what_its_network_values_most() -> None:
    best, learned = agent(FULL, "best:playouts=0"), agent(FULL, "learned")
    for state in rounds(1):
        for player in (best, learned):
            player.begin(FULL, state.mover, 1)
        assert best.choose(state.view(), Clock()) == learned.choose(state.view(), Clock())


def test_a_round_of_a_match_is_played_for_itself() -> None:
    state, player = MATCH.new(3), agent(MATCH, "best:playouts=60,seconds=1000")
    while state.data["phase"] < EXCHANGE:
        state.play("no call")
    answers = []
    for total in ((0, 0), (900, -400)):
        state.data["total"] = total
        player.begin(MATCH, 0, 1)
        answers.append(player.choose(state.view(), Clock()))
    explanation = player.explain()
    assert answers[0] == answers[1]
    assert explanation is not None
    assert 2 <= explanation.work <= 60


@pytest.mark.parametrize("playouts", [10, 60])
def test_candidates_that_are_clearly_behind_are_not_followed_up(playouts: int) -> None:
    """Twelve candidates at most race, and those that are left are all followed up equally often."""
    player, state = agent(FULL, f"best:playouts={playouts},seconds=1000"), FULL.new(1)
    for _ in range(8):
        state.play("no call")
    player.begin(FULL, 0, 1)
    player.choose(state.view(), Clock())
    explanation = player.explain()
    assert explanation is not None
    visits = [candidate.visits for candidate in explanation.candidates]
    assert len(visits) <= 12
    assert sum(visits) <= playouts
    assert visits[0] == max(visits)
