"""What was finished is kept: records and results are written as games end, whatever takes them."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from parlour.arena.store import Store
from parlour.cli import main
from parlour.record import read_records
from support import Run, start_parlour

MATCH = ("match", "isolation", "mcts:playouts=300", "random", "--seed", "3")


def lines_of(path: Path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def stop_after(games: int, records: Path, run: subprocess.Popen[str], number: int) -> str:
    """Stop a match when its file holds so many games; what it tells."""
    until = time.monotonic() + 60
    while lines_of(records) < games and run.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    run.send_signal(number)
    out, errors = run.communicate(timeout=30)
    assert run.returncode == 128 + number, errors
    return out + errors


def test_a_stopped_match_keeps_its_games_and_goes_on_to_the_same_end(tmp_path: Path, parlour: Run) -> None:
    records, results, store = (tmp_path / name for name in ("games.jsonl", "games.json", "games.sqlite"))
    words = (
        *MATCH,
        "--games",
        "100000",
        "--records",
        str(records),
        "--json",
        str(results),
        "--store",
        str(store),
    )
    told = stop_after(3, records, start_parlour(*words), signal.SIGINT)
    first = read_records(records)
    assert 3 <= len(first) < 100000
    assert json.loads(results.read_text())["games"] == len(first)
    archive = Store.open(store)
    assert archive.size >= len(first)
    assert f"{archive.size} games are kept in {store}; to go on: parlour {shlex.join(words)}" in told
    archive.close()
    stop_after(len(first) + 3, records, start_parlour(*words), signal.SIGTERM)
    parlour(*MATCH, "--games", "20", "--records", str(tmp_path / "whole.jsonl"))
    whole = (tmp_path / "whole.jsonl").read_text().splitlines()
    again = records.read_text().splitlines()
    together = min(len(whole), len(again))
    assert again[:together] == whole[:together]


def test_a_stopped_match_without_a_store_shows_what_was_played(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    words = (*MATCH, "--games", "100000", "--records", str(records))
    told = stop_after(3, records, start_parlour(*words), signal.SIGINT)
    assert f"isolation: {lines_of(records)} games, seed 3" in told
    assert "with --store FILE the same command could go on" in told


def test_a_pipe_is_written_into_as_games_end_and_stays_a_pipe(tmp_path: Path, parlour: Run) -> None:
    pipe, lines = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: lines.extend(pipe.read_text().splitlines()))
    reader.start()
    done = parlour(*MATCH[:2], "random", "random", "--games", "4", "--records", str(pipe))
    reader.join(30)
    assert done.returncode == 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert len(lines) == 4


def test_a_place_that_takes_nothing_is_told_before_any_game(tmp_path: Path, parlour: Run) -> None:
    for place in (tmp_path, tmp_path / "no" / "folder"):
        done = parlour(*MATCH, "--games", "100000", "--records", str(place))
        assert done.returncode == 2
        assert done.stderr.startswith(f"parlour: cannot write {place}: ")


def test_files_are_written_though_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    records, results = tmp_path / "games.jsonl", tmp_path / "games.json"
    words = (*MATCH[:2], "random", "random", "--games", "4", "--records", str(records))
    run = start_parlour(*words, "--json", str(results))
    assert run.stdout
    run.stdout.close()
    errors = run.stderr.read() if run.stderr else ""
    run.wait(60)
    assert "Traceback" not in errors
    assert lines_of(records) == 4
    assert json.loads(results.read_text())["games"] == 4


def test_a_terminal_of_plain_letters_gets_question_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="ascii", write_through=True))
    with pytest.raises(SystemExit) as left:
        main(["match", "isolation", "random", "random", "--games", "4"])
    assert not left.value.code
    assert b"random #1" in printed.getvalue()


@pytest.mark.parametrize("size", ["2", "9", "99"])
def test_boards_that_cannot_be_solved_are_told_in_one_line(size: str, parlour: Run) -> None:
    done = parlour("solve", "isolation", "--size", size, "--all")
    assert (done.returncode, done.stderr) == (2, f"parlour: --size {size}: expected 3 to 8\n")
