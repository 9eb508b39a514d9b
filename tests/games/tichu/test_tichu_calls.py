"""Calls: hands as features, the dataset, models, who calls by them, and odds."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from parlour.agent import Clock, agent, agent_kinds
from parlour.arena.engines import Serial
from parlour.arena.play import play
from parlour.errors import ParlourError
from parlour.game import game
from parlour.games.tichu.calls import callers
from parlour.games.tichu.calls.features import (
    FEATURE_SETS,
    feature_names,
    features,
)
from parlour.games.tichu.calls.models import CallModel, read_call_model, shipped
from parlour.games.tichu.calls.patterns import (
    Hands,
    bombs,
    full_houses,
    steps,
    straight_flushes,
    straights,
)
from parlour.games.tichu.calls.registry import GRANDS
from parlour.games.tichu.cards import DRAGON, PHOENIX, card_rank, parse_card
from parlour.games.tichu.lab.calls import SELF_PLAY
from parlour.games.tichu.lab.calls.cases import Task, prepare
from parlour.games.tichu.lab.calls.gathering import find_hands, game_hands, import_logs, selfplay
from parlour.games.tichu.lab.calls.hands import Dataset, Hand, read_hands, write_hands
from parlour.games.tichu.lab.calls.odds import Beta, Holding, posterior
from parlour.games.tichu.lab.calls.training import (
    check_training,
    train,
)
from parlour.games.tichu.lab.commands import app
from parlour.games.tichu.lab.ratings import Fame, rate_players
from parlour.games.tichu.logs import records
from parlour.games.tichu.state import GIVE, GRAND, NO_CALL
from parlour.model import find_model, write_model
from parlour.report.study import find_study


def hand(text: str) -> int:
    """A hand by ranks, the colours as they come, or by cards: ``2 2 3 Ar dragon``."""
    mask = 0
    for word in text.split():
        colours = "rgbs" if len(word) < 3 and word[-1] not in "rgbs" else ""
        cards = [parse_card(word + colour) for colour in colours] or [parse_card(word)]
        mask |= 1 << next(card for card in cards if not mask >> card & 1)
    return mask


def one(text: str, own: int = 0, opponents: int = 0) -> Hands:
    return Hands(np.array([hand(text)], np.uint64), own, opponents)


def named(text: str, **score: int) -> dict[str, float]:
    """The thesis's features of a hand that are not 0."""
    row = features("thesis", one(text, **score))[0]
    return {name: value for name, value in zip(feature_names("thesis"), row, strict=True) if value}


def test_steps_of_the_source() -> None:
    lengths = steps(one("2 2 2 3 3 4 4 4 5 5 6 7 8 9"))[0]
    assert lengths.tolist() == [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]  # ending at 3, 4, 5


