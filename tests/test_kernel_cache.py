"""The cache of compiled code: what makes a game compile anew, and what is compiled without it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour import kernel
from parlour.kernel.keeping import cache_root, prune
from parlour.kernel.sources import fingerprint, name_of, sources_of
from support import run_python

GAME = """
import numpy as np
from parlour.game import Game
from parlour.kernel import record, rule
from helper import VALUE
GAME = Game("tiny", "Tiny", "A game of one move.", __name__)
MAX_ACTIONS = 1
STATE = np.dtype([("done", np.int8)], align=True)
fields = record(STATE)
@rule
def setup(state, options, rng):
    fields(state).done = 0
@rule
def mover(state):
    return -1 if fields(state).done else 0
@rule
def legal(state, actions):
    actions[0] = 0
    return 0 if fields(state).done else 1
@rule
def apply(state, action, rng):
    fields(state).done = 1
@rule
def scores(state, out):
    out[0] = VALUE
@rule
def rewards(state, out):
    out[0], out[1] = 1.0, -1.0
def format(state, action): return "go"
def parse(state, text): return 0
def draw(state): return "."
"""

SHOW = """
import sys; sys.path.insert(0, ".")
import parlour
state = parlour.game("tiny.py").new(); state.play(0); print(int(state.scores[0]))
"""


@pytest.fixture
def cache(tmp_path: Path) -> dict[str, str]:
    """A cache of its own, in which only the kernel is compiled."""
    for folder in cache_root().glob("kernel-*"):
        shutil.copytree(folder, tmp_path / "cache" / folder.name)
    return {"PARLOUR_CACHE": str(tmp_path / "cache")}


def test_a_change_in_another_file_of_the_game_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: dict[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.py").write_text(GAME)
    for value in (1, 2):
        (tmp_path / "helper.py").write_text(f"VALUE = {value}\n")
        output = run_python(SHOW, **cache)
        assert output.split()[0] == str(value)
        assert "compiling tiny (once)" in output
    (tmp_path / "records.json").write_text("{}")
    assert "(once)" not in run_python(SHOW, **cache)


AGAIN = """
import sys; sys.path.insert(0, ".")
from pathlib import Path
from parlour.game import added_games, game

def score(spec):
    state = game(spec).new()
    state.play(0)
    return int(state.scores[0])

file, other = Path("tiny.py"), Path("other/tiny.py")
text = file.read_text()
other.parent.mkdir()
other.write_text(text.replace("VALUE", "7").replace("from helper import 7", ""))
print(score("tiny.py"), score("other/tiny.py"), score("tiny.py"))
with added_games(["other/tiny.py"]):
    print(score("tiny"), score("tiny.py"))
file.write_text(text.replace("VALUE", "900").replace("from helper import 900", ""))
for name in [name for name in sys.modules if name.startswith("parlour_file_tiny")]:
    del sys.modules[name]
print(score("tiny.py"), score("other/tiny.py"))
"""


def test_games_of_one_name_and_an_edited_file_have_rules_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: dict[str, str]
) -> None:
    """Where compiled rules start is remembered for as long as a process lives, but by the functions."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "tiny.py", GAME)
    write(tmp_path / "helper.py", "VALUE = 1\n")
    output = run_python(AGAIN, **cache)
    assert [line.split() for line in output.splitlines()[:3]] == [["1", "7", "1"], ["7", "1"], ["900", "7"]]


def cache_name(file: Path) -> str:
    """What the cache of a source file is called."""
    return f"{name_of(file)}-{fingerprint(file)}"


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_what_a_run_writes_beside_a_one_file_game_leaves_its_cache_alone(tmp_path: Path) -> None:
    game = write(tmp_path / "tiny.py", GAME)
    before = cache_name(game)
    assert before.startswith("tiny-")
    for name in ("model.json", "model.npz", "games.sqlite", "other_game.py", "models/model.npz"):
        write(tmp_path / name, "new")
    assert cache_name(game) == before


