"""Policy and value learned from a search against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.agent import agent
from parlour.arena.play import play
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.learn.policy import SEARCH, PolicyLearner
from parlour.learn.searching import NOBODY, search_chunk
from parlour.learn.training import Lesson, Round, Run, train
from parlour.model import Arrays, read_header
from parlour.search.learned import network_of


@pytest.fixture(scope="module")
def four(examples: Path) -> Game:
    return game(str(examples / "connect_four") + "/")


@pytest.fixture(scope="module")
def tictactoe(examples: Path) -> Game:
    return game(str(examples / "tictactoe.py"))


def learned(its: Game, out: Path, workers: int = 1, **fields: Any) -> list[Round]:
    pytest.importorskip("jax")
    settings = {"decisions": 2048, "playouts": 24, **fields.pop("settings", {})}
    return list(train(Run.make(SEARCH, its, settings, out=out, workers=workers, **fields)))


def searched(its: Game, seed: int = 1) -> tuple[Arrays, int]:
    """Decisions of a search that knows nothing but how games end."""
    settings = {option.name: option.default for option in SEARCH.options}
    blank = PolicyLearner(Lesson(its, settings=settings)).begin()
    net = network_of({name: np.zeros_like(array) for name, array in blank.items()})
    return search_chunk(its, net, 64, 0.0, 2, 0.8, seed)


def test_a_policy_beats_random_and_does_not_depend_on_the_workers(tmp_path: Path, four: Game) -> None:
    rounds = learned(four, tmp_path / "one.npz", 2, rounds=3, trial=60)
    share = rounds[-1].measures["score against random"]
    assert share.value > 0.75  # type: ignore[union-attr]
    assert "score against the round before" in rounds[-1].measures
    learned(four, tmp_path / "two.npz", 1, rounds=3, trial=60)
    one, two = ((tmp_path / f"{name}.npz").read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    "player", ["learned:model={}", "mcts:playouts=50,model={}", "mc:playouts=50,model={}"]
)
def test_a_policy_is_played_with_and_without_a_search(player: str, tictactoe: Game, tmp_path: Path) -> None:
    out = tmp_path / "policy.npz"
    learned(tictactoe, out, rounds=1, trial=0)
    assert read_header(out).kind == "policy"
    players = [agent(tictactoe, player.format(out)), agent(tictactoe, "random")]
    assert not play(tictactoe, players, 3).forfeits
    with pytest.raises(
        ParlourError, match="not isolation: parlour train isolation --method search makes one"
    ):
        agent(game("isolation"), player.format(out))


def test_what_a_search_finds_adds_up(four: Game) -> None:
    decisions, games = searched(four)
    there = decisions["legal"] != NOBODY
    assert games > 20
    assert (there.sum(axis=1) > 1).all(), "an action without an alternative is no decision"
    assert decisions["shares"].sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert (decisions["shares"][~there] == 0).all()
    assert (decisions["legal"] == decisions["actions"][:, None]).sum(axis=1).tolist() == [1] * len(there)
    assert np.nanmax(np.abs(decisions["worths"])) <= 1


def test_a_search_teaches_to_win_at_once(tictactoe: Game) -> None:
    decisions, _ = searched(tictactoe)
    wins = decisions["worths"] == 1
    decided = wins.any(axis=1)
    assert decided.sum() > 100
    shares = np.where(wins, decisions["shares"], 0).sum(axis=1)[decided]
    assert shares.mean() > 0.9
    assert decisions["targets"][decided].mean() > 0.9


def test_chance_without_secrets_is_learned_too(tmp_path: Path) -> None:
    its, out = game("dicewars:players=2"), tmp_path / "dice.npz"
    rounds = learned(its, out, rounds=1, trial=2, settings={"playouts": 4, "decisions": 1024, "epochs": 0.1})
    assert rounds[0].games > 5
    assert "score against random" in rounds[0].measures


@pytest.mark.parametrize("spec", ["tichu", "dicewars:players=3"])
def test_hidden_cards_and_more_than_two_sides_are_refused(spec: str, tmp_path: Path) -> None:
    with pytest.raises(
        ParlourError, match="needs a game of two sides in which nothing is hidden: .*--method values"
    ):
        learned(game(spec), tmp_path / "m.npz", rounds=1)
