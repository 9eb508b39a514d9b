"""The example games: the contract where it is smallest and where it is hardest."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.agent import Clock
from parlour.search.perft import perft
from parlour.testing import check_agent, check_game, random_positions


@pytest.mark.parametrize(("name", "most_lines"), [("tictactoe", 140), ("kuhn", 170)])
def test_examples_are_short_and_keep_the_contract(name: str, most_lines: int, examples: Path) -> None:
    path = examples / f"{name}.py"
    assert len(path.read_text().splitlines()) < most_lines
    check_game(parlour.game(str(path)), games=20)


def test_perft_of_tictactoe(examples: Path) -> None:
    start = parlour.game(str(examples / "tictactoe.py")).new()
    assert [perft(start, depth) for depth in range(1, 10)] == [
        9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872,
    ]  # fmt: skip


def test_perfect_play_of_tictactoe_is_a_draw(examples: Path) -> None:
    game = parlour.game(str(examples / "tictactoe.py"))
    for spec in ("minimax:depth=9", "alphabeta:depth=9", "mcts:playouts=20000"):
        record = parlour.play(game, [parlour.agent(game, spec) for _ in range(2)], seed=4)
        assert record.rewards == (0, 0), spec


@pytest.mark.parametrize("spec", ["random", "mc:playouts=60", "mcts:playouts=200"])
def test_agents_of_kuhn_do_not_peek(spec: str, examples: Path) -> None:
    check_agent(parlour.game(str(examples / "kuhn.py")), spec, games=4)


def test_mcts_knows_what_to_do_in_kuhn(examples: Path) -> None:
    """With a jack nobody calls a bet; with a king everybody does."""
    game = parlour.game(str(examples / "kuhn.py"))
    jack, king, met = 0, 2, set()
    for view in random_positions(game, 60):
        if view.history and view.history[-1].text == "bet":
            card = int(view.data["cards"][view.seat])
            player = parlour.agent(game, "mcts:playouts=2000")
            player.begin(game, view.seat, 1)
            answer = view.format(player.choose(view, Clock()))
            if card in (jack, king):
                met.add(card)
                assert answer == ("bet" if card == king else "pass")
    assert met == {jack, king}


def test_a_view_of_kuhn_holds_nothing_of_the_other_card(examples: Path) -> None:
    game = parlour.game(str(examples / "kuhn.py"))
    by_card: dict[int, set[bytes]] = {}
    for seed in range(60):
        view = game.new(seed).view(0)
        by_card.setdefault(int(view.data["cards"][0]), set()).add(view.buffer.tobytes())
        assert "K" not in str(view).replace(str(view)[6], "", 1)
    assert {len(views) for views in by_card.values()} == {1}


class Cheat(parlour.Agent):
    """Looks at the other card if it can."""

    def choose(self, view: parlour.View, clock: Clock) -> int:
        return int(max(view.data["cards"]) == 2)


def test_the_peek_test_can_fail(examples: Path) -> None:
    """If hiding is switched off, the same check finds an agent that looks at the other card."""
    game = parlour.game(str(examples / "kuhn.py"))
    open_game = parlour.game(str(examples / "kuhn.py"))
    open_game.__dict__["rules"] = game.rules.but(hide=parlour.game("reversi").rules.hide)
    with pytest.raises(AssertionError, match="decides by what it cannot know"):
        check_agent(open_game, Cheat)
    check_agent(game, Cheat)
