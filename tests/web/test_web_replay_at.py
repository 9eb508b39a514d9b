"""A recorded game on the page at the move that lost it: what `analyse` tells, and what `replay` opens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from web_helpers import SERVING

import parlour
from parlour.cli import main
from parlour.record import Record

MOVES = ("1", "5", "9", "2", "3", "8")
"""Cross has to play 8 at its third move, and plays 3."""


@pytest.fixture
def games(tmp_path: Path, examples: Path) -> Path:
    """Two games, the second with a blunder."""
    game = parlour.game(str(examples / "tictactoe.py"))
    state = game.new()
    for move in MOVES:
        state.play(move)
    lost = Record(
        game=game.spec, rules=1, seed=0, seats=("anna.py", "bert.py"), moves=MOVES,
        scores=tuple(state.scores), rewards=tuple(state.rewards),
    )  # fmt: skip
    other = parlour.play(game, [parlour.agent(game, "random") for _ in range(2)], seed=3)
    file = tmp_path / "my games.jsonl"
    file.write_text(f"{other.text()}\n{lost.text()}\n")
    return file


def test_the_analysis_says_how_to_open_the_worst_move(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = games.read_text().splitlines()[1]
    games.write_text(lost + "\n")
    with pytest.raises(SystemExit, match="0"):
        main(["analyse", str(games)])
    assert f"parlour replay '{games}' --number 1 --move 5 --open" in capsys.readouterr().out


def test_the_page_opens_before_the_move_and_says_what_it_gave_away(
    open_page: Callable[..., Any], games: Path, tmp_path: Path
) -> None:
    places = tmp_path / "temporary"
    places.mkdir()
    command = [sys.executable, str(SERVING), "replay", str(games), "--number", "2", "--move", "5"]
    server = subprocess.Popen(
        [*command, "--open", "--port", "0"], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "BROWSER": "true", "TMPDIR": str(places)},
    )  # fmt: skip
    try:
        assert server.stdout is not None
        link = re.search(r"(http://[\d.]+:\d+)/(#\S+)", server.stdout.readline())
        assert link is not None
        page = open_page(link.group(2), at=SimpleNamespace(url=link.group(1)))
        page.wait_for_selector(".status:has-text('5. 3?? gives away')")
        assert "Better: 8" in page.inner_text(".status")
        assert page.locator(".moves button").count() == len(MOVES)
        assert page.locator(".cell[aria-label*=empty]").count() == 9 - 4
        page.close()  # before its server ends, which it would complain about
    finally:
        server.terminate()
        server.wait(30)
    assert list(places.iterdir()) == []


def test_a_move_that_was_not_played_is_refused(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["replay", str(games), "--number", "2", "--move", "7"])
    assert "--move 7: the game has 6 moves" in capsys.readouterr().err


def test_the_terminal_begins_at_the_move_too(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["replay", str(games), "--number", "2", "--move", "5", "--moves"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if re.match(r"\d+\. ", line)] == [
        "5. cross (anna.py): 3",
        "6. nought (bert.py): 8",
    ]
