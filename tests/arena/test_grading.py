"""A folder of agents is marked to the end, whatever its files do, and again with the same table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from parlour.arena.grading import Scale
from parlour.errors import ParlourError
from support import Run

FILES = {
    "first": "def choose(view):\n    return view.legal_moves[0]\n",
    "last": "def choose(view):\n    return view.legal_moves[-1]\n",
    "crash": "def choose(view):\n    return view.legal_move[0]\n",
    "late": "import time\n\n\ndef choose(view):\n    while True:\n        time.sleep(1)\n",
    "nothing": "def choose(view):\n    return None\n",
    "broken": "def choose(view)\n    return 0\n",
}
PROBLEMS = [
    "crash.py crashed in 2 of 2 games: AttributeError: 'View' object has no attribute 'legal_move' (crash.py",
    "late.py ran out of time in 2 of 2 games: no answer in time",
    "nothing.py made no legal move in 2 of 2 games: it returned None: expected an action of view.legal_moves",
    "broken.py: SyntaxError: expected ':' (broken.py, line 1)",
]


def marks_of(out: Path) -> dict[str, str]:
    (table,) = out.glob("*.csv")
    rows = csv.DictReader(table.read_text().splitlines())
    return {row["row"]: row["ours"] for row in rows if row["column"] == "mark"}


def test_a_class_is_marked_to_the_end_and_again_the_same(tmp_path: Path, parlour: Run) -> None:
    folder, out = tmp_path / "class", tmp_path / "out"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text)
    words = ["grade", "isolation:size=3", str(folder), "--games", "2", "--each-other", "2"]
    words += ["--move", "1.5", "--workers", "1"]
    done = parlour(*words, "--out", str(out))
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    for problem in PROBLEMS:
        assert problem in told
    marks = marks_of(out)
    assert set(marks) == {f"{name}.py" for name in FILES}
    assert {marks[f"{name}.py"] for name in ("crash", "late", "nothing", "broken")} == {"F"}
    assert "first.py" not in told.replace("first.py " + marks["first.py"], "")
    page = (out / "grades.html").read_text()
    (folder / "first.py").write_text(FILES["first"] + "# the same again\n")
    again = parlour(*words, "--out", str(out))
    assert again.returncode == 0, again.stderr
    assert marks_of(out) == marks
    assert (out / "grades.html").read_text() == page
    assert len(list((out / "games").glob("first-*.sqlite"))) == 2


def test_marks_fall_with_the_score() -> None:
    scale = Scale.parse("1=87.5, 2=50,5")
    assert [scale.mark(score) for score in (1.0, 0.875, 0.87, 0.5, 0.49)] == ["1", "1", "2", "2", "5"]


@pytest.mark.parametrize("text", ["", "A", "A=50,B=60,F", "A=90,B=80", "A=x,F", "A=90,"])
def test_marks_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ParlourError, match="expected falling scores"):
        Scale.parse(text)
