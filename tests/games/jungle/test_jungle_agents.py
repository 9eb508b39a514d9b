"""Jungle's agents: what they see, and that they keep the contract."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from parlour.agent import Clock, agent, agent_kinds
from parlour.arena.match import match
from parlour.errors import ParlourError
from parlour.game import game
from parlour.games.jungle import evaluation
from parlour.games.jungle.animals import DISTANCES, PREY, TAKERS
from parlour.games.jungle.best.engine import Engine
from parlour.games.jungle.evaluation import WEIGHTS, gather
from parlour.games.jungle.kinds import SIZE
from parlour.games.jungle.state import fields
from parlour.games.jungle.terrain import ANIMALS
from parlour.kernel import FLOATS, PLAIN, STATE, compiled
from parlour.learn.training import Lesson
from parlour.report.study import find_study
from parlour.search.minimax import WIN
from parlour.state import State
from parlour.testing import check_agent, random_positions

SHEET, JUDGE = game("jungle"), game("jungle:rules=judge")
AGENTS = [
    "random",
    "rollouts:moves=500",
    "walk",
    "heuristic",
    "minimax:depth=2",
    "alphabeta:depth=3",
    "mcts:playouts=100",
    "mcts:playouts=60,cutoff=0,heuristic=static",
    "best:nodes=400",
    "best:depth=3,tables=0",
]


def board(*animals: str) -> str:
    """63 characters with animals such as ``ra1`` and ``Ed5`` on their squares."""
    signs = ["."] * 63
    for animal in animals:
        signs[7 * (9 - int(animal[2])) + "abcdefg".index(animal[1])] = animal[0]
    return "".join(signs)


def place(turn: int, *animals: str, quiet: int = 0, rules=SHEET) -> State:
    return rules.position(f"{board(*animals)} {turn} {quiet}")


def move(spec: str, state: State) -> str:
    player = agent(state.game, spec)
    player.begin(state.game, state.mover, 0)
    return state.format(player.choose(state.view(), Clock()))


@pytest.mark.parametrize("spec", AGENTS)
@pytest.mark.parametrize("rules", [SHEET, JUDGE], ids=["sheet", "judge"])
def test_every_agent_keeps_the_contract(rules, spec):
    check_agent(rules, spec, games=1)


def test_all_agents_of_the_specification_are_there():
    assert {"random", "rollouts", "heuristic", "alphabeta", "mcts", "best"} <= set(agent_kinds(SHEET))


@pytest.mark.parametrize(
    "spec",
    ["rollouts:moves=3000", "walk", "heuristic", "alphabeta:depth=2", "mcts:playouts=400", "best:depth=1"],
)
def test_everyone_steps_into_the_open_den(spec):
    assert move(spec, place(0, "cd8", "ra1", "La5", "Ta3")) == "d8-d9"


@pytest.mark.parametrize("spec", ["heuristic", "alphabeta:depth=2", "mcts:playouts=2000", "best:depth=2"])
def test_a_threat_to_the_den_is_met(spec):
    state = place(0, "cd3", "ea9", "Jd2", "Rg9", "Dg8")  # an animal on a trap is taken by anything
    assert move(spec, state) == "d3-d2"


@pytest.mark.parametrize("spec", ["heuristic", "alphabeta:depth=2", "best:depth=6"])
def test_a_free_animal_is_taken_but_a_guarded_one_is_not(spec):
    assert move(spec, place(0, "lg3", "ca1", "Jg4", "Ca9", "Db9")) == "g3-g4"
    assert move(spec, place(0, "jg3", "Cg4", "Lg5", "ca1", "eb1")) != "g3-g4"


def test_rollouts_spend_their_moves_evenly():
    player = agent(SHEET, "rollouts:moves=20000")
    player.begin(SHEET, 0, 1)
    player.choose(SHEET.new().view(), Clock())
    visits = [candidate.visits for candidate in player.explain().candidates]
    assert len(visits) == 24
    assert max(visits) - min(visits) <= 1
    assert 20000 / 35 < sum(visits) < 20000 / 25  # random games take about 31 moves


def test_the_heuristic_beats_the_rollouts_in_less_time():
    results = match(SHEET, ["heuristic", "rollouts:moves=20000"], games=20, seed=3)
    heuristic, rollouts = results.lines
    assert heuristic.wins >= 16
    assert heuristic.mean_time < rollouts.mean_time


def test_the_search_finds_a_forced_win_and_says_how():
    state = place(0, "tb7", "ra1", "Cg3", "Dg4")  # nobody guards the den: b8, b9, c9, d9
    player = agent(SHEET, "best:depth=9,tables=0")
    player.begin(SHEET, 0, 0)
    player.choose(state.view(), Clock())
    assert player.score > WIN / 2
    told = player.explain()
    assert told.candidates[0].win == 1.0
    assert told.work > 0


@pytest.mark.parametrize("limit", [{"nodes": 300}, {"seconds": 0.02}, {"depth": 3}])
def test_the_search_explains_every_move_within_its_own_limits(limit):
    engine = Engine(SHEET, **limit)
    engine.begin(SHEET, 0, 0)
    view = SHEET.new().view()
    engine.choose(view, Clock())
    told = engine.explain()
    assert {candidate.action for candidate in told.candidates} == set(view.legal_moves)
    assert 1 <= told.depth <= engine.reached
    assert all(abs(candidate.score) < 50_000 for candidate in told.candidates)
    searches = 1 + told.depth * len(view.legal_moves)  # the decision, and every move at every depth
    assert told.work <= 301 * searches or "nodes" not in limit


def test_the_evaluation_is_the_product_of_features_and_weights():
    if PLAIN:
        listed = lambda buffer, facts: gather(fields(buffer), facts)  # noqa: E731
    else:
        from numba import types

        @compiled(types.void(STATE, FLOATS))
        def listed(buffer, facts):
            gather(fields(buffer), facts)

    for rules in (SHEET, JUDGE):
        static = rules.heuristic("static")
        for view in random_positions(rules, 50, seed=2):
            facts = np.zeros(SIZE)
            listed(view.buffer, facts)
            assert static(view.buffer, 0) == pytest.approx(facts @ WEIGHTS[rules.encoded[0]])
            assert static(view.buffer, 0) == -static(view.buffer, 1)


def test_tables_of_the_evaluation():
    assert DISTANCES[0, 1, 59 - 7] == 7  # from d2 straight up between the ponds
    assert DISTANCES[0, 2, 44] == 4  # c3 jumps to c7
    assert DISTANCES[1, 0, 3 + 7] == 7
    names = dict(zip(ANIMALS, range(8), strict=True))
    assert bin(TAKERS[names["r"]]).count("1") == 7
    assert TAKERS[names["e"]] == 0b1000_0001
    assert PREY[names["r"]] == 0b1000_0001
    assert PREY[names["e"]] == 0b1111_1110


def test_weights_for_other_rules_are_refused(monkeypatch):
    assert (evaluation.weights_of() == WEIGHTS).all()
    monkeypatch.setattr(evaluation, "GAME", replace(evaluation.GAME, rules_version=2))
    with pytest.raises(ParlourError, match="its rules version is 1, not 2"):
        evaluation.weights_of()


def test_training_moves_the_weights_and_repeats_itself():
    from parlour.games.jungle.evaluation import first_weights
    from parlour.games.jungle.lab.training import WeightsLearner

    learner = WeightsLearner(Lesson(SHEET, 4, settings={"games": 2000, "runs": 1}))
    one, two = (learner.model(learner.learn(learner.begin(), 0)[0])["weights"] for _ in range(2))
    assert (one == two).all()
    assert np.abs(one - first_weights()).max() > 1


def test_the_command_counts_a_position_under_the_judges_rules(parlour):
    board = ".TE..C....L..........R....r....................l.te..........d."
    done = parlour("perft", "jungle", "5", "--rules", "judge", "--position", f"{board} 1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "447675"
    wrong = parlour("perft", "jungle", "2", "--rulez", "judge")
    assert wrong.returncode == 2
    assert "did you mean 'rules'?" in wrong.stderr


@pytest.mark.parametrize(
    ("animals", "told"),
    [
        (("cd8", "Cg1"), "win best d8-d9"),
        (("ca1", "Cd2", "Lg9"), "loss"),
        (("tb7", "ra1", "wa2", "Cg4"), "win"),
    ],
)
def test_the_command_solves_a_position(parlour, animals, told):
    done = parlour("solve", "jungle", f"{board(*animals)} 0", "--seconds", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith(told)


def test_the_study_plays_all_exercises():
    settings = {"moves": "500", "seconds": "0.005", "short": "0.005"}
    report = find_study("jungle-exercises").start(2, settings=settings)
    rows = [name for name, _ in report.tables[0].rows]
    assert rows == [
        "exercise 2 v random",
        "exercise 3 v exercise 2, ten games",
        "exercise 3 v exercise 2",
        "exercise 5, ten games",
        "exercise 5",
    ]


def test_threads_that_share_a_table_find_the_same_win() -> None:
    """Depths are searched alike, so that a won position is won; the others stop with the first."""
    view = place(0, "tb7", "ra1", "Cg3", "Dg4").view()  # nobody guards the den
    alone, helped = Engine(SHEET, depth=9), Engine(SHEET, depth=9, threads=3)
    for engine in (alone, helped):
        engine.begin(SHEET, view.seat, 0)
        engine.choose(view, Clock())
    assert helped.score == alone.score > WIN / 2
    assert helped.work > alone.work
    searched = [helper.searched for helper in helped.helpers]
    assert all(n > 0 for n in searched)
    assert searched == [helper.searched for helper in helped.helpers]
    assert helped.timed


def test_an_entry_that_two_threads_wrote_at_once_is_not_believed() -> None:
    view = SHEET.new().view()
    engine = Engine(SHEET, depth=4)
    engine.begin(SHEET, 0, 0)
    engine.choose(view, Clock())
    keys = []
    for action in view.legal_moves:
        after = view.sample(np.ones(4, np.uint64))
        after.advance(action)
        keys.append(np.uint64(int(SHEET.rules.key(after.buffer)) ^ 1))
    assert any(engine._expected(key) >= 0 for key in keys)
    engine.table["value"] += 1.0  # as if another thread had come between
    assert all(engine._expected(key) == -1 for key in keys)
