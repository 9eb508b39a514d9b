"""Games and agents of files on the page: offered, played on boards made from sketches, failing in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from web_helpers import WAIT, Client, Served, findings

import parlour
from parlour.cli import main
from parlour.errors import ParlourError
from parlour.stopping import children_of
from parlour.testing import check_game
from parlour.web.catalogue import Catalogue
from parlour.web.messages import Choice
from support import lay, lay_text

HERE = Path(__file__).parent
PHONE = {"width": 320, "height": 640}
PLAYED = """(played) => document.querySelector('.result')
  || document.querySelectorAll('.moves button').length > played"""
AGENTS = {
    "last.py": 'def choose(view, step=1):\n    """Takes what is last in the list."""\n'
    "    return view.legal_moves[-step]\n",
    "faulty.py": "def choose(view):\n    if view.seat or len(view.history) > 1:\n"
    "        raise LookupError('no idea')\n    return view.legal_moves[0]\n",
    "sleeper.py": "import time\n\nGAME = 'tictactoe'\n\n\ndef choose(view):\n    time.sleep(600)\n",
    "glutton.py": "GAME = 'tictactoe'\n\n\ndef choose(view):\n    hoard = []\n    while True:\n"
    "        hoard.append(bytearray(1 << 24))\n",
    "first.py": "def choose(view):\n    return view.legal_moves[0]\n",
    "slow.py": "import time\n\nGAME = 'tictactoe'\n\n\ndef choose(view):\n    time.sleep(1)\n"
    "    return view.legal_moves[0]\n",
    "fickle.py": "GAME = 'tictactoe'\n\n\ndef choose(view):\n    return view.legal_moves[0]\n",
}
SECOND = ":choose:step=2"
"""What makes `last.py` take the last but one."""
SECONDS = "6"
"""The most of a decision: long for who answers at once on a busy machine."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, kept: Path, examples: Path) -> dict[str, Path]:
    """Two example games without boards of their own, two of the tests, and the agents."""
    bare = lay(examples / "tictactoe.py", kept / "bare" / "tictactoe.py")
    games = [bare, examples / "kuhn.py", HERE / "pairs.py", HERE / "hops.py"]
    folder = tmp_path_factory.mktemp("yours")
    for name, text in AGENTS.items():
        (folder / name).write_text(text)
    return {path.name: path for path in (*games, *(folder / name for name in AGENTS))}


@pytest.fixture(scope="module")
def yours(tmp_path_factory: pytest.TempPathFactory, files: dict[str, Path]) -> Iterator[Served]:
    """A server that was started with all of them."""
    place = tmp_path_factory.mktemp("server")
    specs = [*files.values(), Path(f"{files['last.py']}{SECOND}")]
    server = Served(place / "tables.sqlite", *specs, options=["--move", SECONDS, "--memory", "600M"])
    yield server
    server.stop()


def begin(page: Any, game: str, agent: str) -> None:
    """Play against an agent of a file, with one click in the lobby."""
    page.click(f"[data-game={game}] [data-own='{agent}']")
    page.wait_for_selector(".players")


def click(page: Any, what: str) -> None:
    """Click on something of the board, and wait until that was played."""
    page.wait_for_selector(what)
    played = page.locator(".moves button").count()
    page.click(what)
    page.wait_for_function(PLAYED, arg=played)


def play_out(page: Any, what: str) -> None:
    """Click on the first of what there is until the game is over."""
    while True:
        page.wait_for_selector(f"{what}, .result")
        if page.query_selector(".result"):
            return
        click(page, f"{what} >> nth=0")


def test_a_game_is_played_on_a_board_made_from_its_sketch_against_an_agent_of_a_file(
    open_page: Callable[..., Any], yours: Served
) -> None:
    page = open_page(at=yours)
    begin(page, "tictactoe", "last.py")
    page.wait_for_selector(".sketched .cell.legal")
    assert page.get_attribute("[data-square='5']", "aria-label") == "5, empty, legal"
    assert page.inner_text("[data-seat='1'] .who") == "last.py"
    click(page, "[data-square='5']")
    page.wait_for_selector("[data-square='9'].last")
    assert page.get_attribute("[data-square='5']", "aria-label").startswith("5, X of player 1")
    assert page.get_attribute("[data-square='9']", "aria-label").startswith("9, O of player 2")
    assert not findings(page)
    play_out(page, ".cell.legal")
    assert page.locator(".cell .piece").count() == page.locator(".moves button").count()
    page.click("[data-action='rematch.start']")
    page.wait_for_selector(".cell.legal")
    assert page.inner_text("[data-seat='1'] .who") == "last.py"


