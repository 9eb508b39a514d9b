"""What one can do in five lines of Python: the page that shows it, and its corners."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour.agent import Clock
from parlour.arena.engines import Serial
from parlour.game import game_names
from parlour.testing import check_agent
from support import run_python

ROOT = Path(__file__).resolve().parents[1]
REVERSI = parlour.game("reversi")


def first(view: parlour.View, pick: int = 0) -> int:
    """The first legal move."""
    return view.legal_moves[pick]


class Last(parlour.Agent):
    """The last legal move."""

    def __init__(self, skip: int = 0) -> None:
        self.skip = skip

    def choose(self, view: parlour.View, clock: Clock) -> int:
        return view.legal_moves[-1 - min(self.skip, len(view.legal_moves) - 1)]


def test_the_page_of_the_python_face_is_true() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert results.attempted > 20
    assert results.failed == 0


def test_a_script_of_a_user_passes_the_strictest_type_check(tmp_path: Path, kept: Path) -> None:
    pytest.importorskip("mypy")
    script = Path(__file__).with_name("data") / "face.py"
    missing = [name for name in parlour.__all__ if name not in script.read_text()]
    assert not missing, "the script must use every name of the face"
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(kept / "mypy"), str(script)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout
    assert subprocess.run([sys.executable, str(script)], cwd=tmp_path, check=False).returncode == 0


@pytest.mark.parametrize("name", game_names())
def test_every_move_can_be_taken_back(name: str) -> None:
    state = parlour.game(name).new(3)
    buffers = [state.buffer.copy()]
    while not state.over and state.ply < 60:
        state.play(state.legal_moves[0])
        buffers.append(state.buffer.copy())
    assert (state.at(5).buffer == buffers[5]).all()
    for ply in range(state.ply, 0, -1):
        view, history = state.view(0), len(state.view(0).history)
        state.undo()
        assert (state.buffer == buffers[ply - 1]).all()
        assert len(view.history) == history == ply
    with pytest.raises(parlour.ParlourError, match="no move to take back"):
        state.undo()


def test_taking_back_gives_back_the_dice() -> None:
    state = parlour.game("dicewars").new(1)
    attack = next(a for a in state.legal_moves if state.format(a) != "end")
    state.play(attack)
    once = state.buffer.copy()
    state.undo()
    state.play(attack)
    assert (state.buffer == once).all()


def test_a_move_is_played_by_its_text_or_refused() -> None:
    state = REVERSI.new()
    state.play("d3")
    with pytest.raises(parlour.ParlourError, match="'d3' is not a legal move here: legal are"):
        state.play("d3")
    with pytest.raises(parlour.ParlourError, match="action 0 is not legal here: legal are"):
        state.play(0)


def test_a_game_goes_on_from_a_position() -> None:
    start = REVERSI.new()
    for move in ("d3", "c5", "f6"):
        start.play(move)
    players = [parlour.agent(REVERSI, "random") for _ in range(2)]
    record = parlour.play(REVERSI, players, seed=4, start=start)
    again = parlour.Record.parse(record.text())
    assert again.first().text == start.text == record.start
    assert tuple(again.last().scores) == record.scores
    assert record.text() == parlour.play(REVERSI, players, seed=4, start=start).text()


def test_states_of_a_replay_are_distinct() -> None:
    players = [parlour.agent(REVERSI, "random") for _ in range(2)]
    record = parlour.play(REVERSI, players, seed=2)
    states = list(record.replay())
    assert len({state.buffer.tobytes() for state in states}) == len(record.moves) + 1
    assert [state.ply for state in states] == list(range(len(record.moves) + 1))


def test_agents_are_specs_objects_classes_and_functions() -> None:
    results = parlour.tournament(REVERSI, [first, Last, Last(2), "random"], games=4, seed=1)
    names = {standing.name for standing in results.standings().agents}
    assert names == {"first", "Last", "Last-2", "random"}
    same = parlour.match(REVERSI, [Last, "random"], games=6, seed=3)
    again = parlour.match(REVERSI, [Last(), "random"], games=6, seed=3)
    assert same.games == again.games
    with pytest.raises(parlour.ParlourError, match="give no engine, or give specs"):
        parlour.match(REVERSI, [first, "random"], engine=Serial())
    with pytest.raises(parlour.ParlourError, match="3 is no agent: expected a spec"):
        parlour.match(REVERSI, [3, "random"])  # type: ignore[list-item]


def test_one_object_sits_at_several_seats_without_mixing_them_up() -> None:
    class Counting(parlour.Agent):
        def begin(self, game: parlour.Game, seat: int, seed: int) -> None:
            super().begin(game, seat, seed)
            self.own = seat

        def choose(self, view: parlour.View, clock: Clock) -> int:
            assert view.seat == self.own
            return view.legal_moves[0]

    results = parlour.match(parlour.game("tichu"), [Counting(), "random"], games=2)
    assert not results.lines[0].forfeits


def test_an_agent_that_crashes_as_it_begins_forfeits() -> None:
    class Broken(parlour.Agent):
        def begin(self, game: parlour.Game, seat: int, seed: int) -> None:
            raise RuntimeError("no model")

        def choose(self, view: parlour.View, clock: Clock) -> int:
            return 0

    results = parlour.match(REVERSI, [Broken, "random"], games=2)
    assert results.lines[0].forfeits == {"crash": 2}


def test_agents_of_a_file_have_options(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from parlour import Agent\n"
        "def choose(view, pick: int = 0):\n    return view.legal_moves[pick]\n"
        "class Deep(Agent):\n"
        "    def __init__(self, depth: int = 1, noise: float | None = None):\n        self.depth = depth\n"
        "    def choose(self, view, clock):\n        return view.legal_moves[-self.depth]\n"
    )
    assert parlour.agent(REVERSI, f"{bot}:pick=1").spec == f"{bot}:choose:pick=1"
    assert parlour.agent(REVERSI, str(bot)).spec == str(bot)
    deep = parlour.agent(REVERSI, f"{bot}:Deep", depth=3)
    assert (deep.spec, deep.depth) == (f"{bot}:Deep:depth=3", 3)  # type: ignore[attr-defined]
    assert parlour.agent(REVERSI, deep.spec).spec == deep.spec
    for spec, message in {
        f"{bot}:Deep:deph=3": "unknown option of agent 'Deep' 'deph': did you mean 'depth'",
        f"{bot}:pick=many": "option pick='many': expected a whole number",
        f"{bot}:Deeper": "has no function 'Deeper'",
    }.items():
        with pytest.raises(parlour.ParlourError, match=message):
            parlour.agent(REVERSI, spec)


def test_an_analysis_knows_only_what_the_seat_knows() -> None:
    tichu = parlour.game("tichu")
    view = tichu.new(8).view()
    told = {str(parlour.analyse(view.sample(seed), "mcts:playouts=60")) for seed in range(3)}
    assert len(told) == 1


def test_an_analysis_has_moves_lines_and_values() -> None:
    analysis = parlour.analyse(REVERSI.new(), "best:depth=6")
    assert {line.move for line in analysis.candidates} == {"d3", "c4", "f5", "e6"}
    assert all(line.line[0] == line.move and len(line.line) > 1 for line in analysis.candidates)
    assert 0.3 < analysis.value < 0.7
    assert analysis.move in analysis._repr_html_()
    over = REVERSI.new()
    while not over.over:
        over.play(over.legal_moves[0])
    with pytest.raises(parlour.ParlourError, match="the game is over"):
        parlour.analyse(over, "best")


@pytest.mark.parametrize("name", game_names())
def test_everything_shows_itself_in_a_notebook(name: str) -> None:
    game = parlour.game(name)
    state = game.new(1)
    assert eval(repr(state), {"parlour": parlour}).text == state.text
    assert game.spec in repr(state.view())
    ElementTree.fromstring(state._repr_svg_())
    players = [parlour.agent(game, "random") for _ in range(game.players)]
    record = parlour.play(game, players, seed=1)
    assert "<svg" in record._repr_html_()
    assert record.game in repr(record)
    results = parlour.match(game, ["random"] * len(set(game.team_of)), games=2)
    assert "95 % interval" in results._repr_html_()
    assert game.spec in repr(results)


def test_a_game_and_its_agents_may_be_defined_on_standard_input(examples: Path) -> None:
    code = (examples / "tictactoe.py").read_text() + (
        "\nimport parlour\nfrom parlour.testing import check_agent, check_game\n"
        "def corner(view):\n    return view.legal_moves[0]\n"
        "check_game(GAME, games=2)\ncheck_agent(GAME, corner, games=1)\n"
        "print(parlour.match(GAME, [corner, 'mcts:playouts=200'], games=4))\n"
        "print(parlour.game('tictactoe') is not None)\n"
    )
    printed = run_python(code)
    assert "tictactoe: 4 games" in printed
    assert printed.endswith("True\n")


def test_check_agent_takes_objects() -> None:
    check_agent(REVERSI, Last, games=1, positions=5)

    class Peeking(parlour.Agent):
        def choose(self, view: parlour.View, clock: Clock) -> int:
            view.buffer[0] ^= 1
            return view.legal_moves[0]

    with pytest.raises(AssertionError, match="Peeking: .*(changed its view|illegal)"):
        check_agent(REVERSI, Peeking(), games=1)
