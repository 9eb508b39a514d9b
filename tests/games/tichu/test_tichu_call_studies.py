"""The studies of calls: every conclusion follows from its table, and turns with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import parlour
from parlour.agent import Agent, Clock
from parlour.game import game
from parlour.games.tichu.calls.features import feature_names
from parlour.games.tichu.calls.models import CallModel
from parlour.games.tichu.cards import DRAGON, PHOENIX
from parlour.games.tichu.lab.calls import (
    curves,
    fitting,
    gathering,
    grand,
    importance,
    reid,
    success,
    torres,
    training,
    worth,
    yang,
    yang_index,
)
from parlour.games.tichu.lab.calls.cases import Cases
from parlour.games.tichu.lab.calls.hands import Dataset, Hand
from parlour.games.tichu.lab.calls.runs import claims_of, self_play_limits
from parlour.games.tichu.lab.calls.training import TrainedModel
from parlour.games.tichu.state import PASS, TICHU
from parlour.learn.measures import THRESHOLDS, Sweep, sweep
from parlour.report import Cell, Claim, Table
from parlour.report.study import Run, find_study
from parlour.report.verdict import verdict
from parlour.state import View
from parlour.stats.estimate import Estimate


@cache
def hands_in(logs: Path) -> Sequence[Hand]:
    return list(LOGGED_HANDS(logs, gathering.Import()))


LOGGED_HANDS = gathering.logged_hands


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer folds, splits and refits than a study takes: conclusions are under test here, not figures."""
    for room, sizes in {
        grand: {"SPLITS": 2, "FOLDS": 3},
        training: {"FOLDS": 3},
        importance: {"REFITS": 10, "SHUFFLES": 2},
        yang: {"SHARES": (0.5, 1.0), "FOLDS": 2},
        reid: {"PLAYERS": ("plan", "fsm")},
        success: {"KNOWING": success.KNOWING[-1:]},
        gathering: {"logged_hands": lambda logs, notes, fame: hands_in(logs)},  # read once for all tests
    }.items():
        for name, size in sizes.items():
            monkeypatch.setattr(room, name, size)
    points = [{"C": 0.5, "gamma": gamma} for gamma in (2.0**-8, 2.0**-5)]
    monkeypatch.setitem(fitting.GRIDS["svr"], "coarse", points)
    monkeypatch.setitem(fitting.GRIDS["lr"], "coarse", [{"C": 0.1}, {"C": 1.0}])


def times(lr: float, svr: float) -> Table:
    rows = [(name, [Cell(one), Cell(1), Cell(10 * one)]) for name, one in (("LR", lr), ("SVR", svr))]
    return Table("times", ("one", "models", "all"), rows)


def test_training_times_decide_whether_support_vectors_take_much_longer() -> None:
    assert grand.time_claim(times(0.01, 0.3)).holds is True
    assert grand.time_claim(times(0.3, 0.3)).holds is False
    assert "30 times" in grand.time_claim(times(0.01, 0.3)).text


def foreseen(noise: float, seed: int) -> TrainedModel:
    """A model whose confidence follows the calls as closely as its noise allows."""
    labels = np.random.default_rng(0).integers(0, 2, 600)
    confidence = labels + noise * np.random.default_rng(seed).normal(size=600)
    model = CallModel("lr", "sum", "thesis", "eight", "called", 0.5, {})
    return TrainedModel(model, {}, labels, confidence, np.repeat(np.arange(60), 10), 1000)


def test_how_often_is_called_is_said_as_it_was() -> None:
    assert (
        "here 36% of the hands are calls; of all hands 14% are, so precision and F1 must fall."
        in grand.why(0.36, 0.14)
    )
    assert "of all hands 36% are, so precision and F1 need not fall." in grand.why(0.14, 0.36)
    assert "Grand Tichu is called on 13% of hands and Tichu on 14%." in self_play_limits(0.13, 0.14)


