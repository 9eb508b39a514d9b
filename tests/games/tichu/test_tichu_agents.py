"""Tichu's agents: legal, repeatable, fair, and as strong as they should be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from parlour.agent import Clock, agent
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.games.tichu.calls.registry import GRANDS, WAYS
from parlour.games.tichu.cards import parse_card
from parlour.games.tichu.combinations import FOUR, FULL_HOUSE, PAIR, SINGLE, STRAIGHT
from parlour.games.tichu.partitions import COLUMNS, KIND, LENGTH, PLAY, ROWS, take_apart
from parlour.games.tichu.state import OTHER, TICHU
from parlour.games.tichu.state import PLAY as PLAYING
from parlour.games.tichu.tree.leaves import best_leaf, fill_worth, new_desk, new_worth
from parlour.games.tichu.tree.values import WEIGHTS
from parlour.report.study import find_study
from parlour.search.simulate import simulate
from parlour.state import State
from parlour.testing import check_agent

MINI, FULL, QUIET = game("tichu:rules=mini"), game("tichu"), game("tichu:calls=no")


def mask(text: str) -> int:
    return sum(1 << parse_card(word) for word in text.split())


def position(*texts: str, lead: int = 0, points: int = 0, of: Game = QUIET) -> State:
    """A position in play: four hands (seat 3 has played the rest), one seat leads."""
    state = of.new()
    s = state.data
    held = [mask(text) for text in texts]
    s["hands"], s["rest"], s["counts"] = np.array(held, np.uint64), 0, [one.bit_count() for one in held]
    s["played"][3] = (1 << 56) - 1 - sum(held)
    s["phase"], s["turn"], s["asked"], s["owner"] = PLAYING, lead, -1, -1
    s["points"][0] = points
    return state


@pytest.mark.parametrize(
    "spec",
    [
        "plan", "fsm", "tree", "tree:value=simple", "tree:value=by-combinations",
        "tree:value=by-possibilities", "tree:value=none", "tree:straight=1.6,full_house=0.2",
        "best:playouts=30", "mc:playouts=20", "mcts:playouts=30", "mc:playouts=20,determinizer=learned",
        "mcts:playouts=30,determinizer=learned",
    ],
)  # fmt: skip
def test_every_agent_is_legal_repeatable_and_fair(spec: str) -> None:
    check_agent(MINI if "determinizer" in spec else FULL, spec, games=1, positions=15)


@pytest.mark.parametrize(
    "spec",
    [
        *(f"plan:grand={style}" for style in GRANDS[1:]),
        *(f"plan:grand={style},calls=model" for style in GRANDS),
        "plan:calls=none", "random:calls=model", "fsm:calls=none", "tree:calls=model",
        "best:playouts=20,calls=model", "mc:playouts=10,calls=none", "mcts:playouts=10,calls=model",
    ],
)  # fmt: skip
def test_every_caller_is_legal_repeatable_and_fair(spec: str) -> None:
    """In so many positions the wrapped agent is asked more than once while it could call."""
    check_agent(FULL, spec, games=2)


@pytest.mark.parametrize("calls", WAYS[1:])
def test_a_caller_leaves_its_view_alone_while_a_call_is_legal(calls: str) -> None:
    state = position("2r 3g 4b 6s 8r", "6r 7r", "9g 10g", "Kb 2b", of=FULL)
    player = agent(FULL, f"plan:calls={calls}")
    player.begin(FULL, 0, 1)
    view = state.view()
    before = view.buffer.copy()
    assert TICHU in view.legal_moves
    assert player.choose(view, Clock()) < OTHER
    assert (view.buffer == before).all()


@pytest.mark.parametrize("name", ["tree", "fsm", "plan"])
@pytest.mark.parametrize("of", [MINI, FULL], ids=["mini", "full"])
def test_rule_agents_beat_random_in_nine_of_ten_rounds(name: str, of: object) -> None:
    won = lost = 0
    for seats in ((name, "random") * 2, ("random", name) * 2):
        rewards = simulate(of, seats, list(range(60))).rewards[:, seats.index(name)]  # type: ignore[arg-type]
        won, lost = won + int((rewards > 0).sum()), lost + int((rewards < 0).sum())
    assert won >= 9 * lost


def test_a_plan_takes_every_card_once() -> None:
    rows = np.empty((ROWS, COLUMNS), np.int64)
    for seed in range(100):
        for hand in FULL.variant(calls=False).new(seed).data["hands"]:
            n = take_apart(hand, rows)
            assert sum(int(play) for play in rows[:n, PLAY]) == int(hand)
            assert [int(play).bit_count() for play in rows[:n, PLAY]] == list(rows[:n, LENGTH])


def test_a_plan_sees_straights_full_houses_and_bombs() -> None:
    rows = np.empty((ROWS, COLUMNS), np.int64)
    hand = np.uint64(mask("3r 4g 5b 6s 7r 9r 9g 9b Jr Jg Ar As Ab Ag"))
    n = take_apart(hand, rows)
    assert sorted(rows[:n, KIND]) == [FULL_HOUSE, STRAIGHT, FOUR]
    n = take_apart(np.uint64(mask("2r 2g 5b dragon")), rows)
    assert sorted(rows[:n, KIND]) == [SINGLE, SINGLE, PAIR]


def leaf_of(text: str, value: int, **changes: float) -> float:
    worth, hidden = new_worth(), np.zeros(16, np.int64)
    weights = np.array([changes.get(weight.name, weight.default) for weight in WEIGHTS], float)
    fill_worth(worth, weights, value, hidden)
    return float(best_leaf(np.uint64(mask(text)), value, worth, new_desk()))


def test_the_best_leaf_of_the_published_example() -> None:
    """5 5 5 3 3: two pairs and a single, a triple and a pair, or the full house, which is worth most."""
    leaves = {
        "pairs": 2 * 5 * 0.4 + 2 * 3 * 0.4 + 5 * 0.5,
        "triple": 3 * 5 * 0.3 + 2 * 3 * 0.4,
        "full house": 5 * 5 * 0.5,
    }
    assert leaf_of("5r 5g 5b 3r 3g", 0) == pytest.approx(max(leaves.values()))
    assert leaf_of("5r 5g 5b 3r 3g", 1) == pytest.approx(leaves["full house"] / 5)


def test_kings_aces_and_bombs_have_their_own_weights() -> None:
    assert leaf_of("Kr Ag", 0) == pytest.approx(13 * 0.7 + 14 * 0.8)
    assert leaf_of("9r 9g 9b 9s", 0) == pytest.approx(9 * 4 * 4)
    assert leaf_of("3r 4r 5r 6r 7r", 0) == pytest.approx(7 * 5 * 4)


@pytest.mark.parametrize(
    ("name", "cards", "amount"),
    [
        ("single", "9r", 9), ("pair", "9r 9g", 18), ("triple", "9r 9g 9b", 27),
        ("full_house", "9r 9g 9b 4r 4g", 45), ("four", "9r 9g 9b 9s", 36),
        ("straight", "5r 6g 7b 8s 9r", 45), ("steps", "8r 8g 9r 9g", 36), ("flush", "5r 6r 7r 8r 9r", 45),
        ("king", "Kr", 13), ("ace", "Ar", 14), ("ace", "phoenix", 15), ("ace", "dragon", 16),
    ],
)  # fmt: skip
def test_each_weight_counts_for_its_own_combination(name: str, cards: str, amount: int) -> None:
    """Rank times cards times weight, which is so much that the cards are not taken apart otherwise."""
    assert leaf_of(cards, 0, **{name: 9.0}) == pytest.approx(amount * 9)


@pytest.mark.parametrize(
    ("weights", "move"),
    [
        ("", "play 5r"),  # leaves king and single nines, 22.6, and a 5, 2.5; the full house alone 22.5
        (",full_house=3", "play Kr"),  # the full house stays whole: 135
        (",king=0", "play Kr"),  # nothing is lost with it
        (",pair=3,triple=0,full_house=0", "play 9r"),  # leaves two pairs, 84, and the king, 9.1
    ],
)
def test_other_weights_lead_another_card(weights: str, move: str) -> None:
    state = position("9r 9g 9b Kr 5r 5g", "Qr 4g 5b", "Qg 6g 6b", "2b 3b 7s")
    player = agent(state.game, f"tree:value=simple{weights}")
    player.begin(state.game, 0, 1)
    assert state.format(player.choose(state.view(), Clock())) == move


def test_a_weight_below_nothing_is_refused_in_one_line() -> None:
    with pytest.raises(ParlourError, match=r"option pair=-1.0: expected a number from 0 to 100"):
        agent(FULL, "tree:pair=-1")
    with pytest.raises(ParlourError, match=r"option ace=nan: expected a number from 0 to 100"):
        agent(FULL, "tree:ace=nan")


def test_best_goes_out_when_it_can() -> None:
    state = position("Ar", "Kr Kg", "2g 3g", "Kb 2r", points=0)
    player = agent(state.game, "best:playouts=100")
    player.begin(state.game, 0, 1)
    assert state.format(player.choose(state.view(), Clock())) == "play Ar"


def test_best_leads_the_winner_before_the_loser() -> None:
    """With an ace and a two left and no higher card out, the ace must go first."""
    state = position("Ar 2r", "Kr 3g 5g", "4g 6g 6b", "Kb 3r 7s", points=60)
    player = agent(state.game, "best:playouts=600")
    player.begin(state.game, 0, 1)
    assert state.format(player.choose(state.view(), Clock())) == "play Ar"
    explanation = player.explain()
    assert explanation is not None
    assert {state.format(candidate.action) for candidate in explanation.candidates} == {"play Ar", "play 2r"}


def test_best_beats_flat_monte_carlo() -> None:
    from parlour.arena.match import match

    line = match(MINI, ["best:playouts=60", "mc:playouts=20"], games=12).lines[0]
    assert line.wins > line.losses
    assert not line.forfeits


def test_the_determinizer_counts_what_was_held(tmp_path: Path) -> None:
    from parlour.games.tichu.determinizer import counters_of
    from parlour.games.tichu.lab.training import DeterminizerLearner
    from parlour.learn.training import Lesson

    assert counters_of().size == 5040
    assert counters_of().sum() > 100_000
    learner = DeterminizerLearner(Lesson(game("tichu"), 1, settings={"games": 20}))
    first = learner.learn(learner.begin(), 0)[0]
    second = learner.learn(first, 1)[0]
    assert 0 < first["counters"].sum() < second["counters"].sum() < 200 * 90 * 3


def test_one_option_names_what_a_search_knows_of_hands_or_of_plays(tmp_path: Path) -> None:
    from parlour.model import write_model
    from parlour.search.learned import values_kind

    kind = values_kind(MINI)
    arrays = {name: np.zeros([n or 0 for n in shape], np.float32) for name, (_, shape) in kind.arrays.items()}
    path = write_model(tmp_path / "values.npz", kind, MINI, arrays, {})
    check_agent(MINI, f"mcts:playouts=20,determinizer=learned,model={path}", games=1)
    check_agent(FULL, f"mc:playouts=20,model={path}", games=1)
    assert agent(MINI, "mcts:model=determinizer").trees[0].guide is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["tichu-agents", "tichu-tree"])
def test_studies_report_with_intervals(name: str) -> None:
    report = find_study(name).start(games=2)
    assert report.name == name
    cells = [cell for table in report.tables for _, _, cell in table.cells()]
    assert sum(cell.interval is not None for cell in cells) >= 8


def test_the_command_line_knows_tichu() -> None:
    from parlour.games.tichu.lab.commands import app

    result = CliRunner().invoke(app, ["replay", "nowhere"])
    assert result.exit_code != 0
