"""What plays by itself at a table: the only legal action, without a click."""

from __future__ import annotations

import random

from web_helpers import Client, Served

import parlour


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
