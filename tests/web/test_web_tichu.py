"""Tichu on its table in a real Chromium: a match, the keyboard, a finger, watching, and looking back."""

from __future__ import annotations

from typing import Any

import pytest
from tichu_play import DEAL, Player, sit_down, table_from
from web_helpers import Served, findings, visit

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
TICHU_SPEC = "tichu:length=match"
STEPS = """() => {
  const all = [...document.querySelectorAll('.option')].map((one) => one.getBoundingClientRect());
  return all.slice(1).flatMap((box, i) => Math.abs(box.top - all[i].top) < 2 ? [box.left - all[i].left] : []);
}"""
BUTTONS = """() => [...document.querySelectorAll('.actions button')].map((one) => one.dataset.action)"""
TOPS = """() => [...document.querySelectorAll('.board-tichu, .seat, .says, .hand')]
  .map((one) => Math.round(one.getBoundingClientRect().top + scrollY))"""
FIXED = ["play", "pass", "tichu", "bomb", "auto", "next", "sort"]


def new_round(page: Any, served: Served, *seats: str) -> Player:
    """Sit down as South with three agents, by default `plan`."""
    table, tokens = served.new_table("tichu", "me", *(seats or ("plan", "plan", "plan")))
    sit_down(page, table, tokens)
    return Player(page)


def until_my_turn(player: Player) -> None:
    """Through calls and exchange to the first choice of a play."""
    while player.decision() != "play":
        player.decide()


def test_a_match_of_two_rounds_with_exchange_call_dog_and_bomb(open_page: Any, served: Served) -> None:
    page = open_page()
    sit_down(page, *table_from(served, TICHU_SPEC, DEAL))
    player = Player(page)
    assert page.inner_text(".score b") == "100 : 50"
    assert page.locator(".option").count() == 8
    player.decide()
    player.decide()
    exchange(page, player)
    call_tichu_and_lead_the_dog(page, player)
    throw_the_bomb(page, player)
    decisions = [player.decide() for _ in iter(player.decision, "over")]
    assert decisions.count("exchange") == 1, "the second round has an exchange of its own"
    rows = page.locator(".result .tichu-sheet tbody tr")
    assert [row.split()[0] for row in rows.all_inner_texts()] == ["Before", "Round", "Round"]
    assert not findings(page)


def exchange(page: Any, player: Player) -> None:
    """A card is dragged, one is taken back, and what was given and got stays in sight."""
    assert player.decision() == "exchange"
    page.drag_and_drop(".option[data-card='3r']", "[data-slot='0']")
    page.wait_for_selector("[data-slot='0'][aria-label*='3 of stars']")
    player.card("Ar")
    player.click("[data-slot='1']")
    player.click("[data-slot='1']")
    page.wait_for_selector("[data-slot='1'][aria-label*='empty']")
    assert page.get_attribute("[data-action=play]", "aria-disabled") == "true"
    player.card("Jr")
    player.click("[data-slot='1']")
    player.card("5r")
    player.click("[data-slot='2']")
    player.click("[data-action=play]")
    page.wait_for_selector(".gifts .tcard")
    assert page.locator(".at-top .gifts .tcard").count() == 2
    assert page.locator(".option.received").count() == 3


def call_tichu_and_lead_the_dog(page: Any, player: Player) -> None:
    player.decision()
    player.click("[data-action=tichu]")
    page.click("dialog .danger")
    page.wait_for_selector(".at-bottom .called:has-text('T')")
    player.card("dog")
    assert page.inner_text(".says") == "The Dog: you can play it."


PLAY_THEN_BOMB = """() => new Promise((done) => {
  const press = (action) => document.querySelector(`[data-action=${action}]`).click();
  const played = () => document.querySelectorAll('.moves button').length;
  const before = played();
  const look = () => played() > before ? done(press('bomb')) : requestAnimationFrame(look);
  press('play');
  look();
})"""


def throw_the_bomb(page: Any, player: Player) -> None:
    """It is asked for out of turn, as soon as others play; the next chance waits until it is used."""
    page.evaluate(PLAY_THEN_BOMB)
    page.wait_for_function("() => document.querySelectorAll('.option.raised').length === 4")
    assert "four nines" in page.inner_text(".says")
    player.click("[data-action=play]")
    page.wait_for_selector(".moves button[aria-label*='South a bomb, four nines']")


