"""The ladder of training runs: which models are kept, and how they are rated as a run goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.arena.schedule import Deals, ladder
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.learn.ladder import climb_runs
from parlour.learn.rungs import clear, keep, rungs_of
from parlour.learn.training import Lesson
from parlour.learn.values import VALUES, ValueLearner
from parlour.model import write_model
from parlour.web.catalogue import Catalogue
from parlour.web.results import ResultsFolder
from support import Run

REVERSI = game("reversi")
TICHU = game("tichu")


def write_round(run: Path, number: int) -> None:
    """A round of a run of the trainer, with a network that has learned nothing."""
    learner = ValueLearner(Lesson(REVERSI, number, settings={o.name: o.default for o in VALUES.options}))
    model = run.with_suffix(".npz")
    write_model(model, learner.kind, REVERSI, learner.begin(), {"method": "values"})
    keep(model, number, last=False)


def test_ever_fewer_rounds_are_kept_and_the_last_one(tmp_path: Path) -> None:
    model = tmp_path / "m.npz"
    model.write_bytes(b"model")
    for done in range(1, 101):
        keep(model, done, last=done == 100)
    numbers = [int(rung.stem) for rung in rungs_of(str(model))]
    assert numbers == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 100]
    clear(model)
    assert model.exists()
    with pytest.raises(ParlourError, match="there are no rounds of a run in .*parlour train keeps some"):
        rungs_of(str(model))


@pytest.mark.parametrize("table", [REVERSI, TICHU])
def test_agents_that_come_later_add_games_at_the_end(table: Game) -> None:
    shorter = ladder(table, ["a", "b", "x"], 4, Deals(5), 2)
    longer = ladder(table, ["a", "b", "x", "y"], 4, Deals(5), 2)
    assert longer[: len(shorter)] == shorter
    assert [slot.number for slot in longer] == list(range(16))
    assert len({slot.block for slot in longer}) == 8
    assert {frozenset(slot.seats) for slot in longer} == {frozenset(p) for p in ("ax", "bx", "ay", "by")}
    assert len({slot.seed for slot in longer}) == 2, "all play the same deals"


def test_a_ladder_goes_on_with_the_run_and_the_page_shows_it(tmp_path: Path) -> None:
    run, store = tmp_path / "mine", tmp_path / "mine-ladder.sqlite"
    for number in (1, 2):
        write_round(run, number)
    first = climb_runs(REVERSI, [str(run)], ["random", "squares"], 4, 1, store)
    write_round(run, 3)
    again = climb_runs(REVERSI, [str(run)], ["random", "squares"], 4, 1, store)
    assert (len(first.games), len(again.games)) == (16, 24)
    assert again.games[:16] == first.games
    assert len(set(again.names)) == 5
    tournament = ResultsFolder(tmp_path, Catalogue()).tournament("mine-ladder")
    assert (tournament.mode, tournament.games, tournament.planned) == ("ladder", 24, 24)
    best = tournament.agents[0]
    assert best.name == "squares"
    assert best.elo_low < best.elo < best.elo_high  # type: ignore[operator]


def test_other_opponents_and_more_games_are_refused(tmp_path: Path) -> None:
    run, store = tmp_path / "mine", tmp_path / "mine-ladder.sqlite"
    write_round(run, 1)
    climb_runs(REVERSI, [str(run)], ["random"], 2, 1, store)
    with pytest.raises(ParlourError, match="has other opponents: give those, or another --store"):
        climb_runs(REVERSI, [str(run)], ["squares"], 2, 1, store)
    with pytest.raises(ParlourError, match="holds other games: games was 2, is 4"):
        climb_runs(REVERSI, [str(run)], ["random"], 4, 1, store)


def test_the_command_rates_a_run_by_its_name(
    parlour: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_round(Path("models/mine"), 1)
    done = parlour("ladder", "reversi", "mine", "--games", "4", "--against", "random")
    assert done.returncode == 0, done.stderr
    assert "ratings by Bradley-Terry" in done.stdout
    assert "learned:model=mine/0001 " in done.stdout
    assert Path("results/mine-ladder.sqlite").exists()


def test_a_model_that_no_trainer_made_is_told(tmp_path: Path) -> None:
    learner = ValueLearner(Lesson(REVERSI, settings={o.name: o.default for o in VALUES.options}))
    write_model(tmp_path / "run" / "0001.npz", learner.kind, REVERSI, learner.begin(), {})
    with pytest.raises(ParlourError, match="does not say by which method it was made"):
        climb_runs(REVERSI, [f"{tmp_path}/run"], ["random"], 2, 1, tmp_path / "s.sqlite")
