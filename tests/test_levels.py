"""Ten levels a game: declared once, measured, and played everywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import levels as tool
import parlour
from parlour.agent import Clock, agent, agent_kinds, consult, kind_of
from parlour.arena.entrants import enter
from parlour.arena.ladder import Effort, climb
from parlour.arena.play import play
from parlour.arena.schedule import match_slots
from parlour.cli import main
from parlour.contract import Own
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.levels import NAMES, keep, ladder_of, level_number, levels_of, variant_of
from parlour.slipping import Slipping
from parlour.state import View

OWN = ("dicewars", "isolation", "jungle", "reversi", "tichu", "ticket-to-ride")


@pytest.mark.parametrize("name", OWN)
def test_each_game_has_ten_different_levels_that_can_be_built(name: str) -> None:
    game = variant_of(parlour.game(name))
    specs = enter(game, levels_of(game)).names
    assert len(set(specs)) == len(NAMES) == 10
    assert [agent(game, f"level:n={n}").spec for n in (1, 10)] == ["level:n=1", "level:n=10"]


@pytest.mark.parametrize("name", OWN)
def test_what_was_measured_belongs_to_what_is_declared(name: str) -> None:
    game = parlour.game(name)
    ladder = ladder_of(game)
    assert ladder, f"run parlour ladder {name} --write"
    assert [rung.agent for rung in ladder.rungs] == list(levels_of(game)), (
        f"run parlour ladder {name} --write"
    )
    assert ladder.game == variant_of(game).spec
    assert [rung.name for rung in ladder.rungs] == list(NAMES)


@pytest.mark.parametrize("name", OWN)
def test_levels_are_measured_in_the_variant_that_the_lobby_starts(name: str) -> None:
    game = parlour.game(name)
    board = game.art / "board.js" if game.art else None
    text = board.read_text(encoding="utf-8") if board and board.is_file() else ""
    first = re.search(r"export const lobby = \{ (.*) \};", text)
    options = dict(re.findall(r"(\w+): ([^,]+)", first[1])) if first else {}
    assert {option: json.loads(value) for option, value in options.items()} == game.hooks(Own).LEVELS_VARIANT


@pytest.mark.parametrize("name", OWN)
def test_each_level_beats_the_one_below_it_beyond_doubt(name: str) -> None:
    ladder = ladder_of(parlour.game(name))
    assert ladder
    first, *others = ladder.rungs
    assert first.rating == (0, 0, 0)
    assert first.share is None
    for rung in others:
        assert rung.share
        share, low, high = rung.share
        assert 0.5 < low < share <= high, rung
    ratings = [rung.rating[0] for rung in ladder.rungs]
    assert ratings == sorted(ratings)


def test_the_page_of_levels_is_current() -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(), "run python tools/levels.py"


def test_a_level_plays_as_the_agent_behind_it() -> None:
    game = parlour.game("reversi")
    behind = levels_of(game)[3]
    moves = [play(game, [agent(game, one), agent(game, "random")], 5).moves for one in ("level:n=4", behind)]
    assert moves[0] == moves[1]


def test_a_level_outside_the_table_is_refused() -> None:
    with pytest.raises(ParlourError, match="expected a whole number from 1 to 10"):
        agent(parlour.game("reversi"), "level:n=11")


def test_a_game_without_levels_has_no_such_agent(examples: Path) -> None:
    game = parlour.game(str(examples / "tictactoe.py"))
    assert "level" not in agent_kinds(game)
    with pytest.raises(ParlourError, match="has no table of levels"):
        agent(game, "level:n=3")
    with pytest.raises(ParlourError, match="tictactoe has no levels"):
        climb(game, Effort(2, 2))


def test_a_table_of_other_length_is_refused(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.home, "LEVELS", ("random",) * 9)
    with pytest.raises(ParlourError, match="declares 9 levels: expected 10, or none"):
        levels_of(tiny)


@pytest.mark.parametrize(
    ("spec", "level"),
    [("level:n=4", 4), ("level", 3), ("level:n=10", 10), ("best:level=4", None), ("levels", None)],
)
def test_the_level_that_a_spec_names(spec: str, level: int | None) -> None:
    assert level_number(spec) == level


def test_an_agent_that_always_slips_plays_at_random() -> None:
    game = parlour.game("reversi")
    player = agent(game, "best:level=9,slips=1")
    assert isinstance(player, Slipping)
    assert player.spec == "best:level=9,slips=1.0"
    view, drawn = game.new().view(), set[int]()
    for seed in range(40):
        player.begin(game, 0, seed)
        drawn.add(player.choose(view, Clock()))
    assert drawn == set(view.legal_moves)
    assert player.explain() is None


def test_slips_leave_the_other_decisions_as_they_are() -> None:
    """An agent that slips a little decides like itself elsewhere, and says why."""
    game = parlour.game("reversi")
    view = game.new().view()
    player, steady = agent(game, "best:depth=3,slips=0.3"), agent(game, "best:depth=3")
    slipped = 0
    for seed in range(100):
        explanation = consult(player, view, seed=seed)
        if len(explanation.candidates) == 1:
            slipped += 1
        else:
            assert explanation.candidates == consult(steady, view, seed=seed).candidates
    assert 10 < slipped < 60


def test_no_agent_has_an_option_of_that_name_of_its_own() -> None:
    def choose(view: View, slips: int = 3) -> int:
        return view.legal_moves[0]

    with pytest.raises(ParlourError, match="'slips' is an option that every agent has"):
        kind_of(choose)


def test_nobody_slips_into_a_call() -> None:
    """A slip in Tichu is any play, never a call that nobody would make."""
    game = parlour.game("tichu")
    for seed in range(20):
        record = play(game, [agent(game, "plan:slips=1") for _ in range(4)], seed)
        assert not {"tichu", "grand"} & {word for move in record.moves for word in move.split()}


def test_two_agents_share_a_larger_table() -> None:
    game = parlour.game("dicewars")
    slots = match_slots(game, ["ste", "wpm"], 4)
    assert [slot.entrants for slot in slots] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 2
    assert slots[0].seed == slots[1].seed != slots[2].seed
    with pytest.raises(ParlourError, match="needs 3 agents, not 2"):
        match_slots(game.variant(players=3), ["ste", "wpm"], 4)


@pytest.fixture
def tiny(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with a table whose levels are easily told apart."""
    file = tmp_path / "tiny.py"
    file.write_text((examples / "tictactoe.py").read_text(), encoding="utf-8")
    game = parlour.game(str(file))
    slips = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
    levels = (*(f"mcts:playouts=20,slips={share}" for share in slips), "mcts:playouts=20")
    monkeypatch.setattr(game.home, "LEVELS", levels, raising=False)
    return game