def test_areas_decide_which_model_foresees_better() -> None:
    sharp, dull = foreseen(0.5, 1), foreseen(2.0, 2)
    assert grand.area_claim({"LR": sharp, "SVR": dull}).holds is True
    assert grand.area_claim({"LR": dull, "SVR": sharp}).holds is False
    assert grand.area_claim({"LR": dull, "SVR": dull}).holds is None


def test_the_best_of_a_grid_is_taken_at_each_threshold() -> None:
    labels = np.array([0, 0, 1, 1])
    low, high = sweep(labels, np.array([0.1, 0.1, 0.2, 0.2])), sweep(labels, np.array([0.7, 0.7, 0.9, 0.9]))
    best = curves.envelope([low, high])
    at = {threshold: int(np.searchsorted(THRESHOLDS, threshold)) for threshold in (0.15, 0.5, 0.8)}
    assert low.f1[at[0.15]] == high.f1[at[0.8]] == 1
    assert best.f1[at[0.15]] == best.f1[at[0.8]] == 1
    assert best.f1[at[0.5]] == high.f1[at[0.5]] < 1
    assert isinstance(best, Sweep)


def test_whether_a_cut_explains_the_published_area_follows_from_both_areas() -> None:
    assert "such a cut could explain it" in grand.cut_sentence(near(0.87), 0.67)
    assert "such a cut does not explain it" in grand.cut_sentence(near(0.87), 0.80)
    assert "such a cut does not explain it" in grand.cut_sentence(near(0.70), 0.60)


def test_splits_that_share_their_games_are_not_taken_for_independent() -> None:
    """Means over splits of one sample scatter from sample to sample by more than within one."""
    areas = [0.8, 0.82, 0.84, 0.86, 0.88]
    plain, ours = Estimate.of_runs(areas), grand.over_splits(areas)
    assert ours.value == pytest.approx(0.84)
    assert ours.high - ours.value == pytest.approx(1.5 * (plain.high - plain.value))
    assert ours.df == 4


def losses(**groups: tuple[float, float, float]) -> Table:
    return Table("lost", ("LR",), [(name, [Cell(Estimate(*loss))]) for name, loss in groups.items()])


def test_what_carries_the_call_follows_from_the_losses() -> None:
    text = importance.carriers(
        losses(Dragon=(0.02, 0.01, 0.03), score=(0.1, 0.05, 0.2), steps=(0.0, -0.1, 0.1))
    )
    assert "score (0.100), Dragon (0.020)." in text
    assert "other 1 groups" in text
    turned = importance.carriers(losses(Dragon=(0.0, -0.01, 0.03), steps=(0.1, 0.05, 0.2)))
    assert "steps (0.100)." in turned
    assert "Dragon" not in turned
    assert "No group of columns" in importance.carriers(losses(steps=(0.1, -0.05, 0.2)))


def test_every_column_is_in_one_group() -> None:
    names = feature_names("thesis")
    places = np.concatenate([importance.columns_of(group, names) for group in importance.GROUPS])
    assert sorted(places.tolist()) == list(range(len(names)))


def test_what_is_published_of_people_is_not_judged_by_self_play() -> None:
    claim = Claim("People call", True)
    people, selves = (Run("tichu-bayes", 1, 0, settings={"logs": logs}) for logs in ("somewhere", ""))
    assert verdict([], claims_of(people, [claim])).word == "replicated"
    assert verdict([], claims_of(selves, [claim])).word == "cannot tell"