@pytest.mark.parametrize(
    "statement",
    ["import helper", "from helper import VALUE", "import os, helper", "from . import (\n    helper,\n)"],
)
def test_an_edit_of_a_game_or_of_a_file_that_it_imports_gives_it_another_cache(
    statement: str, tmp_path: Path
) -> None:
    game = write(tmp_path / "tiny.py", "from middle import VALUE\n")
    middle, helper = write(tmp_path / "middle.py", statement), write(tmp_path / "helper.py", "VALUE = 1")
    names = [cache_name(game)]
    for file in (game, middle, helper):
        file.write_text(file.read_text() + "\n# changed\n")
        names.append(cache_name(game))
    assert len(set(names)) == 4


def test_an_edit_of_a_game_of_parlour_is_seen_by_a_file_that_imports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.kernel.sources._PARLOUR", tmp_path / "parlour")
    home = write_home(tmp_path / "parlour" / "games" / "reversi")
    bot = write(tmp_path / "bot.py", "from parlour.games.reversi.rules import legal")
    before = cache_name(bot)
    write(home / "rules.py", "# changed")
    assert cache_name(bot) != before


RESTS_ON = {
    "__init__.py": "",
    "cards.py": "",
    "rules.py": "from .cards import DECK",
    "words.py": "",
    "best/__init__.py": "",
    "best/engine.py": "from pebbles.rules import apply",
    "lab/training.py": "def train():\n    from ..best import (\n        engine,\n    )",
    "models/net.npz": "",
}
"""The files of a game that is a package, with what they import."""


def write_home(home: Path) -> Path:
    for name, text in RESTS_ON.items():
        write(home / name, text)
    return home


@pytest.mark.parametrize(
    ("changed", "stale"),
    [
        ("cards.py", {"rules.py", "best/engine.py", "lab/training.py"}),
        ("rules.py", {"rules.py", "best/engine.py", "lab/training.py"}),
        ("models/net.npz", {"rules.py", "best/engine.py", "lab/training.py"}),
        ("best/engine.py", {"best/engine.py", "lab/training.py"}),
        ("lab/training.py", {"lab/training.py"}),
        ("words.py", set()),
        ("best/added.py", set()),
        ("games.json", set()),
        (".venv/rules.py", set()),
    ],
)
def test_an_edit_in_a_package_makes_stale_what_rests_on_it_and_nothing_else(
    changed: str, stale: set[str], tmp_path: Path
) -> None:
    home = write_home(tmp_path / "pebbles")
    files = ("rules.py", "best/engine.py", "lab/training.py")
    before = {name: cache_name(home / name) for name in files}
    assert all(name.startswith("pebbles-") for name in before.values())
    write(home / changed, RESTS_ON.get(changed, "") + "\n# changed")
    assert {name for name in files if cache_name(home / name) != before[name]} == stale


@pytest.mark.parametrize(
    ("file", "files", "others"),
    [
        ("games/tichu/rules.py", {"kernel/bits.py", "games/tichu/combinations.py"}, {"search/mcts.py"}),
        ("learn/selfplay.py", {"search/learned.py", "kernel/chance.py"}, {"search/mcts.py", "game.py"}),
        ("learn/searching.py", {"learn/selfplay.py", "search/guided.py"}, {"arena/work.py", "game.py"}),
    ],
)
def test_compiled_code_of_parlour_rests_on_what_it_imports(
    file: str, files: set[str], others: set[str]
) -> None:
    package = Path(kernel.__file__).resolve().parents[1]
    names = {str(path.relative_to(package)) for path in sources_of(package / file)}
    assert file in names
    assert files <= names
    assert not others & names


def test_functions_of_one_name_are_told_apart_across_processes() -> None:
    asks = "from parlour.kernel.compiling import FunctionIdentity; print(next(FunctionIdentity._unique_ids))"
    numbers = [int(run_python(asks)) for _ in range(2)]
    assert abs(numbers[0] - numbers[1]) > 1_000_000


def test_what_nobody_used_for_long_is_dropped_from_the_cache(tmp_path: Path) -> None:
    old, used, other = (tmp_path / name for name in ("reversi-0123", "jungle-0123", "notes.txt"))
    write(old / "rules.nbi"), write(used / "rules.nbi"), write(other)
    for path in (old, other):
        os.utime(path, (0, 0))
    prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["jungle-0123", "notes.txt"]


POLICY = """
from parlour.kernel import policy, ready
@ready
@policy
def {name}(state, rng):
    return 0
"""

