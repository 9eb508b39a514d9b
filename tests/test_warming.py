"""Compiling ahead: what an agent needs, what is known to be compiled, and what is told meanwhile."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

import parlour.kernel.news as news
from parlour import game
from parlour.warming import HINT, RULES, is_warm, need_of, warm_some


@pytest.mark.parametrize(
    ("spec", "need"),
    [
        ("mcts:playouts=20,c=2", "mcts"),
        ("mcts:playout=iago", "mcts:playout=iago"),
        ("mcts:playout=default", "mcts"),
        ("alphabeta:depth=3,order=value", "alphabeta:order=value"),
        ("level:n=10", "best"),
        ("best:depth=3,slips=0.2", "best:slips=0.5"),
        ("best:slips=0.0", "best"),
        (HINT, HINT),
        ("nobody", RULES),
    ],
)
def test_an_agent_needs_what_its_name_and_words_choose(spec: str, need: str) -> None:
    assert need_of(game("reversi"), spec) == need


def test_what_was_warmed_up_is_known_until_a_file_changes(
    tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.warming.cache_root", lambda: tmp_path)
    file = Path(shutil.copy(examples / "tictactoe.py", tmp_path / "mine.py"))
    mine = game(str(file))
    assert not is_warm(mine, "random")
    warm_some(mine, ["random"])
    assert is_warm(mine, RULES)
    assert is_warm(mine, "random")
    assert not is_warm(mine, "mcts")
    file.write_text(file.read_text() + "\n\nMORE = 1\n")
    monkeypatch.setattr("parlour.warming._fingerprint", lambda path: path.read_text())
    assert not is_warm(mine, "random")


class Terminal(io.StringIO):
    """A terminal that somebody looks at."""

    def isatty(self) -> bool:
        return True


def compile_two(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> str:
    """What is told while two functions of a game are compiled."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(news, "_news", news._News())
    for function in ("legal", "apply"):
        news.compiling("tichu", function)()
    return stream.getvalue()


def test_a_terminal_shows_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = compile_two(monkeypatch, Terminal()).split("\r\033[K")
    assert lines[1].startswith("compiling tichu (once): legal, 0 of about ")
    assert lines[3].startswith("compiling tichu (once): apply, 1 of about ")
    assert "s left" in lines[3]
    assert lines[-1] == ""


def test_elsewhere_a_game_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_two(monkeypatch, io.StringIO()) == "compiling tichu (once) ...\n"


def test_more_functions_than_expected_are_never_less_than_none_left() -> None:
    told = news._News()
    told.done["tichu"] = 500
    report = told.report("tichu", "legal")
    assert (report.done, report.total) == (500, 501)
    assert report.left > 0
