"""The command line as a person uses it: output, exit codes, one clear line for a mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support import Run


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["match", "revers", "random", "random"], "unknown game 'revers': did you mean 'reversi'"),
        (["match", "reversi", "rndom", "random"], "unknown agent of reversi 'rndom': did you mean 'random'"),
        (["match", "reversi", "mcts:playout=3", "random"], "option playout='3'|option playout=3"),
        (["match", "reversi", "mcts:plaouts=3", "random"], "did you mean 'playouts'"),
        (["match", "reversi", "alphabeta:depth=0", "random"], "expected a whole number from 1 to 100"),
        (["match", "reversi", "random"], "needs 2 agents, not 1"),
        (["match", "reversi", "random", "random", "--games", "0"], "games: Input should be greater"),
        (["match", "reversi", "random", "random", "--games", "many"], "games"),
        (["match", "isolation:size=2", "random", "random"], "expected a whole number from 3 to 15"),
        (["play", "isolation:start=a1-a1", "random"], "two different squares"),
        (["play", "reversi", "--seat", "3"], "expected 1 to 2"),
        (["replay", "nowhere.jsonl"], "cannot read nowhere.jsonl"),
        (["study", "isolation-minmax"], "did you mean 'isolation-minimax'"),
        (["perft", "reversi", "0"], "depth"),
        (["perft", "reversi", "2", "--position", "XO"], "64 characters"),
        (["solve", "isolation", "--size", "2", "--all"], "expected 3 to 8"),
        (["solve", "isolation", "--start", "a1,a1"], "two different squares"),
        (["solve", "isolation", "--start", "a1,z9"], "no square of a 4 x 4 board"),
        (["solve", "isolation"], "expected --start"),
        (["solve", "isolation", "--size", "9", "--all"], "expected 3 to 8"),
        (["nonsense"], "nonsense"),
        (["match", "nowhere.py", "random", "random"], "there is no file nowhere.py"),
    ],
)
def test_mistakes_get_one_clear_line(words: list[str], told: str, parlour: Run) -> None:
    import re

    done = parlour(*words)
    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if "(once)" not in line]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("parlour: ")
    assert re.search(told, lines[0]), lines[0]
    assert "Traceback" not in done.stdout + done.stderr


def test_unreadable_records_get_one_clear_line(parlour: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"game": "reversi"}\n')
    done = parlour("replay", str(file))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "line 1 is not a game record" in done.stderr


@pytest.mark.parametrize("options", [[], ["--debug"]])
def test_only_debug_shows_the_traceback(options: list[str]) -> None:
    command = [sys.executable, "-m", "parlour", *options, "match", "revers", "random", "random"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if options else 2)
    assert ("Traceback" in done.stderr) == bool(options)
    assert "unknown game 'revers'" in done.stderr


def test_help_shows_where_to_start(parlour: Run) -> None:
    assert "parlour play reversi mcts" in parlour("--help").stdout
    assert "parlour games" in parlour().stdout
    assert "Example: parlour match" in parlour("match", "--help").stdout


def test_games_and_agents_are_listed(parlour: Run) -> None:
    listed = parlour("games").stdout
    assert "reversi" in listed
    assert "isolation" in listed
    agents = parlour("agents", "isolation").stdout
    assert "solver" in agents
    assert "Kocsis and Szepesv" in agents


def test_a_match_twice_gives_the_same_records(parlour: Run, tmp_path: Path) -> None:
    texts = []
    for name, seed, workers in (("a", "3", "1"), ("b", "3", "2"), ("c", "4", "1")):
        records, summary = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.json"
        done = parlour(
            "match", "reversi", "mcts:playouts=20", "random", "--games", "6", "--seed", seed,
            "--workers", workers, "--records", str(records), "--json", str(summary),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "95 % interval" in done.stdout
        texts.append(records.read_bytes())
        told = json.loads(summary.read_text())
        assert told["games"] == 6
        assert sum(told["agents"][0][key] for key in ("wins", "draws", "losses")) == 6
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_replay_shows_a_recorded_game(parlour: Run, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    parlour("match", "isolation:size=3", "random", "solver", "--games", "2", "--records", str(records))
    done = parlour("replay", str(records), "--number", "2")
    assert done.returncode == 0
    last = done.stdout.strip().splitlines()[-1]
    assert last.startswith("player ")
    assert "wins" in last


@pytest.mark.parametrize(
    "words", [["reversi", "mcts:playouts=20", "random"], ["isolation", "solver", "random"]]
)
def test_watching_shows_every_move(words: list[str], parlour: Run) -> None:
    done = parlour("play", *words, "--seed", "5")
    assert done.returncode == 0, done.stderr
    shown = [line for line in done.stdout.splitlines() if line[:1].isdigit() and ". " in line]
    assert shown[0].startswith("1. ")
    assert len(shown) > 3


def test_playing_in_the_terminal(parlour: Run) -> None:
    words = "help\nmoves\nhint\nz9\na1\nundo\nd3\nundo\nc4\nquit\n"
    done = parlour("play", "reversi", "random", "--seed", "1", input=words)
    assert done.returncode == 0, done.stderr
    assert "seed 1" in done.stdout
    assert "d3 c4 f5 e6" in done.stdout
    assert "would play" in done.stdout
    assert "'z9' is no square" in done.stdout
    assert "'a1' is not a legal move here: legal are d3, c4, f5, e6" in done.stdout


def test_perft_ends_with_the_count(parlour: Run, tmp_path: Path) -> None:
    done = parlour("perft", "reversi", "7", "--json", str(tmp_path / "perft.json"))
    assert done.stdout.strip().splitlines()[-1] == "55092"
    counts = json.loads((tmp_path / "perft.json").read_text())["counts"]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092]


def test_solve_isolation(parlour: Run, tmp_path: Path) -> None:
    done = parlour(
        "solve", "isolation", "--size", "4", "--start", "a1,b2", "--json", str(tmp_path / "s.json")
    )
    told = json.loads((tmp_path / "s.json").read_text())
    assert done.stdout.strip().splitlines()[-1] == f"player {told['winner']} wins in {told['plies']} moves"
    done = parlour("solve", "isolation", "--size", "4", "--all")
    assert done.stdout.strip().splitlines()[-1] == "player 1 wins 136 of 240"


def test_a_study_writes_its_report(parlour: Run, tmp_path: Path) -> None:
    done = parlour("study", "isolation-minimax", "--games", "4", "--out", str(tmp_path), "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "of 12 published figures agree with ours" in done.stdout
    assert "Cannot tell" in done.stdout
    assert "136 of the 240 start positions" in done.stdout
    folder = tmp_path / "isolation-minimax"
    names = {path.name for path in folder.iterdir()}
    assert {"isolation-minimax.html", "isolation-minimax.json", "isolation-minimax-mode-1.svg"} <= names
    assert any(name.endswith(".csv") for name in names)
    assert "<svg" in (folder / "isolation-minimax.html").read_text()


def test_studies_are_listed(parlour: Run) -> None:
    listed = parlour("study").stdout
    for name in ("isolation-minimax", "reversi-levels", "reversi-ordering", "reversi-mcts"):
        assert name in listed


def test_bench_measures(parlour: Run, tmp_path: Path) -> None:
    done = parlour("bench", "isolation", "--seconds", "0.1", "--json", str(tmp_path / "b.json"))
    assert done.returncode == 0, done.stderr
    (told,) = json.loads((tmp_path / "b.json").read_text())
    assert told["game"] == "isolation"
    assert min(told["games"], told["moves"], told["playouts"]) > 0


def test_an_agent_that_crashes_loses_in_the_terminal_too(parlour: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(view):\n    raise RuntimeError('out of ideas')\n")
    done = parlour("play", "reversi", str(bot), "--seed", "1", input="d3\n")
    assert done.returncode == 0, done.stderr
    assert "white forfeits: crash: RuntimeError: out of ideas" in done.stdout
    assert "black wins" in done.stdout


def test_a_game_of_ones_own_joins_the_command_line(parlour: Run, tmp_path: Path, examples: Path) -> None:
    """Its studies, commands and name are there with --game, and nowhere else."""
    path = tmp_path / "noughts.py"
    own = (
        "\nimport typer\nfrom parlour.report import Report\nfrom parlour.report.study import Studies\n"
        "STUDIES = Studies('noughts')\n"
        "@STUDIES.add('noughts-nothing', games=1)\ndef nothing(run):\n    'A study of nothing.'\n"
        "    return Report('nothing', 'Nothing')\n"
        "from parlour.learn.training import Learner, Method\n"
        "METHODS = (Method('nothing', 'Learn nothing.', Learner, 'random'),)\n"
    )
    text = (examples / "tictactoe.py").read_text().replace('name="tictactoe"', 'name="noughts"')
    path.write_text(text + own)
    assert "noughts-nothing" in parlour("--game", str(path), "study").stdout
    assert "Learn nothing." in parlour("train", str(path), "--methods").stdout
    done = parlour(
        "--game", str(path), "match", "noughts", "random", "random", "--games", "4", "--workers", "2"
    )
    assert done.returncode == 0, done.stderr
    assert "noughts.py: 4 games" in done.stdout
