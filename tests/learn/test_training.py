"""The training loop, and action values learned from self-play."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.agent import Clock, agent
from parlour.encoding import names_of
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.games.tichu.state import GRAND
from parlour.learn.curves import read_run
from parlour.learn.training import (
    Learner,
    Lesson,
    Measures,
    Method,
    Round,
    Run,
    find_method,
    methods_of,
    train,
)
from parlour.learn.trial import score
from parlour.model import Arrays, ModelKind, load_model, read_header, read_model
from parlour.search.learned import Network, values_kind
from parlour.spec import Option
from support import Run as Command

REVERSI = game("reversi")


class Adder(Learner):
    """Learns a sum of random numbers."""

    kind = ModelKind("sum", "parlour train reversi --method sum", {"sum": ("float64", (1,))})

    def begin(self) -> Arrays:
        return {"sum": np.zeros(1)}

    def learn(self, state: Arrays, number: int) -> tuple[Arrays, Measures]:
        more = float(self.lesson.seeds(number, 1)[0] % 1000) * self.settings["factor"]
        return {"sum": state["sum"] + more}, {"games": 5, "added": more}

    def model(self, state: Arrays) -> Arrays:
        return state


ADDER = Method("sum", "A sum.", Adder, "none", (Option("factor", 1.0, "what numbers are multiplied by"),), 4)


def run_of(folder: Path, name: str = "m", **fields: Any) -> Run:
    settings = fields.pop("settings", {})
    return Run.make(ADDER, REVERSI, settings, out=folder / f"{name}.npz", trial=0, **fields).with_curve(
        folder
    )


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = list(train(run_of(tmp_path, "whole")))
    first = list(islice(train(run_of(tmp_path, "parts")), 2))
    rest = list(train(run_of(tmp_path, "parts")))
    assert [done.number for done in whole] == [0, 1, 2, 3]
    assert first + rest == whole
    one, two = (
        read_model(tmp_path / f"{name}.npz", Adder.kind, REVERSI).arrays for name in ("whole", "parts")
    )
    assert one["sum"] == two["sum"]
    curves = [read_run(tmp_path / f"{name}.curve.jsonl").steps for name in ("whole", "parts")]
    one, two = ([(step.games, step.values) for step in steps] for steps in curves)
    assert one == two
    assert list(train(run_of(tmp_path, "parts"))) == []
    assert [done.number for done in train(run_of(tmp_path, "parts", rounds=6))] == [4, 5]


def test_a_run_keeps_models_of_some_rounds_and_begins_afresh_without_them(tmp_path: Path) -> None:
    run = run_of(tmp_path, rounds=5)
    list(train(run))
    assert [path.stem for path in sorted((tmp_path / "m").iterdir())] == [
        "0001",
        "0002",
        "0003",
        "0004",
        "0005",
    ]
    assert (tmp_path / "m" / "0005.npz").read_bytes() == run.out.read_bytes()
    run.checkpoint.unlink()
    list(islice(train(run), 1))
    assert [path.stem for path in (tmp_path / "m").iterdir()] == ["0001"]


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    list(train(run_of(tmp_path, rounds=1)))
    for other in ({"seed": 1}, {"settings": {"factor": 2.0}}):
        with pytest.raises(ParlourError, match="is of another run: delete it"):
            list(train(run_of(tmp_path, **other)))
    run_of(tmp_path).checkpoint.write_bytes(b"PK nonsense")
    with pytest.raises(ParlourError, match="damaged or no checkpoint .*delete it to start afresh"):
        list(train(run_of(tmp_path)))


def test_it_stops_after_the_round_in_which_the_time_ends(tmp_path: Path) -> None:
    assert len(list(train(run_of(tmp_path, minutes=0.0)))) == 1


def test_a_model_says_how_it_was_made(tmp_path: Path) -> None:
    list(train(run_of(tmp_path, rounds=2, seed=7, command="parlour train reversi")))
    made = read_header(tmp_path / "m.npz").made
    assert (made["command"], made["seed"], made["rounds"], made["games"]) == (
        "parlour train reversi",
        7,
        2,
        10,
    )
    assert (made["method"], made["settings"]) == ("sum", {"factor": 1.0})


def test_unknown_methods_and_options_are_told(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="unknown method of reversi 'patern': did you mean 'patterns'"):
        find_method(REVERSI, "patern")
    with pytest.raises(ParlourError, match="unknown option of method 'sum'"):
        run_of(tmp_path, settings={"faktor": 2.0})


@pytest.fixture(scope="module")
def four(examples: Path) -> Game:
    return game(str(examples / "connect_four") + "/")


def learned(its: Game, folder: Path, workers: int, **fields: Any) -> list[Round]:
    pytest.importorskip("jax")
    settings = {"decisions": 8192, "epochs": 4.0, **fields.pop("settings", {})}
    method, out = methods_of(its)["values"], folder / "four.npz"
    return list(train(Run.make(method, its, settings, out=out, workers=workers, **fields)))


def test_values_of_self_play_beat_random_and_do_not_depend_on_the_workers(tmp_path: Path, four: Game) -> None:
    rounds = learned(four, tmp_path, 2, rounds=3, trial=60)
    share = rounds[-1].measures["score against random"]
    assert share.value > 0.75  # type: ignore[union-attr]
    assert "score against the round before" in rounds[-1].measures
    before = (tmp_path / "four.npz").read_bytes()
    (tmp_path / "four.checkpoint").unlink()
    learned(four, tmp_path, 1, rounds=3, trial=60)
    assert (tmp_path / "four.npz").read_bytes() == before


def test_the_learned_agent_explains_itself_and_refuses_other_games(tmp_path: Path, four: Game) -> None:
    learned(four, tmp_path, 1, rounds=1, trial=0, settings={"epochs": 0.2})
    state, player = four.new(1), agent(four, f"learned:model={tmp_path / 'four.npz'}")
    player.begin(four, 0, 1)
    action = player.choose(state.view(), Clock())
    explanation = player.explain()
    assert explanation is not None
    assert explanation.candidates[0].action == action
    assert sorted(c.action for c in explanation.candidates) == state.legal_moves
    with pytest.raises(ParlourError, match="its game is .*, not reversi: parlour train reversi makes one"):
        agent(REVERSI, f"learned:model={tmp_path / 'four.npz'}")
    with pytest.raises(ParlourError, match="there is no file .*parlour train"):
        agent(four, "learned")


def test_a_policy_can_teach_the_first_round(tmp_path: Path) -> None:
    rounds = learned(REVERSI, tmp_path, 1, rounds=1, trial=0, settings={"like": "iago", "epochs": 0.2})
    assert rounds[0].games > 10
    with pytest.raises(ParlourError, match="unknown policy of reversi 'yago': did you mean 'iago'"):
        learned(REVERSI, tmp_path, 1, rounds=1, settings={"like": "yago"})


def blank_network(its: Game) -> Network:
    """A network without an opinion."""
    from parlour.learn.values import VALUES, ValueLearner
    from parlour.search.learned import network_of

    settings = {option.name: option.default for option in VALUES.options}
    start = ValueLearner(Lesson(its, settings=settings)).begin()
    return network_of({name: np.zeros_like(array) for name, array in start.items()})


def test_decisions_before_a_random_one_learn_what_was_expected_there() -> None:
    from parlour.learn.selfplay import RANDOM, play

    blank, seeds, told = blank_network(REVERSI), np.arange(1, 2), {}
    for stray in (0.0, 0.05, 1.0):
        decisions, games = play(Lesson(REVERSI), blank, seeds, stray=stray, trace=0.999)
        assert 50 < len(decisions["actions"]) / games < 60, "all decisions count"
        told[stray] = np.count_nonzero(decisions["targets"]) / games
    assert told[0.0] > 45
    assert 10 < told[0.05] < told[0.0], "a network without an opinion expects 0"
    assert told[1.0] <= 1.0, "only the last move of a game has nothing but its end before it"
    decisions, games = play(Lesson(REVERSI), blank, seeds, guided=RANDOM)
    assert np.count_nonzero(decisions["targets"]) / games > 45


def test_in_mixed_games_one_team_learns_and_all_others_play_at_random() -> None:
    from parlour.learn.selfplay import play

    its = game("dicewars:players=2")
    mean = {}
    for mixed in (0.0, 1.0):
        decisions, games = play(Lesson(its), blank_network(its), np.arange(1, 2), mixed=mixed)
        turns = decisions["views"].view(its.dtype)["turn"].ravel()
        mean[mixed] = len(turns) / games
        first = decisions["views"].view(its.dtype)["map_seed"].ravel()
        seats = [set(turns[first == seed]) for seed in np.unique(first)]
        assert max(len(seen) for seen in seats) == (1 if mixed else 2)
        assert set(turns) == {0, 1}, "it learns in every seat"
    assert mean[1.0] < mean[0.0]


def test_no_game_is_learned_by_heart() -> None:
    from parlour.learn.values import VALUES, ValueLearner

    its, settings = game("dicewars:players=2"), {option.name: option.default for option in VALUES.options}
    learner = ValueLearner(Lesson(its, settings=settings | {"decisions": 8192, "epochs": 0.5}))
    state, _ = learner.learn(learner.begin(), 0)
    told_apart, read = np.array(its.encoding.memorable), state["seen"].any(axis=1)
    names = [name for block in its.encoding.observation for name in block.names]
    assert {names[i].split()[0] for i in told_apart} == {"dice", "border", "owner"}
    assert not read[told_apart].any()
    assert np.delete(read, told_apart).all()


def test_where_cards_are_hidden_what_others_did_at_random_teaches_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from parlour.learn.selfplay import play

    monkeypatch.setattr("parlour.learn.selfplay.CHUNK", 1024)  # as many games, where all moves are random
    tichu, counts, told = game("tichu"), {}, {}
    for stray in (0.0, 0.05, 1.0):
        decisions, games = play(Lesson(tichu), blank_network(tichu), np.arange(1, 2), stray=stray)
        counts[stray] = len(decisions["actions"]) / games
        told[stray] = np.count_nonzero(decisions["targets"]) / games
    assert counts[0.0] > counts[0.05] > counts[1.0]
    assert counts[0.05] > 0.8 * counts[0.0], "only the seats' last decisions before it are dropped"
    assert told[0.0] > 0.9 * counts[0.0], "the game's worth"
    assert told[1.0] <= 1.0, "a network without an opinion expects 0"


def shy_network(its: Game) -> Network:
    """A network that values a call of Grand Tichu at -1, and all else at 0."""
    net = blank_network(its)
    names = names_of(its.encoding.features)
    net.like[names.index("decision grand"), 0] = net.hidden[0, 0] = 1.0
    net.output[0] = -1.0
    return net


def test_first_choices_may_be_drawn_more_often_and_bad_ones_less() -> None:
    from parlour.learn.selfplay import play

    tichu, shares = game("tichu"), {}
    for early, heat in ((0.0, 0.0), (0.4, 0.0), (0.4, 0.1)):
        decisions, _ = play(Lesson(tichu), shy_network(tichu), np.arange(1, 2), early=early, heat=heat)
        first = decisions["views"].view(tichu.dtype)["phase"].ravel() == 0
        assert first.sum() > 100
        shares[early, heat] = float((decisions["actions"][first] == GRAND).mean())
    assert shares[0.0, 0.0] == 0.0
    assert shares[0.4, 0.0] == pytest.approx(0.2, abs=0.1)
    assert shares[0.4, 0.1] < 0.02


def test_a_run_may_begin_with_a_model(tmp_path: Path, four: Game) -> None:
    from parlour.learn.values import VALUES, ValueLearner

    learned(four, tmp_path, 1, rounds=1, trial=0, settings={"epochs": 0.2})
    settings = {option.name: option.default for option in VALUES.options}
    settings["begin"] = str(tmp_path / "four.npz")
    begun = ValueLearner(Lesson(four, settings=settings)).begin()
    model = load_model(four, values_kind(four), settings["begin"], "values").arrays
    assert all((begun[name] == model[name]).all() for name in model)
    settings["units"] = 64
    with pytest.raises(ParlourError, match="does not fit"):
        ValueLearner(Lesson(four, settings=settings)).begin()


def test_variants_may_be_learned_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.learn.selfplay import RANDOM, play
    from parlour.learn.values import VALUES, ValueLearner

    monkeypatch.setattr("parlour.learn.selfplay.CHUNK", 1024)
    trains = game("ticket-to-ride")
    settings = {option.name: option.default for option in VALUES.options}
    learner = ValueLearner(Lesson(trains, settings=settings | {"among": "players=2/players=3,rules=thesis"}))
    assert learner.variants == [{"players": "2"}, {"players": "3", "rules": "thesis"}]
    seeds = np.arange(1, 4)
    decisions, _ = play(
        Lesson(trains), blank_network(trains), seeds, guided=RANDOM, variants=learner.variants
    )
    players = decisions["views"].view(trains.dtype)["players"].ravel()
    assert (np.diff(players) != 0).sum() == 2, "the chunks of three seeds take turns"
    assert set(players.tolist()) == {2, 3}
    dice = game("dicewars:players=2")
    with pytest.raises(ParlourError, match="dicewars has other numbers than dicewars:players=2"):
        ValueLearner(Lesson(dice, settings=settings | {"among": "players=2/players=4"}))


def test_an_action_without_an_alternative_is_no_decision() -> None:
    from parlour.learn.selfplay import play

    tichu = game("tichu")
    decisions, games = play(Lesson(tichu), blank_network(tichu), np.arange(1, 2))
    rules, actions = tichu.encoding.rules, np.zeros(tichu.max_actions, np.int64)
    counts = [rules.candidates(view, actions, rules.legal(view, actions)) for view in decisions["views"]]
    assert min(counts) > 1
    assert len(counts) / games < 100, "most questions for a bomb have one answer"


def test_policies_that_teach_are_judged_by_their_own_moves() -> None:
    from parlour.learn.selfplay import POLICY_PLAYS, play

    net = blank_network(REVERSI)
    how = {"guided": POLICY_PLAYS, "like": "iago"}
    decisions, games = play(Lesson(REVERSI), net, np.arange(1, 2), stray=0.05, **how)  # type: ignore[arg-type]
    assert 10 < len(decisions["actions"]) / games < 40, "what came before the last random move is dropped"


def test_what_a_teacher_did_not_do_is_worth_less() -> None:
    from parlour.learn.selfplay import POLICY_PLAYS, SPURNED, play

    lesson = Lesson(REVERSI)
    decisions, _ = play(lesson, blank_network(REVERSI), np.arange(1, 2), guided=POLICY_PLAYS, like="iago")
    views, actions, targets = decisions["views"], decisions["actions"], decisions["targets"]
    pairs = np.flatnonzero((views[1:] == views[:-1]).all(axis=1))
    assert len(pairs) > 0.3 * len(actions)
    assert (actions[pairs] != actions[pairs + 1]).all()
    assert targets[pairs + 1] == pytest.approx(targets[pairs] - SPURNED, abs=1e-6)


def command(examples: Path, folder: Path, method: str) -> list[str]:
    return [
        "train", f"{examples / 'connect_four'}/", "--method", *method.split(), "--epochs", "0.5",
        "--trial", "4", "--out", str(folder / "four.npz"), "--results", str(folder),
    ]  # fmt: skip


@pytest.mark.parametrize("method", ["values --decisions 8192", "search --decisions 2048 --playouts 24"])
def test_the_command_goes_on_after_a_kill(
    method: str, tmp_path: Path, examples: Path, parlour: Command
) -> None:
    pytest.importorskip("jax")
    words = command(examples, tmp_path, method)
    training = subprocess.Popen(
        [sys.executable, "-m", "parlour", *words, "--rounds", "1000"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 120
        while not (tmp_path / "four.checkpoint").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        os.kill(training.pid, signal.SIGKILL)
        training.wait()
    done = len(read_run(tmp_path / "four.curve.jsonl").steps)
    out = tmp_path / "out.json"
    again = parlour(*words, "--rounds", str(done + 2), "--json", str(out))
    assert again.returncode == 0, again.stderr
    rounds = json.loads(out.read_text())
    assert 1 <= len(rounds) <= 2
    assert rounds[-1]["round"] == done + 1
    assert (tmp_path / "four" / "four.html").exists()
    assert "play it as learned:model=" in again.stdout


def test_the_command_lists_the_ways_to_learn_a_game(parlour) -> None:  # type: ignore[no-untyped-def]
    done = parlour("train", "jungle", "--methods")
    assert done.returncode == 0, done.stderr
    for name in ("network", "weights", "values", "search"):
        assert name in done.stdout
    done = parlour("train", "jungle", "--method", "netwrok")
    assert done.returncode == 2
    assert "did you mean 'network'" in done.stderr


def test_trials_of_games_without_chance_begin_with_random_moves() -> None:
    same = score(REVERSI, "cassio", "cassio", 40, seed=1)
    assert same.low < same.value < same.high, "all games would be alike"
    assert score(game("isolation:size=5"), "alphabeta:depth=2", "random", 10, seed=1).value > 0.5
    assert score(game("dicewars:players=3"), "ste", "random", 9, seed=1).value > 0.3
