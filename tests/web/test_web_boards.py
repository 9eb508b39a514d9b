"""Games that live outside the package bring their boards along: in the lobby, played, replayed, kept."""

from __future__ import annotations

import http.client
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Client, Served, visit

import parlour
from parlour.cli import main
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.testing import check_game
from parlour.web.boards import words_of
from parlour.web.catalogue import Catalogue
from support import lay, lay_text

GAME = """from parlour.game import Game

GAME = Game(name="noughts", title="Noughts", summary="Three in a row win.", module=__name__)
"""


def lay_file(folder: Path, examples: Path) -> Path:
    """A game in one file, with its board beside it."""
    shutil.copytree(examples / "tictactoe_board", folder / "tictactoe_board", dirs_exist_ok=True)
    return lay(examples / "tictactoe.py", folder / "tictactoe.py")


def lay_folder(package: Path, examples: Path, describe: str = "from .rules import describe") -> Path:
    """A game in a folder, called like it."""
    for path in (examples / "tictactoe_board").iterdir():
        if path.is_file():
            lay_text(package / "board" / path.name, path.read_text().replace("tictactoe", package.name))
    lay_text(package / "__init__.py", GAME.replace("noughts", package.name))
    lay(examples / "tictactoe.py", package / "rules.py")
    lay_text(package / "notation.py", "from .rules import draw, format, parse\n")
    lay_text(package / "board.py", f"from .rules import targets\n{describe}\n")
    return package


def lay_traps(board: Path) -> None:
    """Ways out of the folder of a board, and what is no regular file."""
    if not (board / "pipe").exists():
        (board / "out").symlink_to("..")
        (board / "out.txt").symlink_to("../rules.py")
        os.mkfifo(board / "pipe")