def test_an_agent_with_options_is_chosen_for_a_seat(open_page: Callable[..., Any], yours: Served) -> None:
    page = open_page("#/new/tictactoe", at=yours)
    page.click(".setup summary")
    page.select_option("#seat-1", f"own:last.py{SECOND}")
    page.wait_for_selector(".more:has-text('Takes what is last in the list.')")
    page.click("button[type=submit]")
    page.wait_for_selector(".cell.legal")
    click(page, "[data-square='5']")
    page.wait_for_selector("[data-square='8'].last")
    assert page.inner_text("[data-seat='1'] .who") == f"last.py{SECOND}"


def test_squares_are_reached_by_keys_and_advice_is_drawn_on_them(
    open_page: Callable[..., Any], yours: Served
) -> None:
    page = open_page(at=yours, viewport=PHONE)
    begin(page, "tictactoe", "last.py")
    page.wait_for_selector(".cell.legal")
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-square='2'] .piece")
    page.wait_for_selector(".cell.legal")
    page.keyboard.press("h")
    page.wait_for_selector(".cell .plate")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


def test_cards_are_drawn_and_hidden_ones_lie_on_their_faces(
    open_page: Callable[..., Any], yours: Served
) -> None:
    page = open_page(at=yours)
    begin(page, "kuhn", "last.py")
    page.wait_for_selector(".choices button")
    assert page.locator(".face").count() == 2
    assert page.locator(".face.back").count() == 1
    assert not findings(page)
    play_out(page, ".choices button")
    page.wait_for_function("() => document.querySelectorAll('.face.back').length === 0")


def test_a_click_on_a_card_plays_what_only_it_can_mean_and_several_are_raised(
    open_page: Callable[..., Any], yours: Served
) -> None:
    page = open_page(at=yours)
    begin(page, "pairs", "last.py")
    page.click("[data-card=s1]")
    page.wait_for_selector("[data-card=s1].raised")
    assert page.locator(".choices button").all_inner_texts() == ["red ten"]
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-card=s1]:not(.raised)")
    click(page, "[data-card=s0]")
    page.wait_for_selector("[data-card=s1]")
    page.click("[data-card=s1]")
    page.wait_for_selector("[data-card=s1].raised")
    assert not findings(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".result h2:has-text('You won')")


def test_a_click_that_could_mean_several_actions_offers_them_and_one_without_a_square_is_a_button(
    open_page: Callable[..., Any], yours: Served
) -> None:
    page = open_page(at=yours)
    begin(page, "hops", "first.py")
    click(page, "[data-action=pass]")
    page.click("[data-square=a1].movable")
    page.click("[data-square=b1].legal")
    page.wait_for_selector(".choices button")
    assert page.locator(".choices button").all_inner_texts() == ["step", "stomp"]
    assert not findings(page)
    click(page, ".choices button:has-text('stomp')")
    page.wait_for_selector("[data-square=b1].movable")
    assert page.locator(".choices button").count() == 0
    page.click("[data-action='action.takeback']")
    page.wait_for_selector("[data-square=a1].movable")
    page.drag_and_drop("[data-square=a1]", "[data-square=c1]")
    page.wait_for_selector(".result h2:has-text('You won')")


def test_a_crash_is_told_on_the_page_with_its_line(open_page: Callable[..., Any], yours: Served) -> None:
    page = open_page(at=yours)
    begin(page, "tictactoe", "faulty.py")
    click(page, "[data-square='5']")
    page.wait_for_selector(".result .failure")
    failure = page.inner_text(".result .failure")
    assert failure.startswith("The agent of nought failed.")
    assert failure.endswith("LookupError: no idea (faulty.py:3)")
    assert not findings(page)
    assert any("LookupError: no idea" in line for line in yours.lines)


def sit(served: Served, game: str, *seats: str) -> Client:
    table, tokens = served.new_table(game, *seats)
    return Client(served.url, table, list(tokens.values()))


def test_a_game_that_plays_on_without_an_agent_says_how_that_failed(yours: Served) -> None:
    client = sit(yours, "dicewars", "faulty.py", "faulty.py", "me", "random")
    view = client.until_mine()
    assert view.get("result") is None
    failures = [(one["seat"], one["reason"], one["times"]) for one in view["status"]["failures"]]
    assert (1, "crash", 1) in failures
    assert all("no idea (faulty.py:3)" in one["detail"] for one in view["status"]["failures"])
    client.close()


def test_who_leaves_while_an_agent_thinks_finds_its_move(yours: Served) -> None:
    table, tokens = yours.new_table("tictactoe", "me", "slow.py")
    client = Client(yours.url, table, [tokens["0"]])
    client.act("5")
    client.hear("view")
    client.close()
    again = Client(yours.url, table, [tokens["0"]])
    while again.view.get("ply") != 2:
        again.hear("welcome", "view")
    assert again.view.get("result") is None
    again.close()


