"""What plays by itself at a table: the only legal action, without a click."""

from __future__ import annotations

import asyncio
import random
import time
from functools import cache

import pytest
from web_helpers import Client, Served

import parlour
from parlour.games.tichu.state import WAIT
from parlour.state import State
from parlour.web import lapses
from parlour.web.lapses import Lapses, lapsing
from support import finish


def moves_to_a_forced_pass() -> list[str]:
    """A game of Reversi up to a position in which the side to move can only pass."""
    for seed in range(100):
        state, choice = parlour.game("reversi").new(seed), random.Random(seed)
        while not state.over:
            if state.format(state.legal_moves[0]) == "pass":
                return [move.text for move in state.moves]
            state.advance(choice.choice(state.legal_moves))
    raise AssertionError("no game of a hundred has a pass")


def test_the_only_legal_action_is_played_without_a_click(served: Served) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    client = Client(served.url, table, list(tokens.values()))
    moves = moves_to_a_forced_pass()
    for move in moves:
        client.act(move)
    while client.view.get("ply") != len(moves) + 1:
        client.hear("view")
    assert client.view["event"]["text"] == "pass"
    client.close()


@cache
def windows(*, bomb: bool) -> list[State]:
    """Positions of Tichu in which a seat is asked whether it bombs: ten that could, or ten that could not."""
    states: list[State] = []
    for seed in range(200):
        state, choice = parlour.game("tichu").new(seed), random.Random(seed)
        while not state.over:
            if state.data["asked"] >= 0 and (len(state.legal_moves) > 1) == bomb:
                states.append(state.copy())
                break
            state.advance(choice.choice(state.legal_moves))
        if len(states) == 10:
            return states
    raise AssertionError("no such positions")


def test_what_lapses_does_not_depend_on_the_hand() -> None:
    for state in (*windows(bomb=True), *windows(bomb=False)):
        assert lapsing(state) == WAIT


def moment(state: State, thinking: float) -> tuple[float, int | None]:
    """When the chance of an agent that thinks so long is over, after the last choice, and what it does."""

    async def wait() -> tuple[float, int | None]:
        table = Lapses()

        def choose(state: State) -> int:
            time.sleep(thinking)
            return state.legal_moves[-1]

        await table.foresee(state, {state.mover: choose}, asyncio.to_thread)
        await asyncio.sleep(table.rest)
        return time.monotonic() - table.chosen_at, table.action(state)

    return finish(wait())


def test_nobody_is_heard_before_the_moment_is_over_whatever_they_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lapses, "LAPSE", 0.3)
    (armed, *_), (bare, *_) = windows(bomb=True), windows(bomb=False)
    quick, slow, none = moment(armed, 0.0), moment(armed, 1.0), moment(bare, 0.0)
    assert min(quick[0], slow[0], none[0]) >= 0.3
    assert quick[1] == armed.legal_moves[-1] != WAIT
    assert slow[1] == none[1] == WAIT, "who has not decided by then has let the chance go"