def announce(folder: Path, name: str) -> None:
    """Leave the entry point of a game as an installation would."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[parlour.games]\n{name} = {name}:GAME\n")


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory, kept: Path, examples: Path) -> Iterator[Served]:
    """A server with three games that are not in the package: a file, a folder, and an entry point."""
    file, folder = lay_file(kept / "mine", examples), lay_folder(kept / "rows", examples)
    lay_traps(folder / "board")
    lay_folder(kept / "installed" / "noughts", examples)
    announce(kept / "installed", "noughts")
    place = tmp_path_factory.mktemp("outside")
    server = Served(place / "tables.sqlite", file, folder, package=kept / "installed")
    yield server
    server.stop()


def play_by_clicking(page: Any) -> None:
    """Click on free squares of the board until the game is over."""
    while True:
        page.wait_for_selector(".cell.legal, .result")
        if page.query_selector(".result"):
            return
        moves = page.locator(".moves button").count()
        page.click(".cell.legal >> nth=0")
        played = "(moves) => document.querySelectorAll('.moves button').length > moves"
        page.wait_for_function(played, arg=moves)


@pytest.mark.parametrize("game", ["tictactoe", "rows", "noughts"])
def test_a_game_from_outside_is_offered_played_on_its_own_board_and_replayed(
    open_page: Any, outside: Served, game: str
) -> None:
    page = open_page(at=outside)
    card = f"[data-game={game}]"
    page.wait_for_function("(at) => document.querySelector(at).naturalWidth > 0", arg=f"{card} .picture")
    assert page.inner_text(f"{card} h2") == "Tic-tac-toe"
    page.click(f"{card} [href='#/new/{game}']")
    page.click(".setup summary")
    assert page.locator("legend").all_inner_texts() == ["Cross", "Nought"]
    page.click("button[type=submit]")
    page.wait_for_selector(f".board-{game} .cell.legal")
    assert page.get_attribute("[data-square='5']", "aria-label") == "5, empty, legal"
    colour = "(cell) => getComputedStyle(cell).backgroundColor"
    assert page.eval_on_selector("[data-square='5']", colour) == "rgb(251, 247, 236)"
    play_by_clicking(page)
    page.reload()
    page.wait_for_selector("[data-action='analyse']")
    page.keyboard.press("Home")
    page.wait_for_selector(".status:has-text('Move 0')")
    assert page.locator(".cell[aria-label*=empty]").count() == 9
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".status:has-text('Move 1')")
    assert page.locator(".cell[aria-label*=Cross]").count() == 1
    page.click("[data-action='analyse']")
    page.wait_for_selector(".graph polyline")
    visit(page, f"#/help/{game}", ".diagram .cell")
    assert page.locator(".rules >> nth=0 >> li").count() == 3


def test_tables_of_a_file_come_back_with_it_and_are_told_without_it(
    tmp_path: Path, kept: Path, examples: Path
) -> None:
    served = Served(tmp_path / "tables.sqlite", lay_file(kept / "mine", examples))
    table, tokens = served.new_table("tictactoe", "me", "random")
    client = Client(served.url, table, [tokens["0"]])
    client.act("5")
    before = client.until_mine()
    served.kill()
    served.start()
    after = Client(served.url, table, [tokens["0"]]).until_mine()
    assert (after["ply"], after["data"]) == (before["ply"], before["data"])
    assert served.get("/api/tables")[0]["game"] == "tictactoe"
    served.stop()
    file, served.games = served.games[0], []
    served.start()
    refusal = Client(served.url, table, [tokens["0"]]).hear("error")["reason"]
    assert refusal.endswith(f"start with parlour serve {file}")
    assert served.get("/api/tables")[0]["plies"] == before["ply"]
    served.stop()


@pytest.mark.parametrize(
    "path",
    [
        "/games/nothing/board.js",
        "/games/tictactoe/",
        "/games/tictactoe/nothing.js",
        "/games/tictactoe/../tictactoe.py",
        "/games/tictactoe/%2e%2e/tictactoe.py",
        "/games/tictactoe/..%2ftictactoe.py",
        "/games/tictactoe//etc/passwd",
        "/games/tictactoe/%2fetc%2fpasswd",
        "/games/rows/out/rules.py",
        "/games/rows/out.txt",
        "/games/rows/pipe",
        "/games/tictactoe/board.js%00.svg",
        "/games/..%2fmine/tictactoe.py",
        "/games/ticket_to_ride/card.svg",
    ],
)
def test_nothing_but_files_of_a_board_is_served(outside: Served, path: str) -> None:
    connection = http.client.HTTPConnection(outside.url.removeprefix("http://"))
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 404, answer.read()[:80]
    connection.close()


def test_files_that_cannot_be_served_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, empty = tmp_path / "one.py", tmp_path / "empty.py"
    one.write_text(GAME)
    empty.write_text("")
    for words, reason in (
        ([str(tmp_path / "none.py")], "there is no file"),
        ([str(empty)], "defines no game"),
        (["reversi"], "reversi is offered already"),
        (["nothing"], "unknown game 'nothing'"),
        ([str(one), str(one)], "there is a 'noughts' already"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(["serve", *words])
        message = capsys.readouterr().err
        assert reason in message
        assert len(message.strip().splitlines()) == 1, message


def test_a_spec_opens_only_what_is_installed_or_served(
    examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalogue([str(examples / "tictactoe.py")])
    assert catalogue.open("isolation:size=5").players == 2
    monkeypatch.chdir(examples)
    for spec in ("tictactoe", "tictactoe.py", "../examples/tictactoe.py", str(examples / "tictactoe.py")):
        assert catalogue.open(spec).name == "tictactoe"
    for spec in ("kuhn.py", str(examples / "kuhn.py"), "/etc/evil.py", "\0.py", "chess"):
        with pytest.raises(ParlourError, match="no game of this catalogue"):
            catalogue.open(spec)


def bring(folder: Path, words: str) -> Game:
    """A game that is nothing but its words."""
    (folder / "wordy.py").write_text(GAME.replace("noughts", "wordy"))
    (folder / "wordy_board").mkdir()
    (folder / "wordy_board" / "words.json").write_text(words)
    return parlour.game(str(folder / "wordy.py"))


def test_a_game_changes_no_words_but_its_own(tmp_path: Path) -> None:
    own = {"wordy.title": "Words", "wordy.left": {"one": "{n} word", "other": "{n} words"}}
    game = bring(tmp_path, json.dumps({**own, "nav.play": "!", "wordyer.title": "?"}))
    assert words_of(game) == own


@pytest.mark.parametrize("words", ["", "[]", '{"wordy.title": 1}', '{"wordy.title": ["a"]}', "\0"])
def test_words_that_are_none_are_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert words_of(bring(tmp_path, words)) == {}
    assert "words.json is left out" in capsys.readouterr().err


def test_an_installed_game_that_fails_does_not_take_the_others_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    announce(tmp_path, "broken")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "broken" not in Catalogue().games
    assert "reversi" in Catalogue().games
    assert "the game 'broken' is left out: ModuleNotFoundError" in capsys.readouterr().err


MISTAKES = {
    "broken": ("return {'cells': 1 // 0}", "failed in describe: ZeroDivisionError"),
    "unplain": ("import numpy; return {'cells': numpy.int64(3)}", "use plain numbers and texts"),
}


def test_a_mistake_in_a_board_is_told_on_the_page_and_in_the_check(
    tmp_path: Path, kept: Path, examples: Path
) -> None:
    folders = {
        name: lay_folder(kept / name, examples, f"def describe(state):\n    {mistake}")
        for name, (mistake, _) in MISTAKES.items()
    }
    served = Served(tmp_path / "tables.sqlite", *folders.values())
    for name, (_, reason) in MISTAKES.items():
        table, tokens = served.new_table(name, "me", "random")
        assert reason in Client(served.url, table, [tokens["0"]]).hear("error")["reason"]
        with pytest.raises((AssertionError, ZeroDivisionError)):
            check_game(parlour.game(f"{folders[name]}/"), games=1)
    served.stop()
