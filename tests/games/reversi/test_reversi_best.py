"""`best`, the course's ladder and the tuner of the simple evaluation."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.agent import Agent, Clock, Terms
from parlour.arena.play import play
from parlour.games.reversi.best.engine import Engine
from parlour.games.reversi.best.midgame import SURE
from parlour.games.reversi.best.player import Best
from parlour.games.reversi.best.solving import solve
from parlour.games.reversi.lab import tuning
from parlour.learn.training import Lesson
from parlour.testing import check_agent, random_positions

REVERSI = parlour.game("reversi")
LADDER = ("iago", "cassio", "desdemona", "roderigo", "duke")


def decide(spec: str, position: str, clock: Clock | None = None) -> str:
    state, player = REVERSI.position(position), parlour.agent(REVERSI, spec)
    player.begin(REVERSI, state.mover, 0)
    return state.format(player.choose(state.view(), clock or Clock()))


def points(one: str, two: str, games: int, seed: int = 0) -> float:
    """The share of the points of the first agent, sides swapped, from random openings of 8 moves."""
    players, total = [parlour.agent(REVERSI, spec) for spec in (one, two)], 0.0
    for number in range(games):
        rng, start = np.random.default_rng(seed + number // 2), REVERSI.new()
        for _ in range(8):
            start.advance(int(rng.choice(start.legal_moves)))
        opening = [move.text for move in start.moves]
        seat = number % 2
        seated = players if seat == 0 else players[::-1]
        total += (play(REVERSI, seated, seed + number, opening=opening).rewards[seat] + 1) / 2
    return total / games


@pytest.mark.parametrize("spec", [*LADDER, "best:depth=3", "best:level=1", "best:level=6", "best:nodes=3000"])
def test_agents_keep_the_contract(spec: str) -> None:
    check_agent(REVERSI, spec, games=1)


# White's disc on b1 may be taken from c1 by playing a1, a corner.
CORNER = "-OX-----" + "--------" * 2 + "--OXO---" + "---XO---" + "--------" * 3 + " X"


@pytest.mark.parametrize("spec", LADDER)
def test_the_ladder_takes_a_free_corner(spec: str) -> None:
    assert decide(spec, CORNER) == "a1"


def test_cassio_counts_discs_corners_and_squares_beside_corners() -> None:
    """Three plies by hand: minimax over the rules with the published evaluation."""

    def judge(state: parlour.State, seat: int) -> float:
        if state.over:
            lead = state.scores[seat] - state.scores[1 - seat]
            return lead + (1000 if lead > 0 else -1000 if lead < 0 else 0)
        own, opp = int(state.data["own"]), int(state.data["opp"])
        if int(state.data["turn"]) != seat:
            own, opp = opp, own
        total = own.bit_count() - opp.bit_count()
        for corner, beside in ((0, (1, 8, 9)), (7, (6, 14, 15)), (56, (48, 49, 57)), (63, (54, 55, 62))):
            total += 8 * ((own >> corner & 1) - (opp >> corner & 1))
            if not (own | opp) >> corner & 1:
                total -= 3 * sum((own >> s & 1) - (opp >> s & 1) for s in beside)
        return total

    def minimax(state: parlour.State, seat: int, depth: int) -> float:
        if state.over or depth == 0:
            return judge(state, seat)
        values = []
        for action in state.legal_moves:
            after = state.copy()
            after.advance(action)
            values.append(minimax(after, seat, depth - 1))
        return max(values) if state.mover == seat else min(values)

    player = parlour.agent(REVERSI, "cassio")
    for view in random_positions(REVERSI, 25, seed=4):
        state = view.sample(np.ones(4, np.uint64))
        player.begin(REVERSI, view.seat, 1)
        values = {}
        for action in state.legal_moves:
            after = state.copy()
            after.advance(action)
            values[action] = minimax(after, view.seat, 2)
        chosen = player.choose(view, Clock())
        assert values[chosen] == max(values.values())


def test_the_rungs_of_the_ladder_are_in_order() -> None:
    for higher, lower in (("cassio", "iago"), ("roderigo", "desdemona"), ("duke", "cassio")):
        assert points(higher, lower, 24) > 0.6, (higher, lower)


def test_best_beats_alphabeta_and_the_ladder_at_a_small_depth() -> None:
    assert points("best:depth=5", "alphabeta:depth=4", 16) > 0.7
    assert points("best:depth=4", "duke", 12) > 0.7


def test_a_low_level_counts_each_position_once() -> None:
    player, state = parlour.agent(REVERSI, "best:level=1"), REVERSI.new()
    player.begin(REVERSI, 0, 1)
    for _ in range(10):
        state.advance(player.choose(state.view(), Clock()))
    assert isinstance(player, Best)
    assert 0 < player.work == player.engine.memory[0]


def test_levels_grow_in_strength() -> None:
    for weaker, stronger in pairwise((1, 3, 5, 7, 9)):
        assert points(f"best:level={stronger}", f"best:level={weaker}", 20) > 0.6, (stronger, weaker)


def test_the_search_finds_the_exact_move_when_the_end_is_near() -> None:
    player, engine = parlour.agent(REVERSI, "best"), Engine(14)
    for view in random_positions(REVERSI, 200, seed=2):
        if sum(view.scores) < 52 or len(view.legal_moves) < 2:
            continue
        player.begin(REVERSI, view.seat, 0)
        action = player.choose(view, Clock())
        state = view.sample(np.ones(4, np.uint64))
        score = solve(state, engine=engine).score
        assert player.finding.exact  # type: ignore[attr-defined]
        assert player.finding.value == score  # type: ignore[attr-defined]
        state.play(action)
        sign = 1 if state.mover == view.seat or (state.over and int(state.data["turn"]) == view.seat) else -1
        assert sign * solve(state, engine=engine).score == score


def test_probabilistic_cuts_change_values_little() -> None:
    """Searches with cuts agree with full searches within a few discs, and visit fewer positions."""
    engine, gaps, nodes = Engine(16), [], [0, 0]
    for view in random_positions(REVERSI, 60, seed=8):
        if not 16 < sum(view.scores) < 44 or len(view.legal_moves) < 2:
            continue
        own, opp, values = int(view.data["own"]), int(view.data["opp"]), []
        for way, trust in enumerate((1, SURE)):
            engine.forget()
            engine.memory[0] = 0
            values.append(engine.search(own, opp, np.array(view.legal_moves), 7, trust))
            nodes[way] += int(engine.memory[0])
        gaps.append(abs(values[0] - values[1]))
    assert len(gaps) > 15
    assert np.mean(gaps) < 2
    assert nodes[0] < nodes[1] / 2


def test_games_differ_from_the_start_and_follow_from_the_seed() -> None:
    player = parlour.agent(REVERSI, "best:depth=4")

    def opening(seed: int) -> tuple[str, ...]:
        state = REVERSI.new()
        player.begin(REVERSI, 0, seed)
        for _ in range(6):
            state.advance(player.choose(state.view(), Clock()))
        return tuple(move.text for move in state.moves)

    openings = [opening(seed) for seed in range(12)]
    assert len(set(openings)) > 8
    assert openings == [opening(seed) for seed in range(12)]


def test_explain_gives_expected_discs_for_every_move() -> None:
    state, player = REVERSI.position(CORNER), parlour.agent(REVERSI, "best:depth=5")
    player.begin(REVERSI, 0, 0)
    action = player.choose(state.view(), Clock())
    told = player.explain()
    assert told is not None
    assert {candidate.action for candidate in told.candidates} == set(state.legal_moves)
    assert told.candidates[0].action == action
    scores = [candidate.score for candidate in told.candidates]
    assert scores == sorted(scores, reverse=True)
    assert all(-64 <= score <= 64 for score in scores if score is not None)
    assert all(candidate.line[0] == candidate.action for candidate in told.candidates)
    assert told.candidates[0].win > 0.5


def test_explain_near_the_end_is_proven() -> None:
    view = next(
        v for v in random_positions(REVERSI, 300, seed=1) if sum(v.scores) == 54 and len(v.legal_moves) > 2
    )
    player = parlour.agent(REVERSI, "best")
    player.begin(REVERSI, view.seat, 0)
    player.choose(view, Clock())
    told = player.explain()
    assert told is not None
    assert all(candidate.proven for candidate in told.candidates)
    state = view.sample(np.ones(4, np.uint64))
    assert told.candidates[0].score == solve(state).score


@pytest.mark.parametrize(("bank", "increment"), [(300.0, 0.0), (10.0, 0.1), (1.0, 0.0), (0.3, 0.0)])
def test_a_clock_lasts_to_the_end_of_the_game(bank: float, increment: float) -> None:
    """Even if every decision takes all the time that it may, and a little more."""
    player, clock = Best(REVERSI), Clock(bank, increment)
    for empties in range(60, 0, -2):
        soft, hard = player._times(clock, empties)
        assert 0 < soft <= max(hard, 0.001)
        clock.bank += increment - hard - 0.0002
        assert clock.bank > 0, empties


def test_a_game_on_a_clock_is_played_out() -> None:
    seats: list[Agent] = [parlour.agent(REVERSI, "best"), parlour.agent(REVERSI, "iago")]
    record = play(REVERSI, seats, 0, terms=Terms(bank=5.0))
    assert not record.forfeits
    assert record.rewards[0] == 1.0


def test_the_tuner_improves_on_its_start() -> None:
    learner = tuning.SquaresLearner(Lesson(REVERSI, 1, settings={"steps": 100, "way": 5}))
    ends = []
    for _ in range(2):
        state = learner.begin()
        for number in range(5):
            state, measures = learner.learn(state, number)
        ends.append(learner.model(state)["parameters"])
    assert ends[0][0] == tuning.START[0]
    assert (ends[0] == ends[1]).all()
    assert tuning.score(ends[0], np.array(tuning.START), 400, seed=9).value > 0.52
    assert "score against the start" in measures


def test_equal_parameters_score_half() -> None:
    same = np.array(tuning.START)
    assert tuning.score(same, same, 50, seed=3).value == 0.5


def test_solve_on_the_command_line(parlour, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    told = parlour("solve", "reversi", position, "--json", str(tmp_path / "one.json"))
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1] == "score +18 best g8"
    assert json.loads((tmp_path / "one.json").read_text())["score"] == 18
    listed = tmp_path / "positions.txt"
    listed.write_text(f"{position}\n\n{position}\n")
    told = parlour("solve", "reversi", "--file", str(listed))
    assert told.stdout.count("score +18 best g8") == 2


def test_solve_tells_mistakes_in_one_line(parlour) -> None:  # type: ignore[no-untyped-def]
    told = parlour("solve", "reversi", "XO-")
    assert told.returncode == 2
    assert told.stderr.strip().splitlines()[-1].startswith("parlour: a Reversi position is 64 characters")
