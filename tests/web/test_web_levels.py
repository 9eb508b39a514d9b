"""From the lobby to a game: one click, or the set-up with its levels."""

from __future__ import annotations

from typing import Any

import pytest
from page_play import table_of
from web_helpers import findings

import parlour
from parlour.levels import NAMES, ladder_of

SIX = ["reversi", "ticket-to-ride", "tichu", "dicewars", "jungle", "isolation"]
SHOWN = "() => document.querySelector('main.view-table .status')"


def seats_of(page: Any, served: Any) -> list[dict[str, Any]]:
    """Who sits at the table that is shown."""
    page.wait_for_function(SHOWN)
    (table,) = [row for row in served.get("/api/tables") if row["id"] == table_of(page)]
    seats: list[dict[str, Any]] = table["seats"]
    return seats


def level(page: Any) -> str:
    return str(page.inner_text(".level-name"))


def test_the_games_that_people_know_come_first(open_page: Any) -> None:
    page = open_page()
    page.wait_for_selector(".card")
    names = page.eval_on_selector_all(".card", "(cards) => cards.map((card) => card.dataset.game)")
    assert names[: len(SIX)] == SIX


@pytest.mark.parametrize("game", SIX)
def test_one_click_starts_a_game_with_the_person_first(open_page: Any, served: Any, game: str) -> None:
    page = open_page()
    page.click(f"[data-game={game}] .primary")
    first, *others = seats_of(page, served)
    assert first["kind"] == "me"
    assert {(seat["agent"], seat["level"], seat["name"]) for seat in others} == {("level", 3, "Learner")}
    page.wait_for_function("() => document.querySelector('main').textContent.includes('Learner, level 3')")


def test_a_level_is_chosen_by_keyboard_and_remembered(open_page: Any, served: Any) -> None:
    page = open_page("#/new/isolation")
    page.wait_for_selector("#level")
    assert level(page) == "Level 3 – Learner"
    page.focus("#level")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.level-name').textContent.startsWith('Level 6')")
    assert page.get_attribute("#level", "aria-valuetext") == level(page) == f"Level 6 – {NAMES[5]}"
    ladder = ladder_of(parlour.game("isolation"))
    assert ladder
    assert f"Rated {ladder.rungs[5].rating[0]:,.0f} Elo" in page.inner_text(".level-facts")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert [seat.get("level") for seat in seats_of(page, served)] == [None, 6]
    page.goto(page.url.partition("#")[0])
    page.wait_for_selector(".card")
    assert "Level 6" in page.inner_text("[data-game=isolation] .set")
    page.click("[data-game=isolation] .primary")
    assert [seat.get("level") for seat in seats_of(page, served)] == [None, 6]


def test_everything_else_is_behind_more(open_page: Any, served: Any) -> None:
    page = open_page("#/new/reversi")
    page.wait_for_selector("#level")
    assert not page.is_visible("#seat-0")
    assert not page.is_visible("#seed")
    page.click(".setup summary")
    page.select_option("#seat-0", "level:2")
    page.select_option("#seat-1", "agent:mcts")
    page.click("button[type=submit]")
    assert [seat["agent"] for seat in seats_of(page, served)] == ["level:n=2", "mcts"]


def test_more_players_play_at_the_same_level(open_page: Any, served: Any) -> None:
    page = open_page("#/new/dicewars")
    page.wait_for_selector("#level")
    page.focus("#level")
    page.keyboard.press("ArrowLeft")
    page.click(".setup summary")
    page.get_by_label("Players").fill("3")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelectorAll('fieldset.seat').length === 3")
    page.click("button[type=submit]")
    assert [seat.get("level") for seat in seats_of(page, served)] == [None, 2, 2]


def test_an_agent_chosen_before_is_offered_again(open_page: Any) -> None:
    page = open_page("#/new/reversi")
    page.click(".setup summary")
    page.select_option("#seat-1", "agent:iago")
    page.click("button[type=submit]")
    page.wait_for_function(SHOWN)
    page.goto(page.url.partition("#")[0] + "#/new/reversi")
    page.wait_for_selector("#seat-1", state="attached")
    assert page.input_value("#seat-1") == "agent:iago"
    assert page.input_value("#seat-0") == "me"


@pytest.mark.parametrize(
    ("route", "text"),
    [("#/new/chess", "no game called “chess”"), ("#/nonsense", "no page called “nonsense”")],
)
def test_an_address_that_leads_nowhere_says_so(open_page: Any, route: str, text: str) -> None:
    page = open_page(route)
    page.wait_for_function("(text) => document.querySelector('main').textContent.includes(text)", arg=text)
    assert not page.query_selector(".card, .setup")
    assert not findings(page)
    page.click("main a.primary")
    page.wait_for_selector(".card")


def test_only_own_games_are_there_to_continue(open_page: Any, served: Any) -> None:
    served.new_table("reversi", "me", "random")
    served.new_table("tichu", *["random"] * 4, length="match")
    page = open_page()
    page.wait_for_selector(".card")
    assert not page.query_selector(".begun")
    page.click("[data-game=reversi] .primary")
    page.wait_for_function(SHOWN)
    mine = table_of(page)
    page.goto(page.url.partition("#")[0])
    page.wait_for_selector(".begun a")
    links = page.eval_on_selector_all(".begun a", "(links) => links.map((link) => link.getAttribute('href'))")
    assert links == [f"#/table/{mine}"]
