"""Connect Four: a game that is a folder outside the package has all that the games inside have."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour as parlour_package
from parlour import Game, ParlourError, State
from parlour.agent import Clock
from parlour.game import added_games
from parlour.report.study import find_study
from parlour.search.perft import perft
from parlour.stats.estimate import Estimate
from parlour.testing import broken_invariants, check_agent, check_game
from support import Run, run_python

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOLDER = f"{EXAMPLES / 'connect_four'}/"
COLUMNS, ROWS = 7, 6
LINES = [
    [(column + i * across, row + i * up) for i in range(4)]
    for column in range(COLUMNS)
    for row in range(ROWS)
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * across < COLUMNS and 0 <= row + 3 * up < ROWS
]


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    """The game, known by its name for as long as these tests run."""
    with added_games([FOLDER]):
        yield parlour_package.game("connect-four")


def played(game: Game, moves: str) -> State:
    """The state after the moves of a text, one letter each."""
    state = game.new()
    for move in moves:
        state.play(move)
    return state


def choice(game: Game, spec: str, moves: str) -> str:
    """What an agent plays after some moves."""
    state, agent = played(game, moves), parlour_package.agent(game, spec)
    agent.begin(game, state.mover, 1)
    return state.format(agent.choose(state.view(), Clock()))


def slow_count(columns: list[list[int]], depth: int, seat: int = 0) -> int:
    """Lines of play by lists and a table of all lines of four; a finished game is not continued."""
    if depth == 0:
        return 1
    total = 0
    for column in columns:
        if len(column) < ROWS:
            column.append(seat)
            total += (depth == 1) if slow_four(columns, seat) else slow_count(columns, depth - 1, 1 - seat)
            column.pop()
    return total


def slow_four(columns: list[list[int]], seat: int) -> bool:
    """Whether a seat has four in a row."""
    return any(all(columns[c][r : r + 1] == [seat] for c, r in line) for line in LINES)


def test_it_keeps_the_contract(game: Game) -> None:
    check_game(game, games=10)
    check_game(game.variant(columns=4, rows=4), games=4)
    check_game(game.variant(columns=8, rows=7), games=4)


@pytest.mark.parametrize("spec", ["careful", "best:depth=3", "mcts:playouts=50,playout=careful"])
def test_its_agents_are_legal_repeatable_and_fair(game: Game, spec: str) -> None:
    check_agent(game, spec, games=1, positions=10)


def test_lines_of_play_are_as_many_as_is_known(game: Game) -> None:
    counts = [perft(game.new(), depth) for depth in range(1, 9)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


@pytest.mark.parametrize(("moves", "deepest"), [("", 5), ("dddcde", 4), ("dcdcdb", 4), ("abbaabbaabba", 4)])
def test_a_slow_count_finds_the_same(game: Game, moves: str, deepest: int) -> None:
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    for ply, move in enumerate(moves):
        columns["abcdefg".index(move)].append(ply % 2)
    state = played(game, moves)
    for depth in range(1, deepest + 1):
        assert perft(state, depth) == slow_count(columns, depth, len(moves) % 2)


@pytest.mark.parametrize(
    ("moves", "four"),
    [
        ("gagbgcg", ["g1", "g2", "g3", "g4"]),
        ("dcecfcg", ["d1", "e1", "f1", "g1"]),
        ("abbcdccddfd", ["a1", "b2", "c3", "d4"]),
        ("gffedeeddbd", ["d4", "e3", "f2", "g1"]),
    ],
)  # fmt: skip
def test_four_in_a_row_win_in_every_direction(game: Game, moves: str, four: list[str]) -> None:
    state = played(game, moves)
    assert state.over
    assert state.rewards == [1, -1]
    assert game.board.describe(state)["four"] == four
    state.undo()
    assert not state.over


def test_lines_do_not_run_over_the_edge_of_the_board(game: Game) -> None:
    """Bits that are neighbours are no line when one is the top of a column and one the bottom of the next."""
    tall = game.variant(rows=7)
    state = tall.position("...R.../...R.../...R.../...Y.../...Y.../...Y.../...RR.Y")
    assert not state.over
    assert not broken_invariants(state)


def test_a_full_board_without_four_is_a_draw(game: Game) -> None:
    state = game.variant(columns=4, rows=4).position("YRRY/RYYR/RYYY/RRYR")
    assert state.over
    assert state.rewards == [0, 0]


@given(st.lists(st.integers(0, 6), max_size=42))
def test_positions_read_back(columns: list[int]) -> None:
    state = parlour_package.game(FOLDER).new()
    for column in columns:
        if column in state.legal_moves:
            state.play(column)
    again = state.game.position(state.text)
    assert again.buffer.tobytes() == state.buffer.tobytes()
    assert ElementTree.fromstring(state.svg).tag.endswith("svg")
    assert state.svg.count("data-disc") == state.ply


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "a position is 6 rows of 7 squares"),
        ("......./......./......./......./...R.../.......", "hangs in mid-air in column d"),
        ("......./......./......./......./......./...Y...", "0 red and 1 yellow discs"),
        ("......./......./......./......./YYYY.../RRRR...", "both sides have four in a row"),
    ],
)
def test_impossible_positions_are_refused(game: Game, text: str, reason: str) -> None:
    with pytest.raises(ParlourError, match=reason):
        game.position(text)


@pytest.mark.parametrize("spec", ["careful", "best:depth=2", "best:depth=8"])
def test_agents_win_at_once_or_block_at_once(game: Game, spec: str) -> None:
    assert choice(game, spec, "agbgcg") == "d"
    assert choice(game, spec, "agbgc") == "d"
    assert choice(game, spec, "agagbga") == "g"  # winning goes before blocking


def test_an_agent_without_urgent_moves_begins_in_the_middle(game: Game) -> None:
    assert choice(game, "careful", "") == "d"
    assert choice(game, "careful", "dddddd") in "ce"


def test_broken_states_are_named(game: Game) -> None:
    state = played(game, "dd")
    state.data["discs"][0] |= 1 << 8 * 3 + 4
    assert broken_invariants(state) == ["a disc in mid-air", "one side has too many discs"]


def test_the_study_tells_what_its_games_say(game: Game) -> None:
    report = find_study("connect-four-first-move").start(games=6, settings={"playouts": 5})
    (table,) = report.tables
    assert [label for label, _ in table.rows] == ["random", "careful", "mcts:playouts=5"]
    for label, cells in table.rows:
        first, draw, second, share = (cell.value for cell in cells)
        assert first + draw + second == pytest.approx(1)
        assert share == pytest.approx(first / (first + second))
        assert any(line.startswith(f"{label}: ") for line in report.conclusion)
    assert len(report.files()) == 4


@pytest.mark.parametrize(
    ("wins", "said"),
    [(80, "an advantage (80.0%"), (20, "a disadvantage (20.0%"), (50, "do not tell"), (0, "disadvantage (0")],
)
def test_its_conclusion_can_say_the_opposite(game: Game, wins: int, said: str) -> None:
    verdict: Any = game.room("lab.studies").verdict
    assert said in verdict("random", Estimate.share(wins, 100))


def test_small_boards_are_solved_from_the_command_line(game: Game, parlour: Run) -> None:
    done = parlour("--game", FOLDER, "solve", "connect-four", "--columns", "5", "--rows", "4")
    assert done.stdout.splitlines() == ["b draws", "c draws", "d draws", "a loses", "e loses"]
    won = ("--columns", "4", "--rows", "4", "--position", "..../..../YYY./RRR.")
    assert parlour("--game", FOLDER, "solve", "connect-four", *won).stdout.splitlines()[0] == "d wins"
    forced = ("--columns", "4", "--rows", "4", "--position", "YRR./RYY./RYYY/RRYR")
    assert parlour("--game", FOLDER, "solve", "connect-four", *forced).stdout == "d draws\n"
    large = parlour("--game", FOLDER, "solve", "connect-four")
    assert (large.returncode, large.stderr.strip()) == (
        2, "parlour: 42 free squares are too many: --columns 5 --rows 4 has 20",
    )  # fmt: skip


def test_workers_find_it_by_its_folder(game: Game, parlour: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "1.json", tmp_path / "2.json"
    for workers, file in (("1", one), ("2", two)):
        words = (FOLDER, "careful", "random", "--games", "20", "--workers", workers, "--records", str(file))
        done = parlour("match", *words)
        assert done.returncode == 0, done.stderr
    assert one.read_text() == two.read_text()
    study = ("study", "connect-four-first-move", "--games", "4", "--workers", "2", "--out", str(tmp_path))
    done = parlour("--game", FOLDER, *study)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "connect-four-first-move" / "connect-four-first-move.html").exists()


def test_it_works_wherever_it_is_copied_to_and_beside_another_with_the_same_rooms(tmp_path: Path) -> None:
    """Two folders with a rules.py each, one of which plays by other rules: three in a row win."""
    for name in ("mine", "three"):
        shutil.copytree(FOLDER, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    rules = tmp_path / "three" / "rules.py"
    four = "first = pairs & pairs >> 2 * step"
    assert four in rules.read_text()
    rules.write_text(rules.read_text().replace(four, "first = pairs & pairs >> step"))
    told = run_python(f"""
