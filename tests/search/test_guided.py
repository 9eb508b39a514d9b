"""Searches that a network guides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from parlour.agent import Agent, Clock, agent
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.model import Arrays, write_model
from parlour.search.learned import UNITS, policy_kind, values_kind
from parlour.testing import check_agent

SEARCHES = ("mcts:playouts=200", "mc:playouts=200")


@pytest.fixture(scope="module")
def tictactoe(examples: Path) -> Game:
    return game(str(examples / "tictactoe.py"))


def weights(its: Game, **given: np.ndarray) -> Arrays:
    """A network without an opinion, but for the weights that are given."""
    shapes = {name: [n or 0 for n in shape] for name, (_, shape) in values_kind(its, UNITS).arrays.items()}
    return {name: given.get(name, np.zeros(shape)).astype(np.float32) for name, shape in shapes.items()}


def model_of(its: Game, folder: Path, arrays: Arrays) -> Path:
    return write_model(folder / f"{its.name}.npz", values_kind(its), its, arrays, {})


def fond_of(its: Game, feature: int) -> Arrays:
    """A network that values actions by one number of their description."""
    like, hidden, output = np.zeros((its.encoding.feature_size, 128)), np.zeros((128, 64)), np.zeros(64)
    like[feature, 0] = hidden[0, 0] = 1.0
    output[0] = 0.5
    return weights(its, like=like, hidden=hidden, output=output)


def choice(player: Agent, its: Game, *moves: str) -> int:
    state = its.new(1)
    for move in moves:
        state.play(move)
    player.begin(its, state.mover, 5)
    return player.choose(state.view(), Clock())


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_win_is_taken_whatever_the_network_says(spec: str, tictactoe: Game, tmp_path: Path) -> None:
    player = agent(tictactoe, f"{spec},model={model_of(tictactoe, tmp_path, weights(tictactoe))}")
    assert choice(player, tictactoe, "1", "4", "2", "5") == 2


def test_the_tree_sees_what_the_network_does_not(tictactoe: Game, tmp_path: Path) -> None:
    path = model_of(tictactoe, tmp_path, fond_of(tictactoe, 8))
    assert choice(agent(tictactoe, f"mcts:playouts=400,model={path}"), tictactoe, "1", "5", "2") == 2, (
        "it blocks, though the network likes the last square"
    )


def test_what_the_network_values_is_tried_first(tictactoe: Game, tmp_path: Path) -> None:
    player = agent(tictactoe, f"mcts:playouts=2,model={model_of(tictactoe, tmp_path, fond_of(tictactoe, 7))}")
    assert choice(player, tictactoe) == 7
    explanation = player.explain()
    assert explanation is not None
    assert explanation.unit == "positions"
    assert explanation.work == 2


def test_a_policy_says_where_to_look_first(tictactoe: Game, tmp_path: Path) -> None:
    arrays = fond_of(tictactoe, 7)
    arrays = {**arrays, "choice": 20 * arrays["output"], "output": np.zeros_like(arrays["output"])}
    path = write_model(tmp_path / "policy.npz", policy_kind(tictactoe), tictactoe, arrays, {})
    assert choice(agent(tictactoe, f"mcts:playouts=2,model={path}"), tictactoe) == 7
    assert choice(agent(tictactoe, f"learned:model={path}"), tictactoe) == 7


@pytest.mark.parametrize("spec", SEARCHES)
def test_guided_agents_see_no_more_than_their_seat(spec: str, examples: Path, tmp_path: Path) -> None:
    kuhn = game(str(examples / "kuhn.py"))
    check_agent(kuhn, f"{spec},model={model_of(kuhn, tmp_path, fond_of(kuhn, 1))}", games=2)


@pytest.mark.parametrize("spec", SEARCHES)
def test_a_model_of_another_game_is_refused(
    spec: str, tictactoe: Game, examples: Path, tmp_path: Path
) -> None:
    path, kuhn = model_of(tictactoe, tmp_path, weights(tictactoe)), game(str(examples / "kuhn.py"))
    with pytest.raises(ParlourError, match=r"its game is tictactoe, not kuhn: parlour train \S+ makes one"):
        agent(kuhn, f"{spec},model={path}")