def test_a_ladder_that_was_broken_off_goes_on(tiny: Game, tmp_path: Path) -> None:
    played: list[int] = []

    class Cut(Exception):
        pass

    def track(games: Any, what: str, total: int | None = None) -> Any:
        for game in games:
            played.append(1)
            if len(played) == 30:
                raise Cut
            yield game

    effort = Effort(games=8, most=8)
    with pytest.raises(Cut):
        climb(tiny, effort, folder=tmp_path, track=track)
    resumed = climb(tiny, effort, folder=tmp_path)
    straight = climb(tiny, effort)
    assert [rung.share for rung in resumed.rungs] == [rung.share for rung in straight.rungs]
    assert [rung.rating for rung in resumed.rungs] == [rung.rating for rung in straight.rungs]
    assert [rung.games for rung in resumed.rungs] == [0, *[8] * 9]


def test_games_are_doubled_while_they_tell_nothing(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = ("mcts:playouts=1,slips=0.99", "mcts:playouts=300,slips=0.5")
    monkeypatch.setattr(tiny.home, "LEVELS", tuple(f"{steps[n % 2]}{n}" for n in range(10)))
    games = [rung.games for rung in climb(tiny, Effort(games=20, most=80)).rungs]
    assert games[1] == 20  # far stronger than the one below
    assert games[2] == 80  # weaker: no number of games will do


def test_the_command_keeps_the_table_with_the_game(
    tiny: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "ladder",
        tiny.path,
        "--games",
        "4",
        "--most",
        "4",
        "--store",
        str(tmp_path / "games"),
        "--write",
    ]
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 0
    assert "Champion" in capsys.readouterr().out
    content = json.loads((tmp_path / "tiny_levels.json").read_text())
    assert content["command"] == "parlour ladder tictactoe --games 4 --most 4 --seed 0"
    ladder = ladder_of(tiny)
    assert ladder
    assert [rung.agent for rung in ladder.rungs] == list(levels_of(tiny))
    keep(tiny, ladder)
    assert ladder_of(tiny) == ladder


@pytest.mark.parametrize(("games", "most", "fault"), [(1, 9, "--games 1"), (10, 9, "--most 9")])
def test_an_effort_that_tells_nothing_is_refused(games: int, most: int, fault: str) -> None:
    with pytest.raises(ParlourError, match=fault):
        Effort(games, most)