LOAD = """
import sys
sys.path.insert(0, {folder!r})
import pebbles.best.engine, pebbles.policies, pebbles.rules
"""


def test_a_package_is_compiled_once_whatever_folder_its_functions_are_in(
    tmp_path: Path, cache: dict[str, str]
) -> None:
    home = write_home(tmp_path / "pebbles")
    for name, file in (("first", "rules.py"), ("second", "policies.py"), ("third", "best/engine.py")):
        write(home / file, POLICY.format(name=name))
    load = LOAD.format(folder=str(tmp_path))
    assert run_python(load, **cache).count("compiling pebbles (once)") == 1
    no_compiler = "assert 'numba.np.linalg' not in sys.modules, 'loading needs no compiler'"
    assert run_python(load + no_compiler, **cache) == ""


WITHOUT_FILE = """
import parlour
from parlour.agent import Agents
from parlour.kernel import policy
AGENTS = Agents()
AGENTS.policy("centre", "Takes the square in the middle.")
@policy
def centre(state, rng):
    s = fields(state)
    return -1 if (s.marks[0] | s.marks[1]) >> 4 & 1 else 4
print(GAME.new(1).legal_moves)
agents = [parlour.agent(GAME, "centre"), parlour.agent(GAME, "minimax:depth=9")]
print(parlour.play(GAME, agents, 1).moves[0])
"""


def test_a_game_and_its_agents_need_no_file(examples: Path) -> None:
    output = run_python((examples / "tictactoe.py").read_text() + WITHOUT_FILE)
    assert output.splitlines()[:2] == ["[0, 1, 2, 3, 4, 5, 6, 7, 8]", "5"]


@pytest.mark.parametrize("name", ["<ipython-input-1-5e69f3e8e6e7>", "/tmp/ipykernel_1/2.py"])
def test_a_rule_of_a_notebook_cell_is_compiled(name: str) -> None:
    cell: dict[str, Any] = {"rule": kernel.rule}
    exec(compile("@rule\ndef mover(state):\n    return state.size", name, "exec"), cell)
    assert cell["mover"](np.zeros(24, np.uint8)) == 24


def test_a_read_only_cache_falls_back_with_one_warning(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    output = run_python("import parlour; parlour.game('reversi').rules", PARLOUR_CACHE=str(blocked / "x"))
    assert output.count("compiled rules go to") == 1


LATE = """
import sys
sys.path.insert(0, {folder!r})
import late
print(late.twice(4), "of", len(late.unused.overloads), late.calls(3))
"""

LATE_FUNCTIONS = """
from numba import types
from parlour.kernel import compiled, helper

NUMBER = types.int64(types.int64)

@compiled(NUMBER, late=True)
def unused(n):
    return n + no_such_name

@compiled(NUMBER, late=True)
def twice(n):
    return 2 * n

@helper
def even(n):
    return n == 0 or odd(n - 1)

@helper
def odd(n):
    return n != 0 and even(n - 1)

@compiled(NUMBER)
def calls(n):
    return twice(n) + odd(n)
"""


def test_what_is_late_is_compiled_when_it_is_needed_and_not_before(
    tmp_path: Path, cache: dict[str, str]
) -> None:
    write(tmp_path / "late.py", LATE_FUNCTIONS)
    for _ in ("compiled", "loaded"):
        assert run_python(LATE.format(folder=str(tmp_path)), **cache).splitlines()[0] == "8 of 0 7"


def test_a_helper_answers_python_as_it_answers_compiled_code() -> None:
    @kernel.helper
    def sum_to(n: int) -> int:
        return n + sum_to(n - 1) if n else 0

    @kernel.compiled("int64(int64)", keep=False)
    def twice_sum_to(n: int) -> int:
        return 2 * sum_to(n)

    assert (sum_to(4), twice_sum_to(4), sum_to(5)) == (10, 20, 15)


def test_what_is_late_refuses_arguments_of_another_type() -> None:
    @kernel.compiled("int64(uint64[::1])", keep=False, late=True)
    def first(words: np.ndarray) -> int:
        return words[0]

    with pytest.raises(TypeError, match="No matching definition"):
        first(np.zeros(3, np.float32))
    assert first(np.ones(3, np.uint64)) == 1