def test_straights_of_the_source() -> None:
    lengths = straights(one("2 3 4 5 6 7 8 9 J J K K dragon"))[0]
    assert lengths.tolist() == [0, 1, 2, 3, 4, 0, 0, 0, 0, 0]  # ending at 6, 7, 8, 9
    assert straights(one("mahjong 2 3 4 5"))[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def test_full_houses_of_the_source() -> None:
    assert full_houses(one("2 3 4 4 4 6 6 9 9 J J K K dragon"))[0].nonzero()[0].tolist() == [2]
    assert not full_houses(one("2 3 4 4 4 6 7 8 9 10 J Q K dragon")).any()


def test_all_columns_of_the_thesis() -> None:
    assert named("mahjong dog dragon phoenix A A A K", own=500, opponents=-1200) == {
        "mahjong": 1, "dog": 1, "dragon": 1, "phoenix": 1, "As": 0.75, "Ks": 0.25, "own score": 0.75,
    }  # fmt: skip
    assert named("2 2 3 3 4 4 5 5") == {
        "2s": 0.5, "3s": 0.5, "4s": 0.5, "5s": 0.5, "steps to 3": 1 / 3, "steps to 4": 2 / 3, "steps to 5": 1,
        "opponents' score": 0.5, "own score": 0.5,
    }  # fmt: skip
    flush = named("2b 3b 4b 5b 6b 7b 8b 9b", opponents=1000)
    assert {name: value for name, value in flush.items() if "straight" in name or name == "bombs"} == {
        "straight to 6": 0.25, "straight to 7": 0.5, "straight to 8": 0.75, "straight to 9": 1,
        "blue straight flush to 6": 0.25, "blue straight flush to 7": 0.5,
        "blue straight flush to 8": 0.75, "blue straight flush to 9": 1, "bombs": 0.5,
    }  # fmt: skip
    assert flush["opponents' score"] == 1
    names = feature_names("thesis")
    assert len(names) == len(set(names)) == 95
    assert (names[0], names[4], names[17], names[29], names[39]) == (
        "mahjong", "2s", "steps to 3", "straight to 5", "full house of 2",
    )  # fmt: skip
    assert names[52:93:10] == (
        "blue straight flush to 5", "red straight flush to 5", "green straight flush to 5",
        "black straight flush to 5", "bombs",
    )  # fmt: skip


def test_all_columns_of_the_code_of_the_thesis() -> None:
    def columns(text: str, **score: int) -> dict[str, float]:
        row = features("thesis-code", one(text, **score))[0]
        return {name: value for name, value in zip(feature_names("thesis-code"), row, strict=True) if value}

    names = feature_names("thesis-code")
    assert len(names) == len(set(names)) == 98
    assert [names[place] for place in (0, 2, 4, 17, 19, 32, 42, 57, 97)] == [
        "own score", "dog", "2s", "phoenix", "steps to 3", "straight to 5", "full house of 2",
        "black straight flush to 5", "bombs",
    ]  # fmt: skip
    assert columns("K K A A A phoenix 2 4", own=105, opponents=-1000) == {
        "own score": 0.552, "2s": 0.25, "4s": 0.25, "Ks": 0.5, "As": 0.75, "phoenix": 1,
        "steps to A": 0.333, "steps to phoenix": 0.667, "full house of A": 1,
    }  # fmt: skip
    assert columns("8b 9b 10b Jb Qb Kb 2 2")["bombs"] == 1
    assert columns("8g 9g 10g Jg Qg Kg 2 2")["straight to K"] == 0.5
    assert not [name for name in columns("8g 9g 10g Jg Qg Kg 2 2") if "flush" in name or name == "bombs"]
    assert columns("2 2 2 2 3 5 6 7")["bombs"] == 0.5


def test_bombs_and_colours() -> None:
    assert bombs(one("2 2 2 2 3 3 3 3"))[0] == 2
    assert bombs(one("4r 5r 6r 7r 8r 9r 10r"))[0] == 1
    assert straight_flushes(one("4r 5r 6r 7r 8b")).sum() == 0
    assert straight_flushes(one("mahjong 2r 3r 4r 5r")).sum() == 0  # the Mahjong has no suit


def test_small_singles_are_below_the_queen_and_in_no_straight() -> None:
    assert features("minimal-tichu", one("2 4 5 6 7 8b J J Q A dog"))[0].tolist() == [1, 1, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("name", FEATURE_SETS)
def test_every_set_has_a_name_for_each_column(name: str) -> None:
    rows = features(name, Hands(np.array([hand("2 2 3 4 5 6 7 A"), 0], np.uint64)))
    assert rows.shape == (2, len(feature_names(name)))
    assert np.isfinite(rows).all()


def test_the_plan_of_a_hand_is_outlined() -> None:
    names = ("turns", "weak turns", "strong turns", "longest combination")
    row = dict(
        zip(feature_names("rich"), features("rich", one("dragon 2r 3r 4g 5b 6r 7r 9r 9g Ar"))[0], strict=True)
    )
    assert [row[name] for name in names] == [4, 0, 2, 6]  # the Dragon, 2-7, the nines, the ace
    assert row["strength"] == pytest.approx(1.0 + 0.1 + 7 / 18 + 3 / 8 + 0.75)


def test_the_table_knows_who_has_called() -> None:
    hands = Hands(
        np.array([hand("2 3"), hand("A")], np.uint64), called=np.array([[1, 0, 0, 1], [0, 1, 1, 0]])
    )
    assert features("table", hands)[:, -4:].tolist() == [[1, 0, 0, 1], [0, 1, 1, 0]]
    assert (features("table", hands)[:, :-4] == features("rich", hands)).all()


def test_an_unknown_set_names_the_others() -> None:
    with pytest.raises(ParlourError, match=r"unknown feature set 'thesi': did you mean 'thesis'\?"):
        features("thesi", one("2"))


def some_hands(games: int = 30, seed: int = 0) -> Dataset:
    """Hands of which those with aces, Dragon and Phoenix are called and go out first more often."""
    random = np.random.default_rng(seed)
    rows = []
    for number in range(games):
        for turn in range(8):
            deal = random.permutation(56).reshape(4, 14)
            tops = [sum(card in (PHOENIX, DRAGON) or card > 51 for card in cards[:8]) for cards in deal]
            first = int(np.argmax(np.array(tops) + random.random(4) * 2))
            for seat, cards in enumerate(deal):
                mask = [sum(1 << int(card) for card in part) for part in (cards[:8], cards, cards)]
                called, place = int(tops[seat] + random.random() > 3), 1 if seat == first else 0
                row = (
                    f"{number}",
                    turn + 1,
                    seat,
                    "x",
                    *mask,
                    called,
                    0,
                    place,
                    50,
                    50,
                    50 * turn,
                    50 * turn,
                )
                rows.append(row)
    return Dataset.of(rows)


def test_a_dataset_round_trips(tmp_path: Path) -> None:
    path, rows = (
        tmp_path / "a.csv.gz",
        [Hand("g", 1, s, "ann", 1, 2, 3, 0, 1, 2, -5, 5, 0, 10) for s in range(4)],
    )
    assert write_hands(path, rows) == 4
    data = read_hands(path)
    assert data.player.tolist() == ["ann"] * 4
    assert (data.own_result[0], data.opponents_score[0], len(data)) == (-5, 10, 4)
    before = path.read_bytes()
    write_hands(path, rows)
    assert path.read_bytes() == before
    path.write_bytes(before[:-9])
    with pytest.raises(ParlourError, match="cannot read"):
        read_hands(path)
    path.write_text("no archive")
    with pytest.raises(ParlourError, match="is no dataset of hands: make one"):
        read_hands(path)
    with pytest.raises(ParlourError, match=r"expected a name ending in .csv.gz"):
        write_hands(tmp_path / "a.csv", rows)
    write_hands(path, rows[:3])
    with pytest.raises(ParlourError, match="four seats"):
        read_hands(path)


def test_partners_of_callers_and_the_result_before() -> None:
    rows = [
        Hand(name, turn, seat, "", 0, 0, 0, int(turn == 2 and seat == 1), 0, 0, 10 * turn, -turn, 7, 8)
        for name in "ab"
        for turn in (1, 2)
        for seat in range(4)
    ]
    data = Dataset.of(rows)
    assert data.table_calls[4:8].tolist() == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
    assert data.round_called.tolist() == [False] * 4 + [True] * 4 + [False] * 4 + [True] * 4
    before = data.with_previous_result()
    assert before.own_score.reshape(-1, 4)[:, 0].tolist() == [0, 10, 0, 10]
    assert before.opponents_score.reshape(-1, 4)[:, 0].tolist() == [0, -1, 0, -1]


def test_partners_stay_when_the_features_tell_them_of_the_call() -> None:
    data = some_hands(12)
    partners = int((data.table_calls[:, 2] > 0).sum())
    assert partners
    everybody = Task(label="first-out", features="table")
    assert prepare(data, everybody).y.size == len(data)
    assert prepare(data, Task(label="first-out", features="rich")).y.size == len(data) - partners
    called = prepare(data, replace(everybody, rounds="called"))
    assert called.y.size == data.round_called.sum() < len(data)
    assert called.x[:, -4:].any(axis=1).all()


def test_logged_hands_end_as_the_rules_say(data: Path) -> None:
    path = data / "tichu" / "2.tch"
    rounds = records(path)
    rows = list(game_hands(path.stem, rounds))
    assert len(rows) == 4 * len(rounds)
    for number, record in enumerate(rounds[:4]):
        end = record.last().data
        four = rows[4 * number : 4 * number + 4]
        assert [row.place for row in four] == end["place"].tolist()
        assert [2 * row.grand + row.tichu for row in four] == end["calls"].tolist()
        assert [row.own_result for row in four[:2]] == end["total"].tolist()
    assert rows[4].own_score == rows[0].own_result


def test_damaged_logs_are_skipped_and_counted(data: Path, tmp_path: Path) -> None:
    texts = [path.read_text("latin-1") for path in sorted((data / "tichu").glob("*.tch"))]
    for number, text in enumerate([texts[0], texts[1][: len(texts[1]) // 2], "", texts[2]]):
        (tmp_path / f"{number}.tch").write_text(text, "latin-1")
    lines: list[str] = []
    report = import_logs(tmp_path, tmp_path / "hands.csv.gz", lines.append)
    assert (report.files, len(report.damaged), len(lines)) == (4, 2, 2)
    hands = read_hands(tmp_path / "hands.csv.gz")
    assert set(hands.game) == {"0", "3"}
    assert len(hands) == report.hands == 4 * report.rounds


def test_recorded_matches_give_the_same_hands_as_the_states() -> None:
    record = play(game("tichu:length=match"), [agent(game("tichu"), "plan") for _ in range(4)], seed=3)
    rows = list(game_hands("m", [record]))
    assert len(rows) % 4 == 0
    last = rows[-4:]
    for row in rows:
        assert row.eight.bit_count() == 8
        assert row.fourteen.bit_count() == row.exchanged.bit_count() == 14
        assert row.eight & ~row.fourteen == 0
    for four in (rows[i : i + 4] for i in range(0, len(rows), 4)):
        assert sorted(row.place for row in four)[-1] >= 2
        assert [row.place for row in four].count(1) == 1
        assert sum(row.exchanged for row in four) == (1 << 56) - 1
    ended = [last[seat].own_score + last[seat].own_result for seat in range(2)]
    assert ended == [record.scores[0], record.scores[1]]


def test_selfplay_goes_on_after_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.games.tichu.lab.calls import gathering

    monkeypatch.setattr(gathering, "PART", 1)
    out, played, shown = tmp_path / "hands.csv.gz", list[int](), list[int]()

    class Stopping(Serial):
        def run(self, game, slots, *rest):  # type: ignore[no-untyped-def]
            if len(played) == 1:
                played.append(-1)
                raise KeyboardInterrupt
            played.extend(slot.number for slot in slots)
            return super().run(game, slots, *rest)

    def go(spec: str = "plan") -> int:
        return selfplay(out, spec, 2, 5, Stopping(), lambda items, what, total: shown.append(total) or items)

    with pytest.raises(KeyboardInterrupt):
        go()
    with pytest.raises(ParlourError, match="holds matches of plan, seed 5"):
        go("random")
    assert go() == len(read_hands(out))
    assert played == [0, -1, 1]
    assert set(shown) == {2}  # progress by matches, not by parts
    assert [path.name for path in tmp_path.iterdir()] == ["hands.csv.gz"]


def test_a_trained_model_plays_without_scikit_learn(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    data = some_hands(15)
    for name, columns in (("lr", "minimal"), ("averaged", "counts"), ("nb", "minimal")):
        result = train(name, data, Task(label="first-out", features=columns))
        assert result.auc().value > 0.6
        path = saved(result.model, tmp_path / f"{name}.npz")
        model = read_call_model(path)
        hands = Hands(data.eight[:50], data.own_score[:50], data.opponents_score[:50])
        assert model.confidence(hands) == pytest.approx(result.model.confidence(hands), abs=1e-4)
        assert model.threshold == 0.5


@pytest.mark.parametrize("name", ["nb", "rf", "gb", "lr"])
def test_arrays_say_what_scikit_learn_says(name: str) -> None:
    pytest.importorskip("sklearn")
    from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    from parlour.games.tichu.lab.calls.fitting import RATE, fit, predict

    cases = prepare(some_hands(12), Task(label="first-out", features="compressed"))
    scale = np.maximum(cases.x.max(axis=0), 1)
    classifier = {
        "nb": GaussianNB(var_smoothing=1e-3),
        "rf": RandomForestClassifier(100, min_samples_leaf=10, random_state=1),
        "gb": GradientBoostingClassifier(
            learning_rate=RATE, n_estimators=20, max_depth=None, max_leaf_nodes=6, min_samples_leaf=30,
            subsample=0.5, max_features=8, random_state=1,
        ),
        "lr": LogisticRegression(C=1.0, solver="newton-cholesky", max_iter=50),
    }[name]  # fmt: skip
    x = cases.x / scale if name == "lr" else cases.x
    expected = classifier.fit(x, cases.y).predict_proba(x)[:, 1]
    assert predict(fit(name, cases.x, cases.y, {"C": 1.0, "trees": 20.0}, 1), cases.x) == pytest.approx(
        expected
    )


def test_votes_of_adaboost_are_log_odds() -> None:
    ensemble = pytest.importorskip("sklearn.ensemble")
    from parlour.games.tichu.lab.calls.fitting import fit, predict

    cases = prepare(some_hands(12), Task(label="first-out", features="compressed"))
    classifier = ensemble.AdaBoostClassifier(n_estimators=60, learning_rate=0.5, random_state=1)
    votes = (
        classifier.fit(cases.x, cases.y).decision_function(cases.x) * classifier.estimator_weights_.sum() / 2
    )
    chances = predict(fit("adaboost", cases.x, cases.y, {}, 1), cases.x)
    assert chances == pytest.approx(1 / (1 + np.exp(-votes)))
    assert chances.mean() == pytest.approx(cases.y.mean(), abs=0.1)


def test_support_vectors_take_some_of_many_hands_and_are_quiet(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    pytest.importorskip("sklearn")
    from parlour.games.tichu.lab.calls import fitting

    monkeypatch.setattr(fitting, "SVR_HANDS", 200)
    monkeypatch.setattr(fitting, "SVR_STEPS", 50)
    monkeypatch.setitem(fitting.GRIDS, "svr", {"coarse": [{"C": 1000.0, "gamma": 1.0}]})
    result = train("svr", some_hands(15), Task(), threshold=0.5)
    assert result.hands == 200
    assert not recwarn.list


def test_training_complains_before_it_gathers_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParlourError, match="unknown model 'svm'"):
        check_training("svm", "coarse")
    with pytest.raises(ParlourError, match="expected coarse or full"):
        check_training("lr", "huge")
    with pytest.raises(ParlourError, match="unknown feature set 'thesi'"):
        Task(features="thesi")
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ParlourError, match="training needs scikit-learn: pip install"):
        check_training("lr", "coarse")


def test_clean_never_looks_at_the_test_games() -> None:
    pytest.importorskip("sklearn")
    data = some_hands(15)
    first = train("lr", data, Task())
    tested = set(first.games)
    assert len(tested) == 3
    held = np.isin(data.game, list(tested))
    other = Dataset(**{**vars(data), "eight": np.where(held, data.eight[::-1], data.eight)})
    again = train("lr", other, Task())
    assert set(again.games) == tested
    assert (again.model.threshold, again.point) == (first.model.threshold, first.point)
    assert (again.model.parameters["weights"] == first.model.parameters["weights"]).all()
    assert (again.confidence != first.confidence).any()


def test_the_thesis_keeps_rounds_with_a_call() -> None:
    data = some_hands()
    thesis, clean = prepare(data, Task(protocol="thesis")), prepare(data, Task())
    assert thesis.x.shape[1] == 98
    assert thesis.y.sum() <= clean.y.sum()
    assert thesis.y.mean() > clean.y.mean()
    with pytest.raises(ParlourError, match="--protocol thesis is about Grand Tichu"):
        Task("tichu", "exchanged", protocol="thesis")
    with pytest.raises(ParlourError, match="take --label first-out"):
        Task(features="table")
    Task("tichu", "exchanged", features="table")  # of Grand Tichu alone: it gives no Tichu call away
    with pytest.raises(ParlourError, match="label 'won': expected one of called, first-out"):
        Task(label="won")


def test_the_thesis_chooses_support_vectors_by_f1_on_its_test_hands() -> None:
    pytest.importorskip("sklearn")
    data, task = some_hands(15), Task(protocol="thesis")
    points = [{"C": 2.0, "gamma": 8.0}, {"C": 2.0, "gamma": 2.0**-6}]
    each = [train("svr", data, task, points=[point]) for point in points]
    best = max(each, key=lambda one: one.sweep.f1.max())
    assert each[0].sweep.f1.max() != each[1].sweep.f1.max()
    chosen = train("svr", data, task, points=points)
    assert chosen.point == best.point
    assert chosen.sweep.f1[chosen.at] == best.sweep.f1.max()


def saved(model: CallModel, path: Path, **facts: object) -> Path:
    return write_model(path, model.kind, game("tichu"), model.arrays, {}, facts={**model.facts, **facts})


def test_models_for_anything_else_are_refused(tmp_path: Path) -> None:
    path = saved(shipped("grand-lr"), tmp_path / "m.npz")
    assert read_call_model(path).features == "thesis"
    saved(shipped("grand-lr"), path, features="rich")
    with pytest.raises(ParlourError, match="another encoding"):
        read_call_model(path)
    with pytest.raises(ParlourError, match="its kind is determinizer, not calls"):
        read_call_model(find_model(game("tichu"), "determinizer", "determinizer"))
    trees = shipped("tichu-gb")
    saved(replace(trees, parameters={**trees.parameters, "low": trees.parameters["low"] + 10**6}), path)
    with pytest.raises(ParlourError, match="leads nowhere"):
        read_call_model(path)
    with pytest.raises(ParlourError, match="unknown model of tichu 'grand'"):
        shipped("grand")


def test_an_own_model_calls_at_its_stage(tmp_path: Path) -> None:
    sure = saved(replace(shipped("grand-lr"), threshold=-1.0), tmp_path / "sure.npz")
    assert asked(WEAK, f"plan:model={sure}") == GRAND
    assert asked(WEAK, f"mcts:playouts=5,model={sure}") == GRAND
    assert asked(WEAK, f"plan:model={sure},grand=none") == NO_CALL
    never = saved(replace(shipped("grand-lr"), threshold=2.0), tmp_path / "never.npz")
    assert asked(STRONG, f"plan:model={never}") == NO_CALL
    with pytest.raises(ParlourError, match="option of agent 'plan'"):
        agent(game("tichu:rules=mini"), f"plan:model={sure}")


STRONG = "dragon phoenix A A A A K K"
WEAK = "2 3 4 5 7 8 9 dog"


def asked(cards: str, spec: str) -> int:
    """The answer of an agent that is asked for Grand Tichu with these cards."""
    tichu = game("tichu")
    state = tichu.new(1)
    state.data["hands"][0] = hand(cards)
    player = agent(tichu, spec)
    player.begin(tichu, 0, 1)
    return player.choose(state.view(0), Clock())


@pytest.mark.parametrize("style", ["aggressive", "neutral", "conservative", "yang", "points", "feel"])
def test_strong_hands_are_called_and_weak_ones_not(style: str) -> None:
    assert asked(STRONG, f"random:grand={style}") == GRAND
    assert asked(WEAK, f"random:grand={style}") == NO_CALL
    assert asked(STRONG, "plan:calls=model") == GRAND
    assert asked(STRONG, "plan:calls=none") == NO_CALL


def test_who_is_aggressive_calls_on_more_hands() -> None:
    random = np.random.default_rng(2)
    masks = [sum(1 << int(card) for card in random.permutation(56)[:8]) for _ in range(3000)]
    sure = shipped("grand-svr").confidence(Hands(np.array(masks, np.uint64)))
    base = shipped("grand-svr").threshold
    assert (sure > base - callers.MARGIN).sum() > (sure > base + callers.MARGIN).sum()


def test_who_calls_by_feel_looks_at_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a model was asked")

    monkeypatch.setattr(CallModel, "confidence", refuse)
    assert asked(STRONG, SELF_PLAY) == GRAND
    assert asked(WEAK, SELF_PLAY) == NO_CALL


def test_the_bold_call_by_feel_where_the_shy_do_not() -> None:
    tichu, called = game("tichu"), dict[float, int]()
    for boldness in (0.0, 1.0):
        player = agent(tichu, SELF_PLAY)
        assert isinstance(player, callers.Caller)
        player.begin(tichu, 0, 1)
        player.known.boldness = boldness
        views = (tichu.new(seed).view(0) for seed in range(150))
        called[boldness] = sum(player.choose(view, Clock()) == GRAND for view in views)
    assert called[1.0] > 2 * called[0.0]


def test_players_of_self_play_differ_in_boldness() -> None:
    tichu, players = game("tichu"), [agent(game("tichu"), SELF_PLAY) for _ in range(4)]
    for seat, player in enumerate(players):
        player.begin(tichu, seat, 7)
    assert len({player.known.boldness for player in players if isinstance(player, callers.Caller)}) == 4


def test_nobody_calls_over_the_partner() -> None:
    tichu = game("tichu")
    state = tichu.new(1)
    state.advance(GRAND)
    state.advance(NO_CALL)
    state.data["hands"][2] = hand(STRONG)
    player = agent(tichu, "plan:grand=neutral")
    player.begin(tichu, 2, 1)
    assert player.choose(state.view(), Clock()) == NO_CALL


def test_a_caller_keeps_the_good_cards() -> None:
    tichu, cards = game("tichu"), hand("dragon A A K 9 9 4 8")
    rest = [card for card in range(56) if not cards >> card & 1]
    state = tichu.new(1)
    eight = [cards, *(sum(1 << card for card in rest[8 * k : 8 * k + 8]) for k in range(3))]
    more = [sum(1 << card for card in rest[24 + 6 * k : 30 + 6 * k]) for k in range(4)]
    state.data["hands"], state.data["rest"] = np.array(eight, np.uint64), np.array(more, np.uint64)
    for action in (GRAND, NO_CALL, NO_CALL, NO_CALL, NO_CALL, NO_CALL, NO_CALL):
        state.play(action)
    gifts = {}
    for spec in ("plan", "plan:grand=neutral"):
        player, position = agent(tichu, spec), state.copy()
        player.begin(tichu, 0, 1)
        position.play(player.choose(position.view(), Clock()))
        gifts[spec] = card_rank(player.choose(position.view(), Clock()) - GIVE - 64)
    assert gifts["plan"] >= 13
    assert gifts["plan:grand=neutral"] < 9


def test_a_call_rests_on_the_own_cards_and_the_score() -> None:
    tichu = game("tichu:length=match")
    for style in ("neutral", "yang", "points"):
        answers = set()
        for seed in range(6):
            state = tichu.new(seed)
            state.data["hands"][0] = hand("dragon A A K 9 8 4 3")
            player = agent(tichu, f"plan:grand={style}")
            player.begin(tichu, 0, 1)
            answers.add(player.choose(state.view(0), Clock()))
        assert len(answers) == 1


def test_the_score_counts_in_a_match() -> None:
    assert callers.win_chance(0, 0) == 0.5
    assert callers.win_chance(900, 100) > 0.95
    assert callers.win_chance(1000, 400) == 1
    assert callers.win_chance(300, 500) == pytest.approx(1 - callers.win_chance(500, 300))


def test_tichu_is_called_with_the_first_play_or_not_at_all() -> None:
    tichu = game("tichu")
    called = 0
    for seed in range(8):
        record = play(tichu, [agent(tichu, "plan:calls=model") for _ in range(4)], seed)
        assert not record.forfeits
        given = [i for i, move in enumerate(record.moves) if move.startswith("give")]
        assert "tichu" not in record.moves[: given[0]]
        called += record.moves.count("tichu")
    assert called > 0
    silent = play(tichu, [agent(tichu, "best:playouts=8,calls=none") for _ in range(4)], 1)
    assert not {"tichu", "grand"} & set(silent.moves)


def test_every_agent_takes_the_options_where_there_are_calls() -> None:
    full, quiet = game("tichu"), game("tichu:calls=no")
    own = {name: kind for name, kind in agent_kinds(full).items() if name not in ("level", "learned")}
    for kind in own.values():
        assert {"grand", "calls"} <= {option.name for option in kind.options_for(full)}
    assert "grand" not in {option.name for option in agent_kinds(quiet)["plan"].options_for(quiet)}
    assert set(GRANDS) == {"own", *callers.GRAND_STYLES}
    assert agent(full, "plan:grand=yang").spec == "plan:grand=yang"
    with pytest.raises(ParlourError, match="expected one of own, aggressive"):
        agent(full, "plan:grand=bold")


def test_the_posterior_is_exact() -> None:
    nothing = Beta(0, 0)
    assert (nothing.mean, nothing.quantile(0.25)) == (0.5, pytest.approx(0.25))
    three = Beta(3, 3)  # the density is 4 p^3
    assert three.mean == 0.8
    assert three.quantile(0.5) == pytest.approx(0.5**0.25)
    assert three.density(np.array([0.5])) == pytest.approx(0.5)
    many = Beta(10_000, 2500)
    assert many.interval == (pytest.approx(0.2416, abs=2e-4), pytest.approx(0.2586, abs=2e-4))
    stats = pytest.importorskip("scipy.stats")
    assert Beta(17, 5).interval == pytest.approx(stats.beta(6, 13).interval(0.95))


def test_holdings_count_ranks_and_name_cards() -> None:
    masks = np.array([hand("A A dragon 2"), hand("Ar dragon"), hand("As K")], np.uint64)
    assert Holding.parse("dragon").among(masks).tolist() == [True, True, False]
    assert Holding.parse("A A").among(masks).tolist() == [True, False, False]
    assert Holding.parse("As").among(masks).tolist() == [False, False, True]
    assert Holding.parse("A As").among(masks).tolist() == [False, False, False]  # the black ace and another
    assert Holding.parse("Ar A").among(masks).tolist() == [True, False, False]
    with pytest.raises(ParlourError, match="no card"):
        Holding.parse("joker")
    with pytest.raises(ParlourError, match="only four cards of a rank"):
        Holding.parse("A A A A As")
    data = some_hands(2)
    chance = posterior(data, Holding.parse("dragon"))
    assert chance.hands == len(data) // 4  # one of the four hands has it
    assert chance.first == ((data.place == 1) & (data.fourteen >> np.uint64(DRAGON) & np.uint64(1) > 0)).sum()


def check_ratings(logs: Path, all_games: int) -> None:
    ratings, games, skipped = rate_players(logs)
    assert games + skipped == all_games
    values = [rating for _, rating, _ in ratings]
    assert values == sorted(values, reverse=True)
    assert sum(values) == pytest.approx(1500 * len(values))
    assert sum(count for _, _, count in ratings) == 4 * games


def test_players_of_our_own_logs_are_rated(data: Path) -> None:
    check_ratings(data / "tichu", 3)


def test_players_of_real_logs_are_rated(logs: Path) -> None:
    check_ratings(logs, 100)


def test_no_games_give_no_ratings(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="holds no finished game"):
        rate_players(tmp_path)


def test_hands_of_logs_are_those_of_an_import(data: Path, tmp_path: Path) -> None:
    logs, dataset = data / "tichu", tmp_path / "hands.csv.gz"
    import_logs(logs, dataset)
    hands, where = find_hands(None, logs, 1, 0, Serial(), lambda items, what, total: items)
    assert where == f"logs in {logs}"
    assert same(hands, read_hands(dataset))


def other_players(logs: Path, folder: Path) -> Path:
    """Our own logs, the second game with two other players in the places of bob and dan."""
    for number in ("1", "2"):
        text = (logs / f"{number}.tch").read_text("latin-1")
        names = {"bob": "eve", "dan": "flo"} if number == "2" else {}
        for name, other in names.items():
            text = text.replace(f"){name}", f"){other}")
        (folder / f"{number}.tch").write_text(text, "latin-1")
    return folder


def test_games_are_chosen_by_elo_and_by_name(data: Path, tmp_path: Path) -> None:
    logs, out = other_players(data / "tichu", tmp_path), tmp_path / "hands.csv.gz"
    ratings = dict(row[:2] for row in rate_players(logs)[0])
    assert ratings["bob"] == ratings["dan"] > max(ratings[name] for name in ("ann", "cid", "eve", "flo"))

    def games(**fame: Any) -> set[str]:
        import_logs(logs, out, fame=Fame(**fame))
        return set(read_hands(out).game.tolist())

    assert games() == games(min_elo=min(ratings.values())) == {"1", "2"}
    assert games(min_elo=ratings["bob"]) == {"1"}
    assert games(players=("eve",)) == {"2"}
    assert games(players=("eve", "bob")) == {"1", "2"}
    assert games(min_elo=2000.0, players=("bob",)) == {"1"}
    assert games(min_elo=ratings["bob"], players=("flo",)) == {"1", "2"}
    with pytest.raises(ParlourError, match="holds no game of such players: ask for a lower Elo"):
        games(min_elo=2000.0)
    report = import_logs(logs, out, fame=Fame(players=("eve",)))
    assert (report.files, report.others) == (2, 1)
    with pytest.raises(ParlourError, match="in logs only: give --logs"):
        find_hands(None, None, 1, 0, Serial(), lambda items, what, total: items, Fame(1600.0))


def test_a_study_takes_the_games_of_a_player(data: Path, tmp_path: Path) -> None:
    settings = {"logs": str(other_players(data / "tichu", tmp_path)), "player": "zoe, eve"}
    report = find_study("tichu-bayes").start(settings=settings)
    assert report.facts["games"] == "1"
    assert "--player zoe, eve" in report.facts["command"]


def test_hands_of_self_play_are_those_that_are_written(tmp_path: Path) -> None:
    def backwards(items: Iterable[object], what: str, total: int | None) -> Iterable[object]:
        return reversed(list(items))

    dataset = tmp_path / "hands.csv.gz"
    selfplay(dataset, SELF_PLAY, 2, 3, Serial(), lambda items, what, total: items)
    data, where = find_hands(None, None, 2, 3, Serial(), backwards)
    assert where == f"self-play of {SELF_PLAY}, 2 matches"
    assert same(data, read_hands(dataset))


def test_the_command_gathers_the_hands_that_studies_take(tmp_path: Path) -> None:
    out = tmp_path / "hands.csv.gz"
    words = ["selfplay", "--games", "1", "--seed", "3", "--workers", "1", "--out"]
    result = CliRunner().invoke(app, [*words, str(out)])
    assert result.exit_code == 0, result.output
    data, _ = find_hands(None, None, 1, 3, Serial(), lambda items, what, total: items)
    assert same(data, read_hands(out))


def same(one: Dataset, other: Dataset) -> bool:
    return all((getattr(one, name) == getattr(other, name)).all() for name in Hand._fields)


def test_hands_come_from_one_place(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="give one of them"):
        find_hands(tmp_path / "hands.csv.gz", tmp_path, 1, 0, Serial(), lambda items, what, total: items)


def test_a_log_without_its_last_plays_is_damaged(data: Path, tmp_path: Path) -> None:
    text = (data / "tichu" / "1.tch").read_text("latin-1")
    start = text.index("Rundenverlauf")
    lines = text[start : text.index("Ergebnis")].splitlines(keepends=True)
    (tmp_path / "a.tch").write_text(text.replace("".join(lines[5:]), "", 1), "latin-1")
    with pytest.raises(ParlourError, match="holds no game that could be read"):
        import_logs(tmp_path, tmp_path / "hands.csv.gz")


def test_commands_on_logs(data: Path, tmp_path: Path) -> None:
    run, out = CliRunner(), tmp_path / "hands.csv.gz"
    result = run.invoke(app, ["import", str(data / "tichu"), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "3 games, 0 damaged" in result.output
    result = run.invoke(app, ["odds", "--hand", "dragon", "--hand", "A A", "--hands", str(out)])
    assert result.exit_code == 0, result.output
    assert "A A" in result.output
    result = run.invoke(app, ["elo", str(data / "tichu")])
    assert result.exit_code == 0, result.output
    assert "3 games, 0 unfinished or damaged" in result.output


def test_a_model_is_what_it_says() -> None:
    for name, stage in (("grand-lr", "eight"), ("grand-svr", "eight"), ("dealt-lr", "fourteen")):
        model = shipped(name)
        assert isinstance(model, CallModel)
        assert (model.stage, model.label) == (stage, "first-out")
    assert shipped("tichu-gb").stage == "exchanged"


def test_a_study_runs_without_logs() -> None:
    report = find_study("tichu-bayes").start(games=2)
    chances = dict(report.tables[0].rows)
    rounds = chances["dragon"][2].value
    assert rounds
    assert all(chances[card][2].value == rounds for card in ("mahjong", "dog", "phoenix"))
    assert chances["2 2 2 3 3 3 4 4 4 5 5 5 7 7"][0].value == 0.5
