"""Files of others: looked at before they are trusted, and never changed by looking."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.files import write_text
from parlour.game import game
from parlour.web.catalogue import Catalogue
from parlour.web.results import ResultsFolder
from parlour.web.store import TableStore

ISOLATION = game("isolation:size=3")


def traces(folder: Path) -> dict[str, str]:
    """Every file of a folder by a hash of its bytes."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A database of another program, in a folder of its own."""
    folder = tmp_path / "foreign"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "notes.sqlite")) as database:
        database.execute("CREATE TABLE notes (text)")
        database.commit()
    return folder / "notes.sqlite"


def small_store(path: Path, games: int = 2) -> None:
    plan = Plan.make(ISOLATION, ["random", "random"], games=games, seed=4)
    carry_out(plan, game=ISOLATION, store=path)


@pytest.mark.parametrize("kind", [Store, TableStore])
def test_a_database_of_another_program_is_refused_and_keeps_its_bytes(foreign: Path, kind: type) -> None:
    before = traces(foreign.parent)
    with pytest.raises(ParlourError, match="a database of something else: give another --store"):
        kind(foreign)
    assert traces(foreign.parent) == before


def test_stores_of_arena_and_page_refuse_each_other(tmp_path: Path) -> None:
    small_store(tmp_path / "games.sqlite")
    TableStore(tmp_path / "tables.sqlite").close()
    with pytest.raises(ParlourError, match="something else"):
        TableStore(tmp_path / "games.sqlite")
    with pytest.raises(ParlourError, match="something else"):
        Store(tmp_path / "tables.sqlite")


def test_looking_at_results_changes_no_file_and_makes_none(foreign: Path) -> None:
    folder = foreign.parent
    small_store(folder / "small.sqlite")
    (folder / "empty.sqlite").touch()
    (folder / "words.sqlite").write_text("not a database")
    before = traces(folder)
    results = ResultsFolder(folder, Catalogue())
    assert [listing.name for listing in results.tournaments()] == ["small"]
    results.tournament("small")
    assert traces(folder) == before


def test_results_of_a_run_that_was_killed_are_read_whole(tmp_path: Path) -> None:
    small_store(tmp_path / "whole.sqlite", games=6)
    living = Store(tmp_path / "whole.sqlite")
    living.begin(living.plan or pytest.fail("no plan"))
    for name in ("whole.sqlite", "whole.sqlite-wal"):  # as a killed process leaves them: a log not yet moved
        (tmp_path / f"killed-{name}").write_bytes((tmp_path / name).read_bytes())
    living.close()
    with closing(Store.open(tmp_path / "killed-whole.sqlite")) as store:
        assert store.size == 6


def test_a_plan_of_another_version_is_one_line_and_hides_no_other(tmp_path: Path) -> None:
    for name in ("good", "odd"):
        small_store(tmp_path / f"{name}.sqlite")
    with closing(sqlite3.connect(tmp_path / "odd.sqlite")) as database:
        (text,) = database.execute("SELECT text FROM plan").fetchone()
        database.execute("UPDATE plan SET text = ?", (text.replace("{", '{"handicap":3,', 1),))
        database.commit()
    assert [listing.name for listing in ResultsFolder(tmp_path, Catalogue()).tournaments()] == ["good"]
    with (
        closing(Store.open(tmp_path / "odd.sqlite")) as store,
        pytest.raises(ParlourError, match="another version of Parlour .*handicap"),
    ):
        assert store.plan is None


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    for folder in (tmp_path, Path("/")):
        with pytest.raises(OSError, match="not a regular file"):
            write_text(folder, "into a folder")


def test_a_device_is_written_into_and_stays_one() -> None:
    """A terminal of the test's own stands for all devices: none of the machine's is ever at risk."""
    reader, terminal = os.openpty()
    device = Path(os.ttyname(terminal))
    write_text(device, "through")
    assert os.read(reader, 100) == b"through"
    assert device.is_char_device()
    for handle in (reader, terminal):
        os.close(handle)


def test_a_pipe_is_written_into_and_stays_one(tmp_path: Path) -> None:
    pipe, texts = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: texts.append(pipe.read_text()), daemon=True)
    reader.start()
    write_text(pipe, "through")
    assert pipe.is_fifo()
    reader.join(10)
    assert texts == ["through"]