def test_calls_of_self_play_are_foreseen_but_not_by_heart(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    report = find_study("tichu-grand").start(games=10)
    tables = {table.title: dict(table.rows) for table in report.tables}
    area = tables["AUC on several splits of the games, clean protocol"]["LR"][-1].value
    assert area
    assert 0.6 < area < 0.97  # a model that calls by the features themselves is foreseen at .99
    assert report.verdict.word == "cannot tell"
    assert any("imagines 40 ways" in text for text in report.intro)
    assert len(report.figures) == 6


def test_the_thesis_is_rerun_on_logs(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    half = [hand for hand in hands_in(logs) if int(hand.game) % 2]  # support vectors take the square
    monkeypatch.setattr(gathering, "logged_hands", lambda logs, notes, fame: half)
    report = find_study("tichu-grand").start(settings={"logs": str(logs)})
    thesis = dict(report.tables[0].rows)
    low, high = thesis["LR"][0].interval or (1, 0)
    assert low < 0.891 < high
    assert (thesis["SVR"][0].interval or (0, 0))[0] > 0.758
    settings = dict(report.tables[2].rows)["SVR, the thesis's protocol"]
    assert [cell.published for cell in settings] == [0.142, 2.0, 0.25]
    assert "if only thresholds from 0 to 1 count" in " ".join(report.conclusion)
    assert "Phoenix" in report.conclusion[0]
    assert report.verdict.word == "not replicated"


def foresight(noise: float) -> yang.Foresight:
    y = np.random.default_rng(0).integers(0, 2, 4000)
    ranks = y + noise * np.random.default_rng(1).normal(size=4000)
    return yang.Foresight(Cases(np.zeros((4000, 1)), y, np.repeat(np.arange(400), 10)), {"LR": ranks})


def test_the_areas_decide_whether_few_features_are_enough() -> None:
    sharp, dull = foresight(0.5), foresight(2.0)
    assert yang.minimal_claim({"minimal": sharp, "full+compressed": sharp}, "grand").holds is True
    assert yang.minimal_claim({"minimal": dull, "full+compressed": sharp}, "grand").holds is False
    assert yang.minimal_claim({"minimal-tichu": sharp, "full+compressed": dull}, "tichu").holds is True


def test_the_gain_decides_whether_more_games_foresee_better() -> None:
    def table(gain: float) -> Table:
        return Table("sizes", ("gain",), [("Tichu", [Cell(near(gain))])])

    assert "Tichu: more games foresee better" in yang.size_sentence(table(0.05))
    assert "Tichu: more games are not known to foresee better" in yang.size_sentence(table(0.0))


def out_first(*shares: float) -> Table:
    return Table("index", ("out first",), [(f"{i}", [Cell(share)]) for i, share in enumerate(shares)])


def test_the_rule_to_remember_follows_from_the_shares() -> None:
    assert "more often than not from index 2 on" in yang_index.rule_of(
        out_first(0.6, 0.4, 0.55, 0.7), "grand"
    )
    assert "from index 0 on" in yang_index.rule_of(out_first(0.6, 0.7), "tichu")
    assert "at no index" in yang_index.rule_of(out_first(0.6, 0.4), "grand")


def test_whether_to_wait_follows_from_the_chances() -> None:
    call = yang_index.Waiting([0, 1, 2], [0.3, 0.5, 0.6], [0.4, 0.4, 0.4])
    assert "a call from index 1 on" in yang_index.waiting_sentence(call)
    wait = yang_index.Waiting([0, 1, 2], [0.3, 0.5, 0.6], [0.8, 0.8, 0.8])
    assert "no call at any index" in yang_index.waiting_sentence(wait)


def test_the_index_counts_as_yang_rounds() -> None:
    eight = np.array([[2, 1, 0, 1], [0, 0, 1, 0]])  # aces, Dragon, Phoenix, bombs
    assert yang_index.index_of(eight, "grand").tolist() == [8, 3]
    fourteen = np.array([[1, 1, 1, 0, 0, 2, 3]])  # aces, Dog, Dragon, Phoenix, bombs, straights, singles
    assert yang_index.index_of(fourteen, "tichu").tolist() == [5]


def test_yang_is_rerun_on_self_play() -> None:
    pytest.importorskip("sklearn")
    report = find_study("tichu-yang").start(games=8)
    assert len(report.figures) == 5
    assert report.verdict.word == "cannot tell"
    weights = next(table for table in report.tables if "Weights" in table.title)
    assert all(cell.interval for _, cells in weights.rows for cell in cells)


def near(value: float, reach: float = 0.01) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def readings(plain: float, other: float) -> Table:
    rows = [(name, [Cell(near(value), 0.6)] * 4) for name, value in (("plain", plain), ("other", other))]
    return Table("readings", torres.COLUMNS, rows)


def test_a_perceptrons_figure_counts_its_trainings_too() -> None:
    """Where the order of the hands decides, many hands do not make a figure sure; one training even less."""
    games, labels = np.repeat(np.arange(300), 10), np.ones(3000, int)
    steady = np.repeat([[True] * 8 + [False] * 2], 300, axis=0).reshape(1, -1).repeat(5, axis=0)
    moody = np.array([[share * 10 > place for place in range(10)] * 300 for share in (0.6, 0.7, 0.8, 0.9, 1)])
    cases = Cases(np.zeros((3000, 1)), labels, games)
    sure, unsure = (torres.trained_figure(cases, claims, torres.accuracy) for claims in (steady, moody))
    assert sure.mean.value == unsure.mean.value == pytest.approx(0.8)
    assert sure.mean.high - sure.mean.low < 0.01
    assert unsure.mean.high - unsure.mean.low > 0.3
    assert unsure.spread.high - unsure.spread.low > 0.8
    assert unsure.mean.df == 4


def test_the_nearest_reading_follows_from_the_distances() -> None:
    assert "is 'other': 5.0% off" in torres.nearest(readings(0.4, 0.65))
    assert "against 20.0% for 'plain'" in torres.nearest(readings(0.4, 0.65))
    assert "than the plain one, 2.0% off" in torres.nearest(readings(0.58, 0.65))


def perceptrons(*pairs: tuple[float, float]) -> Table:
    rows = [
        (f"{place}", [Cell(near(plain), 0.7), Cell(0.5, 0.5), Cell(near(averaged), 0.8), Cell(0.5, 0.5)])
        for place, (plain, averaged) in enumerate(pairs)
    ]
    return Table("sets", torres.COLUMNS, rows)


def test_accuracies_decide_whether_averaging_helps() -> None:
    assert torres.averaging_claim(perceptrons((0.7, 0.8), (0.75, 0.8))).holds is True
    assert torres.averaging_claim(perceptrons((0.7, 0.8), (0.8, 0.75))).holds is False
    assert torres.averaging_claim(perceptrons((0.7, 0.8), (0.8, 0.8))).holds is None


def test_measures_are_means_of_the_trainings() -> None:
    labels, claims = np.array([1, 1, 0, 0]), np.array([[1, 1, 0, 0], [0, 0, 1, 0]], bool)
    assert torres.accuracy(labels, claims) == pytest.approx((1 + 0.25) / 2)
    assert torres.f1(labels, claims) == pytest.approx((1 + 0) / 2)


def test_torres_is_not_replicated_on_logs(logs: Path) -> None:
    pytest.importorskip("sklearn")
    report = find_study("tichu-perceptron").start(settings={"logs": str(logs)})
    assert report.verdict.word == "not replicated"
    assert "'Tichu or Grand Tichu; all hands'" in report.conclusion[0]


def test_the_gap_decides_which_card_is_better() -> None:
    assert reid.phoenix_claim(near(0.05)).holds is True
    assert reid.phoenix_claim(near(-0.05)).holds is False
    assert reid.phoenix_claim(near(0.005)).holds is None


def test_for_whom_a_card_is_better_follows_from_the_gaps() -> None:
    def table(**gaps: float) -> Table:
        return Table("gaps", ("gap",), [(player, [Cell(near(gap))]) for player, gap in gaps.items()])

    text = reid.gap_by_player(table(ann=0.1, bob=-0.1, cid=0.0))
    assert "the Phoenix in ann; the Dragon in bob; neither for sure in cid" in text
    assert "the Phoenix in bob; the Dragon in ann" in reid.gap_by_player(table(ann=-0.1, bob=0.1))


def test_the_gap_counts_rounds_in_which_one_of_both_goes_out_first() -> None:
    phoenix, dragon, other = 1 << PHOENIX, 1 << DRAGON, 0
    rounds = [(phoenix, dragon), (phoenix, dragon), (dragon, phoenix), (other, phoenix | dragon)]
    rows = [
        Hand(f"{number}", 1, seat, "", 0, cards, 0, 0, 0, int(seat == 0), 0, 0, 0, 0)
        for number, (first, second) in enumerate(rounds)
        for seat, cards in enumerate((first, second, 0, 0))
    ]
    assert reid.gap_of(Dataset.of(rows)).value == pytest.approx((2 - 1) / 4)


def test_reid_is_replicated_on_logs(logs: Path) -> None:
    report = find_study("tichu-bayes").start(settings={"logs": str(logs)})
    assert report.verdict.word == "replicated"


class Scored(NamedTuple):
    """The points of a round."""

    scores: tuple[float, float]


class Passer(Agent):
    """Passes whenever it can, or whenever it must."""

    def __init__(self, willing: bool) -> None:
        self.willing, self.spec = willing, "willing" if willing else "unwilling"

    def choose(self, view: View, clock: Clock) -> int:
        moves = view.legal_moves
        others = [move for move in moves if move not in (PASS, TICHU)]
        return PASS if PASS in moves and (self.willing or not others) else others[0]


def test_passes_on_a_partners_tricks_are_counted_where_it_could_be_beaten() -> None:
    agents = [Passer(True), Passer(False), Passer(True), Passer(False)]
    record = parlour.play(game("tichu:calls=no"), agents, seed=2)
    assert set(worth.leaves_partner(record, "willing")) == {True}
    beaten = list(worth.leaves_partner(record, "unwilling"))
    assert len(beaten) > 3
    assert not any(beaten)


def test_what_calls_add_is_counted_by_deals() -> None:
    pairs = [[Scored((300.0, 0.0)), Scored((100.0, 0.0))], [Scored((0.0, 200.0)), Scored((0.0, 100.0))]]
    assert worth.gain(pairs).value == pytest.approx((100 - 50) / 2)  # type: ignore[arg-type]
    assert worth.gain(pairs).low < 0  # type: ignore[arg-type]


def test_whether_calls_pay_follows_from_their_points() -> None:
    for value, word in ((5.0, "it pays"), (-5.0, "it costs"), (0.005, "it may be nothing")):
        assert worth.worth("Tichu", near(value)).endswith(word + ".")


def test_the_study_of_calls_counts_an_agents_own_hands_beside_people() -> None:
    report = find_study("tichu-calls").start(games=4)
    calls, partner = report.tables
    rows = dict(calls.rows)
    assert list(rows) == ["Grand Tichu", "Tichu"]
    assert [cell.value for cell in rows["Tichu"][1:4:2]] == [0.139, 0.734]
    assert not report.verdict.word, "nothing of it was published"
    hands = rows["Tichu"][0].ours
    assert isinstance(hands, Estimate)
    assert hands.high - hands.low > 0.05, "sixteen hands tell little"
    assert partner.rows[0][1][1].value == 0.69
    assert all("points a round" in line for line in report.conclusion[:2])


def test_the_study_of_calls_counts_logged_hands_too(logs: Path) -> None:
    report = find_study("tichu-calls").start(games=1, settings={"logs": str(logs)})
    rows = dict(report.tables[0].rows)
    assert 0.05 < rows["Grand Tichu, the logs"][0].value < 0.3  # type: ignore[operator]
    assert 0.5 < rows["Tichu, the logs"][2].value < 0.9  # type: ignore[operator]
