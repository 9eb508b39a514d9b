"""Games as environments: what PettingZoo and Gymnasium ask of one holds for every game."""

from __future__ import annotations

import doctest
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import parlour
from parlour.environments import aec, batch, register, single
from parlour.environments.table import GameEnv
from parlour.game import game_names

ROOT = Path(__file__).resolve().parents[2]
GAMES = game_names()


def random_game(environment: GameEnv, seed: int) -> dict[str, float]:
    """Play a random game to its end; what each agent got."""
    environment.reset(seed=seed)
    rng, total = np.random.default_rng(seed), dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, over, _, _ = environment.last()
        total[agent] += reward
        environment.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return total


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have plain arrays than masks
        api_test(aec(name), num_cycles=1000, verbose_progress=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: aec(name), num_cycles=50)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have its own registry's name
        check_env(single(name), skip_render_check=True)


@pytest.mark.parametrize("name", ["reversi", "tichu", "ticket-to-ride:players=3"])
def test_agents_are_paid_what_the_game_says(name: str) -> None:
    environment = aec(name)
    total = random_game(environment, 5)
    assert list(total.values()) == environment.position.rewards
    assert any(total.values()) or environment.position.scores[0] == environment.position.scores[1]


def test_an_agent_that_is_not_to_move_has_no_action_and_sees_no_hand() -> None:
    environment = aec("tichu")
    environment.reset(seed=1)
    first, second = (environment.observe(agent) for agent in environment.agents[:2])
    assert first["action_mask"].sum() == 2
    assert not second["action_mask"].any()
    assert (first["observation"] != second["observation"]).any()


def test_an_illegal_code_is_refused_and_nothing_is_played() -> None:
    environment = aec("reversi")
    environment.reset(seed=1)
    with pytest.raises(parlour.ParlourError, match="code 0 is not legal here"):
        environment.step(0)
    assert environment.position.ply == 0


def test_positions_are_shown_as_text_svg_and_pixels() -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        environment = aec("reversi", render_mode=mode)
        environment.reset(seed=1)
        shown[mode] = environment.render()
    assert shown["ansi"] == str(environment.position)
    assert shown["svg"].startswith("<svg")
    pixels = shown["rgb_array"]
    assert pixels.dtype == np.uint8
    assert pixels.ndim == 3
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 3
    with pytest.raises(parlour.ParlourError, match="unknown render mode 'human'"):
        environment = aec("reversi", render_mode="human")
        environment.reset()
        environment.render()


def test_a_seat_plays_against_chosen_opponents() -> None:
    environment = single("ticket-to-ride:players=3", opponents=["labno", "random"], seat=1)
    observation, info = environment.reset(seed=3)
    assert environment.position.mover == 1
    reward, over = 0.0, False
    while not over:
        assert observation in environment.observation_space
        observation, reward, over, _, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert reward == environment.position.rewards[1]
    with pytest.raises(parlour.ParlourError, match="call reset"):
        environment.step(0)


def test_an_illegal_code_loses_the_game_for_a_single_seat() -> None:
    environment = single("reversi")
    environment.reset(seed=3)
    _, reward, over, _, info = environment.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, 0)


def test_seats_that_do_not_exist_are_named() -> None:
    with pytest.raises(parlour.ParlourError, match="reversi has no seat 2"):
        single("reversi", seat=2)
    with pytest.raises(parlour.ParlourError, match="tichu has 3 other seats, not 1"):
        single("tichu", opponents=["random"])


def test_both_registries_make_the_games() -> None:
    from pettingzoo.env_registry.registration import make

    assert "parlour/reversi-v1" in register()
    assert register() == register()
    environment = make("aec", "parlour/reversi-v1", render_mode="ansi")
    environment.reset(seed=1)
    assert "player_0" in environment.agents
    assert gymnasium.make("parlour/tichu-v2").unwrapped.game.name == "tichu"


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_the_games_of_its_seeds(name: str) -> None:
    """Each table shows what the game of its seed shows, played with the same codes, and its rewards."""
    tables = batch(name, 3, seed=20)
    states = [parlour.game(name).new(20 + i) for i in range(3)]
    encoding = tables.game.encoding
    for _ in range(150):
        codes = tables.sample().copy()
        for i, state in enumerate(states):
            view = state.view()
            assert tables.mover[i] == view.seat
            assert (tables.observations[i] == encoding.observe(view)).all()
            assert (tables.masks[i] == encoding.mask(view)).all()
            state.advance(encoding.decode(view, codes[i]))
        tables.step(codes)
        for i, state in enumerate(states):
            assert tables.done[i] == state.over
            assert tables.rewards[i].tolist() == pytest.approx(
                state.rewards if state.over else [0.0] * len(state.rewards)
            )
            if state.over:
                states[i] = parlour.game(name).new(int(tables.seeds[i]))


def test_threads_do_not_change_a_batch() -> None:
    one, two = batch("tichu", 7, seed=3), batch("tichu", 7, seed=3, threads=2)
    for _ in range(300):
        codes = one.sample()
        one.step(codes)
        two.step(codes)
        assert (one.observations == two.observations).all()
        assert (one.rewards == two.rewards).all()


def test_a_batch_refuses_illegal_codes_and_plays_nothing() -> None:
    tables = batch("reversi", 4)
    before = tables.observations.copy()
    wrong = {
        "table 2: code 0 is not legal": [19, 19, 0, 19],
        "table 3: code 99": [19, 19, 19, 99],
        "a code for each of the 4 tables": [19],
    }
    for complaint, codes in wrong.items():
        with pytest.raises(parlour.ParlourError, match=complaint):
            tables.step(np.array(codes))
    assert (tables.observations == before).all()


def test_a_game_of_a_file_is_an_environment_too(examples: Path) -> None:
    tables = batch(str(examples / "connect_four/"), 5)
    ended = 0
    for _ in range(60):
        tables.step(tables.sample())
        ended += int(tables.done.sum())
    assert ended > 2
    assert set(np.unique(tables.rewards)) <= {-1.0, 0.0, 1.0}


def test_the_page_on_environments_shows_what_happens() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "environments.md"), module_relative=False)
    assert results.attempted > 15
    assert results.failed == 0