import parlour
for name in ("mine", "three", "mine"):
    game = parlour.game(f"{tmp_path}/{{name}}/")
    state = game.new()
    for move in "agbgc":
        state.play(move)
    print(name, state.over, game.board.describe(state)["four"] != [], game.room("rules").__file__)
""")
    lines = [line.split() for line in told.splitlines() if ".py" in line]
    assert lines == [
        ["mine", "False", "False", f"{tmp_path}/mine/rules.py"],
        ["three", "True", "True", f"{tmp_path}/three/rules.py"],
        ["mine", "False", "False", f"{tmp_path}/mine/rules.py"],
    ]


def test_a_folder_that_is_called_like_a_game_is_told_how_to_be_named(
    parlour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert parlour("agents", "connect_four").stderr.strip().endswith("for yours here write connect_four/")
    assert parlour("agents", "kuhn").stderr.strip().endswith("for yours here write kuhn.py")
    assert parlour("agents", "no/such/").stderr.strip() == "parlour: there is no folder no/such"


def test_a_rule_that_cannot_be_compiled_is_told_in_one_line(parlour: Run, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "rules.py"
    source = rules.read_text().replace("    n = 0\n", '    n = 0 + "a"\n')
    rules.write_text(source)
    line = source.splitlines().index('    n = 0 + "a"') + 1
    done = parlour("match", f"{folder}/", "random", "random", "--games", "2")
    assert done.returncode == 2
    (told,) = done.stderr.strip().splitlines()[-1:]
    assert told.startswith(f"parlour: rules.py, line {line}: 'legal' cannot be compiled: ")


def test_it_runs_as_plain_python_too() -> None:
    """Masks of the largest board fit into 64 bits with a sign, where Python would make them longer."""
    code = f"""
import parlour
from parlour.testing import check_game
check_game(parlour.game("{FOLDER}:columns=8,rows=7"), games=1)
print("checked")
"""
    assert run_python(code, NUMBA_DISABLE_JIT="1") == "checked\n"
