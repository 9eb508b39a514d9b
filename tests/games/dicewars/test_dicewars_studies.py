"""Dicewars' studies and training commands, at a small size."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.game import game
from parlour.games.dicewars.best.network import TIDY
from parlour.games.dicewars.evaluation import chance_by
from parlour.games.dicewars.lab import fitting, learner, reference
from parlour.games.dicewars.lab.fitting import fit_network, fit_wpm, look, new_network
from parlour.games.dicewars.lab.gathering import NETWORK, gather
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.state import STATE
from parlour.games.dicewars.weights import AREA_NAMES, network
from parlour.report import Cell, Table
from parlour.report.study import find_study
from parlour.stats.estimate import Estimate


def test_the_reference_study_tells_the_published_order() -> None:
    report = find_study("dicewars-reference").start(games=400)
    pairs, field = report.tables
    ours = {(row, column): cell.value for row, column, cell in pairs.cells() if cell.value is not None}
    assert len(ours) == 10
    assert all(ours[name, "random"] > 0.58 for name in ("difference", "ste", "stei", "wpm"))
    order = [label for label, _ in field.rows]
    assert set(order[:2]) == {"ste", "stei"}
    assert set(order[-2:]) == {"random", "two"}


def share(value: float, reach: float = 0.01) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def test_the_farthest_pair_follows_from_the_table() -> None:
    def pairs(first: float, second: float) -> Table:
        cells = [Cell.percent(share(ours), share(0.5)) for ours in (first, second)]
        return Table("pairs", ("x", "y"), [("a", cells)], basis="B")

    assert "is a v x, by +10.0 [" in reference.farthest(pairs(0.6, 0.55))
    assert "is a v y, by -20.0 [" in reference.farthest(pairs(0.6, 0.3))


def test_the_order_says_who_is_not_known_to_be_better() -> None:
    assert reference.order_of({"a": share(0.2), "b": share(0.4)}) == "The order in fields of four is b, a."
    level = reference.order_of({"a": share(0.41), "b": share(0.4), "c": share(0.1)})
    assert level == "The order in fields of four is a (not known to be better than b), b, c."


def test_the_first_seat_is_worth_more_less_or_nothing() -> None:
    for value, word in ((0.3, "more than"), (0.2, "less than"), (0.25, "about")):
        assert f"of the games of 4, {word} its fair share." in reference.first_seat(share(value), 4)


def test_the_statistics_study_shows_every_stage(monkeypatch) -> None:
    monkeypatch.setattr(learner, "STAGES", (0, 40))
    monkeypatch.setattr(learner, "GAMES_OF_EIGHT", 20)
    report = find_study("dicewars-statistics").start(games=80, settings={"trainings": 2})
    pace, written, taught = report.tables
    assert [label for label, _ in pace.rows] == list(learner.WAYS)
    for table in (written, taught):
        assert [label for label, _ in table.rows] == ["0", "40"]
        untrained = dict(table.rows)["0"]
        assert untrained[2].value == 0, "it plays as stei, and gains nothing"
    assert report.verdict.word


def stage(*shares: list[float], gains: list[float]) -> learner.Stage:
    return learner.Stage(1000, [100] * len(gains), shares, gains)


def test_learning_beats_its_teacher_only_beyond_doubt() -> None:
    start = stage([0.3], [0.3], gains=[0.0, 0.0])
    for gains, words in (
        ([0.05, 0.052], "beats stei after 1000 games; after 1000 games the gain is +5.1"),
        ([-0.05, -0.052], "never beats stei, and loses to it after 1000 games"),
        ([0.05, -0.04], "does not beat stei as far as these games tell"),
    ):
        sentence = learner.beaten_teacher("alone", [start, stage([0.3], [0.3], gains=gains)])
        assert words in sentence


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        ([0.4, 0.5, 0.2, 0.1], [0.41, 0.52, 0.2, 0.1], True),
        ([0.2, 0.5, 0.4, 0.1], [0.21, 0.5, 0.41, 0.1], False),
        ([0.3, 0.5, 0.4, 0.1], [0.3, 0.5, 0.2, 0.1], None),
    ],
)
def test_second_place_is_claimed_by_what_all_trainings_say(first, second, holds) -> None:
    assert learner.place_claim(stage(first, second, gains=[0, 0])).holds is holds


@pytest.mark.parametrize(
    ("games", "holds"), [([190, 210, 200], True), ([20, 25, 22], False), ([20, 300, 100], None)]
)
def test_the_pace_of_the_report_is_met_or_missed(games: list[int], holds: bool | None) -> None:
    claim = learner.pace_claim(learner.Pace([30] * len(games), games))
    assert claim.holds is holds
    assert "doublings would be found in 80 % of such runs" in claim.power


def test_the_network_learns_who_wins() -> None:
    pytest.importorskip("jax")
    its, net = game("dicewars:players=3"), new_network(0)
    positions, games = gather(its, [0, 1, NETWORK], 4000, 1, net, np.zeros(16))
    assert 10 < games < 1500
    assert positions.states.shape[1] == its.size
    assert 2000 < len(positions.states) == len(positions.shares)
    assert (np.sort(positions.shares, axis=1)[:, -2:] == (0, 1)).all()  # one wins
    fitted, _ = fit_network(net, positions, 30, 0)
    losses = [fit_network(each, positions, 1, 0)[1] for each in (net, fitted)]
    assert losses[1] < 0.75 < losses[0]


def test_without_a_trace_a_position_learns_what_the_next_one_promises() -> None:
    its, net = game("dicewars:players=2"), network()
    positions, _ = gather(its, [0], 600, 3, net, np.zeros(16), trace=0.0)
    value, s = chance_by(net), positions.states.copy().view(STATE)[:, 0]
    follows = [i for i in range(len(s) - 1) if s["turns"][i + 1] == s["turns"][i] + 1]
    assert len(follows) > 100
    for i in follows[:100]:
        share = int(s["owned"][i + 1, 0]).bit_count() / s["areas"][i + 1]
        promised = (1 / (1 + np.exp(-value(positions.states[i + 1], 0))) - TIDY * share) / (1 - TIDY)
        assert positions.shares[i, 0] == pytest.approx(promised, abs=1e-5)


def test_the_compiled_network_is_the_one_that_is_fitted() -> None:
    pytest.importorskip("jax")
    its, net = game("dicewars:players=4"), network()
    states = gather(its, [0, 1], 400, 3, net, np.zeros(16))[0].states[::7]
    sight, value = look(states), chance_by(net)
    strengths = np.where(sight.alive > 0, np.array(fitting._strengths(net._asdict(), sight)), -np.inf)
    chances = np.exp(strengths) / np.exp(strengths).sum(axis=1, keepdims=True)
    shares = sight.owned.sum(axis=2) / sight.owned.sum(axis=(1, 2))[:, None]
    for state, fitted in zip(states, (1 - TIDY) * chances + TIDY * shares, strict=True):
        compiled = [1 / (1 + np.exp(-value(state, seat))) for seat in range(4)]
        assert compiled == pytest.approx(fitted.tolist(), abs=1e-4)


def test_an_area_falls_when_one_of_its_enemies_wins() -> None:
    states = (
        gather(game("dicewars:players=3"), [0, 1], 400, 5, network(), np.zeros(16))[0].states[::40].copy()
    )
    sight, falls = look(states), AREA_NAMES.index("falls")
    for s, areas, enemies in zip(states.copy().view(STATE)[:, 0], sight.areas, sight.enemies, strict=True):
        for area in range(s["areas"]):
            odds = [ODDS[s["dice"][other], s["dice"][area]] for other in np.flatnonzero(enemies[area])]
            assert areas[area, falls] == pytest.approx(1 - np.prod(1 - np.array(odds)), abs=1e-5)


def test_fitting_wpm_finds_that_own_dice_help() -> None:
    pytest.importorskip("sklearn")
    its = game("dicewars:players=2")
    weights = fit_wpm(gather(its, [1], 4000, 1, new_network(0), np.zeros(16))[0])
    assert weights.shape == (4,)
    assert (weights[:2] > 0).all()
    assert (weights[2:] < 0).all()


def test_the_field_of_the_learner_is_checked(parlour) -> None:
    done = parlour("train", "dicewars", "--method", "statistics", "--field", "stie")
    assert done.returncode == 2
    assert "did you mean 'ste" in done.stderr
