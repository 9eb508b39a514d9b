"""The judge on the page: choice and luck apart, marks only beyond doubt, what is not solved."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Client

import parlour
from parlour.web.store import TableRow, TableStore


def analysed(
    served: Any, record: parlour.Record, agent: str, **options: Any
) -> tuple[str, list[dict[str, Any]]]:
    """A table of a recorded game that was analysed, and what was said of it."""
    status, answer = served.post("/api/records", record.text().encode())
    assert status == 200
    client = Client(served.url, answer["id"], [])
    client.ask(t="analyse", choice={"agent": agent, "options": options})
    said, message = [], client.hear("analysis", "progress")
    while message["t"] == "analysis" or message["running"]:
        said += [message] if message["t"] == "analysis" else []
        message = client.hear("analysis", "progress")
    client.close()
    return answer["id"], said


def played(spec: str, *agents: str, seed: int = 4) -> parlour.Record:
    game = parlour.game(spec)
    return parlour.play(game, [parlour.agent(game, agent) for agent in agents], seed=seed)


def test_a_replay_of_dicewars_shows_luck_and_choice_apart(open_page: Any, served: Any) -> None:
    record = played("dicewars:players=2", "stei", "two", seed=24)  # a short game
    table, said = analysed(served, record, "expectimax", depth=1)
    assert len(said) == len(record.moves) + 1
    for message in said[1:]:
        verdict = message["verdict"]
        assert abs(sum(message["value"]["win"]) - 1.0) < 1e-3
        before, after = (said[message["ply"] - step]["value"]["win"] for step in (1, 0))
        seat = said[message["ply"] - 1]["seat"]
        assert abs(verdict["choice"] + verdict["luck"] - after[seat] + before[seat]) < 1e-3
    assert any(message["verdict"]["told"] == "luck" for message in said[1:])
    page = open_page(f"#/table/{table}")
    page.wait_for_selector(".legend .key .luck")
    page.wait_for_selector(".graph rect.luck")
    page.wait_for_selector(".turning .swing.luck, .turning .swing.choice")
    page.click(".graph-box summary")
    page.wait_for_selector(".graph-box th:has-text('Luck')")
    assert page.locator(".ruler span").count() > 2


def test_partners_are_one_side_on_the_page(open_page: Any, served: Any) -> None:
    table, said = analysed(served, played("tichu", *["plan"] * 4), "plan")
    for message in said:
        south, west, north, east = message["value"]["win"]
        assert (south, west) == (north, east)
        assert abs(south + west - 1.0) < 1e-3
    page = open_page(f"#/table/{table}")
    page.wait_for_selector(".graph polyline.line")
    page.wait_for_function(
        "() => document.querySelectorAll('.legend .key .area, .legend .key .back').length === 2"
    )
    assert page.locator(".evalbar b").count() == 2
    assert page.locator(".graph .share-area").count() == 0


def test_isolation_says_that_it_is_not_solved(open_page: Any, served: Any) -> None:
    table, said = analysed(served, played("isolation", "random", "random"), "alphabeta", depth=2)
    assert said[0]["value"]["win"] == [None, None]
    assert not said[0]["solved"]
    marked = [before for before, after in pairwise(said) if after["verdict"].get("quality")]
    assert all(message["solved"] for message in marked)
    page = open_page(f"#/table/{table}?ply=0")
    page.wait_for_selector(".evalbar:has-text('Not solved')")
    page.click("#tab-why")
    page.wait_for_selector("#panel-why :text('Not solved')")


def test_the_graph_of_reversi_switches_between_chances_and_discs(open_page: Any, served: Any) -> None:
    table, said = analysed(served, played("reversi", "random", "random"), "best", depth=2)
    assert said[-1]["value"]["lead"] == pytest.approx(said[-1]["value"]["lead"])
    page = open_page(f"#/table/{table}")
    page.click(".legend button")
    page.wait_for_selector(".legend button:has-text('chance to win')")
    page.wait_for_selector(".axis span:has-text('+')")


def test_a_store_of_an_earlier_version_is_judged_anew(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = TableStore(path)
    store.create(TableRow("a", "reversi", 1, 0, [], None, 0.0), ["f5"])
    store.keep_analysis("a", 0, '{"t": "analysis"}')
    store.close()
    with sqlite3.connect(path) as database:
        database.execute("DROP INDEX tables_by_use")
        for column in ("plies", "archived", "owner"):
            database.execute(f"ALTER TABLE tables DROP COLUMN {column}")
        database.execute("PRAGMA user_version=2")
    database.close()
    again = TableStore(path)
    assert again.analyses("a") == []
    assert [text for text, _ in again.moves("a")] == ["f5"]
    again.close()
