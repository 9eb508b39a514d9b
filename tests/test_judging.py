"""The judge of whole games: chances with everything open, choice and luck, and marks only beyond doubt."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
import parlour.kernel
from parlour.agent import Candidate, Explanation
from parlour.errors import ParlourError
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.state import SOURCE
from parlour.judging import Estimator, Judge, Verdict, clear_best, interval, judge, mark, separated
from parlour.judging.trial import try_judge
from parlour.record import Record

GAMES = {"tichu": "plan", "ticket-to-ride": "labno", "dicewars": "stei"}


@cache
def record_of(name: str, seed: int = 1) -> Record:
    game = parlour.game(name)
    return parlour.play(game, [parlour.agent(game, GAMES[name]) for _ in range(game.players)], seed=seed)


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_certain(name: str) -> None:
    last = record_of(name).last()
    value = Estimator(last.game).value(last)
    assert (value.error, value.playouts) == (0.0, 0)
    winners = [seat for seat, reward in enumerate(last.rewards) if reward == max(last.rewards)]
    sides = {last.game.team_of[seat] for seat in winners}
    assert [value.win[seat] for seat in winners] == pytest.approx([1 / len(sides)] * len(winners))


@pytest.mark.parametrize("name", GAMES)
def test_the_sides_add_up_to_one_and_partners_share_a_chance(name: str) -> None:
    last = record_of(name).last()
    estimator = Estimator(last.game, error=0.05)
    for ply in range(0, last.ply, last.ply // 4):
        win = estimator.value(last.at(ply)).win
        side = {team: win[seat] for seat, team in enumerate(last.game.team_of)}
        assert sum(side.values()) == pytest.approx(1.0)
        assert all(win[seat] == side[team] for seat, team in enumerate(last.game.team_of))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_value_and_another_a_near_one(name: str) -> None:
    state = record_of(name).last().at(8)
    first, again, other = (Estimator(state.game, seed, 0.02).value(state) for seed in (3, 3, 4))
    assert first == again
    assert first.win != other.win
    assert max(abs(a - b) for a, b in zip(first.win, other.win, strict=True)) < 6 * 0.02


def test_a_decided_game_is_judged_as_decided() -> None:
    game = parlour.game("dicewars:players=2")
    state = game.new(2)
    areas = int(state.data["areas"])
    state.data["owned"][:] = 0
    state.data["owned"][0], state.data["owned"][1] = (1 << areas) - 2, 1
    state.data["dice"][:areas] = [1] + [8] * (areas - 1)
    assert Estimator(game).value(state).win[0] > 0.99


@given(seed=st.integers(0, 1000), ply=st.integers(0, 60))
@settings(max_examples=12, deadline=None)
def test_what_nobody_knows_does_not_change_a_judgement(seed: int, ply: int) -> None:
    last = record_of("ticket-to-ride").last()
    state, shuffled = last.at(ply), last.at(ply)
    last.game.rules.redraw(shuffled.buffer, parlour.kernel.new_rng(seed))
    estimator = Estimator(last.game, error=0.1)
    assert estimator.value(state) == estimator.value(shuffled)
    assert all((state.view(seat).buffer == shuffled.view(seat).buffer).all() for seat in range(2))


def test_luck_of_an_attack_is_none_on_average_by_the_exact_odds() -> None:
    state = parlour.game("dicewars:players=2").new(5)
    attacks = [move for move in state.legal_moves if move]
    odds = {
        move: ODDS[state.data["dice"][move // SOURCE], state.data["dice"][move % SOURCE]] for move in attacks
    }
    action = min(odds, key=lambda move: abs(odds[move] - 0.5))
    estimator = Estimator(state.game, seed=1)
    expected = estimator.expected(state, action)
    after = {won: estimator.value(_outcome(state, action, won)) for won in (True, False)}
    luck = [after[won].win[0] - expected.win[0] for won in (True, False)]
    assert luck[0] > 0 > luck[1]
    error = math.hypot(expected.error, after[True].error, after[False].error)
    assert abs(odds[action] * luck[0] + (1 - odds[action]) * luck[1]) < 4 * error


def _outcome(state: parlour.State, action: int, won: bool) -> parlour.State:
    """The position after an attack that was won, or lost."""
    for seed in range(100):
        after = state.copy()
        after.rng = parlour.kernel.new_rng(seed)
        after.advance(action)
        if (popcount(after) > popcount(state)) == won:
            return after
    raise AssertionError("no such throw")


def popcount(state: parlour.State) -> int:
    return int(state.data["owned"][0]).bit_count()


@pytest.mark.parametrize("name", GAMES)
def test_choice_and_luck_add_up_to_the_change_and_only_chance_brings_luck(name: str) -> None:
    last = record_of(name).last().at(40)
    judged = Judge(last.game)
    judged.estimator.error = 0.05
    judgements = list(judged.game_of(last))
    for before, here in pairwise(judgements):
        verdict = here.verdict
        assert verdict is not None
        change = (here.win[verdict.seat] or 0.0) - (before.win[verdict.seat] or 0.0)
        assert verdict.change == pytest.approx(change)
        state = last.at(before.ply)
        if not judged.estimator.has_chance(state, state.parse(verdict.move)):
            assert verdict.luck == 0.0
        if len(state.legal_moves) == 1:
            assert verdict.choice == 0.0


def test_a_card_from_the_deck_is_chance_and_a_claim_is_not() -> None:
    last = record_of("ticket-to-ride").last()
    estimator = Estimator(last.game)
    claims, draws = set[bool](), set[bool]()
    for ply, (_, text) in enumerate(last.moves[:80]):
        state = last.at(ply)
        chance = estimator.has_chance(state, state.parse(text))
        if text.startswith("claim"):
            claims.add(chance)
        elif "deck" in text:
            draws.add(chance)
    assert (claims, draws) == ({False}, {True})


def test_an_action_that_the_playouts_begin_with_is_worth_what_the_position_is() -> None:
    state = parlour.game("ticket-to-ride").new(3)
    estimator = Estimator(state.game, error=0.05)
    own = [action for action in state.legal_moves if estimator.would_play(state, action)]
    assert len(own) == 1
    expected, value = estimator.expected(state, own[0]), estimator.value(state)
    assert expected.win == pytest.approx(value.win, abs=3 * 0.05)


def test_the_cards_that_are_still_to_come_are_luck() -> None:
    last = record_of("tichu").last()
    estimator = Estimator(last.game)
    assert [estimator.has_chance(last.at(ply), last.at(ply).parse("no call")) for ply in range(4)] == [
        False, False, False, True
    ]  # fmt: skip


def table(*candidates: tuple[float, int]) -> Explanation:
    return Explanation(tuple(Candidate(n, win, visits) for n, (win, visits) in enumerate(candidates)))


def test_no_best_move_without_separation() -> None:
    assert not clear_best(table((0.55, 60), (0.53, 60), (0.51, 60)))
    assert clear_best(table((0.75, 400), (0.50, 400)))
    assert not clear_best(table((0.75, 400), (0.50, 400), (0.70, 5)))
    assert not clear_best(table((0.27, 0), (0.27, 0)))
    assert clear_best(table((0.60, 0), (0.55, 0)))
    assert not clear_best(table((0.60, 0)))


def test_points_tell_computed_moves_apart() -> None:
    won = [Candidate(0, 1.0, proven=True, score=12.0), Candidate(1, 1.0, proven=True, score=8.0)]
    assert separated(*won)
    assert interval(won[0]) == 0.0


@given(loss=st.floats(0, 1), doubt=st.floats(0.001, 1))
def test_no_mark_within_doubt(loss: float, doubt: float) -> None:
    assert (mark(loss, doubt) is None) == (loss <= doubt)


def test_computed_values_are_marked_at_two_five_ten_and_twenty_points() -> None:
    marks = [mark(loss, 0.0) for loss in (0.0, 0.04, 0.06, 0.12, 0.3)]
    assert marks == ["good", "good", "inaccuracy", "mistake", "blunder"]


def test_a_roll_is_never_a_mistake() -> None:
    verdict = Verdict(0, "3-4", choice=0.01, choice_error=0.02, luck=-0.4, luck_error=0.02, change_error=0.02)
    assert (verdict.told, verdict.quality) == ("luck", None)


def test_reversi_tells_the_discs_that_a_move_lost() -> None:
    game = parlour.game("reversi")
    record = parlour.play(game, [parlour.agent(game, "random") for _ in range(2)], seed=3)
    judgements = judge(record.last().at(16), "best:depth=4")
    worst = max((one.verdict for one in judgements if one.verdict), key=lambda verdict: verdict.loss or 0.0)
    assert worst.better is not None
    assert worst.quality in ("mistake", "blunder")
    assert worst.points is not None
    assert worst.points > 2
    assert all(one.lead is not None for one in judgements)


def test_isolation_gives_no_chances_before_it_is_solved() -> None:
    game = parlour.game("isolation")
    state = game.new(0)
    (start,) = judge(state, "alphabeta:depth=2")
    assert start.win == (None, None)
    small = parlour.game("isolation:size=3")
    record = parlour.play(small, [parlour.agent(small, "random") for _ in range(2)], seed=2)
    for one in judge(record):
        assert set(one.win) == {0.0, 1.0}


def test_a_trial_tells_how_far_two_judgements_are_apart() -> None:
    trial = try_judge([record_of("tichu")], 0, lambda items, what, total: items)
    assert trial.plies == len(record_of("tichu").moves) + 1
    assert trial.close >= 0.95
    assert trial.percentile < 0.03
    assert trial.told == 1.0
    assert trial.changes == trial.choices + trial.lucks


def test_a_lead_in_a_match_is_worth_more_near_its_end() -> None:
    game = parlour.game("tichu:length=match")
    shares = []
    for total in ((0, 0), (400, 200), (900, 700)):
        state = game.new(1)
        state.data["total"][:] = total
        shares.append(np.mean([Estimator(game, seed, 0.02).value(state).win[0] for seed in range(2)]))
    assert shares[0] < shares[1] < shares[2]


def test_the_command_refuses_games_without_luck(capsys: pytest.CaptureFixture[str]) -> None:
    from parlour.cli.judging import judge as command

    with pytest.raises(ParlourError, match="no luck"):
        command("reversi")