def test_a_turn_with_the_keyboard_alone(open_page: Any, served: Served) -> None:
    page = open_page()
    sit_down(page, *table_from(served, TICHU_SPEC, DEAL))
    for _ in range(2):
        page.wait_for_selector(".answers.pair")
        page.focus(".answers.pair button >> nth=1")
        before = page.inner_text(".answers.pair")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(text) => document.querySelector('.answers.pair')?.innerText !== text", arg=before
        )
    page.wait_for_selector(".slot:not([disabled])")
    for slot in range(3):
        page.keyboard.press("b")
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press(" ")
        page.wait_for_selector(".option.raised[aria-selected=true][aria-label*='raised']")
        page.focus(f"[data-slot='{slot}']")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-slot='{slot}'] .tcard")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.wait_for_selector(".fits")
    page.keyboard.press("b")
    page.keyboard.press("9")
    assert page.evaluate("() => document.activeElement.dataset.card").startswith("9")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    page.wait_for_selector(".says:has-text('A pair of nines: you can play it.')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".option.raised", state="detached")
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.wait_for_selector(".option.raised")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.wait_for_selector(".moves button[aria-label*='South']:not([aria-label*='→'])")


@pytest.mark.parametrize("screen", [PHONE, SMALL], ids=["390", "320"])
def test_a_turn_by_touch_on_a_phone_where_all_cards_can_be_read(
    open_page: Any, served: Served, screen: dict[str, int]
) -> None:
    page = open_page(viewport=screen, has_touch=True)
    player = new_round(page, served)
    player._press = page.tap
    until_my_turn(player)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= screen["width"]
    assert min(page.evaluate(STEPS)) >= 24
    player.play_what_fits()
    assert not findings(page)


def test_buttons_stay_in_their_places_and_say_why_they_are_off(open_page: Any, served: Served) -> None:
    page = open_page()
    player = new_round(page, served)
    places = []
    while len(places) < 8:
        player.decide()
        assert page.evaluate(BUTTONS)[:7] == FIXED
        places.append(page.evaluate(TOPS))
    assert places[1:] == places[:-1]
    player.decision()
    page.click("[data-action=bomb]", force=True)
    page.wait_for_selector(".toast:has-text('You hold no bomb')")


def test_a_choice_is_read_out_and_refused_with_its_reason(open_page: Any, served: Served) -> None:
    page = open_page()
    sit_down(page, *table_from(served, "tichu", ON_THE_TABLE))
    player = Player(page)
    assert player.decision() == "play"
    player.card("7r")
    page.wait_for_selector(".says:has-text('The 7 of stars: the pile is a pair of tens.')")
    player.card("7g")
    page.wait_for_selector(".says:has-text('A pair of sevens: too low: the pile is a pair of tens.')")
    page.click("[data-action=pass]", force=True)
    page.wait_for_selector(".toast:has-text('Put your raised cards down first.')")
    player.card("9b")
    page.wait_for_selector(".says:has-text('Not a combination.')")
    page.keyboard.press("Escape")
    player.card("Qr")
    page.wait_for_selector(".option.fits[data-card='Qg']")
    player.card("Qg")
    page.wait_for_selector(".says:has-text('A pair of queens: you can play it.')")
    player.click("[data-action=play]")
    page.wait_for_selector(".moves button[aria-label*='South a pair of queens']")


ON_THE_TABLE = (
    "phase: play; turn: south; trick: 10r 10g by west; points: 15 0 0 0; turns: 9; "
    "south: Qr Qg 7r 7g 9b 2r 3r 4r; south gave: 2g 3g 4b; south played: mahjong 5r 6b 8b Jb Kb; "
    "west: Ar Ab 8r 8g 9r 9g 5b 6r 2g Kr Jr 4s; west gave: 4g 2b 2r; west played: 10r 10g; "
    "north: As Ks Qs Js 10s 9s 8s 7s 6s 5s 4g 3s 3g 2s; north gave: 3b 3r 4s; "
    "east: dragon phoenix dog Ag Kg Qb Jg 10b 7b 6g 5g 4b 2b 3b; east gave: 4r Kr 2s"
)


def test_agents_are_watched_with_open_hands_and_replayed_with_analysis(
    open_page: Any, served: Served
) -> None:
    table, _ = served.new_table("tichu", "plan", "plan", "plan", "plan")
    page = open_page(f"#/table/{table}")
    page.wait_for_selector(".seat .open .tcard")
    page.wait_for_selector(".play.latest")
    assert page.locator(".seat .open").count() == 3
    assert page.locator(".backs").count() == 0
    assert not findings(page)
    page.select_option("select >> nth=0", "instant")
    page.wait_for_selector(".result")
    page.keyboard.press("Home")
    page.wait_for_selector(".status:has-text('Move 0')")
    assert page.locator(".option").count() == 8
    page.keyboard.press("End")
    page.wait_for_selector(".middle .tichu-round")
    page.click("#tab-why")
    assert not findings(page)


def test_a_reload_in_the_middle_brings_the_table_back(open_page: Any, served: Served) -> None:
    page = open_page(settings={"motion": "off", "theme": "dark"})
    player = new_round(page, served)
    until_my_turn(player)
    before = page.inner_text(".middle"), player.hand()
    page.reload()
    page.wait_for_selector(".fits")
    assert (page.inner_text(".middle"), player.hand()) == before
    assert not findings(page)
    player.play_what_fits()


def test_a_round_by_hints_needs_thirty_clicks_at_most(open_page: Any, served: Served) -> None:
    page = open_page()
    player = new_round(page, served)
    while (what := player.decision()) != "over":
        if what == "exchange":
            player.decide()
            continue
        page.keyboard.press("h")
        page.wait_for_selector(".advised, [data-action=pass].primary")
        player.act(lambda what=what: take_advice(page, player, what))
    assert player.clicks <= 30, player.clicks


def take_advice(page: Any, player: Player, what: str) -> None:
    """Do what the hint has marked."""
    if what == "play":
        passing = page.query_selector("[data-action=pass].primary")
        player.click("[data-action=pass]" if passing else "[data-action=play]")
        if page.query_selector(".answers.choices"):
            player.click(".answers.choices button >> nth=0")
    else:
        player.click("button.advised")
        if page.query_selector("dialog[open]"):
            player.click("dialog .danger")


def test_the_rules_are_told_with_pictures(open_page: Any) -> None:
    page = open_page()
    visit(page, "#/help/tichu", ".diagram .board-tichu")
    assert page.locator(".rules >> nth=0 >> li").count() == 9
    assert page.locator(".diagram").count() == 3
    assert not findings(page)
