"""Mistakes of people who write a game: each is told in one clear line, and none ends the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour import ParlourError
from parlour.testing.checking import STAGES, Stage, run_stage
from parlour.testing.mistakes import Mistake
from support import Run, run_python

EXAMPLE = (Path(__file__).resolve().parents[1] / "examples" / "tictactoe.py").read_text(encoding="utf-8")
PLAIN, _, COMPILED = STAGES

MISTAKES = {
    "a field that is not there": (
        "s.winner = -1", "s.winer = -1",
        "the state has no field 'winer': did you mean 'winner'? there are marks, turn, winner\n"
        "        s.winer = -1\n        ^^^^^^^",
    ),
    "no return": ("    return n\n\n", "\n", "'legal' returns None: every way through it must return"),
    "no @rule": (
        "@rule\ndef legal", "def legal",
        "'legal' is not compiled: decorate it with @rule\n    def legal(",
    ),
    "a rule misspelt": ("def legal(", "def legall(", "'legall' is no rule: did you mean 'legal'?"),
    "no format": ("def format(", "def _written(", "mine.py lacks format"),
    "a heuristic misnamed": (
        "module=__name__,", 'module=__name__, heuristics=("center",),', "of tictactoe 'center'",
    ),
    "no MAX_ACTIONS": ("MAX_ACTIONS = 9\n", "", "mine.py lacks MAX_ACTIONS"),
    "a small MAX_ACTIONS": (
        "MAX_ACTIONS = 9", "MAX_ACTIONS = 3",
        "MAX_ACTIONS is 3, but 'legal' writes more actions than that: raise it to the most there can be\n"
        "                    actions[n] = square",
    ),
    "a count that is too large": (
        "    return n\n\n", "    return n + 99\n\n", "MAX_ACTIONS is 9, but 'legal' returns 108",
    ),
    "an unsigned field with -1": (
        '"winner", np.int8', '"winner", np.uint8', "-1 out of bounds for uint8: give the field",
    ),
    "a write out of range": (
        "s.marks[s.turn] |=", "s.marks[s.turn + 600] |=", "index 600 is out of bounds for axis 0",
    ),
    "a text where a number belongs": ("out[1] = 0.0", "out[1] = 'no'", "could not convert string to float"),
    "an argument too few": ("legal(state, actions)", "legal(state)", "write def legal(state, actions)"),
    "a seat that is not there": ("np.int64(s.turn)", "5", "'mover' says seat 5, but there are 2"),
    "a loop without an end": (
        "    s.turn = 1 -", "    while s.turn < 9:\n        s.winner = -1\n    s.turn = 1 -",
        "does this loop come to an end?",
    ),
}  # fmt: skip


def mine(folder: Path, old: str = "", new: str = "") -> str:
    """The file of an example in which something was changed."""
    assert old in EXAMPLE
    file = folder / "mine.py"
    file.write_text(EXAMPLE.replace(old, new, 1), encoding="utf-8")
    return str(file)


def told(stage: Stage, file: str) -> str:
    """What a stage tells of a file."""
    return str(run_stage(stage, [file], 120).mistake or "")


ONE_BY_ONE = """
import os, sys
import parlour.kernel
from parlour.testing import stage
stage._RULE_SECONDS = 2.0
for folder in {folders!r}:
    if not os.fork():
        os.dup2(os.open(folder + "/told", os.O_WRONLY | os.O_CREAT), 1)
        sys.argv = ["stage", "plain", folder + "/mine.py"]
        stage.main()
    os.wait()
"""
"""The first stage for the files of many folders: each in a process that has imported all but the file."""


@pytest.fixture(scope="module")
def told_of(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the first stage tells of each mistake."""
    folders = {name: tmp_path_factory.mktemp("mistake") for name in MISTAKES}
    for name, (old, new, _) in MISTAKES.items():
        mine(folders[name], old, new)
    run_python(ONE_BY_ONE.format(folders=[str(folder) for folder in folders.values()]), **PLAIN.environment)
    answers = {name: json.loads((folder / "told").read_text()) for name, folder in folders.items()}
    return {name: str(Mistake(**answer["mistake"])) for name, answer in answers.items()}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_line(name: str, told_of: dict[str, str]) -> None:
    assert MISTAKES[name][2] in told_of[name]


def test_what_only_compiling_shows_is_told_with_its_line(tmp_path: Path) -> None:
    text = told(COMPILED, mine(tmp_path, "    n = 0\n", "    n = 0\n    found = []\n"))
    assert text.startswith("mine.py, line 64: 'legal' cannot be compiled: a Python list cannot")
    assert text.endswith("        found = []\n        ^^^^^^^^^^")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a small MAX_ACTIONS", r"mine.py, line 61: MAX_ACTIONS is 3, but 'legal' writes more"),
        ("a write out of range", "past the end of an array: `parlour check-game` shows the line"),
        ("no return", "mine.py, line 64: 'legal' cannot be compiled: it can end without an answer"),
    ],
)
def test_a_compiled_game_is_refused_before_it_is_played(name: str, words: str, tmp_path: Path) -> None:
    old, new, _ = MISTAKES[name]
    with pytest.raises(ParlourError, match=words):
        _ = parlour.game(mine(tmp_path, old, new)).rules


def test_a_write_out_of_range_late_in_a_game_stops_the_match(parlour: Run, tmp_path: Path) -> None:
    file = mine(tmp_path, "s.marks[s.turn] |=", "s.marks[s.turn + 600 * (s.marks[0] == 257)] |=")
    done = parlour("match", file, "random", "mcts:playouts=50", "--games", "20", "--workers", "1")
    assert done.returncode == 2
    assert "past the end of an array" in done.stderr
    assert not done.stdout


def test_a_stage_that_dies_is_told(tmp_path: Path) -> None:
    file = mine(
        tmp_path, "fields = record(STATE)", "import os\nos.kill(os.getpid(), 11)\nfields = record(STATE)"
    )
    assert told(PLAIN, file).startswith("the program was killed by SIGSEGV (plain Python)")


def test_a_game_that_is_in_order_passes(parlour: Run, tmp_path: Path) -> None:
    done = parlour("check-game", "--plain", mine(tmp_path))
    assert done.returncode == 0
    assert "keeps the contract" in done.stdout


def test_an_agents_mistake_is_told_with_its_line(parlour: Run, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text("def choose(view):\n    return view.legal_move[0]\n")
    done = parlour("check-agent", mine(tmp_path), str(agent))
    assert done.returncode == 1
    assert "agent.py, line 2: in 'choose': 'View' object has no attribute 'legal_move'\n" in done.stdout
    assert "        return view.legal_move[0]\n               ^^^^^^^^^^^^^^^\n" in done.stdout
