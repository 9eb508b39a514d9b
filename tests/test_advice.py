"""Who explains positions: one choice for the page and the terminal."""

from __future__ import annotations

import pytest

import parlour
from parlour.advice import adviser
from parlour.agent import Clock, consult
from parlour.game import game_names
from support import Run


@pytest.mark.parametrize("spec", [*game_names(), "isolation:size=11"])
def test_someone_explains_every_variant_of_every_game(spec: str) -> None:
    game = parlour.game(spec)
    for purpose in ("hint", "replay"):
        player = parlour.agent(game, adviser(game, purpose))
        assert player.explains
        assert consult(player, game.new(1).view(), Clock(bank=600)).candidates


def test_the_strongest_agents_give_the_hints() -> None:
    for name in ("reversi", "jungle", "dicewars", "tichu"):
        assert adviser(parlour.game(name), "hint").startswith("best")


def test_a_game_names_its_own_and_the_first_that_plays_the_variant_is_taken() -> None:
    small, large = parlour.game("isolation:size=5"), parlour.game("isolation:size=11")
    assert (adviser(small, "hint"), adviser(small, "replay")) == ("solver:seconds=0.4", "solver:seconds=0.3")
    assert adviser(large, "hint") == "alphabeta:seconds=0.4"


def test_the_terminal_asks_whom_the_page_asks(parlour: Run) -> None:
    done = parlour("play", "isolation:size=4", "random", input="hint\nquit\n")
    assert "solver:seconds=0.4 would play" in done.stdout
