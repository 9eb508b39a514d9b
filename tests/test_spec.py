"""Spec strings and options."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.agent import agent_kinds
from parlour.errors import ParlourError
from parlour.game import game_names
from parlour.spec import Option, format_spec, read_settings, split_spec

DEPTH = Option("depth", 6, "moves", low=1, high=60)
SECONDS = Option("seconds", None, "seconds", low=0.001, kind=float)
ORDER = Option("order", "value", "order", choices=("value", "random"))
TABLE = Option("table", True, "remember")
OPTIONS = (DEPTH, SECONDS, ORDER, TABLE)


def test_specs_are_taken_apart_and_put_together() -> None:
    name, settings = split_spec("alphabeta:depth=8,order=random,table=no,seconds=2")
    values = read_settings(name, OPTIONS, settings)
    assert values == {"depth": 8, "seconds": 2.0, "order": "random", "table": False}
    assert format_spec(name, OPTIONS, values) == "alphabeta:depth=8,seconds=2.0,order=random,table=no"
    assert format_spec(name, OPTIONS, read_settings(name, OPTIONS, {"depth": "6"})) == "alphabeta"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("x:depth=0", "option depth=0: expected a whole number from 1 to 60"),
        ("x:depth=61", "expected a whole number from 1 to 60"),
        ("x:depth=two", "option depth='two': expected a whole number"),
        ("x:depth=1.5", "expected a whole number"),
        ("x:seconds=0", "expected a number of at least 0.001"),
        ("x:seconds=nan", "expected a number"),
        ("x:order=best", "expected one of value, random"),
        ("x:table=perhaps", "expected yes or no"),
        ("x:dept=3", "unknown option of x 'dept': did you mean 'depth'"),
        ("x:depth", "'depth' has no '='"),
        ("x:depth=1,depth=2", "'depth' is given twice"),
    ],
)
def test_bad_options_are_told_in_one_line(spec: str, told: str) -> None:
    with pytest.raises(ParlourError, match=told) as error:
        name, settings = split_spec(spec)
        read_settings(name, OPTIONS, settings)
    assert "\n" not in str(error.value)


def test_unknown_games_and_agents_name_the_nearest() -> None:
    with pytest.raises(ParlourError, match="unknown game 'revers': did you mean 'reversi'"):
        parlour.game("revers")
    with pytest.raises(ParlourError, match="unknown agent of reversi 'mtcs': did you mean 'mcts'"):
        parlour.agent(parlour.game("reversi"), "mtcs")


@pytest.mark.parametrize("name", [*game_names(), "examples/kuhn.py", "examples/tictactoe.py"])
def test_every_agent_of_every_game_says_what_it_and_its_options_are(name: str, examples: Path) -> None:
    game = parlour.game(name.replace("examples", str(examples)))
    kinds = agent_kinds(game)
    assert kinds
    for kind in kinds.values():
        assert kind.summary.endswith("."), kind.name
        for option in kind.options_for(game):
            assert option.help, f"{kind.name}:{option.name}"


def test_agents_from_a_file(tmp_path: Path) -> None:
    bot = tmp_path / ".python" / "my_bot.py"
    bot.parent.mkdir()
    bot.write_text(
        "def choose(view):\n    return view.legal_moves[0]\n\ndef last(view):\n    return 'pass'\n"
    )
    game = parlour.game("reversi")
    view = game.new().view()
    assert parlour.agent(game, f"{bot}:choose").choose(view, parlour.Clock()) == view.legal_moves[0]
    assert parlour.agent(game, str(bot)).spec == str(bot)
    record = parlour.play(game, [parlour.agent(game, f"{bot}:last"), parlour.agent(game, "random")])
    assert (record.forfeits[0].seat, record.forfeits[0].reason) == (0, "illegal")
    assert record.rewards == (-1, 1)


@pytest.mark.parametrize(
    ("text", "spec", "told"),
    [
        ("", ":choose", "has no function 'choose'"),
        ("def choose(view) return 1", "", "cannot load .*: SyntaxError"),
        ("import nowhere_at_all", "", "cannot load .*: ModuleNotFoundError"),
    ],
)
def test_bad_agent_files_are_told_in_one_line(text: str, spec: str, told: str, tmp_path: Path) -> None:
    bot = tmp_path / "bad_bot.py"
    bot.write_text(text)
    with pytest.raises(ParlourError, match=told):
        parlour.agent(parlour.game("reversi"), f"{bot}{spec}")


def test_a_missing_file_is_told() -> None:
    with pytest.raises(ParlourError, match=r"there is no file nowhere\.py"):
        parlour.agent(parlour.game("reversi"), "nowhere.py:choose")


def test_an_agent_that_cannot_play_a_game_says_why(examples: Path) -> None:
    game = parlour.game(str(examples / "kuhn.py"))
    with pytest.raises(ParlourError, match="'minimax' cannot play kuhn: it needs a game without chance"):
        parlour.agent(game, "minimax")


def test_games_and_agents_by_entry_point(
    tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ttt_plugin.py").write_text((examples / "tictactoe.py").read_text())
    (tmp_path / "first_bot.py").write_text(
        'def choose(view):\n    "The first legal move."\n    return view.legal_moves[0]\n'
    )
    info = tmp_path / "plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[parlour.games]\ntictactoe = ttt_plugin:GAME\n[parlour.agents]\nfirst = first_bot:choose\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    game = parlour.game("tictactoe")
    assert game.title == "Tic-tac-toe"
    player = parlour.agent(game, "first")
    assert player.choose(game.new().view(), parlour.Clock()) == 0
    assert agent_kinds(game)["first"].summary == "The first legal move."
