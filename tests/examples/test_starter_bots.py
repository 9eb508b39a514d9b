"""The starter bots play every game, in each language whose tools are here."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.bots import checker
from parlour.bots.checker import check_bot
from parlour.bots.external import external_agent

BOTS = Path(__file__).resolve().parents[2] / "examples" / "bots"
GAMES = (
    "reversi", "isolation:size=3", "jungle", "dicewars:players=2", "ticket-to-ride", "tichu",
)  # fmt: skip


def tool(*names: str) -> str:
    """The first of some programs that is here: in the path, or beside this Python."""
    beside = Path(sys.executable).parent
    for name in names:
        if program := shutil.which(name) or shutil.which(name, path=str(beside)):
            return program
    pytest.skip(f"needs {' or '.join(names)}")


def python(folder: Path) -> list[str]:
    return [sys.executable, "-I", "-S", str(BOTS / "starter.py")]


def javascript(folder: Path) -> list[str]:
    program = tool("node", "deno")
    return [program, *(["run"] if Path(program).name == "deno" else []), str(BOTS / "starter.mjs")]


def java(folder: Path) -> list[str]:
    command = [tool("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(folder), "Starter"]
    compile_bot(tool("javac"), "-Xlint:all", "-Werror", "-d", str(folder), str(BOTS / "Starter.java"))
    return command


def cpp(folder: Path) -> list[str]:
    program = str(folder / "starter")
    compile_bot(tool("g++"), "-std=c++17", "-Wall", "-Werror", "-o", program, str(BOTS / "starter.cpp"))
    return [program]


def compile_bot(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


LANGUAGES: dict[str, Callable[[Path], list[str]]] = {
    "python": python, "javascript": javascript, "java": java, "c++": cpp,
}  # fmt: skip


@pytest.fixture(scope="module", params=LANGUAGES)
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command line of the bot in a language."""
    return shlex.join(LANGUAGES[request.param](tmp_path_factory.mktemp("bot")))


def test_a_starter_bot_plays_every_game(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "GAMES", 1)
    for spec in GAMES:
        lines: list[str] = []
        check_bot(parlour.game(spec), command, lines.append)
        assert lines[-1].endswith("keeps the protocol")


def test_a_starter_bot_plays_a_match(command: str) -> None:
    results = parlour.match(parlour.game("isolation:size=3"), [f"exec:{command}", "random"], games=2)
    assert len(results.games) == 2
    assert not results.lines[0].forfeits


def test_a_starter_bot_takes_corners(command: str) -> None:
    """A corner that can be had is taken, again and again, although other moves are legal."""
    game = parlour.game("reversi")
    view = game.position(f"-XXXXXXO{'-' * 8}--OX----{'-' * 40} O").view()
    assert [view.format(action) for action in view.legal_moves] == ["a1", "e3"]
    bot = external_agent(game, f"exec:{command}")
    bot.begin(game, 1, (1 << 64) - 1)
    try:
        moves = {view.format(bot.choose(view, parlour.Clock())) for _ in range(12)}
    finally:
        bot.close()
    assert moves == {"a1"}