def test_an_agent_that_does_not_answer_runs_out_of_time_and_leaves_no_process(yours: Served) -> None:
    before = set(children_of(yours.process.pid))
    client = sit(yours, "tictactoe", "sleeper.py", "me")
    while not client.view.get("result"):
        client.hear("welcome", "view")
    assert (client.view["result"]["reason"], client.view["result"]["seat"]) == ("timeout", 0)
    client.close()
    until = time.monotonic() + WAIT
    while set(children_of(yours.process.pid)) - before:
        assert time.monotonic() < until, "its process is still there"
        time.sleep(0.1)


def test_an_agent_that_takes_too_much_memory_loses_by_that_and_the_server_stays(yours: Served) -> None:
    client = sit(yours, "tictactoe", "glutton.py", "me")
    while not client.view.get("result"):
        client.hear("welcome", "view")
    assert (client.view["result"]["reason"], client.view["result"]["seat"]) == ("memory", 0)
    client.close()
    assert yours.get("/api/games")["games"]


def test_an_edited_agent_is_read_anew_for_the_next_table(yours: Served, files: dict[str, Path]) -> None:
    first = sit(yours, "tictactoe", "fickle.py", "me").until_mine()
    files["fickle.py"].write_text(AGENTS["fickle.py"].replace("[0]", "[4]"))
    second = sit(yours, "tictactoe", "fickle.py", "me").until_mine()
    assert [view["event"]["text"] for view in (first, second)] == ["1", "5"]
    files["fickle.py"].write_text("GAME = 'tictactoe'\n1 / 0\n")
    third = sit(yours, "tictactoe", "fickle.py", "me").until_mine()
    assert third["result"]["reason"] == "crash"
    assert "ZeroDivisionError" in third["result"]["detail"]


def test_agents_are_offered_in_the_games_they_play_and_nothing_else_is_run(
    yours: Served, files: dict[str, Path]
) -> None:
    cards = {card["name"]: [own["name"] for own in card["own"]] for card in yours.get("/api/games")["games"]}
    assert set(cards["reversi"]) == {"last.py", "faulty.py", "first.py", f"last.py{SECOND}"}
    assert set(cards["tictactoe"]) == {*AGENTS, f"last.py{SECOND}"}
    for agent in ("other.py", str(files["last.py"]), "sleeper.py", "last.py:choose", "last.py:step=3"):
        seats = [{"kind": "me"}, {"kind": "agent", "choice": {"agent": agent, "options": {}}}]
        status, answer = yours.post("/api/tables", {"game": "reversi", "seats": seats})
        assert status == 400, answer


def test_an_agent_of_an_earlier_start_is_asked_for() -> None:
    with pytest.raises(ParlourError, match=r"unknown agent 'gone.py' .* start with parlour serve gone.py"):
        Catalogue().agent_spec(parlour.game("reversi"), Choice(agent="gone.py"))


@pytest.mark.parametrize(
    ("text", "spec", "line"),
    [
        ("def choose(view) return 1\n", "", "mine.py, line 1: expected ':'"),
        ("import no_such_thing\ndef choose(view): ...\n", "", "ModuleNotFoundError"),
        ("GAME = 'chess'\ndef choose(view): ...\n", "", "unknown game 'chess'"),
        ("def choose(view, depth=1): ...\n", ":depht=3", "did you mean 'depth'?"),
        ("def choose(view): ...\n", ":Mine", "has no function 'Mine'"),
        ("import os\nos._exit(3)\ndef choose(view): ...\n", "", "cannot be loaded: ended with exit code 3"),
        ("x = 1\n", "", "defines no game and no agent"),
    ],
)
def test_an_agent_that_cannot_play_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, spec: str, line: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(SystemExit, match="2"):
        main(["serve", f"{file}{spec}", "--port", "0", "--store", str(tmp_path / "tables.sqlite")])
    message = capsys.readouterr().err
    assert line in message
    assert len(message.strip().splitlines()) == 1, message


@pytest.mark.parametrize("name", ["tictactoe.py", "kuhn.py", "pairs.py", "hops.py"])
def test_games_with_a_sketch_keep_the_contract(files: dict[str, Path], name: str) -> None:
    check_game(parlour.game(str(files[name])), games=2)


def test_a_target_that_the_sketch_does_not_have_is_named(kept: Path, examples: Path) -> None:
    text = (examples / "tictactoe.py").read_text().replace('names="123456789"', 'names="12345678x"')
    file = lay_text(kept / "misnamed" / "tictactoe.py", text)
    with pytest.raises(AssertionError, match="board.targets names '9', which board.sketch does not have"):
        check_game(parlour.game(str(file)), games=1)
