"""Tables are deleted by who made them, and by nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from page_play import table_of
from web_helpers import Served, as_seat, visit

from parlour.errors import ParlourError
from parlour.web.catalogue import Catalogue
from parlour.web.hall import Hall
from parlour.web.messages import NewTable
from parlour.web.store import TableStore
from support import finish

OWNER, OTHER = "o" * 40, "x" * 40


async def _new(hall: Hall, *kinds: str, **fields: Any) -> tuple[str, list[str]]:
    seats = [as_seat(kind) for kind in kinds]
    wanted = {"game": "isolation", "options": {"size": 3}, "seats": seats, **fields}
    table, tokens = await hall.create(NewTable.model_validate(wanted))
    table.play(table.state.legal_moves[0], 0.0)
    return table.id, list(tokens.values())


def _in_hall(folder: Path, kinds: list[str], by: str, refusal: str = "", **fields: Any) -> None:
    """Make a table and delete it as somebody: the owner, or who has a seat's token."""

    async def work() -> None:
        hall = Hall(TableStore(folder / "tables.sqlite"), Catalogue())
        name, tokens = await _new(hall, *kinds, **fields)
        asked = {"seat": tokens[:1], "guest": tokens[-1:], "owner": [OWNER], "other": [OTHER]}[by]
        if refusal:
            with pytest.raises(ParlourError, match=refusal):
                await hall.delete(name, asked)
            assert hall.store.moves(name)
        else:
            await hall.delete(name, asked)
            assert hall.store.find(name) is None
            assert not hall.store.moves(name)
            with pytest.raises(ParlourError, match="no such table"):
                await hall.open(name)
        hall.close()

    finish(work())


def test_who_plays_alone_deletes_the_table_by_the_token_of_a_seat(tmp_path: Path) -> None:
    _in_hall(tmp_path, ["me", "random"], "seat")


def test_who_lets_agents_play_deletes_the_table_by_the_token_it_was_made_with(tmp_path: Path) -> None:
    _in_hall(tmp_path, ["random", "random"], "owner", owner=OWNER)


def test_nobody_else_deletes_a_table(tmp_path: Path) -> None:
    _in_hall(tmp_path, ["me", "random"], "other", "only who made a table")
    _in_hall(tmp_path, ["random", "random"], "other", "only who made a table", owner=OWNER)
    _in_hall(tmp_path, ["random", "random"], "other", "only who made a table")


def test_a_guest_deletes_nothing_and_loses_no_game_that_is_not_over(tmp_path: Path) -> None:
    _in_hall(tmp_path, ["me", "guest"], "guest", "only who made a table")
    _in_hall(tmp_path, ["me", "guest"], "seat", "when it is over")


def test_a_table_at_which_somebody_sits_stays(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(TableStore(tmp_path / "tables.sqlite"), Catalogue())
        name, tokens = await _new(hall, "me", "random")
        table = await hall.open(name)
        table.sessions.add(object())  # type: ignore[arg-type]
        with pytest.raises(ParlourError, match="somebody is at that table"):
            await hall.delete(name, tokens)
        table.sessions.clear()
        hall.close()

    finish(work())


def test_other_sites_and_nonsense_delete_nothing(served: Served) -> None:
    table, tokens = served.new_table("reversi", "me", "random")
    path = f"/api/tables/{table}"
    for body, origin in (
        ({"tokens": []}, served.url),
        ({"tokens": list(tokens.values())}, "http://evil.example"),
    ):
        status, _ = served.post(path, body, Origin=origin, method="DELETE")
        assert status in (400, 403)
    assert any(info["id"] == table for info in served.get("/api/tables"))


def _rows(page: Any) -> int:
    return int(page.evaluate("() => document.querySelectorAll('.tables .delete').length"))


def test_a_game_of_ones_own_is_deleted_from_the_list_once_asked(open_page: Any, served: Served) -> None:
    strange, _ = served.new_table("isolation", "random", "random")
    page = open_page()
    page.click("[data-game=reversi] .primary")
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    name = table_of(page)
    visit(page, "#/games", ".tables")
    assert page.query_selector(f".tables a[href='#/table/{strange}']")
    assert _rows(page) == 1
    page.click(".tables .delete")
    page.wait_for_selector("dialog[open]")
    page.click("dialog .primary")
    page.wait_for_selector("dialog", state="detached")
    assert _rows(page) == 1
    page.click(".tables .delete")
    page.click("dialog .danger")
    page.wait_for_function("() => !document.querySelector('.tables .delete')")
    assert all(info["id"] != name for info in served.get("/api/tables"))
    assert page.query_selector(f".tables a[href='#/table/{strange}']")


def test_a_game_that_was_only_watched_is_deleted_too(open_page: Any, served: Served) -> None:
    page = open_page("#/new/isolation?watch=1")
    page.click("main .primary")
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    name = table_of(page)
    visit(page, "#/games", ".tables .delete")
    page.wait_for_function(f"""async () => {{
      const table = await (await fetch('/api/tables')).json();
      return table.some((one) => one.id === '{name}');
    }}""")
    page.click(f"li:has(a[href='#/table/{name}']) .delete")
    page.click("dialog .danger")
    page.wait_for_selector(f".tables a[href='#/table/{name}']", state="detached")
