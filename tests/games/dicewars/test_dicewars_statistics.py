"""The learner: similarity, merging, judging, its file, and training that survives a kill."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from parlour.agent import Clock, agent
from parlour.errors import ParlourError
from parlour.game import game
from parlour.games.dicewars.experience import (
    COLUMNS,
    EXPERIENCE,
    PROPERTIES,
    SOURCE_DICE,
    TIMES,
    WON,
    Table,
    closest,
    good_move,
    load_table,
)
from parlour.games.dicewars.lab.training import StatisticsLearner
from parlour.games.dicewars.likeness import attack_properties
from parlour.games.dicewars.state import END, SOURCE
from parlour.games.dicewars.statistics import HOLDING, Habits, Statistics
from parlour.learn.training import Lesson
from parlour.model import write_model
from parlour.state import State

BASE = dict(zip(PROPERTIES, [5.0, 3.0, 4.0, 6.0, 0.0, 1.0, 1.0, 0.0, 2.0, 1.0], strict=True))


def move(**changed: float) -> np.ndarray:
    return good_move(np.array(list({**BASE, **changed}.values())), 1, 1, 0, np.array([20, 4]))


def table(*moves: np.ndarray) -> Table:
    made = Table()
    for each in moves:
        made.merge(4, each)
    return made


def save(path: Path, made: Table) -> None:
    write_model(path, EXPERIENCE, game("dicewars"), made.arrays, {})


def games_in(path: Path) -> int:
    return load_table(game("dicewars"), str(path)).games


def similar(one: np.ndarray, other: np.ndarray) -> bool:
    return closest(table(one).known(4), other) is not None


def test_similar_moves_differ_by_one_in_at_most_three_properties() -> None:
    assert similar(move(), move())
    assert similar(move(), move(source_dice=6, source_ones=2, target_eights=2))
    assert not similar(move(), move(source_dice=7))
    assert not similar(move(), move(source_dice=6, source_ones=2, target_eights=2, target_ones=1))
    assert not similar(move(), move(source_dice=6, target_dice=4)), "one of the dice must be equal"


def test_similar_moves_are_averaged_and_others_added() -> None:
    made = table(move(), move(source_dice=6), move(target_dice=8))
    assert len(made.moves[4]) == 2
    assert made.moves[4][0, SOURCE_DICE] == 5.5
    assert made.moves[4][0, TIMES] == 2
    assert made.known(2).shape == (0, len(COLUMNS))


def test_of_equally_similar_moves_the_last_one_takes_it() -> None:
    made = table(move(source_ones=0), move(source_ones=3))
    made.merge(4, move(source_ones=1))
    assert made.moves[4][:, TIMES].tolist() == [2, 1]
    other = table(move(target_ones=0, source_ones=0), move(target_ones=0, source_ones=2))
    other.merge(4, move(target_ones=0, source_ones=1))
    assert other.moves[4][:, TIMES].tolist() == [1, 2]


def test_it_plays_as_stei_until_it_knows_enough() -> None:
    state = game("dicewars").new(4)
    player = Statistics(state.game, Table())
    stei = agent(state.game, "stei")
    for each in (player, stei):
        each.begin(state.game, 0, 0)
    assert player.choose(state.view(), Clock()) == stei.choose(state.view(), Clock())


def known_moves(path: Path, known: np.ndarray) -> None:
    """A table with enough moves, of which one could ever be met."""
    made = table(known)
    for number in range(Habits().enough):
        made.merge(4, move(source_dice=100 + 3 * number))
    save(path, made)


def first_attack(state: State) -> int:
    return next(a for a in state.legal_moves if a != END and state.data["dice"][a // SOURCE] >= 2)


def test_it_makes_attacks_like_the_known_good_ones(tmp_path: Path) -> None:
    state = game("dicewars").new(4)
    s = state.data
    action = first_attack(state)
    s["dice"][action // SOURCE], s["dice"][action % SOURCE] = 8, 1
    numbers = np.zeros(len(PROPERTIES))
    attack_properties(state.buffer, action, numbers)
    known_moves(tmp_path / "t.npz", move(**dict(zip(PROPERTIES, numbers.tolist(), strict=True))))
    player = agent(state.game, f"statistics:model={tmp_path / 't.npz'}")
    player.begin(state.game, 0, 0)
    assert player.choose(state.view(), Clock()) == action
    known_moves(tmp_path / "t.npz", move(source_dice=90))
    player = agent(state.game, f"statistics:model={tmp_path / 't.npz'}")
    player.begin(state.game, 0, 0)
    assert player.choose(state.view(), Clock()) == END


def test_after_three_idle_turns_it_takes_the_best_chance(tmp_path: Path) -> None:
    known_moves(tmp_path / "t.npz", move(source_dice=90))
    state = game("dicewars").new(4)
    player = agent(state.game, f"statistics:model={tmp_path / 't.npz'}")
    player.begin(state.game, 0, 0)
    for _ in range(3):
        assert player.choose(state.view(), Clock()) == END
        for _ in range(4):
            state.play(END)
    assert player.choose(state.view(), Clock()) != END


def test_out_of_time_it_ends_the_turn() -> None:
    state = game("dicewars").new(4)
    player = agent(state.game, "statistics")
    player.begin(state.game, 0, 0)
    assert player.choose(state.view(), Clock(bank=0.0)) == END


def conquer(state: State, action: int) -> None:
    """The attack succeeds, whatever the dice would say."""
    source, target = action // SOURCE, action % SOURCE
    s, bit = state.data, 1 << target
    for seat in range(int(s["players"])):
        s["owned"][seat] = int(s["owned"][seat]) & ~bit
    s["owned"][0] = int(s["owned"][0]) | bit
    s["dice"][target], s["dice"][source] = s["dice"][source] - 1, 1


@pytest.mark.parametrize(("held", "better", "learned"), [(True, True, 1), (True, False, 0), (False, True, 0)])
def test_a_move_is_good_when_it_held_and_the_game_got_better(held: bool, better: bool, learned: int) -> None:
    state = game("dicewars").new(4)
    s = state.data
    learner = Statistics(state.game, Table(), read_only=False)
    learner.begin(state.game, 0, 0)
    action = learner.choose(state.view(), Clock())
    assert action != END
    if held:
        conquer(state, action)
    areas = [a for a in range(int(s["areas"])) if int(s["owned"][0]) >> a & 1]
    s["dice"][areas] = 8 if better else 1
    for _ in range(HOLDING):
        assert not learner.table.moves, "too early"
        s["turns"] += 4
        learner._judge(state.view())
    assert learner.table.known(4)[:, TIMES].sum() == learned


@pytest.mark.parametrize(
    ("taken", "held", "dice", "learned"),
    [(True, False, 8, 1), (True, False, 1, 0), (True, True, 8, 0), (False, False, 8, 0)],
)
def test_as_the_report_says_a_lost_area_is_judged_by_the_state_of_the_game(
    taken: bool, held: bool, dice: int, learned: int
) -> None:
    state = game("dicewars:players=2").new(4)
    state.play(END)
    s, seat = state.data, 1
    learner = Statistics(state.game, Table(), read_only=False, habits=Habits(as_written=True))
    learner.begin(state.game, seat, 0)
    action = learner.choose(state.view(), Clock())
    target = action % SOURCE
    rival = int(s["owned"][0])
    if taken:
        s["owned"][0], s["owned"][seat] = rival & ~(1 << target), int(s["owned"][seat]) | 1 << target
    learner._forget_a_failure(int(s["owned"][seat]))
    if taken and not held:
        s["owned"][0], s["owned"][seat] = rival, int(s["owned"][seat]) & ~(1 << target)
    s["dice"][[area for area in range(int(s["areas"])) if int(s["owned"][seat]) >> area & 1]] = dice
    learner._judge(state.view())
    assert learner.table.known(2)[:, TIMES].sum() == learned


def test_as_the_report_says_only_the_last_to_move_learns() -> None:
    state = game("dicewars").new(4)
    for as_written, noted in ((False, 1), (True, 0)):
        learner = Statistics(state.game, Table(), read_only=False, habits=Habits(as_written=as_written))
        learner.begin(state.game, 0, 0)
        assert learner.choose(state.view(), Clock()) != END
        assert len(learner._recent) == noted


def test_as_the_report_says_the_idle_draw_an_attack_by_its_chance(tmp_path: Path) -> None:
    known_moves(tmp_path / "t.npz", move(source_dice=90))
    state = game("dicewars").new(4)
    spec = f"statistics:model={tmp_path / 't.npz'},as_written=yes,patience=0"
    drawn = set()
    for seed in range(30):
        player = agent(state.game, spec)
        player.begin(state.game, 0, seed)
        drawn.add(player.choose(state.view(), Clock()))
    assert END not in drawn
    assert len(drawn) > 3


def test_how_much_it_must_know_is_an_option(tmp_path: Path) -> None:
    save(tmp_path / "t.npz", table(move(source_dice=90)))
    state = game("dicewars").new(4)
    for enough, ends in ((1, True), (2, False)):
        player = agent(state.game, f"statistics:model={tmp_path / 't.npz'},enough={enough}")
        player.begin(state.game, 0, 0)
        assert (player.choose(state.view(), Clock()) == END) is ends


def test_a_won_game_shows_which_moves_were_good(tmp_path: Path) -> None:
    state = game("dicewars").new(4)
    learner = Statistics(state.game, Table(), read_only=False, path=tmp_path / "t.npz")
    learner.begin(state.game, 0, 0)
    learner.choose(state.view(), Clock())
    learner.end([31, 0, 0, 0], [1.0, -1 / 3, -1 / 3, -1 / 3])
    assert learner.table.moves[4][:, WON].tolist() == [1.0]
    learner.close()
    assert games_in(tmp_path / "t.npz") == 1


def test_training_adds_good_moves_and_repeats_itself() -> None:
    settings = {"games": 6, "field": "ste+stei", "all": False, "as_written": False}
    learner = StatisticsLearner(Lesson(game("dicewars"), 3, settings=settings))
    ends = []
    for _ in range(2):
        state = learner.begin()
        for number in range(2):
            state, measures = learner.learn(state, number)
        ends.append(Table.of(state))
    assert ends[0].games == 12
    assert len(ends[0].known(4)) > 0
    assert measures["games"] == 6
    assert (ends[0].known(4) == ends[1].known(4)).all()


def test_read_only_never_writes(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    save(path, table(move()))
    before, stamp = path.read_bytes(), path.stat().st_mtime_ns
    its = game("dicewars")
    from parlour.arena.play import play

    players = [agent(its, f"statistics:model={path}"), *(agent(its, "stei") for _ in range(3))]
    play(its, players, 2)
    for player in players:
        player.close()
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == stamp
    assert list(tmp_path.iterdir()) == [path]


def test_it_learns_in_a_match_when_asked(tmp_path: Path) -> None:
    from parlour.arena.play import play

    its, path = game("dicewars"), tmp_path / "mine.npz"
    players = [agent(its, f"statistics:model={path},read_only=no"), *(agent(its, "random") for _ in range(3))]
    play(its, players, 2)
    players[0].close()
    assert games_in(path) == 1
    with pytest.raises(ParlourError, match="model=mine.npz"):
        agent(its, "statistics:read_only=no")
    with pytest.raises(ParlourError, match="model=mine.npz"):
        agent(its, "statistics:model=statistics,read_only=no")


def test_a_damaged_file_gives_one_line_and_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    path.write_bytes(b"PK nonsense")
    for more in ("", ",read_only=no"):
        with pytest.raises(ParlourError, match="damaged or no model"):
            agent(game("dicewars"), f"statistics:model={path}{more}")
    assert path.read_bytes() == b"PK nonsense"
