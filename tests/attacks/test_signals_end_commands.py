"""Ctrl-C and SIGTERM: every command ends at once, tells no traceback and leaves no process behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support import start_parlour, start_python

PATIENCE = 15
"""Seconds that a busy machine may take; what does not heed a signal computes for minutes."""

LONG = {
    "a match in the middle of a search": "match reversi mcts:playouts=50000000 random",
    "a match in the middle of a minimax": "match reversi minimax:depth=14 random",
    "a match of short games": "match isolation mcts:playouts=50 random --games 1000000",
    "a match in two processes": "match isolation mcts:playouts=50 random --games 1000000 --workers 2",
    "a tournament": "tournament isolation random solver mcts --games 100000 --store FOLDER/t.sqlite",
    "a ladder": "ladder isolation --games 100000 --most 100000 --store FOLDER",
    "a game to watch": "play reversi minimax:depth=14 minimax:depth=14",
    "counting": "perft reversi 14",
    "solving": "solve isolation --size 7 --start a1,g7",
    "judging": "judge tichu --games 1000",
    "a study": "study isolation-minimax --games 1000000 --out FOLDER",
    "training": "train reversi --rounds 100000 --out FOLDER/model.npz --results FOLDER",
    "self-play": "selfplay isolation mcts:playouts=50 --games 200000 --out FOLDER --workers 2",
    "a bench": "bench reversi --seconds 600",
    "a server": "serve --port 0 --store FOLDER/tables.sqlite --results FOLDER",
}


LOADING = """
import parlour.stopping, runpy
print("Python is up", flush=True)
runpy.run_module("parlour", run_name="__main__")
"""
"""The program, which tells when Python itself has started: a signal before that is Python's own affair."""


def left_behind(mark: str) -> list[str]:
    """The words of all processes that were started with a mark in their environment."""
    words = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes():
                words.append(path.with_name("cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return words


def wait_until_gone(mark: str) -> list[str]:
    until = time.monotonic() + PATIENCE
    while (words := left_behind(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    return words


def stop(run: subprocess.Popen[str], number: int) -> str:
    """What a command tells when a signal ends it."""
    run.send_signal(number)
    try:
        _, errors = run.communicate(timeout=PATIENCE)
    finally:
        run.kill()
    return errors


def problem_of(case: str, folder: Path) -> str:
    """What goes wrong when a command is stopped at a random moment; empty when nothing does."""
    dice = random.Random(f"{case} {os.getpid()}")
    number, moment = dice.choice((signal.SIGINT, signal.SIGTERM)), dice.uniform(0.7, 2.5)
    folder.mkdir()
    mark = f"mark-of-{folder}"
    run = start_parlour(*LONG[case].replace("FOLDER", str(folder)).split(), PARLOUR_MARK=mark)
    time.sleep(moment)
    errors = stop(run, number)
    left, last = wait_until_gone(mark), errors.strip().splitlines()[-1:]
    told = last and last[0].startswith("parlour: stopped") and "Traceback" not in errors
    loading = run.returncode == -number and not errors  # on a busy machine it may not even have begun
    if ((run.returncode == 128 + number and told) or loading) and not left:
        return ""
    return f"{number.name} after {moment:.2f} s: exit code {run.returncode}, left {left}, told {errors}"


def test_a_signal_at_any_moment_ends_every_long_command(tmp_path: Path) -> None:
    with ThreadPoolExecutor(5) as pool:
        folders = [tmp_path / str(number) for number in range(len(LONG))]
        problems = dict(zip(LONG, pool.map(problem_of, LONG, folders), strict=True))
    assert problems == dict.fromkeys(LONG, "")


def test_a_signal_while_the_program_loads_ends_it_quietly() -> None:
    for moment in (0.1, 0.2, 0.4):
        run = start_python("-c", LOADING, "games")
        assert run.stdout
        assert run.stdout.readline() == "Python is up\n"
        time.sleep(moment)
        errors = stop(run, signal.SIGINT)
        assert run.returncode in (0, 130, -signal.SIGINT), errors
        assert "parlour" not in errors.replace("parlour: stopped", ""), errors


def test_a_second_signal_does_no_harm() -> None:
    run = start_parlour("match", "reversi", "minimax:depth=14", "random")
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    errors = stop(run, signal.SIGINT)
    assert run.returncode == 130
    assert errors.splitlines()[-1].startswith("parlour: stopped")


def test_a_command_in_the_background_ignores_ctrl_c() -> None:
    """A shell starts it with the signal ignored, which it must leave so."""
    run = subprocess.Popen(
        [sys.executable, "-m", "parlour", "match", "reversi", "minimax:depth=14", "random"],
        stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert run.poll() is None
    stop(run, signal.SIGTERM)
    assert run.returncode == 143


def test_what_must_stay_whole_is_not_cut_in_two(tmp_path: Path) -> None:
    target = tmp_path / "halves"
    code = f"""
import os, signal, time
from pathlib import Path
from parlour.stopping import ending, run, whole

def work():
    with ending(lambda: "and the last word"):
        with whole():
            Path({str(target)!r}).write_text("one ")
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
            Path({str(target)!r}).write_text("one and two")
        time.sleep(60)

signal.signal(signal.SIGINT, signal.default_int_handler)
run(work)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "parlour: stopped; and the last word\n")
    assert target.read_text() == "one and two"


def test_half_a_file_is_not_left_behind(tmp_path: Path) -> None:
    target = tmp_path / "model"
    target.write_text("old")
    code = f"""
import os, signal, time
from parlour.files import new_file
from parlour.stopping import run

def work():
    with new_file({str(target)!r}) as stream:
        stream.write(b"half")
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)

run(work)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (143, "parlour: stopped\n")
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    assert target.read_text() == "old"


@pytest.mark.parametrize(("raised", "code"), [("SystemExit(3)", 3), ("ValueError('ours')", 1), ("", 0)])
def test_a_command_that_ends_by_itself_ends_as_it_says(raised: str, code: int) -> None:
    work = f"def work():\n    {'raise ' + raised if raised else 'pass'}\n"
    program = f"from parlour.stopping import run\n{work}run(work)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert ("ValueError: ours" in done.stderr) == (code == 1)
