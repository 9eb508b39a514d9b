"""Matches, tournaments and bots on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from parlour.agent import file_hash
from support import Run


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["match", "reversi", "random", "random", "--sprt", "10"], "--sprt 10: expected two Elo differences"),
        (["match", "reversi", "random", "random", "--sprt", "10,0"], "the test needs elo0 below elo1"),
        (["match", "reversi", "random", "random", "--clock", "soon"], "expected seconds for the game"),
        (["match", "reversi", "random", "random", "--memory", "lots"], "expected a size such as 512M"),
        (["match", "reversi", "random", "random", "--move", "0"], "move 0: expected more than 0 seconds"),
        (["match", "reversi", "random", "random", "--openings", "none.txt"], "cannot read none.txt"),
        (["match", "reversi", "random", "random", "--cluster", "nowhere"], "cannot reach a Dask scheduler"),
        (["match", "reversi", "exec:", "random"], "exec: needs a command"),
        (["tournament", "none.toml"], "cannot read none.toml"),
        (["tournament", "reversi", "random"], "needs at least 2 agents"),
        (["tournament", "reversi", "random", "random", "--mode", "cup"], "mode: Input should be"),
        (["export", "none.sqlite", "games.csv"], "cannot read none.sqlite: No such file or directory"),
        (["check-bot", "reversi", "/no/such/bot"], "cannot start /no/such/bot"),
        (["bot", "revers", "random"], "did you mean 'reversi'"),
    ],
)
def test_mistakes_get_one_clear_line(words: list[str], told: str, parlour: Run) -> None:
    done = parlour(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    lines = [line for line in done.stderr.splitlines() if "(once)" not in line]
    assert len(lines) == 1, done.stderr
    assert told in lines[0]


def test_a_match_with_a_store_goes_on(parlour: Run, tmp_path: Path) -> None:
    words = [
        "match",
        "isolation",
        "mcts:playouts=20",
        "random",
        "--seed",
        "2",
        "--store",
        str(tmp_path / "s.sqlite"),
    ]
    assert parlour(*words, "--games", "4").returncode == 0
    done = parlour(*words, "--games", "6")
    assert done.returncode == 0, done.stderr
    assert "6 games" in done.stdout
    changed = parlour(*words, "--games", "6", "--move", "2")
    assert changed.returncode == 2
    assert "holds other games: move was None, is 2.0; give another --store" in changed.stderr


def test_a_tournament_shows_standings_and_the_cross_table(parlour: Run, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('game = "isolation"\nagents = ["random", "solver", "mcts:playouts=20"]\ngames = 8\n')
    done = parlour("tournament", str(file), "--json", str(tmp_path / "cup.json"))
    assert done.returncode == 0, done.stderr
    assert "ratings by Bradley-Terry" in done.stdout
    assert "the first seat is worth" in done.stdout
    assert "ahead, level, behind" in done.stdout
    assert (tmp_path / "cup.sqlite").exists()
    told = json.loads((tmp_path / "cup.json").read_text())
    assert [agent["games"] for agent in told["agents"]] == [16, 16, 16]
    exported = parlour("export", str(tmp_path / "cup.sqlite"), str(tmp_path / "cup.csv"))
    assert "48 rows written" in exported.stdout


def test_a_gauntlet_plays_the_first_against_the_others(parlour: Run, tmp_path: Path) -> None:
    done = parlour(
        "tournament", "isolation", "solver", "random", "mcts:playouts=20", "--mode", "gauntlet",
        "--games", "4", "--json", str(tmp_path / "g.json"), "--workers", "1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "g.json").read_text())
    assert [agent["games"] for agent in told["agents"]] == [8, 4, 4]


def test_a_sequential_test_says_that_it_stopped(parlour: Run) -> None:
    done = parlour("match", "isolation", "solver", "random", "--games", "2000", "--sprt", "0,200")
    assert done.returncode == 0, done.stderr
    assert "sequential test: stronger" in done.stdout
    assert "2000 games" not in done.stdout


def test_bots_are_checked_on_the_command_line(parlour: Run) -> None:
    done = parlour("check-bot", "isolation", f"{sys.executable} -m parlour bot isolation mcts:playouts=5")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("keeps the protocol")


def test_a_result_for_machines_tells_what_it_came_from(parlour: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(view):\n    return view.legal_moves[0]\n")
    done = parlour("match", "isolation:size=3", "solver", str(bot), "--games", "2", "--json", "-")
    result = json.loads(done.stdout)
    assert result["command"].startswith("parlour")
    assert set(result["versions"]) == {"parlour", "python", "numba", "numpy", "machine"}
    assert result["files"] == {str(bot): file_hash(str(bot))}
    assert result["timed"] == ["solver"]
    assert {"elo", "elo_low", "elo_high", "rank"} <= set(result["agents"][0])


@pytest.mark.parametrize(("spec", "timed"), [("solver", True), ("mcts:playouts=5", False), ("random", False)])
def test_who_decides_by_time_is_told_below_the_table(parlour: Run, spec: str, timed: bool) -> None:
    done = parlour("match", "isolation:size=3", spec, "random", "--games", "2")
    assert (f"the same seed may give other games, decided: {spec}" in done.stdout) == timed
